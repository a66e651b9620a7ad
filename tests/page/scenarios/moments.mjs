// The address is the focus: a link is a moment, and Back works.

import { answersOf } from '../lib/server.mjs';
import { assert, until } from '../lib/page.mjs';

export const scenarios = [
  {
    name: 'moments: the page begins where the session stands',
    async run(tab) {
      await tab.open();
      assert.equal(await tab.time(), 0);
      assert.match(await tab.text('#moment-text'), /call\s*Event 0: <module> is called, bank\.py:1/);
      assert.match(await tab.page.title(), /^bank\.py/);
      assert.match(await tab.page.evaluate(() => location.hash), /^#t=0&f=0&b=0$/);
    },
  },
  {
    name: 'moments: a link is a moment',
    async run(tab, { program, mode }) {
      await tab.open('t=60&f=0');
      const [, , [stop]] = await answersOf(program, mode, ['goto end', 'goto 60']);
      assert.ok((await tab.text('#moment-text')).includes(stop.frame.function));
      await until(
        'the line is marked',
        async () => (await tab.text('.code-line.current .line-number')) === String(stop.frame.line),
      );
    },
  },
  {
    name: 'moments: a link opens in another tab as well',
    async run(tab, { openTab }) {
      await tab.open('t=40');
      const other = await (await openTab()).open('t=44');
      await other.at(44);
      assert.equal(await tab.time(), 40);
    },
  },
  {
    name: 'moments: Back and Forward go through the moments',
    async run(tab) {
      await tab.open('t=10');
      await tab.keys('s');
      await tab.at(11);
      await tab.keys('s');
      await tab.at(12);
      await tab.page.goBack();
      await tab.at(11);
      await tab.keys('[');
      await tab.at(10);
      await tab.keys(']');
      await tab.at(11);
    },
  },
  {
    name: 'moments: a time after the end is the end',
    async run(tab) {
      await tab.open('t=0');
      const last = await tab.ended();
      await tab.page.locator('#time-field').fill('99999999');
      await tab.page.locator('#time-field').press('Enter');
      await tab.at(last);
    },
  },
  {
    name: 'moments: the time field takes what goto takes',
    async run(tab) {
      await tab.open('t=10');
      await tab.ended();
      for (const [typed, time] of [
        ['+5', 15],
        ['-1', 14],
        ['start', 0],
        ['37', 37],
      ]) {
        await tab.page.locator('#time-field').fill(typed);
        await tab.page.locator('#time-field').press('Enter');
        await tab.at(time);
      }
    },
  },
  {
    name: 'moments: a frame of the stack is chosen by a click and by the address',
    async run(tab) {
      await tab.open('t=54');
      const functions = await tab.texts('.frame .function');
      assert.deepEqual(functions, ['Account.withdraw', 'transfer', 'settle', '<module>']);
      await tab.page.locator('.frame', { hasText: 'settle' }).click();
      await until(
        'the variables are those of settle',
        async () => (await tab.count('.variable')) > 3 && (await tab.value('source')) === "'ann'",
      );
      assert.match(await tab.page.evaluate(() => location.hash), /f=2/);
      await tab.visit('t=54&f=1');
      await until('transfer is selected', async () => (await tab.text('.frame.selected .function')) === 'transfer');
    },
  },
  {
    name: 'moments: fast jumps end at the last of them',
    async run(tab) {
      await tab.open('t=0');
      const last = await tab.ended();
      const times = Array.from({ length: 40 }, (_, i) => (i * 37) % last);
      await tab.page.evaluate((list) => list.forEach((time) => globalThis.ttd.go({ time })), times);
      await tab.at(times.at(-1));
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert.equal(await tab.time(), times.at(-1));
    },
  },
];
