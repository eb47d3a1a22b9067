// The board: a picture, and a grid of buttons on it that anyone can use.
import { WORDS, spoken } from './words.js';

const grid = document.getElementById('grid');
const picture = document.getElementById('picture');

// For this many milliseconds a move that was just played is drawn on the board before it.
const MOMENT = 700;
let pending = null;
let shown = null;

// The square that the keyboard is on.
let current = null;
let buttons = new Map();

// Draws a state. `choices` are the squares that can be chosen; `on` is told what the person does.
export function draw(state, { language, flip, choices, on, moved }) {
  const source = (svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  if (moved && state.move_svg && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
    clearTimeout(pending);
    picture.src = source(state.move_svg);
    pending = setTimeout(() => { pending = null; picture.src = source(state.svg); }, MOMENT);
  } else if (state !== shown || !pending) {
    clearTimeout(pending);
    pending = null;
    picture.src = source(state.svg);
  }
  shown = state;
  const { width, height, left, top, square, files, ranks } = state.board;
  grid.style.left = `${100 * left / width}%`;
  grid.style.top = `${100 * top / height}%`;
  grid.style.width = `${100 * files * square / width}%`;
  grid.style.height = `${100 * ranks * square / height}%`;
  grid.style.gridTemplateColumns = `repeat(${files}, 1fr)`;
  grid.style.gridTemplateRows = `repeat(${ranks}, 1fr)`;
  grid.setAttribute('aria-label', WORDS[language].board(WORDS[language][state.game]));
  const had = grid.contains(document.activeElement);
  const names = order(files, ranks, flip);
  if (names.flat().join() !== [...buttons.keys()].join()) rebuild(names);
  const pieces = new Map(state.pieces.map((piece) => [piece.square, piece]));
  for (const [name, button] of buttons) {
    const piece = pieces.get(name);
    const what = piece ? spoken(language, state.game, piece) : WORDS[language].empty;
    const can = choices.includes(name);
    button.setAttribute('aria-label', `${name}, ${what}${can ? `, ${WORDS[language].canChoose}` : ''}`);
    button.classList.toggle('can', can);
    button.onclick = () => { focus(name); on.choose(name); };
  }
  grid.onkeydown = (event) => key(event, names, on);
  if (!buttons.has(current)) current = names[ranks - 1][0];
  for (const [name, button] of buttons) button.tabIndex = name === current ? 0 : -1;
  if (had) buttons.get(current).focus();
}

// The names of the squares as they are seen, row by row.
function order(files, ranks, flip) {
  const rows = Array.from({ length: ranks }, (_, row) => Array.from({ length: files }, (_, file) => `${'abcdefgh'[file]}${ranks - row}`));
  return flip ? rows.reverse().map((row) => row.reverse()) : rows;
}

function rebuild(names) {
  buttons = new Map();
  grid.replaceChildren(...names.map((row) => {
    const line = document.createElement('div');
    line.setAttribute('role', 'row');
    for (const name of row) {
      const button = document.createElement('button');
      button.type = 'button';
      button.setAttribute('role', 'gridcell');
      button.dataset.square = name;
      buttons.set(name, button);
      line.append(button);
    }
    return line;
  }));
}

function focus(name) {
  buttons.get(current)?.setAttribute('tabindex', '-1');
  current = name;
  const button = buttons.get(name);
  button.tabIndex = 0;
  button.focus();
}

function key(event, names, on) {
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const row = names.findIndex((line) => line.includes(current));
  const column = names[row].indexOf(current);
  if (event.key in steps) {
    const [down, right] = steps[event.key];
    const name = names[row + down]?.[column + right];
    if (name) focus(name);
  } else if (event.key === 'Home') focus(names[row][0]);
  else if (event.key === 'End') focus(names[row].at(-1));
  else if (event.key === 'Escape') on.cancel();
  else if (event.key === 'Backspace') on.back();
  else return;
  event.preventDefault();
}
