// What the page looks at: the focus (time, frame, thread, branch, value), which is the address, and the moment that the
// debugger says is there. Panels listen to `moment` and ask for what they show.

import { Cancelled, Link, Refused } from './link.js';

const bus = new EventTarget();

/** Calls a function with the detail of every event of this name. */
export function on(name, listener) {
  bus.addEventListener(name, (event) => listener(event.detail));
}

/** Tells all listeners. */
export function emit(name, detail = null) {
  bus.dispatchEvent(new CustomEvent(name, { detail }));
}

/** The connection. `told` and `link` events come from it. */
export const link = new Link({
  changed: (names, run) => emit('told', { names, run }),
  state: (state, why) => emit('link', { state, why }),
});

/** The run (`hello`), the present focus, and the moment there (`look`; null before the first answer). */
export const app = {
  hello: null,
  focus: { time: 0, frame: 0, thread: null, branch: 0, object: null, expression: null },
  moment: null,
  /** The latest time that a motion led to, by branch: the run may have come there before the page hears of it. */
  reached: new Map(),
  /** How often the user has gone elsewhere other than by a motion: motions from before that are dropped. */
  jumps: 0,
  /** Milliseconds from the latest changes of the focus to the painting of their moments. */
  paints: [],
};

/** How far a branch has come: its `first` and `last` event, and whether and how it ended. */
export function extent(branch = app.focus.branch) {
  const { first, last, run, branches } = app.hello;
  const of = branches?.find((one) => one.number === branch);
  const isPresent = !of || run?.branch === undefined || run.branch === branch;
  const known = Math.max(of?.last ?? 0, isPresent ? last : 0, app.reached.get(branch) ?? 0);
  const state = isPresent && run ? run.state : of?.end ? 'ended' : 'paused';
  return { first, last: known, state, end: isPresent && run?.end ? run.end : { text: of?.end ?? null } };
}

/** Events of a run that can be counted on the side while it goes on. */
const COUNTED_MEANWHILE = 300_000;

/**
 * Whether questions about the whole run have to wait: the program goes on, and every such question would hold it up for
 * longer than the one before.
 */
export function mustWait() {
  const { state, last } = extent();
  return state === 'running' && last > COUNTED_MEANWHILE;
}

const names = { t: 'time', f: 'frame', x: 'thread', b: 'branch', o: 'object', e: 'expression' };

/** Requests about the moment that is left: they would only keep the next one waiting. */
const OF_A_MOMENT = ['inline', 'watch', 'threads', 'history', 'uses', 'origin'];

/** The address of a focus: `#t=120&f=0&o=$12&b=0`. */
export function address(focus) {
  const { time, frame, branch, thread, object, expression } = focus;
  let text = `#t=${time}&f=${frame}&b=${branch}`;
  if (thread !== null) text += `&x=${thread}`;
  if (object !== null) text += `&o=$${object}`;
  if (expression !== null) text += `&e=${encodeURIComponent(expression)}`;
  return text;
}

/** Reads an address. What it does not name is null. */
export function readAddress(text) {
  const found = { time: null, frame: null, thread: null, branch: null, object: null, expression: null };
  for (const [short, value] of new URLSearchParams(text.replace(/^#/, ''))) {
    const name = names[short];
    if (name === 'expression') found.expression = value || null;
    else if (name && /^\$?\d+$/.test(value)) found[name] = Number(value.replace('$', ''));
  }
  return found;
}

/** The focus as requests name it. */
export function focusArgument(changes = {}) {
  const { time, frame, thread, branch } = { ...app.focus, ...changes };
  return thread === null ? { time, frame, branch } : { time, frame, branch, thread };
}

/**
 * Moves the focus. Another time means the innermost frame of the running thread, if none is named.
 * @param {object} changes members of the focus
 * @param {{replace?: boolean, since?: number, isMotion?: boolean}} how `replace`: Back does not come here; `isMotion`:
 *   a command led here, so motions that wait may go on from here
 */
export function go(changes, how = {}) {
  if (!how.isMotion) jumped();
  const next = { ...app.focus, ...changes };
  const moves = ['time', 'branch', 'thread'].some((name) => name in changes && changes[name] !== app.focus[name]);
  if (moves && !('frame' in changes)) next.frame = 0;
  if ((changes.time !== undefined || changes.branch !== undefined) && !('thread' in changes)) next.thread = null;
  if (app.hello) {
    const { first, last } = extent(next.branch);
    next.time = Math.max(first, Math.min(last, next.time));
  }
  const text = address(next);
  if (text !== address(app.focus) || location.hash === '') {
    history[how.replace ? 'replaceState' : 'pushState'](null, '', text);
  }
  return take(next, how.since);
}

function jumped() {
  app.jumps++;
  link.cancel('motion');
}

/** Chooses a value: its object is coloured wherever it is shown, and the object's panel follows it. */
export function choose({ id = null, expression }) {
  go({ object: id, expression }, { isMotion: true });
}

/** Asks for the present moment again: the program or what is known of it has changed. */
export function refresh() {
  return take(app.focus, undefined, true);
}

function take(next, since = performance.now(), again = false) {
  const was = app.focus;
  app.focus = next;
  if (was.object !== next.object || was.expression !== next.expression) emit('object', next);
  const stays = ['time', 'frame', 'thread', 'branch'].every((name) => was[name] === next[name]);
  if (stays && app.moment && !again) {
    link.cancel('look');
    return Promise.resolve(app.moment);
  }
  for (const slot of OF_A_MOMENT) link.cancel(slot);
  return look(since);
}

async function look(since) {
  try {
    const moment = await link.ask('look', { focus: focusArgument() }, { slot: 'look' });
    app.moment = moment;
    emit('moment', moment);
    requestAnimationFrame(() => setTimeout(() => painted(since)));
    return moment;
  } catch (error) {
    report(error);
    return null;
  }
}

function painted(since) {
  const took = performance.now() - since;
  app.paints.push(took);
  if (app.paints.length > 1000) app.paints.shift();
  emit('painted', took);
}

/** Says an error to the user, in one line. What was cancelled is none. */
export function report(error) {
  if (error instanceof Cancelled) return;
  if (!(error instanceof Refused)) console.error(error);
  emit('error', error.message || String(error));
}

/** Reads the address when the page begins, and whenever Back, Forward or an edited address change it. */
export function followAddress() {
  addEventListener('popstate', () => {
    // Before the first answer nothing is known of the run; the page begins with the address as it is then.
    if (!app.hello) return;
    jumped();
    const { time, frame, thread, branch, object, expression } = readAddress(location.hash);
    const next = { time: time ?? app.focus.time, frame: frame ?? 0, thread, branch: branch ?? 0, object, expression };
    take(next);
  });
}
