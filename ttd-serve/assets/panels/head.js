// The head of the page: buttons for all motions, where one is in time, what is running, and the theme.

import { fill, fileName, h, linkBranch, number, place, timeLink } from '../core/dom.js';
import { iconButton } from '../core/icons.js';
import { showKeys } from '../core/keys.js';
import { BACK, MOTIONS, command, move } from '../core/motions.js';
import { app, emit, extent, go, link, on, report } from '../core/state.js';
import { switchTheme } from '../core/theme.js';

/** A request is shown when it has taken this long, in milliseconds. */
const SHOWN_AFTER = 300;
/** A note is shown for this long. */
const NOTE_STAYS = 8000;

const $ = (id) => document.querySelector(`#${id}`);

/** Builds the head and keeps it true. */
export function beginHead() {
  buildMotions();
  const field = timeField();
  fill(
    $('session'),
    field,
    iconButton('mark', 'Give this time a name', markHere, { key: 'm' }),
    iconButton('theme', 'Switch between light and dark', switchTheme),
    iconButton('help', 'Keys', showKeys, { key: '?' }),
  );
  on('hello', showProgram);
  on('run', showRun);
  on('moment', showMoment);
  on('note', (text) => notice(text, 'note'));
  on('error', (text) => notice(text, 'error'));
  link.onWaiting(showWaiting);
  setInterval(() => link.waiting.length && showWaiting(), SHOWN_AFTER);
  document.addEventListener('click', followTimeLink);
}

function buildMotions() {
  const motion = (one, mirrored) =>
    iconButton(one.icon, one.label, () => move(one.line), {
      mirrored,
      key: one.key,
      className: one.main ? 'motion' : 'motion minor',
    });
  const back = [...BACK].reverse().map((one) => motion(one, true));
  const ways = h(
    'div.motion-group',
    { role: 'group', 'aria-label': 'Ways through the page' },
    iconButton('undo', 'Back to where you came from', () => history.back(), { key: '[' }),
    iconButton('undo', 'Forward again', () => history.forward(), { mirrored: true, key: ']' }),
  );
  fill(
    $('motions'),
    ways,
    h('div.motion-group', { role: 'group', 'aria-label': 'Backwards' }, back),
    h(
      'div.motion-group',
      { role: 'group', 'aria-label': 'Forwards' },
      MOTIONS.map((one) => motion(one, false)),
    ),
  );
}

