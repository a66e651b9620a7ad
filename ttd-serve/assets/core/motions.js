// Motions: the commands of the prompt that lead from one time to another, with their buttons and keys.
//
// A motion begins where the one before has led, so they are carried out one after the other.

import { Refused } from './link.js';
import { app, emit, focusArgument, go, link, report } from './state.js';

/** Forward motions with their mirrors. A key is pdb's; the capital letter goes back. */
export const MOTIONS = [
  { line: 'step', label: 'Step: to the next event, into calls', key: 's', icon: 'step', main: true },
  { line: 'next', label: 'Next line of this function, over calls', key: 'n', icon: 'next', main: true },
  { line: 'return', label: 'To the return of this function', key: 'r', icon: 'return', main: true },
  { line: 'until', label: 'To a line below this one: out of the loop', key: 't', icon: 'until', main: false },
  { line: 'nextf', label: 'To the next function call, whichever it is', key: 'f', icon: 'nextf', main: false },
  { line: 'continue', label: 'To the next breakpoint, or the end', key: 'c', icon: 'continue', main: true },
  { line: 'goto end', label: 'To the end of the run', key: 'E', icon: 'end', main: true },
];

export const BACK = [
  { line: 'rstep', label: 'Step back: to the event before', key: 'S', icon: 'step', main: true },
  { line: 'rnext', label: 'Line before in this function, over calls', key: 'N', icon: 'next', main: true },
  { line: 'rreturn', label: 'Back to the call of this function', key: 'R', icon: 'return', main: true },
  { line: 'runtil', label: 'Back to a line above this one', key: 'T', icon: 'until', main: false },
  { line: 'prevf', label: 'Back to the function call before', key: 'F', icon: 'nextf', main: false },
  { line: 'rcontinue', label: 'Back to the breakpoint before, or the start', key: 'C', icon: 'continue', main: true },
  { line: 'goto start', label: 'To the start of the run', key: 'A', icon: 'end', main: true },
];

/** Motions that may wait for the one that runs: a key that is held down must not run on after it is let go. */
const MAY_WAIT = 3;
let chain = Promise.resolve();
let waiting = 0;

/** Carries a motion out, after those before it. Resolves when its moment is there. */
export function move(line) {
  if (waiting > MAY_WAIT) return chain;
  waiting++;
  const since = performance.now();
  const { jumps } = app;
  chain = chain
    .then(() => app.jumps === jumps && travel(line, since, jumps))
    .catch(report)
    .finally(() => waiting--);
  return chain;
}

async function travel(line, since, jumps) {
  const answer = await command(line, { slot: 'motion' });
  if (app.jumps !== jumps) return;
  const notes = answer.answers.flatMap((one) => (one.kind === 'stop' ? one.notes : [one.text])).filter(Boolean);
  await follow(answer, since);
  const failed = answer.answers.find((one) => one.kind === 'error');
  if (notes.length) emit(failed ? 'error' : 'note', notes.join('; '));
}

/** Gives the debugger a line as at its prompt. Returns its answers. */
export function command(line, how = {}) {
  return link.ask('command', { focus: focusArgument(), line }, how);
}

/** Goes where the session stands after a command. */
export async function follow(answer, since = performance.now()) {
  const to = answer.focus;
  if (!to) throw new Refused('The debugger did not say where it stands.');
  const { time, frame = 0, branch = 0, thread = null } = to;
  app.reached.set(branch, Math.max(time, app.reached.get(branch) ?? 0));
  await go({ time, frame, branch, thread }, { since, isMotion: true });
}

/** Selects another frame of the stack: 1 is the caller's. */
export function selectFrame(change) {
  const frames = app.moment?.frames ?? [];
  const frame = app.focus.frame + change;
  if (frame < 0) emit('note', 'This is the innermost frame');
  else if (frame >= frames.length) emit('note', 'This is the outermost frame');
  else go({ frame });
}

/** Goes to the event after which the chosen value changed last before now, or changes next. */
export async function toChange(direction, expression, how = {}) {
  if (!expression) {
    emit('note', 'Choose a value first: click on a variable');
    return null;
  }
  const since = performance.now();
  const request = direction < 0 ? 'last' : 'next_change';
  try {
    const { time } = await link.ask(request, { focus: focusArgument(), expression }, { slot: 'change' });
    if (time === null || time === undefined) {
      emit('note', `${expression} does not change ${direction < 0 ? 'before' : 'after'} this event`);
    } else {
      await go({ time, expression, ...how.also }, { since, replace: how.replace });
    }
    return time ?? null;
  } catch (error) {
    report(error);
    return null;
  }
}

/** Sets a breakpoint at a line, or deletes the one that is there. */
export async function toggleBreakpoint(path, line, isSet) {
  try {
    const answer = await command(`${isSet ? 'clear' : 'break'} ${path}:${line}`);
    const text = answer.answers
      .map((one) => one.text)
      .filter(Boolean)
      .join('; ');
    const failed = answer.answers.some((one) => one.kind === 'error');
    emit(failed ? 'error' : 'note', text);
    if (failed) emit('changed', ['breakpoints']);
  } catch (error) {
    report(error);
    emit('changed', ['breakpoints']);
  }
}
