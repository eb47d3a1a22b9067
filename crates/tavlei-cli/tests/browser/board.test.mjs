// Plays on the web board in a real browser: by clicks, by keyboard, with set-up, records and analysis.
//
// TAVLEI is the command, CHROMIUM the browser. With SHOTS set, screenshots are kept in that folder.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { chromium } from 'playwright-core';

const ROOT = new URL('../../../../', import.meta.url);
const AXE = await readFile(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const DESKTOP = { width: 1250, height: 950 };
const PHONE = { width: 360, height: 740 };

let server;
let address;
let browser;
let page;
let faults;

before(async () => {
  server = spawn(process.env.TAVLEI ?? 'tavlei', ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  address = await new Promise((resolve, reject) => {
    server.stdout.once('data', (said) => resolve(/http:\S+/.exec(said)[0]));
    server.once('exit', () => reject(new Error('the server has ended')));
  });
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
});

after(async () => {
  await browser?.close();
  server?.kill('SIGTERM');
});

beforeEach(async () => {
  page = await browser.newPage({ viewport: DESKTOP, locale: 'en-GB' });
  faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (said) => said.type() === 'error' && !said.text().includes('422') && faults.push(said.text()));
  page.on('request', (request) => { if (!request.url().startsWith(address) && !request.url().startsWith('data:')) faults.push(request.url()); });
});

afterEach(async () => {
  await page.close();
  assert.deepEqual(faults, [], 'no error in the page, and no request to elsewhere');
});

const open = async (state) => {
  await page.goto(`${address}#${new URLSearchParams(state)}`);
  await page.waitForFunction(() => document.querySelector('#status').textContent);
};
const square = (name) => page.locator(`[data-square="${name}"]`);
const settled = (pattern) => page.waitForFunction(([source]) => new RegExp(source).test(document.querySelector('#status').textContent), [pattern.source]);
const moves = () => page.locator('#moves button').allTextContents();
const people = { white: 'person', black: 'person' };

async function shoot(name) {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}

// No violation of the rules of accessibility that a machine can find.
async function accessible() {
  await page.addInitScript(() => {});
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`), []);
}

// Plays squares by clicks.
async function click(...names) {
  for (const name of names) await square(name).click();
}

// Goes to a square with the arrow keys from wherever the focus is, and chooses it.
async function walk(name) {
  const at = await page.evaluate(() => document.activeElement?.dataset?.square ?? null);
  if (!at) await page.locator('#grid [tabindex="0"]').focus();
  const from = await page.evaluate(() => document.activeElement.dataset.square);
  const [right, up] = [name.charCodeAt(0) - from.charCodeAt(0), name[1] - from[1]];
  for (let step = 0; step < Math.abs(right); step += 1) await page.keyboard.press(right > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let step = 0; step < Math.abs(up); step += 1) await page.keyboard.press(up > 0 ? 'ArrowUp' : 'ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), name);
  await page.keyboard.press('Enter');
}

test('towers: a whole game by clicks, with a capture square by square', async () => {
  // White takes the last two men: T-17.
  await open({ game: 'towers', start: 'w c3=0;d4=0,f6=0', ...people });
  assert.match(await square('c3').getAttribute('aria-label'), /^c3, White man, can be chosen$/);
  await click('c3', 'e5');
  await settled(/Chosen: c3 e5/);
  assert.match(await square('e5').getAttribute('aria-label'), /^e5, White tower: man over man$/);
  await click('g7');
  await settled(/1-0/);
  assert.deepEqual(await moves(), ['start', 'c3:e5:g7']);
  await accessible();
});

test('towers: a whole game by keyboard', async () => {
  await open({ game: 'towers', start: 'w c3=0;d4=0,f6=0', ...people });
  await walk('c3');
  await settled(/Chosen: c3$/);
  await page.keyboard.press('Escape');
  await settled(/^White to move$/);
  await walk('c3');
  await walk('e5');
  await page.keyboard.press('Backspace');
  await settled(/Chosen: c3$/);
  await walk('e5');
  await walk('g7');
  await settled(/1-0/);
});

test('towers: against a bot, with hint and take-back', async () => {
  await open({ game: 'towers', black: 'random', time: '50' });
  await click('c3', 'd4');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 3);
  await page.locator('#hint').click();
  await settled(/Hint: /);
  await page.locator('#undo').click();
  await page.waitForFunction(() => document.querySelector('#moves [aria-current]').textContent === 'start');
  assert.equal((await moves()).length, 3, 'what was taken back can be played again');
  await shoot('towers-desktop');
  await accessible();
});

test('a bot that thinks is taken back, and clicks meanwhile are not kept for later', async () => {
  await open({ game: 'towers', black: 'uct', time: '5000' });
  await click('c3', 'd4');
  await settled(/Black thinks/);
  await click('e3', 'f4');
  const begun = Date.now();
  await page.locator('#undo').click();
  await settled(/^White to move$/);
  assert.ok(Date.now() - begun < 3000, 'it is not waited for');
  assert.equal(await page.locator('#moves [aria-current]').textContent(), 'start');
  await page.locator('#redo').click();
  await settled(/Black thinks/);
  await page.locator('#flip').click();
  await settled(/Black thinks/);
  assert.match(page.url(), /flip=1/);
  await page.locator('#black').selectOption('random');
  await settled(/White to move$/);
  assert.equal((await moves()).length, 3);
});

test('the keyboard keeps its place in the list of moves and among the games', async () => {
  await open({ game: 'towers', moves: 'c3-d4_b6-a5', ...people });
  await page.locator('#moves button').nth(1).focus();
  await page.keyboard.press('Enter');
  await settled(/^c3-d4\. Black to move$/);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'c3-d4');
  await page.locator('#game-proryv').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#title').textContent === 'Proryv');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'game-proryv');
  await page.locator('#pass').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 2);
  assert.ok(await page.evaluate(() => document.activeElement.dataset.square), 'after a pass it is on the board');
});

test('an address with nonsense in it is read as far as it makes sense', async () => {
  for (const [field, value] of [['ply', '-1'], ['ply', '1.5'], ['ply', '9'], ['time', '1e400'], ['time', '-3'], ['theme', '<b>'], ['white', '__proto__'], ['flip', 'x']]) {
    await page.goto('about:blank');
    await open({ game: 'towers', moves: 'c3-d4', [field]: value, ...(field === 'white' ? {} : { white: 'person' }) });
    await page.waitForFunction(() => document.querySelectorAll('#moves button').length > 1);
    assert.equal(await page.locator('#fault').textContent(), '', `${field}=${value}`);
    assert.ok(await page.evaluate(() => [...document.querySelectorAll('fieldset select')].every((select) => select.value)), `${field}=${value}`);
  }
});

test('a server that has ended is said to have ended', async () => {
  await open({ game: 'towers', ...people });
  await page.route('**/api/state', (route) => route.abort());
  await square('c3').click();
  await page.waitForFunction(() => document.querySelector('#fault').textContent);
  assert.match(await page.locator('#fault').textContent(), /server does not answer/);
  faults = [];
});

test('an illegal move is refused with its reason', async () => {
  await open({ game: 'towers', start: 'w c3=0,a1=0;d4=0', ...people });
  await square('a1').click();
  await page.waitForFunction(() => document.querySelector('#fault').textContent);
  assert.match(await page.locator('#fault').textContent(), /T-7/);
  await page.locator('#move').fill('a1-b2');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#fault').textContent.includes('a1-b2'));
  assert.match(await page.locator('#fault').textContent(), /T-7.*c3:e5|compulsory/);
  await page.locator('#move').fill('c:e5');
  await page.keyboard.press('Enter');
  await settled(/1-0/);
});

test('ashtarashki: a whole game by clicks and one by keyboard', async () => {
  for (const hand of [click, async (...names) => { for (const name of names) await walk(name); }]) {
    await open({ game: 'ashtarashki', start: 'w M1f6;M3d4,M3e5', ...people });
    await hand('f6', 'e5', 'd4');
    await settled(/2-0|1-0/);
    assert.deepEqual(await moves(), ['start', 'f6:e5:d4']);
    await page.goto('about:blank');
  }
});

test('ashtarashki: the seed’s game is replayed to 1–0', async () => {
  const game = await readFile(new URL('crates/tavlei-ashtarashki/tests/data/sample_game.txt', ROOT), 'utf8');
  await open({ game: 'ashtarashki', ...people });
  await page.locator('#record summary').click();
  await page.locator('#text').fill(game);
  await page.locator('#open').click();
  await settled(/1-0/);
  const last = (await moves()).length - 1;
  await page.locator('#moves button').nth(10).click();
  await page.waitForFunction(() => location.hash.includes('ply=10'));
  assert.equal((await moves()).length - 1, last, 'the rest of the game is kept');
  await shoot('ashtarashki-desktop');
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('#moves [aria-current]').length);
  assert.equal(await page.locator('#moves [aria-current]').textContent(), (await moves())[10], 'the address holds it all');
});

test('proryv: two people, neither sees the other’s choice', async () => {
  await open({ game: 'proryv', start: 'w a4,b4;b5', ...people });
  await click('a4', 'a5');
  await settled(/White has chosen/);
  const picture = await page.locator('#picture').getAttribute('src');
  assert.ok(!decodeURIComponent(picture).includes('class="tint"'), 'the choice is not on the board');
  await click('b5', 'a5');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 2);
  assert.deepEqual(await moves(), ['start', 'a4-a5 b5-a5']);
  const drawn = async () => decodeURIComponent(await page.locator('#picture').getAttribute('src'));
  assert.ok((await drawn()).includes('class="cross"'), 'both arrows are shown, and where the men meet');
  await page.waitForFunction(() => !decodeURIComponent(document.querySelector('#picture').src).includes('class="cross"'));
  await walk('b4');
  await walk('b5');
  await page.locator('#pass').click();
  await settled(/1-0/);
  await accessible();
});

test('proryv: against a bot by keyboard, typed moves and passes', async () => {
  await open({ game: 'proryv', black: 'random', time: '50' });
  await walk('b2');
  await walk('b3');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 2);
  assert.match((await moves())[1], /^b2-b3 /);
  await page.locator('#move').fill('--');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 3);
  await page.locator('#move').fill('c2-c4');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#fault').textContent);
  await shoot('proryv-desktop');
});

test('an address that is refused shows the start position and the reason', async () => {
  await open({ game: 'towers', start: 'w a2=0;', moves: 'x_y' });
  assert.match(await page.locator('#fault').textContent(), /light square/);
  await click('c3', 'd4');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 3);
});

test('two bots play a whole game', async () => {
  await open({ game: 'proryv', white: 'random', black: 'random', time: '50', start: 'w a4;d2' });
  await settled(/1-0|0-1|1\/2/);
});

test('a position is set up, analysed and refused', async () => {
  await open({ game: 'ashtarashki', ...people });
  await page.locator('#setup summary').click();
  await page.locator('#position').fill('w Wb2,V2b6;Wf4,V1b8');
  await page.locator('#set').click();
  await page.waitForFunction(() => location.hash.includes('Wb2'));
  await page.locator('#analysis summary').click();
  await page.locator('#depth').fill('3');
  await page.locator('#analyse').click();
  await page.waitForFunction(() => document.querySelector('#exact').textContent.includes('+1'));
  assert.match(await page.locator('#exact').textContent(), /270 sequences/);
  assert.equal(await page.locator('#divide tr').count(), 8);
  await page.locator('#position').fill('w M4a1;');
  await page.locator('#set').click();
  await page.waitForFunction(() => document.querySelector('#fault').textContent.includes('position'));
  assert.ok((await page.locator('#title').textContent()).length, 'the page still stands');
  await accessible();
});

test('russian first where the browser speaks it, and everything fits a phone', async () => {
  await page.close();
  page = await browser.newPage({ viewport: PHONE, locale: 'ru-RU' });
  await open({ game: 'towers', start: 'w c3=0/11,e5=1;h6=00,b6=0/0', ...people });
  assert.equal(await page.locator('#title').textContent(), 'Столбовые шашки');
  assert.equal(await square('c3').getAttribute('aria-label'), 'c3, белая башня: простая на пленных: дамок: 2, можно выбрать');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= PHONE.width, `${wide} pixels`);
  await shoot('towers-phone');
  await accessible();
  for (const game of ['ashtarashki', 'proryv']) {
    await page.goto('about:blank');
    await open({ game, ...people });
    await shoot(`${game}-phone`);
    await accessible();
  }
  await open({ game: 'towers', ...people });
  await page.waitForFunction(() => document.querySelector('#title').textContent === 'Столбовые шашки');
  await page.locator('#language').click();
  assert.equal(await page.locator('#title').textContent(), 'Tower checkers');
});
