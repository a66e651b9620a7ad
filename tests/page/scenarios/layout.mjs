// Three widths, light and dark, the keyboard, and the rules of accessibility.

import { readFileSync } from 'node:fs';

import { assert, until } from '../lib/page.mjs';

const SERIOUS = new Set(['serious', 'critical']);

/** Findings of axe that are serious. */
async function findings(tab) {
  await tab.page.evaluate(readFileSync(tab.options.axe, 'utf8'));
  const { violations } = await tab.page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return violations
    .filter((one) => SERIOUS.has(one.impact))
    .map(
      (one) =>
        `${one.id}: ${one.nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`)
          .join('; ')}`,
    );
}

/** What is wider than the page, or not where it can be seen. */
async function cutOff(tab) {
  return tab.page.evaluate(() => {
    const wrong = [];
    const { clientWidth, scrollWidth, clientHeight } = document.documentElement;
    if (scrollWidth > clientWidth) wrong.push(`the page is ${scrollWidth} wide`);
    for (const selector of [
      '.head',
      '.timeline',
      '.moment',
      '.docks',
      '.prompt',
      '#prompt-field',
      '#time-field',
      '.timeline-slider',
      ...[...document.querySelectorAll('.head button, .dock:not([hidden])')].map(
        (_, i) => `:is(.head button, .dock:not([hidden])):nth-match(${i})`,
      ),
    ]) {
      if (selector.includes('nth-match')) continue;
      const element = document.querySelector(selector);
      const box = element.getBoundingClientRect();
      if (box.width < 20 || box.height < 14) wrong.push(`${selector} has no room`);
      if (box.right > clientWidth + 1 || box.bottom > clientHeight + 1 || box.left < 0)
        wrong.push(`${selector} is cut off`);
    }
    for (const button of document.querySelectorAll('.head button')) {
      if (getComputedStyle(button).display === 'none') continue;
      const box = button.getBoundingClientRect();
      if (box.right > clientWidth || box.left < 0) wrong.push(`${button.getAttribute('aria-label')} is cut off`);
    }
    for (const dock of document.querySelectorAll('.dock:not([hidden])')) {
      const box = dock.getBoundingClientRect();
      if (box.height < 80 || box.width < 200) wrong.push(`${dock.dataset.dock} has ${box.width} × ${box.height}`);
    }
    return wrong;
  });
}

const TABS = ['calls', 'search', 'threads', 'branches', 'stops', 'history', 'uses', 'origin', 'output', 'console'];
const PANELS = ['code', 'stack', 'values', ...TABS];

function layoutAt(width, theme) {
  return {
    name: `layout: ${width} wide, ${theme}`,
    width,
    height: width < 600 ? 900 : 800,
    theme,
    async run(tab) {
      await tab.open('t=54');
      await tab.ended();
      assert.deepEqual(await cutOff(tab), []);
      await tab.type('calls fee');
      for (const panel of PANELS) {
        await tab.show(panel);
        const box = await tab.page.locator(`#${panel}-panel`).boundingBox();
        assert.ok(box.width >= 200 && box.height >= 60, `${panel} has ${box.width} × ${box.height}`);
      }
      assert.deepEqual(await cutOff(tab), []);
      const background = await tab.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = background
        .match(/\d+/g)
        .slice(0, 3)
        .every((part) => Number(part) > 128);
      assert.equal(light, theme === 'light', background);
    },
  };
}

