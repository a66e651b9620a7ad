// The source: what ran, how often, with which values; breakpoints in the gutter.

import { assert, until } from '../lib/page.mjs';
import { answersOf, timesOf } from '../lib/server.mjs';

/** How often lines of counts.py run, by hand: five grades, one of them below fifty twice, none impossible. */
const COUNTS = { 5: 5, 7: 5, 8: 3, 9: 2, 17: 6, 18: 5, 19: 5, 20: 5, 21: 1, 22: 1 };

export const scenarios = [
  {
    name: 'code: counts are those of the run',
    program: 'counts.py',
    async run(tab) {
      await tab.open('t=0');
      await tab.ended();
      for (const [line, count] of Object.entries(COUNTS)) {
        await until(
          `line ${line} ran ${count} times`,
          async () => (await tab.line(line).locator('.hits').innerText()) === String(count),
        );
      }
    },
  },
  {
    name: 'code: lines that never ran are grey',
    program: 'counts.py',
    async run(tab) {
      await tab.open('t=0');
      await tab.ended();
      await until('there are grey lines', async () => (await tab.count('.code-line.never')) > 0);
      assert.deepEqual(await tab.texts('.code-line.never .line-number'), ['6', '13']);
      const colour = (line) =>
        tab
          .line(line)
          .locator('.code-text span')
          .first()
          .evaluate((e) => getComputedStyle(e).color);
      assert.notEqual(await colour(6), await colour(7));
    },
  },
  {
    name: 'code: a click in the gutter sets a breakpoint, another one deletes it',
    program: 'counts.py',
    async run(tab, { program, mode }) {
      await tab.open('t=0');
      await tab.ended();
      await tab.line(8).locator('.gutter').click();
      await until(
        'the gutter shows it',
        async () => (await tab.line(8).locator('.gutter').getAttribute('aria-pressed')) === 'true',
      );
      await tab.keys('c');
      await tab.at((await timesOf(program, mode, ['b 8', 'c']))[1]);
      await tab.show('stops');
      await tab.sees('#stops-panel .breakpoint', 'counts.py:8');
      await tab.line(8).locator('.gutter').click();
      await until(
        'it is gone',
        async () => (await tab.line(8).locator('.gutter').getAttribute('aria-pressed')) === 'false',
      );
      await tab.sees('#stops-panel li', 'None');
    },
  },
  {
    name: 'code: a breakpoint with a condition from the prompt is shown',
    program: 'counts.py',
    async run(tab) {
      await tab.open('t=0');
      await tab.type('b 9, points == 40');
      await until(
        'the gutter shows it',
        async () => (await tab.line(9).locator('.gutter').getAttribute('data-kind')) === 'conditional',
      );
      await tab.show('stops');
      await tab.sees('#stops-panel .breakpoint', 'points == 40');
      await tab.page.locator('#stops-panel .breakpoint input').uncheck();
      await until(
        'it is off',
        async () =>
          (await tab.line(9).locator('.gutter').getAttribute('data-kind')) !== 'conditional' ||
          (await tab.page.locator('#stops-panel .breakpoint input').isChecked()) === false,
      );
    },
  },
  {
    name: 'code: a click on a count lists the executions, and each leads there',
    program: 'counts.py',
    async run(tab, { program, mode }) {
      await tab.open('t=0');
      await tab.ended();
      await tab.line(9).locator('.hits').click();
      await until('two executions', async () => (await tab.texts('#stops-panel .grows .row a')).length === 2);
      const [first, second] = await timesOf(program, mode, ['b 9', 'c', 'c']).then((times) => times.slice(1));
      assert.deepEqual(await tab.texts('#stops-panel .grows .row a'), [String(first), String(second)]);
      await tab.page.locator('#stops-panel .grows .row a').nth(1).click();
      await tab.at(second);
      assert.equal(await tab.text('.code-line.current .line-number'), '9');
    },
  },
  {
    name: 'code: values stand beside the lines that assigned them',
    program: 'counts.py',
    async run(tab, { program, mode }) {
      const times = await timesOf(program, mode, ['b 19', 'c', 'c']);
      await tab.open(`t=${times[2]}`);
      await until('points = 20 beside the loop', async () =>
        (await tab.line(17).locator('.inline').innerText()).replace(/\s+/g, ' ').includes('points = 20'),
      );
      assert.match((await tab.line(18).locator('.inline').innerText()).replace(/\s+/g, ' '), /result = 'failed'/);
      await tab.visit(`t=${times[1]}`);
      await until('points = 80 there', async () =>
        (await tab.line(17).locator('.inline').innerText()).replace(/\s+/g, ' ').includes('points = 80'),
      );
    },
  },
  {
    name: 'code: the tokens are coloured, and their text is that of the file',
    program: 'counts.py',
    async run(tab, { program, mode }) {
      await tab.open('t=0');
      const [, [listing]] = await answersOf(program, mode, ['list 4, 9']);
      for (const { line, text } of listing.lines) {
        const shown = await tab
          .line(line)
          .locator('.code-text')
          .evaluate((e) => e.textContent);
        assert.equal(shown, text);
      }
      assert.deepEqual(await tab.line(4).locator('.keyword').allInnerTexts(), ['def']);
      assert.deepEqual(await tab.line(4).locator('.definition').allInnerTexts(), ['grade']);
      assert.deepEqual(await tab.line(6).locator('.string').allInnerTexts(), ['"impossible"']);
    },
  },
];
