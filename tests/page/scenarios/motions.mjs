// Buttons and keys lead where the prompt's commands lead.

import { timesOf } from '../lib/server.mjs';
import { assert, until } from '../lib/page.mjs';

/** Goes to the same moments as the prompt does, step by step. `press` carries a motion out on the page. */
async function compare(tab, { program, mode }, motions, press) {
  const lines = ['goto end', 'goto 52', ...motions.map(([line]) => line)];
  const times = (await timesOf(program, mode, lines)).slice(2);
  for (const [i, [line, how]] of motions.entries()) {
    await press(how);
    await until(
      `${line} leads to ${times[i]}, not to ${await tab.time()}`,
      async () => (await tab.time()) === times[i],
    );
  }
}

export const scenarios = [
  {
    name: 'motions: forward buttons lead where the commands lead',
    async run(tab, about) {
      await tab.open('t=52');
      await tab.ended();
      await compare(
        tab,
        about,
        [
          ['step', 'Step: to the next event'],
          ['next', 'Next line'],
          ['next', 'Next line'],
          ['return', 'To the return'],
          ['step', 'Step: to the next event'],
          ['nextf', 'To the next function call'],
          ['until', 'To a line below'],
          ['goto end', 'To the end'],
        ],
        (label) => tab.click(`#motions button[aria-label^="${label}"]`),
      );
    },
  },
  {
    name: 'motions: backward buttons lead where the commands lead',
    async run(tab, about) {
      await tab.open('t=52');
      await tab.ended();
      await compare(
        tab,
        about,
        [
          ['rstep', 'Step back'],
          ['rnext', 'Line before'],
          ['rreturn', 'Back to the call'],
          ['rnext', 'Line before'],
          ['prevf', 'Back to the function call'],
          ['runtil', 'Back to a line above'],
          ['goto start', 'To the start'],
        ],
        (label) => tab.click(`#motions button[aria-label^="${label}"]`),
      );
    },
  },
  {
    name: 'motions: keys are pdb’s, capitals go back',
    async run(tab, about) {
      await tab.open('t=52');
      await tab.ended();
      await compare(
        tab,
        about,
        [
          ['step', 's'],
          ['next', 'n'],
          ['return', 'r'],
          ['rnext', 'N'],
          ['rstep', 'S'],
          ['rreturn', 'R'],
        ],
        (key) => tab.keys(key),
      );
    },
  },
  {
    name: 'motions: continue and back stop at breakpoints from both sides',
    async run(tab, about) {
      const { program, mode } = about;
      await tab.open('t=0');
      await tab.ended();
      await tab.type('b 28');
      const times = (await timesOf(program, mode, ['goto end', 'goto start', 'b 28', 'c', 'c', 'c', 'rc', 'rc'])).slice(
        3,
      );
      for (const [i, key] of ['c', 'c', 'c', 'C', 'C'].entries()) {
        await tab.keys(key);
        await tab.at(times[i]);
      }
    },
  },
  {
    name: 'motions: u and d select frames',
    async run(tab) {
      await tab.open('t=54');
      await tab.keys('u', 'u');
      await until('settle is selected', async () => (await tab.text('.frame.selected .function')) === 'settle');
      await tab.keys('d');
      await until('transfer is selected', async () => (await tab.text('.frame.selected .function')) === 'transfer');
      assert.equal(await tab.time(), 54);
    },
  },
  {
    name: 'motions: a letter typed in a field is no motion',
    async run(tab) {
      await tab.open('t=20');
      await tab.page.locator('#prompt-field').focus();
      await tab.page.keyboard.type('snrc');
      await tab.show('search');
      await tab.page.locator('.find-field').focus();
      await tab.page.keyboard.type('SNRC');
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert.equal(await tab.time(), 20);
      assert.equal(await tab.page.locator('#prompt-field').inputValue(), 'snrc');
    },
  },
  {
    name: 'motions: ? lists the keys, and each can be clicked',
    async run(tab) {
      await tab.open('t=20');
      await tab.keys('?');
      const rows = await tab.texts('.key-row');
      for (const letter of ['s', 'n', 'r', 'c', 'S', 'N', 'R', 'C', 'u', 'd', '/', '?']) {
        if (letter !== '?')
          assert.ok(
            rows.some((row) => row.startsWith(`${letter} `)),
            `the list has ${letter}`,
          );
      }
      await tab.page.locator('.key-row', { hasText: 'Step: to the next event' }).click();
      await tab.at(21);
      assert.equal(await tab.count('dialog[open]'), 0);
    },
  },
  {
    name: 'motions: those that wait are dropped when one goes elsewhere',
    program: 'endless.py',
    async run(tab) {
      await tab.open();
      await tab.click('#run button[aria-label^="Let the program wait"]');
      await until('it waits', async () => (await tab.text('#run')).includes('waits'));
      await tab.keys('c', 's', 's');
      await tab.visit('t=7');
      await new Promise((resolve) => setTimeout(resolve, 1500));
      assert.equal(await tab.time(), 7);
      await tab.keys('s');
      await tab.at(8);
    },
  },
  {
    name: 'motions: a click in the gutter before the answer to another one means what is seen',
    async run(tab) {
      await tab.open('t=58');
      await until('line 28 is there', async () => (await tab.line(28).count()) === 1);
      await tab.page.evaluate(() => {
        for (let i = 0; i < 3; i++) document.querySelector('.code-line .gutter[aria-label$=" at line 28"]').click();
      });
      await tab.show('stops');
      await until('one breakpoint', async () => (await tab.count('#stops-panel .breakpoint')) === 1);
      await new Promise((resolve) => setTimeout(resolve, 500));
      assert.equal(await tab.count('#stops-panel .breakpoint'), 1);
    },
  },
  {
    name: 'motions: what cannot be done is said in a line',
    async run(tab, { program, mode }) {
      await tab.open('t=0');
      await tab.ended();
      await tab.keys('S');
      await until('a note', async () => (await tab.count('.notice')) === 1);
      assert.equal(await tab.time(), 0);
      const [[time]] = [await timesOf(program, mode, ['goto end', 'goto 0'])];
      assert.ok(time > 0);
      await tab.click('.notice button');
      assert.equal(await tab.count('.notice'), 0);
    },
  },
];
