// Every text of the page in each language, and the spoken names of squares and pieces.
export const WORDS = {
  en: {
    other: 'Русский', towers: 'Tower checkers', ashtarashki: 'Ashtarashki', proryv: 'Proryv', games: 'Games',
    move: 'Move', play: 'Play', pass: 'Pass', new: 'New game', undo: 'Take back', redo: 'Replay', hint: 'Hint', flip: 'Turn board',
    howto: 'Choose squares on the board, or type a move in any notation.',
    keys: 'Arrow keys move, Enter chooses, Backspace takes the last square back, Escape all of them.',
    players: 'Players', white: 'White', black: 'Black', strength: 'Time of a bot', theme: 'Colours', moves: 'Moves', start: 'start',
    analysis: 'Analysis', depth: 'Depth', analyse: 'Count and solve', divide: 'Sequences after each move',
    setup: 'Set up a position', position: 'Position', rules: 'Rules', set: 'Set up',
    record: 'Game record', recordtext: 'Record', open: 'Open', write: 'Write', file: 'Choose a file', download: 'Download the picture (SVG)',
    person: 'a person', alphabeta: 'alpha-beta', uct: 'tree search', greedy: 'greedy', random: 'random', regret: 'regret matching', duct: 'decoupled UCT',
    unreached: 'The server does not answer. Is it still running?', unread: 'The server’s answer cannot be read.', busy: 'The server is busy. Please try again.',
    seconds: (milliseconds) => `${milliseconds / 1000} s`,
    light: 'light', dark: 'dark', print: 'black and white', 'colour-blind': 'for the colour-blind',
    toMove: (side) => `${side} to move`, bothChoose: (side) => `${side} to choose`, thinks: (side) => `${side} thinks`,
    over: (score, reason) => `${score}: ${reason}`, played: (side, text) => `${side}: ${text}`, chosen: (list) => `Chosen: ${list}`,
    hinted: (text, value) => `Hint: ${text}${value ? ` (${value})` : ''}`, total: (depth, total) => `${total} sequences of ${depth} plies`,
    incomplete: 'The time was not enough for all moves.', exact: (value) => `Exact value for White: ${value}`, noExact: 'The exact value is not known in a short time.',
    board: (game) => `Board of ${game}`, empty: 'empty', canChoose: 'can be chosen', hiddenChoice: (side) => `${side} has chosen.`,
    piece: {
      white: 'White', black: 'Black', man: 'man', king: 'king', men: (n) => `${n} men`, kings: (n) => `${n} kings`,
      tower: 'tower', over: 'over', and: ', ', state: { M: 'stone', V: 'retreated stone', W: 'twice retreated stone', F: 'finished stone' },
    },
  },
  ru: {
    other: 'English', towers: 'Столбовые шашки', ashtarashki: 'Аштарашки', proryv: 'Прорыв', games: 'Игры',
    move: 'Ход', play: 'Пойти', pass: 'Пропуск', new: 'Новая партия', undo: 'Взять назад', redo: 'Вернуть', hint: 'Подсказка', flip: 'Повернуть доску',
    howto: 'Выбирайте поля на доске или напишите ход в любой записи.',
    keys: 'Стрелки двигают, Enter выбирает, Backspace снимает последнее поле, Escape — все.',
    players: 'Игроки', white: 'Белые', black: 'Чёрные', strength: 'Время бота', theme: 'Цвета', moves: 'Ходы', start: 'начало',
    analysis: 'Разбор', depth: 'Глубина', analyse: 'Сосчитать и решить', divide: 'Последовательности после каждого хода',
    setup: 'Расставить позицию', position: 'Позиция', rules: 'Правила', set: 'Расставить',
    record: 'Запись партии', recordtext: 'Запись', open: 'Открыть', write: 'Записать', file: 'Выбрать файл', download: 'Скачать рисунок (SVG)',
    person: 'человек', alphabeta: 'альфа-бета', uct: 'поиск по дереву', greedy: 'жадный', random: 'случайный', regret: 'метод сожалений', duct: 'раздельный UCT',
    unreached: 'Сервер не отвечает. Он ещё запущен?', unread: 'Ответ сервера не читается.', busy: 'Сервер занят. Попробуйте ещё раз.',
    seconds: (milliseconds) => `${String(milliseconds / 1000).replace('.', ',')} с`,
    light: 'светлые', dark: 'тёмные', print: 'чёрно-белые', 'colour-blind': 'для дальтоников',
    toMove: (side) => `Ход: ${side.toLowerCase()}`, bothChoose: (side) => `Выбирают ${side.toLowerCase()}`, thinks: (side) => `${side} думают`,
    over: (score, reason) => `${score}: ${reason}`, played: (side, text) => `${side}: ${text}`, chosen: (list) => `Выбрано: ${list}`,
    hinted: (text, value) => `Подсказка: ${text}${value ? ` (${value})` : ''}`, total: (depth, total) => `Последовательностей глубины ${depth}: ${total}`,
    incomplete: 'Времени хватило не на все ходы.', exact: (value) => `Точная цена для белых: ${value}`, noExact: 'Точная цена за короткое время не найдена.',
    board: (game) => `Доска: ${game}`, empty: 'пусто', canChoose: 'можно выбрать', hiddenChoice: (side) => `${side} выбрали ход.`,
    piece: {
      white: 'белая', black: 'чёрная', man: 'простая', king: 'дамка', men: (n) => `простых: ${n}`, kings: (n) => `дамок: ${n}`,
      tower: 'башня', over: 'на пленных:', and: ', ', state: { M: 'камень', V: 'отступивший камень', W: 'дважды отступивший камень', F: 'финишировавший камень' },
    },
  },
};

// Runs of equal pieces in words: `001` is "2 men, king".
function runs(words, text) {
  const parts = [];
  for (const run of text.match(/0+|1+/g) ?? []) {
    const [one, many] = run[0] === '0' ? [words.man, words.men] : [words.king, words.kings];
    parts.push(run.length === 1 ? one : many(run.length));
  }
  return parts.join(words.and);
}

// What stands on a square, in words.
export function spoken(language, game, piece) {
  const words = WORDS[language].piece;
  const side = words[piece.side];
  if (game === 'proryv') return `${side} ${words.man}`;
  if (game === 'ashtarashki') return `${side}: ${words.state[piece.text[0]]}${piece.text.length > 1 ? ` ${piece.text[1]}` : ''}`;
  const [own, prisoners] = piece.text.split('/');
  if (own.length === 1 && !prisoners) return `${side} ${runs(words, own)}`;
  return `${side} ${words.tower}: ${runs(words, own)}${prisoners ? ` ${words.over} ${runs(words, prisoners)}` : ''}`;
}
