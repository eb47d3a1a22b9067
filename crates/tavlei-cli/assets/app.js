// The page: a game lives in its address, and the server knows the rules.
import { draw } from './board.js';
import { ask } from './server.js';
import { WORDS } from './words.js';

const $ = (id) => document.getElementById(id);
const GAMES = ['towers', 'ashtarashki', 'proryv'];
const BOTS = { towers: ['alphabeta', 'uct', 'greedy', 'random'], ashtarashki: ['alphabeta', 'uct', 'greedy', 'random'], proryv: ['regret', 'duct', 'random'] };
const THEMES = ['light', 'dark', 'print', 'colour-blind'];
const SIDES = ['white', 'black'];
const TIMES = [50, 250, 1000, 5000];

// All that the address says; `moves` may go on after `ply`, where the board stands.
let game;
let state = null;
let entered = { white: [], black: [] };
let thinking = null;
// A hint or an analysis that is waited for, and the next turn of bots that play on by themselves.
let asking = null;
let next = null;
let words;

const fresh = (name) => ({ game: name, rules: '', start: '', moves: [], ply: 0, white: 'person', black: BOTS[name][0], time: 250, flip: false, theme: 'light' });

function read() {
  const from = new URLSearchParams(location.hash.slice(1));
  const name = GAMES.includes(from.get('game')) ? from.get('game') : 'towers';
  const read = fresh(name);
  for (const field of ['rules', 'start', 'white', 'black', 'theme']) read[field] = from.get(field) ?? read[field];
  for (const side of SIDES) if (![...BOTS[name], 'person'].includes(read[side])) read[side] = 'person';
  read.moves = (from.get('moves') ?? '').split('_').filter(Boolean).map((move) => move.replaceAll('~', ' '));
  if (!THEMES.includes(read.theme)) read.theme = THEMES[0];
  const ply = /^\d+$/.test(from.get('ply')) ? Number(from.get('ply')) : read.moves.length;
  read.ply = Math.min(ply, read.moves.length);
  if (TIMES.includes(Number(from.get('time')))) read.time = Number(from.get('time'));
  read.flip = from.get('flip') === '1';
  return read;
}

function write() {
  const to = new URLSearchParams({ game: game.game });
  const plain = fresh(game.game);
  for (const field of ['rules', 'start', 'white', 'black', 'theme', 'time']) if (String(game[field]) !== String(plain[field])) to.set(field, game[field]);
  if (game.moves.length) to.set('moves', game.moves.map((move) => move.replaceAll(' ', '~')).join('_'));
  if (game.ply !== game.moves.length) to.set('ply', game.ply);
  if (game.flip) to.set('flip', '1');
  history.replaceState(null, '', `#${to}`);
}

const language = () => document.documentElement.lang;
const isBoth = () => state.to_move === 'both';
const sides = () => (state.over ? [] : isBoth() ? SIDES : [state.to_move]);
const isChosen = (side) => entered[side].length > 0 && (isBoth() ? state[side].complete : false);
// The person who chooses now: in Proryv one after the other, and neither sees the other’s choice.
const chooser = () => sides().find((side) => game[side] === 'person' && !isChosen(side));

const position = (more = {}) => ({
  game: game.game, rules: game.rules, start: game.start, moves: game.moves.slice(0, game.ply), flip: game.flip, theme: game.theme, ...more,
});

// Asks for the state with what is entered, and shows it.
async function show(more = {}) {
  const first = isBothGame() && entered.white.length && game.white === 'person' && game.black === 'person' ? { hide: 'white' } : {};
  const before = game.moves.slice(0, game.ply);
  const asked = { white: entered.white, black: entered.black, ...first, ...more };
  state = await ask('state', position(asked));
  entered = { white: state.white.squares, black: state.black.squares };
  const moved = state.moves.length > before.length;
  for (const side of SIDES) if (isPass(asked, side) && !moved) entered[side] = ['--'];
  if (moved) {
    game.moves = state.moves;
    game.ply = state.moves.length;
  }
  write();
  render(moved);
}

const isBothGame = () => game.game === 'proryv';
const isPass = (asked, side) => asked[side][0] === '--' || (asked.choose?.side === side && asked.choose.square === '--');

function fault(error) {
  if (error?.name === 'AbortError') return;
  $('fault').textContent = error ? words[error.message] ?? error.message : '';
}

// Does something that the server may refuse; nothing changes then. One thing is done after the other, however quick the hand.
let queue = Promise.resolve();
function attempt(work) {
  queue = queue.then(async () => {
    fault(null);
    try { await work(); } catch (error) { fault(error); }
  });
  return queue;
}

const on = {
  // A click while a bot thinks is not kept for the position after its move.
  choose: (square) => thinking ?? attempt(async () => {
    const side = chooser();
    if (!side || thinking) return;
    await show({ choose: { side, square } });
    await turn();
  }),
  back: () => attempt(async () => {
    const side = chooser();
    if (side && entered[side].length) entered[side] = entered[side].slice(0, -1);
    await show();
  }),
  cancel: () => attempt(async () => {
    entered = { white: [], black: [] };
    await show();
  }),
};

