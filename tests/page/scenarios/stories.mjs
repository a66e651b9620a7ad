// The six bug stories of examples/fixes, from the failure to its cause. docs/stories.md has the numbers of actions,
// which are in the names. An action is a click, a key, or a text with Enter; `actions` counts them.

import { assert, until } from '../lib/page.mjs';

/** Opens the page of a program that has ended, and returns what counts the actions. */
async function begin(tab) {
  await tab.open('t=0');
  await tab.ended();
  let count = 0;
  const act = async (work) => {
    count++;
    await work;
  };
  const line = (number) => tab.line(number).locator('.hits');
  return {
    click: (selector) => act(tab.click(selector)),
    /** The link in the head that leads to where the program died. */
    died: async (time) => {
      await act(tab.page.locator('#run a', { hasText: 'where it died' }).click());
      await tab.at(time);
    },
    /** Chooses a variable: its history is shown. */
    choose: (name) => act(tab.variable(name).locator('.value-name').click()),
    open: (name) => act(tab.variable(name).locator('.twist').click()),
    /** The button of a variable that goes to its last change. */
    lastChange: async (name) => {
      await tab.variable(name).hover();
      await act(tab.variable(name).locator('button[aria-label^="Last change"]').click());
    },
    /** Clicks on how often a line ran: its executions are listed. */
    executions: async (number, times) => {
      await act(line(number).click());
      await until(`${times} executions`, async () => (await tab.count('#stops-panel .grows .row a')) === times);
    },
    lastExecution: () => act(tab.page.locator('#stops-panel .grows .row a').last().click()),
    key: (key) => act(tab.keys(key)),
    search: async (text) => {
      await tab.page.locator('.find-field').fill(text);
      await act(tab.page.locator('.find-field').press('Enter'));
    },
    is: (expected) => assert.equal(count, expected, 'actions'),
  };
}

/** Waits until the variables have these values. */
async function holds(tab, values) {
  for (const [name, value] of Object.entries(values)) {
    await until(`${name} is ${value}`, async () => (await tab.value(name)) === value);
  }
}

/** Waits until the history has these rows: time, line and a part of the text of each. */
async function history(tab, file, expected) {
  const links = '#history-panel .row a.time';
  await until(`${expected.length} changes`, async () => (await tab.count(links)) === expected.length);
  const rows = await tab.texts('#history-panel .row');
  for (const [i, [time, line, text]] of expected.entries()) {
    const parts = [String(time), `${file}:${line}`, text];
    assert.ok(
      parts.every((part) => rows[i].includes(part)),
      `${rows[i]}: ${parts.join()}`,
    );
  }
}

export const scenarios = [
  {
    name: 'stories: baskets in 3 actions',
    program: 'examples/fixes/baskets.py',
    async run(tab) {
      const actions = await begin(tab);
      await actions.died(84);
      await actions.open('bob');
      await holds(tab, { items: "[('tea', 4), ('cake', 6), ('milk', 2)]" });
      await actions.choose('items');
      await history(tab, 'baskets.py', [
        [28, 7, "[('tea', 4), ('cake', 6)]"],
        [32, 10, "('milk', 2)"],
      ]);
      actions.is(3);
    },
  },
  {
    name: 'stories: prices in 3 actions',
    program: 'examples/fixes/prices.py',
    async run(tab) {
      const actions = await begin(tab);
      await actions.died(55);
      await actions.choose('cache');
      await history(tab, 'prices.py', [
        [4, 5, '{}'],
        [14, 10, '20.0'],
        [22, 10, '80.0'],
      ]);
      await actions.click('#history-panel .row a.time[data-time="14"]');
      await tab.at(14);
      await holds(tab, { name: "'lamp'", currency: "'EUR'" });
      // Four prices were asked for, and two computed.
      const hits = (line) => tab.line(line).locator('.hits').innerText();
      assert.deepEqual([await hits(9), await hits(10)], ['4', '2']);
      actions.is(3);
    },
  },
  {
    name: 'stories: stock in 4 actions',
    program: 'examples/fixes/stock.py',
    async run(tab) {
      const actions = await begin(tab);
      await actions.died(56);
      await actions.executions(15, 3);
      await actions.lastExecution();
      await tab.at(38);
      await holds(tab, { item: 'fish:1', shelf: '[eggs:3, rice:90, fish:1, salt:400]' });
      await actions.choose('item');
      await history(tab, 'stock.py', [
        [32, 14, 'milk:2'],
        [35, 14, 'rice:90'],
        [37, 14, 'fish:1'],
      ]);
      actions.is(4);
    },
  },
  {
    name: 'stories: timetable in 3 actions',
    program: 'examples/fixes/timetable.py',
    async run(tab) {
      const actions = await begin(tab);
      await actions.died(53);
      await actions.lastChange('train');
      await tab.at(50);
      await holds(tab, { now: "'9:30'", time: "'9:05'" });
      await actions.choose('time');
      await history(tab, 'timetable.py', [
        [40, 13, "'10:30'"],
        [42, 13, "'12:10'"],
        [44, 13, "'7:40'"],
        [46, 13, "'9:05'"],
      ]);
      actions.is(3);
    },
  },
  {
    name: 'stories: grades in 3 actions',
    program: 'examples/fixes/grades.py',
    async run(tab) {
      const actions = await begin(tab);
      await actions.died(54);
      await holds(tab, { marks: '[]' });
      await actions.executions(13, 3);
      await actions.lastExecution();
      await tab.at(47);
      await holds(tab, { words: "['6']", last: '0' });
      actions.is(3);
    },
  },
  {
    name: 'stories: router in 4 actions',
    program: 'examples/fixes/router.py',
    async run(tab) {
      const actions = await begin(tab);
      await actions.died(58);
      await actions.key('/');
      await actions.search("line == 21 and other == 'mill'");
      await tab.sees('.find-state', '2 events match');
      await actions.click('#search-panel .row a[data-time="31"]');
      await tab.at(31);
      await holds(tab, { place: "'park'", there: '5', best: "{'home': 0, 'park': 2, 'mill': 9}" });
      actions.is(4);
    },
  },
];
