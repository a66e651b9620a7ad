// Variables and their past.

import { assert, until } from '../lib/page.mjs';
import { answersOf, timesOf } from '../lib/server.mjs';

const OBJECTS = 'objects.py';

/** The times at which the line in `add` that changes the value is passed. */
async function additions(mode) {
  return (await timesOf(OBJECTS, mode, ['b 10', 'c', 'c', 'c', 'c', 'c'])).slice(1);
}

export const scenarios = [
  {
    name: 'values: variables have what the program has',
    program: OBJECTS,
    async run(tab, { mode }) {
      const times = await additions(mode);
      await tab.open(`t=${times[2]}`);
      assert.equal(await tab.value('amount'), '8');
      await tab.page.locator('.frame', { hasText: 'run' }).first().click();
      await until('level is 10', async () => (await tab.value('level')) === '10');
      assert.equal(await tab.value('amounts'), '[5, -3, 8, -20, 7]');
    },
  },
  {
    name: 'values: what has changed at the last event is marked',
    program: OBJECTS,
    async run(tab, { mode }) {
      const [, at] = await timesOf(OBJECTS, mode, ['b 17', 'c']);
      await tab.open(`t=${at}`);
      await tab.keys('n');
      await until('level is marked', async () => (await tab.texts('.variable.changed .value-name')).includes('level'));
      assert.ok(!(await tab.texts('.variable.changed .value-name')).includes('amounts'));
    },
  },
  {
    name: 'values: an object is expanded, and stays so over motions',
    program: OBJECTS,
    async run(tab, { mode }) {
      const times = await additions(mode);
      await tab.open(`t=${times[0]}`);
      await tab.variable('self').locator('.twist').click();
      await until('its value is 10', async () => (await tab.value('value')) === '10');
      await tab.keys('n');
      await until('its value is 15', async () => (await tab.value('value')) === '15');
      await tab.keys('n');
      await until('the log is not empty', async () => (await tab.value('log')) === '[5]');
      await tab.variable('log').locator('.twist').click();
      await until('the log has an item', async () =>
        (await tab.texts('.variable .value-name')).some((name) => /^\[?0\]?$/.test(name)),
      );
    },
  },
  {
    name: 'values: of a long list only the visible rows are there',
    program: OBJECTS,
    async run(tab) {
      await tab.open('t=0');
      const last = await tab.ended();
      await tab.visit(`t=${last}`);
      await tab.variable('many').locator('.twist').click();
      await until('items', async () => (await tab.count('.variable')) > 5);
      const rows = tab.page.locator('#values-panel .rows');
      await rows.evaluate((element) => {
        element.scrollTop = element.scrollHeight * 0.5;
      });
      await until('items of the middle', async () =>
        (await tab.texts('.variable .value-name')).some((name) => Number(name.replace(/\D/g, '')) > 200_000),
      );
      assert.ok((await tab.count('.variable')) < 120, 'few rows are elements');
    },
  },
  {
    name: 'values: the wheel over a value steps through its changes',
    program: OBJECTS,
    async run(tab, { mode }) {
      const times = await additions(mode);
      const answers = await answersOf(OBJECTS, mode, ['goto end', `goto ${times[3]}`, 'up', 'history level']);
      const changes = answers
        .at(-2)
        .find((one) => one.kind === 'history')
        .changes.map((change) => change.time);
      await tab.open(`t=${times[3]}&f=1`);
      await until('level is there', async () => (await tab.value('level')) === '-10');
      const wheel = async (by) => {
        const box = await tab.variable('level').locator('.value-cell').boundingBox();
        await tab.page.mouse.move(box.x + 5, box.y + 5);
        await tab.page.mouse.wheel(0, by);
      };
      const before = changes.filter((time) => time < times[3]);
      await wheel(-120);
      await tab.at(before.at(-1));
      await wheel(-120);
      await tab.at(before.at(-2));
      await wheel(120);
      await tab.at(before.at(-1));
    },
  },
  {
    name: 'values: with Alt, the wheel over a name in the code steps as well',
    program: OBJECTS,
    async run(tab, { mode }) {
      const times = await additions(mode);
      await tab.open(`t=${times[3] - 2}`);
      await until('run is shown', async () => (await tab.text('.frame.selected .function')) === 'run');
      const answers = await answersOf(OBJECTS, mode, ['goto end', `goto ${times[3] - 2}`, 'history level']);
      const changes = answers
        .at(-2)
        .find((one) => one.kind === 'history')
        .changes.map((change) => change.time);
      const before = changes.filter((time) => time < times[3] - 2);
      const box = await tab.line(17).locator('.name', { hasText: 'level' }).first().boundingBox();
      await tab.page.mouse.move(box.x + 5, box.y + 5);
      await tab.page.keyboard.down('Alt');
      await tab.page.mouse.wheel(0, -120);
      await tab.page.keyboard.up('Alt');
      await tab.at(before.at(-1));
    },
  },
  {
    name: 'values: buttons and keys of a row step as well',
    program: OBJECTS,
    async run(tab, { mode }) {
      const times = await additions(mode);
      await tab.open(`t=${times[2]}`);
      await tab.variable('self').locator('.twist').click();
      await until('its value', async () => (await tab.value('value')) === '12');
      await tab.variable('value').hover();
      await tab.variable('value').locator('button[aria-label^="Last change"]').click();
      await tab.at(times[1]);
      await tab.keys('<');
      await tab.at(times[0]);
      await tab.keys('>');
      await tab.at(times[1]);
    },
  },
  {
    name: 'values: history lists the changes and plots the numbers',
    program: OBJECTS,
    async run(tab, { mode }) {
      const times = await additions(mode);
      await tab.open(`t=${times[4]}&f=1`);
      await tab.variable('level').click();
      const answers = await answersOf(OBJECTS, mode, ['goto end', `goto ${times[4]}`, 'up', 'history level']);
      const changes = answers.at(-2).find((one) => one.kind === 'history').changes;
      await until('all changes', async () => (await tab.texts('#history-panel .row a')).length === changes.length);
      assert.deepEqual(
        await tab.texts('#history-panel .row a'),
        changes.map((change) => String(change.time)),
      );
      const said = await tab.page.locator('.plot-canvas').getAttribute('aria-label');
      assert.match(said, /first 0, last -3, least -10, greatest 10/);
      const box = await tab.page.locator('.plot-canvas').boundingBox();
      await tab.page.mouse.click(box.x + box.width - 10, box.y + 30);
      await tab.at(changes.at(-1).time);
    },
  },
  {
    name: 'values: uses list every appearance of an object',
    program: OBJECTS,
    async run(tab, { mode }) {
      const times = await additions(mode);
      await tab.open(`t=${times[1]}`);
      await tab.ended();
      await tab.variable('self').click();
      await tab.show('uses');
      await until('uses', async () => (await tab.texts('#uses-panel .row')).some((row) => row.includes('copy')));
      assert.ok((await tab.texts('#uses-panel .row')).some((row) => row.includes('made')));
    },
  },
  {
    name: 'values: origin leads back to where a value was made',
    program: 'examples/invoice.py',
    async run(tab, { program, mode }) {
      await tab.open('t=0');
      const last = await tab.ended();
      await tab.visit(`t=${last}&e=${encodeURIComponent('lines[1].price')}`);
      await tab.show('origin');
      const answers = await answersOf(program, mode, ['goto end', 'origin lines[1].price']);
      const steps = answers[2].find((one) => one.kind === 'origin').steps;
      await until('all steps', async () => (await tab.texts('#origin-panel .row a')).length === steps.length);
      assert.deepEqual(
        (await tab.texts('#origin-panel .row a')).map((text) => Number(text.replaceAll(',', ''))),
        steps.map((step) => step.time),
      );
      await tab.page.locator('#origin-panel .row a').last().click();
      await tab.at(steps.at(-1).time);
    },
  },
  {
    name: 'values: one chosen object is coloured wherever it is shown',
    program: OBJECTS,
    async run(tab, { mode }) {
      const times = await additions(mode);
      await tab.open(`t=${times[1]}`);
      await tab.variable('self').click();
      await until('its row is chosen', async () => (await tab.count('.variable.chosen-row')) === 1);
      assert.ok((await tab.count('.code-line .name.chosen')) > 1, 'names in the code are coloured');
      const id = await tab.page.evaluate(() => globalThis.ttd.app.focus.object);
      assert.ok(Number.isInteger(id));
      assert.match(await tab.page.evaluate(() => location.hash), new RegExp(`o=(\\$|%24)${id}`));
      const last = await tab.ended();
      await tab.visit(`t=${last}&o=$${id}`);
      await until('counter and copy are it', async () => {
        const names = await tab.texts('.variable.chosen-row .value-name');
        return names.includes('counter') && names.includes('copy') && !names.includes('other');
      });
    },
  },
  {
    name: 'values: a watched expression is evaluated at every moment',
    program: OBJECTS,
    async run(tab, { mode }) {
      const times = await additions(mode);
      await tab.open(`t=${times[0]}`);
      await tab.page.locator('.watch-field').fill('self.value * 100');
      await tab.page.locator('.watch-field').press('Enter');
      await tab.sees('.variable', /^self\.value \* 100 =? ?1000/);
      await tab.keys('n');
      await tab.sees('.variable', /^self\.value \* 100 =? ?1500/);
      await tab.visit('t=1');
      await tab.sees('.variable', /self\.value \* 100.*NameError/);
      await tab.page.locator('.unwatch').click();
      await until('it is gone', async () => (await tab.count('.unwatch')) === 0);
    },
  },
  {
    name: 'values: a double click begins a change, which opens a branch',
    program: OBJECTS,
    async run(tab, { mode }) {
      const times = await additions(mode);
      await tab.open(`t=${times[0]}`);
      await tab.variable('amount').locator('.value-cell').dblclick();
      await until(
        'a statement is begun',
        async () => (await tab.page.locator('#prompt-field').inputValue()) === 'amount = 5',
      );
      await tab.type('amount = 1000');
      await until('the new value', async () => (await tab.value('amount')) === '1000');
      await until('a branch', async () => (await tab.page.evaluate(() => globalThis.ttd.app.focus.branch)) !== 0);
    },
  },
];