/** The field that shows the time and takes another one: a number, `+10`, `50%`, a mark. */
function timeField() {
  const input = h('input.time-field', {
    id: 'time-field',
    'aria-label': 'Time: an event, a mark, +N, -N or N%',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const form = h(
    'form.time-form',
    { role: 'search', 'aria-label': 'Go to a time' },
    input,
    h('span.time-last', { id: 'time-last' }),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = input.value.trim().replaceAll(',', '');
    if (/^\d+$/.test(text)) go({ time: Number(text) });
    else if (text) move(`goto ${text}`);
    input.blur();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    input.value = number(app.focus.time);
    input.blur();
  });
  return form;
}

function showProgram({ program, mode }) {
  fill($('program'), h('span', { title: program, text: fileName(program) }), h('span.mode', { text: mode }));
  showRun();
}

/** How far the program has run on this branch, and a button that lets it run on or stop. */
function showRun() {
  const { last, state, end } = extent();
  $('time-last').textContent = ` / ${number(last)}${state === 'ended' ? '' : '+'}`;
  const chip = $('run');
  const died = end?.died;
  const key = `${state} ${end?.text} ${app.focus.branch}`;
  if (chip.dataset.key !== key) {
    chip.dataset.key = key;
    chip.dataset.state = state;
    const texts = {
      running: 'The program runs',
      paused: 'The program waits',
      ended: `The program ${end?.text ?? 'ended'}`,
    };
    const ask = (request) => () => link.ask(request, { branch: app.focus.branch }).catch(report);
    fill(
      chip,
      h('span', { title: died?.traceback ?? '', text: texts[state] ?? '' }),
      died?.at === null || died?.at === undefined ? null : timeLink(died.at, ' where it died'),
      state === 'running' ? iconButton('pause', 'Let the program wait here', ask('pause')) : null,
      state === 'paused' ? iconButton('continue', 'Let the program run on to its end', ask('run')) : null,
    );
  }
}

/** What an event says of its function. */
function verb({ event, how, returning }) {
  if (event === 'call') return how === 'resume' ? 'resumes' : 'is called';
  if (event === 'exception') return 'has an exception';
  if (event !== 'return') return 'is about to run';
  if (how === 'unwind') return 'is left by an exception';
  const value = returning ? ` ${returning.value}` : '';
  return how === 'suspend' ? `is suspended with${value || ' None'}` : `returns${value}`;
}

function showMoment(moment) {
  if (document.activeElement !== $('time-field')) $('time-field').value = number(moment.time);
  linkBranch(app.focus.branch);
  const { frames, thread, event, exception } = moment;
  const frame = frames?.[0];
  const branch = app.hello.branches?.find((one) => one.number === app.focus.branch);
  fill(
    $('moment-text'),
    h('span.kind', { data: { kind: event }, text: event }),
    h('span', { text: `Event ${number(moment.time)}: ` }),
    h('b', { text: frame?.function ?? '' }),
    h('span', { text: ` ${verb(moment)}, ` }),
    place(frame?.path ?? moment.path, frame?.line ?? moment.line),
    exception ? h('span.exception', { text: ` ${exception}` }) : null,
    thread && thread.number !== 1 ? h('span', { text: ` in thread ${thread.number} ${thread.name ?? ''}` }) : null,
    branch && branch.number !== 0 ? h('span.branch-mark', { text: ` on branch ${branch.name}` }) : null,
  );
  showRun();
  document.documentElement.dataset.moment = moment.time;
}

let forget = 0;

function notice(text, kind) {
  const old = $('moment-state').querySelector('.notice');
  old?.remove();
  const close = iconButton('close', 'Dismiss', () => shown.remove());
  const shown = h(
    'div.notice',
    { role: kind === 'error' ? 'alert' : 'status', data: { kind } },
    h('span', { text }),
    close,
  );
  $('moment-state').prepend(shown);
  clearTimeout(forget);
  if (kind !== 'error') forget = setTimeout(() => shown.remove(), NOTE_STAYS);
}

/** Requests that take long, each with how far it is and a button that stops it. */
function showWaiting() {
  const now = performance.now();
  const long = link.waiting.filter((one) => now - one.since > SHOWN_AFTER);
  const state = $('moment-state');
  const busy = state.querySelector('.busy') ?? state.appendChild(h('div.busy', {}));
  const shown = busy.dataset.ids;
  const ids = long.map((one) => one.id).join();
  if (shown !== ids) {
    busy.dataset.ids = ids;
    fill(
      busy,
      long.map(({ id, request }) =>
        h(
          'div.request',
          { data: { id } },
          h('span', { text: names[request] ?? request }),
          h('progress', { max: 1, 'aria-label': names[request] ?? request }),
          h('span.far'),
          iconButton(request === 'command' ? 'pause' : 'close', request === 'command' ? 'Pause' : 'Cancel', () =>
            link.cancelRequest(id),
          ),
        ),
      ),
    );
  }
  for (const one of long) {
    const row = busy.querySelector(`[data-id="${one.id}"]`);
    if (!row || !one.progress) continue;
    const { done, of } = one.progress;
    if (of) row.querySelector('progress').value = done / of;
    row.querySelector('.far').textContent = of ? `${number(done)} of ${number(of)}` : number(done);
  }
}

const names = {
  command: 'Running',
  look: 'Travelling',
  timeline: 'Timeline',
  history: 'History',
  find: 'Searching',
  tree: 'Calls',
  coverage: 'Counting lines',
  origin: 'Origin',
  uses: 'Uses',
  executions: 'Executions',
  inline: 'Values',
  last: 'Last change',
  next_change: 'Next change',
  threads: 'Threads',
  output: 'Output',
  source: 'Source',
  parts: 'Parts',
  eval: 'Evaluating',
};

async function markHere() {
  const name = `m${app.focus.time}`;
  try {
    const { answers } = await command(`mark ${name}`);
    emit(answers.some((one) => one.kind === 'error') ? 'error' : 'note', answers.map((one) => one.text).join('; '));
  } catch (error) {
    report(error);
  }
}

/** A click on a time goes there. With a key held it opens another tab, as links do. */
function followTimeLink(event) {
  const anchor = event.target.closest?.('a.time[data-time]');
  if (!anchor || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const changes = { time: Number(anchor.dataset.time) };
  if (anchor.dataset.branch) changes.branch = Number(anchor.dataset.branch);
  go(changes, { since: performance.now() });
}