// Lets the bots play whose turn it is.
async function turn() {
  if (thinking || state.over || game.ply !== game.moves.length || chooser()) return;
  const missing = sides().filter((side) => game[side] !== 'person');
  if (!missing.length) return;
  const abort = new AbortController();
  thinking = abort;
  render();
  let pause = 900;
  try {
    for (const side of missing) {
      const request = { ...position(), bot: game[side], side, milliseconds: game.time };
      delete request.flip;
      delete request.theme;
      const { move } = await ask('think', request, abort.signal);
      if (isBoth()) entered[side] = move === '--' ? ['--'] : move.split('-');
      else {
        thinking = null;
        await show({ play: move });
      }
    }
    thinking = null;
    if (isBothGame()) await show();
  } catch (error) {
    fault(error);
    pause = 5000;
  } finally {
    if (thinking === abort) thinking = null;
    render();
  }
  // Two bots go on by themselves, with a moment to look at the board.
  clearTimeout(next);
  if (!abort.signal.aborted && !state.over && !chooser() && game.ply === game.moves.length) next = setTimeout(() => attempt(turn), pause);
}

function stop() {
  clearTimeout(next);
  thinking?.abort();
  asking?.abort();
  thinking = null;
}

// Changes the game under the bots’ hands: whoever thinks begins again.
function change(work) {
  stop();
  return attempt(async () => {
    stop();
    work();
    await show();
    await turn();
  });
}

// Asks something that may take seconds, and that any change of the game breaks off.
function inquire(path, more) {
  asking = new AbortController();
  return ask(path, { game: game.game, rules: game.rules, start: game.start, moves: game.moves.slice(0, game.ply), ...more }, asking.signal);
}

const go = (ply) => change(() => {
  game.ply = Math.max(0, Math.min(ply(), game.moves.length));
  entered = { white: [], black: [] };
});

