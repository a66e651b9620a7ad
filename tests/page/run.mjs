// Runs the scenarios of the page. See README.md.

import { createRequire } from 'node:module';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { ROOT, Server } from './lib/server.mjs';
import { Tab } from './lib/page.mjs';

const FILES = ['moments', 'motions', 'code', 'values', 'run', 'prompt', 'connection', 'layout', 'stories'];
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const SCENARIO_MAX = 120_000;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mode: { type: 'string', default: 'ttd' },
    shots: { type: 'string' },
    speed: { type: 'boolean', default: false },
  },
});

/** The modules below `target`: they are no part of the tree. */
function modules() {
  const require = createRequire(path.join(ROOT, 'target/page/tests.cjs'));
  try {
    return { chromium: require('playwright-core').chromium, axe: require.resolve('axe-core/axe.min.js') };
  } catch {
    console.error('The modules are not there: npm install --prefix target/page ./tests/page --install-links');
    process.exit(2);
  }
}

function browserPath() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  return execFileSync('sh', ['-c', 'command -v chromium || command -v google-chrome || true']).toString().trim();
}

/** Runs one scenario. Returns why it failed, or null. */
async function runOne(browser, scenario, axe) {
  const {
    program = 'examples/bank.py',
    width = 1600,
    height = 1000,
    theme = 'light',
    mode = options.mode,
    patience = SCENARIO_MAX,
  } = scenario;
  let server = null;
  const contexts = [];
  const wrong = [];
  const openTab = async (more = {}) => {
    const context = await browser.newContext({
      viewport: { width: more.width ?? width, height: more.height ?? height },
      colorScheme: more.theme ?? theme,
      reducedMotion: more.reducedMotion ?? 'no-preference',
    });
    contexts.push(context);
    const page = await context.newPage();
    page.on('console', (message) => {
      const isExpected = scenario.mayLog?.test(message.text());
      if (message.type() === 'error' && !isExpected) wrong.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => wrong.push(`page: ${error.message}`));
    return new Tab(page, server, { mode, axe });
  };
  let last = null;
  try {
    server = await Server.start(program, mode);
    const work = (async () => {
      last = await openTab();
      await scenario.run(last, { openTab, program, mode, server });
    })();
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`it took more than ${patience / 1000} s`)), patience);
    });
    await Promise.race([work, late]).finally(() => clearTimeout(timer));
  } catch (error) {
    wrong.unshift(error.message);
    for (const notice of (await last?.texts('.notice').catch(() => [])) ?? []) wrong.push(`the page says: ${notice}`);
  }
  if (options.shots && last) {
    mkdirSync(options.shots, { recursive: true });
    const file = path.join(options.shots, `${scenario.name.replaceAll(/\W+/g, '-')}.png`);
    await last.page.screenshot({ path: file }).catch((error) => wrong.push(`no picture: ${error.message}`));
  }
  for (const context of contexts) await context.close();
  await server?.stop();
  return wrong.length ? wrong.join('\n      ') : null;
}

async function main() {
  const { chromium, axe } = modules();
  // The driver gives each launch a profile of its own.
  const browser = await chromium.launch({ executablePath: browserPath(), args: FLAGS });
  let failures = 0;
  try {
    const files = options.speed ? ['speed'] : FILES;
    const all = (await Promise.all(files.map((file) => import(`./scenarios/${file}.mjs`)))).flatMap(
      (file) => file.scenarios,
    );
    const wanted = all.filter((one) => positionals.every((word) => one.name.includes(word)));
    if (!wanted.length) throw new Error(`no scenario has ${positionals.join(' and ')} in its name`);
    for (const scenario of wanted) {
      const began = Date.now();
      const why = await runOne(browser, scenario, axe);
      if (why !== null) failures++;
      console.log(
        `${why === null ? 'ok   ' : 'WRONG'} ${scenario.name} (${((Date.now() - began) / 1000).toFixed(1)} s)`,
      );
      if (why !== null) console.log(`      ${why}`);
    }
    console.log(
      `${wanted.length - failures} of ${wanted.length} scenarios are as they should be (mode ${options.mode})`,
    );
  } finally {
    await browser.close();
  }
  process.exitCode = failures ? 1 : 0;
}

await main();
