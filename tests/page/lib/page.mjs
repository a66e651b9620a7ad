// What a scenario can do with a page, in the user's terms. Everything waits until it is so, or fails after a while.

import assert from 'node:assert/strict';

/** Milliseconds until something that should be so is called wrong. */
const PATIENCE = 30_000;

/** Waits until a function returns something true, and returns that. */
export async function until(what, check, patience = PATIENCE) {
  const end = Date.now() + patience;
  let last = null;
  for (;;) {
    try {
      const found = await check();
      if (found) return found;
      last = found;
    } catch (error) {
      last = error.message;
    }
    if (Date.now() > end) throw new Error(`never: ${what} (at last: ${String(last)})`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export class Tab {
  constructor(page, server, options) {
    this.page = page;
    this.server = server;
    this.options = options;
  }

  /** Opens the page, at a moment if one is named: `t=60&f=1`. */
  async open(address = '') {
    await this.page.goto(this.server.url);
    if (address) await this.visit(address);
    await until(
      'a moment is shown',
      () => this.time() !== null && this.page.evaluate(() => globalThis.ttd.app.moment !== null),
    );
    return this;
  }

  /** Goes to an address of the page, as a link does. */
  async visit(address) {
    await this.page.evaluate((to) => {
      location.hash = to;
    }, address);
    const time = /(?:^|&)t=(\d+)/.exec(address)?.[1];
    if (time) await this.at(Number(time));
  }

  /** The time of the moment that is shown. */
  async time() {
    return this.page.evaluate(() => globalThis.ttd.app.moment?.time ?? null);
  }

  /** Waits until the moment of a time is shown, in the summary and the field as well. */
  async at(time) {
    const grouped = time.toLocaleString('en');
    await until(`the page is at ${time}, not at ${await this.time()}`, async () => (await this.time()) === time);
    await until(`the summary says ${grouped}`, async () =>
      (await this.text('#moment-text')).includes(`Event ${grouped}:`),
    );
  }

  /** Waits until the program has run to its end, as far as it goes. */
  async ended() {
    await until('the program has ended', () =>
      this.page.evaluate(() => globalThis.ttd.app.hello?.run?.state === 'ended'),
    );
    return this.page.evaluate(() => globalThis.ttd.app.hello.last);
  }

  async text(selector) {
    return (await this.page.locator(selector).first().innerText()).trim();
  }

  /** The texts of all elements that match. */
  async texts(selector) {
    return (await this.page.locator(selector).allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  }

  async count(selector) {
    return this.page.locator(selector).count();
  }

  async click(selector, options) {
    await this.page.locator(selector).first().click(options);
  }

  /** Presses keys while no field has the focus. */
  async keys(...keys) {
    await this.page.evaluate(() => document.activeElement?.blur());
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Makes a panel visible. */
  async show(panel) {
    const tab = this.page.locator(`#${panel}-tab[role="tab"]`);
    if (await tab.count()) await tab.click();
    await until(`the panel ${panel} is shown`, () => this.page.locator(`#${panel}-panel`).isVisible());
  }

  /** Types a line at the prompt, and waits for its answer. Returns the answer's text. */
  async type(line) {
    await this.page.locator('#prompt-field').fill(line);
    await this.page.locator('#prompt-field').press('Enter');
    await until(`an answer to ${line}`, async () => (await this.count('.answers[aria-busy]')) === 0);
    return this.page.evaluate(() => document.querySelector('.log .entry:last-child .answers')?.textContent ?? '');
  }

  /** The row of a variable. */
  variable(name) {
    return this.page
      .locator('.variable', { has: this.page.locator('.value-name', { hasText: new RegExp(`^${name}$`) }) })
      .first();
  }

  /** The value that the page shows of a variable. */
  async value(name) {
    return (await this.variable(name).locator('.value-cell').innerText()).trim();
  }

  /** A line of the source. */
  line(number) {
    return this.page
      .locator('.code-line', { has: this.page.locator('.line-number', { hasText: new RegExp(`^${number}$`) }) })
      .first();
  }

  /** Waits until a text is found in an element. */
  async sees(selector, text) {
    await until(`${selector} shows ${text}`, async () =>
      (await this.texts(selector)).some((one) => (text instanceof RegExp ? text.test(one) : one.includes(text))),
    );
  }

  /** Asserts that what the debugger answers to a request of ours is so. For what the page only draws. */
  async ask(request, args = {}) {
    return this.page.evaluate(([name, given]) => globalThis.ttd.link.ask(name, given), [request, args]);
  }
}

export { assert };