function render(moved = false) {
  words = WORDS[language()];
  for (const element of document.querySelectorAll('[data-word]')) element.textContent = words[element.dataset.word];
  $('language').textContent = words.other;
  $('language').lang = language() === 'en' ? 'ru' : 'en';
  $('games').setAttribute('aria-label', words.games);
  for (const name of GAMES) {
    const button = $(`game-${name}`);
    button.textContent = words[name];
    if (name === game.game) button.setAttribute('aria-current', 'page');
    else button.removeAttribute('aria-current');
  }
  $('title').textContent = words[game.game];
  document.title = `${words[game.game]} · tavlei`;
  for (const side of SIDES) fill($(side), ['person', ...BOTS[game.game]], game[side]);
  fill($('theme'), THEMES, game.theme);
  fill($('strength'), TIMES, game.time, words.seconds);
  const side = chooser();
  draw(state, { language: language(), flip: game.flip, choices: side && !thinking ? state[side].choices : [], on, moved });
  $('grid').classList.toggle('waiting', Boolean(thinking));
  status(side);
  moves();
  $('undo').disabled = game.ply === 0;
  $('redo').disabled = game.ply === game.moves.length;
  $('hint').disabled = Boolean(state.over) || Boolean(thinking);
  $('pass').hidden = !(side && state[side].can_pass);
  $('position').value = document.activeElement === $('position') ? $('position').value : state.position;
  $('rules').value = document.activeElement === $('rules') ? $('rules').value : game.rules;
  $('download').href = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(state.svg)}`;
}

// An open list stays open: nothing is replaced that is as it should be.
function fill(select, names, value, text = (name) => words[name]) {
  const wanted = names.map(text).join();
  if ([...select.options].map((option) => option.text).join() !== wanted) select.replaceChildren(...names.map((name) => new Option(text(name), name)));
  select.value = value;
}

function status(side) {
  const last = game.ply ? `${state.moves.at(-1)}. ` : '';
  let text;
  if (state.over) text = last + words.over(...state.over);
  else if (thinking) text = last + words.thinks(words[sides().find((name) => game[name] !== 'person') ?? sides()[0]]);
  else if (!side) text = last;
  else {
    const name = words[side];
    text = last + (isBoth() ? words.bothChoose(name) : words.toMove(name));
    if (isBoth() && side === 'black' && entered.white.length && game.white === 'person') text += ` ${words.hiddenChoice(words.white)}`;
    if (entered[side].length) text += `. ${words.chosen(entered[side].join(' '))}`;
  }
  if ($('status').textContent !== text) $('status').textContent = text;
}

function moves() {
  const had = $('moves').contains(document.activeElement);
  const entries = [words.start, ...game.moves].map((text, ply) => {
    const item = document.createElement('li');
    item.value = ply;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    if (ply === game.ply) button.setAttribute('aria-current', 'step');
    button.onclick = () => go(() => ply);
    item.append(button);
    return item;
  });
  $('moves').replaceChildren(...entries);
  const here = $('moves').querySelector('[aria-current]').parentElement;
  if (had) here.firstChild.focus();
  $('moves').scrollTop = here.offsetTop - $('moves').offsetTop - $('moves').clientHeight / 2;
}

// Shows another game; the old one stays if it is refused.
async function start(next) {
  stop();
  const previous = [game, entered, state];
  game = next;
  entered = { white: [], black: [] };
  try {
    await show();
  } catch (error) {
    [game, entered, state] = previous;
    if (state) render();
    else {
      // The address itself is refused: begin anew, and say why.
      game = fresh(next.game);
      await show();
    }
    throw error;
  }
  await turn();
}

const begin = (next) => { stop(); return attempt(() => start(next)); };

$('entry').onsubmit = (event) => {
  event.preventDefault();
  attempt(async () => {
    const text = $('move').value.trim();
    const side = chooser();
    if (!text || !side || thinking) return;
    const isOneChoice = isBoth() && text.split(/\s+/).length < 2;
    if (isOneChoice) {
      const squares = /^(--|pass|пас|пропуск|–|—|-)$/i.test(text) ? ['--'] : text.replace(/[^a-zа-я0-9]/gi, ' ').trim().split(/\s+/);
      const list = squares.length === 1 && squares[0].length === 4 ? [squares[0].slice(0, 2), squares[0].slice(2)] : squares;
      await show({ [side]: list[0] === '--' ? [] : list.slice(0, -1).map((name) => name.toLowerCase()), choose: { side, square: list.at(-1).toLowerCase() } });
    } else await show({ play: text });
    $('move').value = '';
    await turn();
  });
};
// The button goes away, and the keyboard goes on at the board.
$('pass').onclick = () => { document.querySelector('#grid [tabindex="0"]').focus(); on.choose('--'); };
for (const name of GAMES) $(`game-${name}`).onclick = () => begin(fresh(name));
$('new').onclick = () => begin({ ...game, moves: [], ply: 0, start: '', rules: '' });
// Against a bot, its answer goes with the person’s move: the person is to move before and after.
const pair = () => (!isBothGame() && chooser() && SIDES.some((side) => game[side] !== 'person') ? 2 : 1);
$('undo').onclick = () => go(() => game.ply - pair());
$('redo').onclick = () => go(() => game.ply + pair());
$('flip').onclick = () => change(() => { game.flip = !game.flip; });
$('hint').onclick = () => attempt(async () => {
  const side = chooser() ?? sides()[0];
  const bot = game[side] === 'person' ? BOTS[game.game][0] : game[side];
  const { move, value } = await inquire('think', { bot, side, milliseconds: game.time });
  $('status').textContent = words.hinted(move, value);
});
for (const side of SIDES) $(side).onchange = () => change(() => { game[side] = $(side).value; entered = { white: [], black: [] }; });
$('strength').onchange = () => { game.time = Number($('strength').value); write(); };
$('theme').onchange = () => change(() => { game.theme = $('theme').value; });
$('language').onclick = () => { document.documentElement.lang = language() === 'en' ? 'ru' : 'en'; render(); };
$('set').onclick = () => begin({ ...game, start: $('position').value.trim(), rules: $('rules').value.trim(), moves: [], ply: 0 });
$('open').onclick = () => attempt(async () => {
  const found = await ask('read', { game: game.game, record: $('text').value });
  await start({ ...fresh(found.game), rules: found.rules, start: found.start, moves: found.moves, ply: found.moves.length, black: 'person' });
});
$('write').onclick = () => attempt(async () => { $('text').value = await ask('write', { game: game.game, rules: game.rules, start: game.start, moves: game.moves }); });
$('file').onchange = () => attempt(async () => { 
  const [file] = $('file').files;
  if (!file) return;
  // The server reads no more than this anyway, and the same file can be chosen again.
  $('text').value = await file.slice(0, 1 << 17).text();
  $('file').value = '';
  $('open').click();
});
$('analyse').onclick = () => attempt(async () => {
  const wanted = Math.min(Math.max(Math.trunc(Number($('depth').value)) || 1, 1), 12);
  const { divide, total, depth, is_complete, exact } = await inquire('analyse', { depth: wanted });
  $('exact').textContent = `${words.total(depth, total)}. ${is_complete ? '' : words.incomplete} ${exact ? words.exact(exact) : words.noExact}`;
  $('divide').replaceChildren(...divide.map(([move, count]) => {
    const row = document.createElement('tr');
    const head = document.createElement('th');
    head.scope = 'row';
    head.textContent = move;
    row.append(head, Object.assign(document.createElement('td'), { textContent: count }));
    return row;
  }));
});
addEventListener('hashchange', () => begin(read()));

document.documentElement.lang = (navigator.language ?? 'en').toLowerCase().startsWith('ru') ? 'ru' : 'en';
words = WORDS[language()];
begin(read());
