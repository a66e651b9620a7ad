// Runs that go on, connections that are lost, several tabs, and text that looks like HTML.

import { assert, until } from '../lib/page.mjs';

export const scenarios = [
  {
    name: 'running: progress is shown, the program can wait and go on, and moments can be visited meanwhile',
    program: 'endless.py',
    async run(tab) {
      await tab.open();
      const last = () => tab.page.evaluate(() => globalThis.ttd.app.hello.last);
      await until('it runs', async () => (await tab.text('#run')).includes('runs'));
      const before = await last();
      await until('it comes further', async () => (await last()) > before);
      await tab.visit('t=7');
      await tab.click('#run button[aria-label^="Let the program wait"]');
      await until('it waits', async () => (await tab.text('#run')).includes('waits'));
      const there = await last();
      await new Promise((resolve) => setTimeout(resolve, 700));
      assert.equal(await last(), there);
      await tab.click('#run button[aria-label^="Let the program run on"]');
      // In tdb it runs its way again first, after the lines have been counted.
      await until('it goes on', async () => (await last()) > there, 90_000);
    },
  },
  {
    name: 'running: continue without a breakpoint can be paused',
    program: 'endless.py',
    async run(tab) {
      await tab.open();
      await tab.keys('c');
      await tab.click('.request button[aria-label="Pause"]');
      await until('a moment is reached', async () => (await tab.time()) > 0);
    },
  },
  {
    name: 'connection: a lost one is said, and can be had again',
    mayLog: /WebSocket connection|ERR_CONNECTION_REFUSED/,
    async run(tab, { server }) {
      await tab.open('t=40');
      await server.stop();
      await until('it is said', () => tab.page.locator('#banner').isVisible());
      assert.match(await tab.text('#banner'), /connection to ttd-py is lost/);
      await tab.click('#banner button');
      await until('it is said again', () => tab.page.locator('#banner').isVisible());
      await tab.keys('s');
      assert.equal(await tab.time(), 40);
    },
  },
  {
    name: 'connection: a page that lost its connection finds it again',
    async run(tab) {
      await tab.open('t=40');
      await tab.page.evaluate(() => globalThis.ttd.link.drop());
      await until('it is said', () => tab.page.locator('#banner').isVisible());
      await tab.click('#banner button');
      await until('it is gone', async () => !(await tab.page.locator('#banner').isVisible()));
      await tab.keys('s');
      await tab.at(41);
    },
  },
  {
    name: 'tabs: two pages have their own moments, and common breakpoints and marks',
    async run(tab, { openTab }) {
      await tab.open('t=40');
      const other = await (await openTab()).open('t=60');
      await tab.line(28).locator('.gutter').click();
      await until('the other page shows it', async () => {
        await other.page.evaluate(() => globalThis.ttd.go({ time: 60 }));
        return (await other.line(28).locator('.gutter').getAttribute('aria-pressed')) === 'true';
      });
      await other.type('mark there');
      await tab.show('stops');
      await tab.sees('#stops-panel li', /there at 60/);
      assert.equal(await tab.time(), 40);
      assert.equal(await other.time(), 60);
    },
  },
  {
    name: 'safety: hundreds of random keys, clicks and turns of the wheel leave a page that works',
    patience: 300_000,
    async run(tab) {
      await tab.open('t=20');
      await tab.ended();
      let seed = 20;
      const random = (below) => {
        seed = (seed * 1103515245 + 12345) % 2 ** 31;
        return (seed >> 8) % below;
      };
      const keys = [
        ...'nsrcNSRCudtTfFb<>',
        'ArrowDown',
        'ArrowUp',
        'ArrowRight',
        'ArrowLeft',
        'Enter',
        'Tab',
        'Escape',
      ];
      for (let i = 0; i < 1000; i++) {
        const [x, y] = [random(1600), 45 + random(910)];
        const kind = random(10);
        if (kind < 5) await tab.page.keyboard.press(keys[random(keys.length)]);
        else if (kind < 9) await tab.page.mouse.click(x, y);
        else {
          await tab.page.mouse.move(x, y);
          await tab.page.mouse.wheel(0, random(2) ? 120 : -120);
        }
      }
      await tab.page.keyboard.press('Escape');
      // Motions that wait are dropped when one goes elsewhere.
      await tab.visit('t=33&b=0');
      await tab.keys('s');
      await tab.at(34);
    },
  },
  {
    name: 'safety: text that looks like HTML is text',
    program: 'markup.py',
    async run(tab) {
      await tab.open('t=0');
      const last = await tab.ended();
      await tab.visit(`t=${last}`);
      await tab.variable('nested').locator('.twist').click();
      await tab.type('p attack');
      await tab.type('where');
      await tab.show('output');
      await tab.sees('.output-text', '<img src=x');
      await tab.sees('.value-cell', '<b onmouseover=alert(1)>odd</b> &amp;');
      assert.match(await tab.page.title(), /^markup\.py/);
      assert.equal(await tab.page.locator('main img, main script, main b[onmouseover], .log img').count(), 0);
    },
  },
  {
    name: 'safety: without the token there is nothing, and no other site’s script runs',
    mayLog: /403|Content Security Policy|Refused to/,
    async run(tab, { server, openTab }) {
      await tab.open('t=0');
      const { origin } = new URL(server.url);
      const stranger = await openTab();
      for (const path of ['/', '/main.js', '/ws', '/?token=wrong', '/../Cargo.toml']) {
        const response = await stranger.page.request.get(origin + path, { maxRedirects: 0 });
        assert.equal(response.status(), 403, path);
      }
      const mine = await tab.page.request.get(`${origin}/`);
      assert.match(mine.headers()['content-security-policy'], /default-src 'self'/);
      assert.doesNotMatch(mine.headers()['content-security-policy'], /unsafe/);
      const ran = await tab.page.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'globalThis.injected = true';
        document.body.append(script);
        return globalThis.injected === true;
      });
      assert.equal(ran, false);
    },
  },
];
