// The command line: it takes every command, shows every kind of answer, completes and remembers.

import { assert, until } from '../lib/page.mjs';
import { answersOf } from '../lib/server.mjs';

const KINDS = {
  where: 'settle',
  list: 'withdraw',
  'b 17': 'Breakpoint 1',
  break: 'bank.py:17',
  when: 'Event 54',
  'mark m': 'Mark m',
  marks: 'm',
  'events 50 56': 'withdraw',
  'calls fee': 'amount=50',
  'p amount': '50',
  'p nix': 'NameError',
  'history amount': '50',
  'origin amount': 'amount',
  'objects self': 'made',
  'eval amount + 1': '51',
  checkpoints: 'Time',
  up: 'transfer',
  help: 'continue',
  'try amount for amount in [1, 2]': 'amount',
};

export const scenarios = [
  {
    name: 'prompt: every kind of answer is shown, none as raw JSON',
    async run(tab) {
      await tab.open('t=54');
      await tab.ended();
      for (const [line, expected] of Object.entries(KINDS)) {
        const text = await tab.type(line);
        assert.ok(text.includes(expected), `${line} answered: ${text}`);
        assert.ok(!text.includes('{"kind"'), `${line} is raw: ${text}`);
        await tab.visit('t=54&f=0');
      }
    },
  },
  {
    name: 'prompt: times in answers are links',
    async run(tab, { program, mode }) {
      await tab.open('t=0');
      await tab.ended();
      await tab.type('calls fee');
      const answers = await answersOf(program, mode, ['goto end', 'calls fee']);
      const times = answers[2].find((one) => one.kind === 'calls').calls.map((call) => call.time);
      await tab.page.locator('.log .entry:last-child tbody a.time').nth(1).click();
      await tab.at(times[1]);
    },
  },
  {
    name: 'prompt: a motion moves the page, and the answers say where',
    async run(tab, { program, mode }) {
      await tab.open('t=0');
      await tab.ended();
      const text = await tab.type("find func == 'fee'");
      const answers = await answersOf(program, mode, ['goto end', 'goto 0', "find func == 'fee'"]);
      const { time } = answers[3].find((one) => one.kind === 'stop');
      await tab.at(time);
      assert.ok(text.includes('fee'));
    },
  },
  {
    name: 'prompt: Tab completes words and names',
    async run(tab) {
      await tab.open('t=54');
      const field = tab.page.locator('#prompt-field');
      await field.fill('p amou');
      await field.press('Tab');
      await until('the name is complete', async () => (await field.inputValue()) === 'p amount');
      await field.fill('rc');
      await field.press('Tab');
      await until('the command is complete', async () => (await field.inputValue()).startsWith('rcontinue'));
      await field.fill('p self.');
      await field.press('Tab');
      await tab.sees('#completion li', 'balance');
      await field.press('ArrowDown');
      await field.press('Enter');
      assert.match(await field.inputValue(), /^p self\.\w+/);
      assert.equal(await tab.page.locator('#completion').isVisible(), false);
    },
  },
  {
    name: 'prompt: earlier lines come back with the arrow keys',
    async run(tab) {
      await tab.open('t=54');
      await tab.type('p 1 + 1');
      await tab.type('p 2 + 2');
      const field = tab.page.locator('#prompt-field');
      await field.fill('draft');
      await field.press('ArrowUp');
      assert.equal(await field.inputValue(), 'p 2 + 2');
      await field.press('ArrowUp');
      assert.equal(await field.inputValue(), 'p 1 + 1');
      await field.press('ArrowDown');
      await field.press('ArrowDown');
      assert.equal(await field.inputValue(), 'draft');
    },
  },
  {
    name: 'prompt: a statement of several lines is awaited to its end',
    async run(tab) {
      await tab.open('t=54');
      await tab.type('for i in range(2):');
      await until('the rest is awaited', async () => (await tab.text('.prompt-label')) === '...');
      await tab.type('    print("i is", i)');
      const text = await tab.type('');
      assert.match(text, /i is 0\s*i is 1/);
      await until('a command is awaited again', async () => (await tab.text('.prompt-label')).includes('54'));
    },
  },
];
