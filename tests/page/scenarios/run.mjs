// The whole run: timeline, calls, output, search, threads, branches, marks.

import { assert, until } from '../lib/page.mjs';
import { answersOf, timesOf } from '../lib/server.mjs';

/** The stretch that the timeline shows, from its own words. */
async function stretch(tab) {
  const [, from, to] = /^([\d,]+) to ([\d,]+)/.exec(await tab.text('.timeline-range'));
  return [from, to].map((text) => Number(text.replaceAll(',', '')));
}

async function onTimeline(tab, part) {
  const box = await tab.page.locator('.timeline-slider').boundingBox();
  return { x: box.x + box.width * part, y: box.y + box.height / 2 };
}

export const scenarios = [
  {
    name: 'timeline: a click goes there',
    async run(tab) {
      await tab.open('t=0');
      const last = await tab.ended();
      await until('the whole run', async () => (await stretch(tab))[1] === last);
      const { x, y } = await onTimeline(tab, 0.5);
      await tab.page.mouse.click(x, y);
      await until('the middle', async () => Math.abs((await tab.time()) - last / 2) <= last / 100 + 1);
    },
  },
  {
    name: 'timeline: wheel and drag zoom, down to single events and back',
    program: 'many.py',
    async run(tab) {
      await tab.open('t=0');
      const last = await tab.ended();
      await until('the whole run', async () => (await stretch(tab))[1] === last);
      const [a, b] = [await onTimeline(tab, 0.3), await onTimeline(tab, 0.5)];
      await tab.page.mouse.move(a.x, a.y);
      await tab.page.mouse.down();
      await tab.page.mouse.move((a.x + b.x) / 2, a.y);
      await tab.page.mouse.move(b.x, b.y);
      await tab.page.mouse.up();
      const [from, to] = await stretch(tab);
      assert.ok(
        Math.abs(from - last * 0.3) < last * 0.01 && Math.abs(to - last * 0.5) < last * 0.01,
        `${from} to ${to}`,
      );
      assert.equal(await tab.time(), 0);
      for (let i = 0; i < 60; i++) await tab.page.mouse.wheel(0, -120);
      await until('single events', async () => {
        const [f, t] = await stretch(tab);
        return t - f < 10;
      });
      const [first] = await stretch(tab);
      await tab.page.mouse.move(b.x - 3, b.y);
      await until('the event is named', async () =>
        /event [\d,]+: (line|call|return) in (small|outer|<module>)/.test(await tab.text('.timeline-readout')),
      );
      assert.ok(first > last * 0.25 && first < last * 0.55);
      await tab.click('.timeline-tools button[aria-label="The whole run"]');
      await until('the whole run again', async () => (await stretch(tab))[1] === last);
    },
  },
  {
    name: 'timeline: arrow keys move the time, plus and minus zoom',
    async run(tab) {
      await tab.open('t=70');
      const last = await tab.ended();
      await until('the whole run', async () => (await stretch(tab))[1] === last);
      const slider = tab.page.locator('.timeline-slider');
      await slider.focus();
      await tab.page.keyboard.press('ArrowUp');
      await tab.at(71);
      await tab.page.keyboard.press('+');
      const [from, to] = await stretch(tab);
      assert.ok(to - from < last * 0.7 && from <= 71 && to >= 71);
      assert.equal(await slider.getAttribute('aria-valuenow'), '71');
      assert.match(await slider.getAttribute('aria-valuetext'), /event 71 of/);
      await tab.page.keyboard.press('Home');
      await tab.at(0);
    },
  },
  {
    name: 'timeline: the table has the same counts as the run',
    async run(tab, { program, mode }) {
      await tab.open('t=0');
      const last = await tab.ended();
      await tab.click('.timeline-details summary');
      const answers = await answersOf(program, mode, ['goto end', `events 0 ${last}`]);
      const events = answers[2].find((one) => one.kind === 'events').events;
      const calls = events.filter((event) => event.event === 'call' && event.how === 'start').length;
      const column = async (n) =>
        (await tab.texts(`.timeline-table tbody td:nth-child(${n})`)).reduce(
          (sum, text) => sum + Number(text.replace(/\D/g, '') || 0),
          0,
        );
      await until(`${calls} calls`, async () => (await column(3)) === calls);
      assert.equal(await column(6), events.filter((event) => event.event === 'exception').length);
    },
  },
  {
    name: 'timeline: marks are on it and in their list',
    async run(tab) {
      await tab.open('t=33');
      await tab.type('mark here');
      await tab.visit('t=50');
      await tab.show('stops');
      await tab.sees('#stops-panel li', /here at 33/);
      await until('the timeline knows it', () =>
        tab.page.evaluate(async () => {
          const { last } = globalThis.ttd.app.hello;
          const answer = await globalThis.ttd.link.ask('timeline', { from: 0, to: last + 1, buckets: 10 });
          return answer.marks.some((mark) => mark.name === 'here' && mark.time === 33);
        }),
      );
      await tab.page.locator('#stops-panel a', { hasText: 'here' }).click();
      await tab.at(33);
    },
  },
  {
    name: 'calls: the tree opens, follows the present and leads',
    async run(tab, { program, mode }) {
      await tab.open('t=54');
      await tab.ended();
      await tab.show('calls');
      await tab.sees('.call a', 'settle');
      await tab.page.locator('.call', { hasText: 'settle' }).locator('.twist').click();
      await until(
        'transfers',
        async () => (await tab.texts('.call a')).filter((text) => text === 'transfer').length >= 3,
      );
      assert.ok((await tab.texts('.call.holds-now a')).includes('settle'));
      const answers = await answersOf(program, mode, ['goto end', 'calls transfer']);
      const third = answers[2].find((one) => one.kind === 'calls').calls[2].time;
      await tab.page
        .locator('.call a', { hasText: /^transfer$/ })
        .nth(2)
        .click();
      await tab.at(third);
    },
  },
  {
    name: 'calls: a filter finds functions at any depth',
    async run(tab, { program, mode }) {
      await tab.open('t=0');
      await tab.ended();
      await tab.page.locator('.filter').fill('fee');
      const answers = await answersOf(program, mode, ['goto end', 'calls fee']);
      const times = answers[2].find((one) => one.kind === 'calls').calls.map((call) => String(call.time));
      await until(
        'the calls of fee',
        async () => (await tab.texts('.call a')).join() === times.map(() => 'fee').join(),
      );
      const shown = await tab.page.locator('.call a').evaluateAll((links) => links.map((a) => a.dataset.time));
      assert.deepEqual(shown, times);
    },
  },
  {
    name: 'calls: of ten thousand calls few are elements, and the last can be reached',
    program: 'many.py',
    async run(tab) {
      await tab.open('t=0');
      await tab.ended();
      await tab.sees('.call a', 'outer');
      await tab.page.locator('.call', { hasText: 'outer' }).locator('.twist').click();
      await tab.sees('.call a', 'small');
      await tab.page.locator('#calls-panel .rows').focus();
      await tab.page.keyboard.press('End');
      await tab.sees('.call', 'n=9999');
      assert.ok((await tab.count('.call')) < 150);
    },
  },
  {
    name: 'output: its lines lead to the events that wrote them, later ones are dim',
    program: 'counts.py',
    async run(tab, { program, mode }) {
      await tab.open('t=0');
      await tab.ended();
      await tab.show('output');
      await until('six lines', async () => (await tab.count('.output-line')) === 6);
      assert.deepEqual(await tab.texts('.output-text'), [
        '80 passed',
        '20 failed',
        '65 passed',
        '40 failed',
        '90 passed',
        'done 5',
      ]);
      assert.equal(await tab.count('.output-line.later'), 6);
      await tab.page.locator('.output-line a').nth(2).click();
      const [, , , third] = await timesOf(program, mode, ['b 20', 'c', 'c', 'c']);
      await until('the third print', async () => (await tab.time()) === third);
      await tab.keys('n');
      await until('three are written', async () => (await tab.count('.output-line.later')) === 3);
    },
  },
  {
    name: 'search: matches appear with their count, and lead there',
    async run(tab, { program, mode }) {
      await tab.open('t=0');
      await tab.ended();
      await tab.keys('/');
      await tab.page.locator('.find-field').fill("kind == 'exception'");
      await tab.page.locator('.find-field').press('Enter');
      const times = [];
      const finds = await timesOf(program, mode, ['goto end', 'goto 0', ...Array(5).fill("find kind == 'exception'")]);
      for (const time of finds.slice(2)) if (time !== null && time !== times.at(-1)) times.push(time);
      await tab.sees('.find-state', `${times.length} events match`);
      assert.deepEqual(await tab.texts('#search-panel .row a'), times.map(String));
      await tab.page.locator('#search-panel .row a').nth(1).click();
      await tab.at(times[1]);
    },
  },
  {
    name: 'search: an expression that is wrong is answered as Python does',
    async run(tab) {
      await tab.open('t=0');
      await tab.ended();
      await tab.show('search');
      await tab.page.locator('.find-field').fill('kind ==');
      await tab.page.locator('.find-field').press('Enter');
      await tab.sees('.find-state', /SyntaxError|invalid syntax/);
    },
  },
  {
    name: 'search: it can be stopped',
    program: 'many.py',
    async run(tab) {
      await tab.open('t=0');
      await tab.ended();
      await tab.show('search');
      await tab.page.locator('.find-field').fill('sum(range(2000)) == n');
      await tab.page.locator('.find-field').press('Enter');
      await tab.page.locator('#search-panel button', { hasText: 'Stop' }).click();
      await tab.sees('.find-state', 'Stopped');
      await tab.visit('t=30');
      assert.equal(await tab.text('.find-state').then((text) => /^Stopped: \d+ found until then$/.test(text)), true);
    },
  },
  {
    name: 'threads: lanes, locks, and the frames of another thread',
    program: 'workers.py',
    async run(tab, { program, mode }) {
      await tab.open('t=0');
      const last = await tab.ended();
      await tab.show('threads');
      await until('four lanes', async () => (await tab.count('.lane')) >= 4);
      for (const name of ['red', 'green', 'blue']) await tab.sees('.lane-name', name);
      await tab.visit(`t=${last}`);
      await tab.sees('#threads-panel caption', 'Locks');
      await tab.sees('#threads-panel td', 'lock');
      const [, at] = await timesOf(program, mode, ['b 12', 'c']);
      await tab.visit(`t=${at}`);
      await until('red runs', async () => (await tab.texts('.frame .function')).join() === 'work');
      await tab.page.locator('.lane-name', { hasText: 'MainThread' }).click();
      await until('the main thread starts it', async () => (await tab.texts('.frame .function')).join() === '<module>');
      assert.equal(await tab.text('.code-line.current .line-number'), '17');
      assert.equal(await tab.time(), at);
    },
  },
  {
    name: 'threads: tasks of asyncio are a table',
    program: 'examples/tickets.py',
    async run(tab, { program, mode }) {
      const [, at] = await timesOf(program, mode, ['b 18', 'c']);
      await tab.open(`t=${at}`);
      await tab.show('threads');
      await tab.sees('#threads-panel caption', 'Tasks');
      assert.ok((await tab.count('#threads-panel tbody tr')) >= 2);
    },
  },
  {
    name: 'branches: a statement opens one, a click switches back, both can be compared',
    async run(tab) {
      await tab.open('t=58');
      await tab.ended();
      assert.equal(await tab.value('amount'), '50');
      await tab.type('amount = 500');
      await until('another branch', () => tab.page.evaluate(() => globalThis.ttd.app.focus.branch !== 0));
      await until('the changed value', async () => (await tab.value('amount')) === '500');
      await tab.show('branches');
      await tab.sees('.branch', 'amount = 500');
      assert.match(await tab.text('#moment-text'), /on branch/);
      assert.doesNotMatch(await tab.text('#output-tab'), /\d/, 'the branch has written nothing');
      await tab.page.locator('.branch-name', { hasText: 'main' }).click();
      await until('the main branch', () => tab.page.evaluate(() => globalThis.ttd.app.focus.branch === 0));
      await tab.at(58);
      await until('its value', async () => (await tab.value('amount')) === '50');
      await tab.page.goBack();
      await until('Back leads to the branch', async () => (await tab.value('amount')) === '500');
    },
  },
];