export const scenarios = [
  ...[480, 1024, 1600].flatMap((width) => ['light', 'dark'].map((theme) => layoutAt(width, theme))),
  ...['light', 'dark'].map((theme) => ({
    name: `accessibility: no serious finding in any panel, ${theme}`,
    theme,
    program: 'examples/bank.py',
    async run(tab) {
      await tab.open('t=54');
      await tab.ended();
      await tab.line(17).locator('.gutter').click();
      await tab.variable('self').click();
      await tab.type('where');
      for (const panel of TABS) {
        await tab.show(panel);
        await new Promise((resolve) => setTimeout(resolve, 250));
        assert.deepEqual(await findings(tab), [], panel);
      }
      await tab.click('.timeline-details summary');
      await tab.keys('?');
      assert.deepEqual(await findings(tab), [], 'the list of keys');
    },
  })),
  {
    name: 'accessibility: no serious finding on a narrow page',
    width: 480,
    height: 900,
    async run(tab) {
      await tab.open('t=54');
      await tab.ended();
      for (const panel of PANELS) {
        await tab.show(panel);
        assert.deepEqual(await findings(tab), [], panel);
      }
    },
  },
  {
    name: 'accessibility: everything is reached by the keyboard, and the focus is seen',
    async run(tab) {
      await tab.open('t=54');
      await tab.ended();
      const reached = new Set();
      let unseen = null;
      for (let i = 0; i < 120; i++) {
        await tab.page.keyboard.press('Tab');
        const at = await tab.page.evaluate(() => {
          const element = document.activeElement;
          const outline = getComputedStyle(element);
          const seen = outline.outlineStyle !== 'none' || element === document.body;
          const section = element.closest('#motions, #session, #timeline, .dock, #prompt');
          return {
            section: section?.dataset.dock ?? section?.id ?? null,
            seen,
            name: element.getAttribute('aria-label') ?? element.textContent.slice(0, 20),
          };
        });
        if (at.section) reached.add(at.section);
        if (!at.seen) unseen ??= at.name;
      }
      for (const section of [
        'motions',
        'session',
        'timeline',
        'side',
        'code',
        'stack',
        'values',
        'object',
        'bottom',
        'prompt',
      ]) {
        assert.ok(reached.has(section), `${section} is reached: ${[...reached]}`);
      }
      assert.equal(unseen, null);
    },
  },
  {
    name: 'accessibility: the moment is announced, lists are moved through with arrow keys',
    async run(tab) {
      await tab.open('t=54');
      assert.equal(await tab.page.locator('#moment-text').getAttribute('aria-live'), 'polite');
      const rows = tab.page.locator('#values-panel .rows');
      await rows.focus();
      await tab.page.keyboard.press('Home');
      const first = await rows.getAttribute('aria-activedescendant');
      await tab.page.keyboard.press('ArrowDown');
      const second = await rows.getAttribute('aria-activedescendant');
      assert.notEqual(first, second);
      assert.equal(await tab.page.locator(`#${second}`).getAttribute('role'), 'treeitem');
      await tab.page.keyboard.press('Home');
      await tab.page.keyboard.press('ArrowRight');
      await until(
        'the object is open',
        async () => (await tab.page.locator(`#${first}`).getAttribute('aria-expanded')) === 'true',
      );
    },
  },
  {
    name: 'layout: edges between docks are moved by dragging and with keys, and stay so',
    async run(tab) {
      await tab.open('t=54');
      const width = async () => (await tab.page.locator('.dock-side').boundingBox()).width;
      const before = await width();
      const edge = tab.page.locator('.dock-side > .edge');
      const box = await edge.boundingBox();
      await tab.page.mouse.move(box.x + 3, box.y + 200);
      await tab.page.mouse.down();
      await tab.page.mouse.move(box.x + 103, box.y + 200, { steps: 4 });
      await tab.page.mouse.up();
      assert.ok(Math.abs((await width()) - before - 100) < 4, `${before} became ${await width()}`);
      await edge.focus();
      await tab.page.keyboard.press('ArrowLeft');
      const after = await width();
      assert.ok(after < before + 90);
      await tab.page.reload();
      await until('the same width', async () => Math.abs((await width()) - after) < 2);
      await edge.focus();
      await tab.page.keyboard.press('Home');
      assert.ok(Math.abs((await width()) - before) < 2);
    },
  },
  {
    name: 'layout: the switch between light and dark stays',
    async run(tab) {
      await tab.open('t=54');
      const background = () => tab.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const before = await background();
      await tab.click('button[aria-label^="Switch between light and dark"]');
      const after = await background();
      assert.notEqual(after, before);
      await tab.page.reload();
      await until('a moment', () => tab.page.evaluate(() => globalThis.ttd?.app.moment !== null));
      assert.equal(await background(), after);
    },
  },
];
