// The page's beginning: puts the panels together, connects, and goes to the moment that the address names.

import { addPanel, arrange } from './core/docks.js';
import { fill, h } from './core/dom.js';
import { beginKeys } from './core/keys.js';
import { app, emit, followAddress, go, link, mustWait, on, readAddress, refresh, report } from './core/state.js';
import { beginTheme } from './core/theme.js';
import { beginHead } from './panels/head.js';
import { breakpointsPanel } from './panels/breakpoints.js';
import { branchesPanel } from './panels/branches.js';
import { callsPanel } from './panels/calls.js';
import { beginConsole } from './panels/console.js';
import { objectPanels } from './panels/object.js';
import { outputPanel } from './panels/output.js';
import { searchPanel } from './panels/search.js';
import { sourcePanel } from './panels/source.js';
import { stackPanel } from './panels/stack.js';
import { threadsPanel } from './panels/threads.js';
import { beginTimeline } from './timeline/timeline.js';
import { valuesPanel } from './panels/values.js';

/** Asks what is known of the run. */
async function hello() {
  app.hello = await link.ask('hello', {}, { slot: 'hello' });
  document.title = `${app.hello.program.split('/').at(-1)} · ttd-py`;
  emit('hello', app.hello);
}

/** Connects and shows the moment of the address, or the one where the session stands. */
async function begin() {
  try {
    await link.connect();
    await hello();
    const asked = readAddress(location.hash);
    const { time, frame, thread, branch, object, expression } = asked;
    const at = app.hello.branches?.find((one) => one.current)?.number ?? 0;
    await go(
      {
        time: time ?? app.hello.time,
        frame: frame ?? 0,
        thread,
        branch: branch ?? at,
        object,
        expression,
      },
      { replace: true },
    );
    // Only now is what the user does about the moment that is seen.
    document.querySelector('#banner').hidden = true;
  } catch (error) {
    report(error);
  }
}

/** A line above all else while there is no connection, with a way to have one again. */
function followConnection() {
  const banner = document.querySelector('#banner');
  on('link', ({ state, why }) => {
    document.documentElement.dataset.link = state;
    if (state !== 'closed') return;
    banner.hidden = false;
    const again = h('button', { type: 'button', text: 'Connect again', on: { click: begin } });
    fill(banner, h('span', { text: why }), again);
  });
}

/**
 * Takes up what other clients, or the running program, have changed. While the program runs, several messages a second
 * say how far it has come: these are `run` only. What is known of the run is asked for again when it stops.
 */
function followChanges() {
  on('told', async ({ names, run }) => {
    if (!app.hello) return;
    const before = app.hello.run ?? {};
    if (run) {
      app.hello.run = { ...before, ...run };
      app.hello.last = run.last;
      if (!isSameRun(before, run)) app.reached.clear();
      emit('run', app.hello.run);
      if (mustWait()) for (const slot of OF_THE_RUN) link.cancel(slot);
    }
    const goesOn = run?.state === 'running' && before.state === 'running';
    if (goesOn && names.every((name) => name === 'run')) return;
    try {
      if (names.some((name) => name === 'run' || name === 'branches')) await hello();
      emit('changed', names);
      if (!isSameRun(before, app.hello.run ?? {})) await refresh();
    } catch (error) {
      report(error);
    }
  });
}

/** Questions about the whole run, which hold up a program that goes on. */
const OF_THE_RUN = ['coverage', 'timeline', 'calls'];

/** Whether two states are of the same run: another one has other times. */
function isSameRun(before, after) {
  return before.number === undefined || after.number === undefined || before.number === after.number;
}

beginTheme();
for (const panel of [
  callsPanel(),
  searchPanel(),
  threadsPanel(),
  branchesPanel(),
  breakpointsPanel(),
  sourcePanel(),
  stackPanel(),
  valuesPanel(),
  ...objectPanels(),
  outputPanel(),
])
  addPanel(panel);
addPanel(beginConsole());
arrange();
beginHead();
beginTimeline();
beginKeys();
followAddress();
followConnection();
followChanges();
begin();

/** For tests: what the page looks at. */
globalThis.ttd = { app, link, go };
