// Keys: pdb's letters when no field has the focus; capital letters go back. `?` lists them.

import { fill, h } from './dom.js';
import { show } from './docks.js';
import { BACK, MOTIONS, move, selectFrame, toChange, toggleBreakpoint } from './motions.js';
import { app, on } from './state.js';

const OTHERS = [
  { key: 'u', label: 'Select the caller’s frame', run: () => selectFrame(1) },
  { key: 'd', label: 'Select the frame that it called', run: () => selectFrame(-1) },
  { key: '<', label: 'To the last change of the chosen value', run: () => toChange(-1, app.focus.expression) },
  { key: '>', label: 'To the next change of the chosen value', run: () => toChange(1, app.focus.expression) },
  { key: 'b', label: 'Set or delete a breakpoint at this line', run: breakpointHere },
  { key: 'm', label: 'Give this time a name', run: () => typeAtPrompt('mark ') },
  { key: 'g', label: 'Go to a time', run: () => document.querySelector('#time-field').select() },
  { key: '/', label: 'Search the run', run: () => show('search', { focus: true }) },
  { key: ':', label: 'Type a command', run: () => typeAtPrompt('') },
  { key: '[', label: 'Back to where you came from (as the browser’s Back)', run: () => history.back() },
  { key: ']', label: 'Forward again', run: () => history.forward() },
  { key: '?', label: 'Show this list', run: showKeys },
];

let dialog = null;

/** Begins to listen. */
export function beginKeys() {
  const motions = [...MOTIONS, ...BACK].map(({ key, label, line }) => ({ key, label, run: () => move(line) }));
  on('begin line', typeAtPrompt);
  const all = new Map([...motions, ...OTHERS].map((one) => [one.key, one]));
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    if (dialog?.open && event.key !== '?') return;
    const one = all.get(event.key);
    if (!one) return;
    event.preventDefault();
    if (event.key === '?' && dialog?.open) dialog.close();
    else one.run();
  });
}

function isField(element) {
  return element instanceof Element && element.closest('input, textarea, select, [contenteditable]') !== null;
}

function breakpointHere() {
  const { path, line } = app.moment ?? {};
  if (!path) return;
  const row = document.querySelector(`.code-line[data-line="${line}"] .gutter`);
  toggleBreakpoint(path, line, row?.getAttribute('aria-pressed') === 'true');
}

/** Puts a text into the command line, to be gone on with. */
export function typeAtPrompt(text) {
  const field = document.querySelector('#prompt-field');
  field.value = text;
  field.focus();
}

/** Shows the list of keys. Each row is a button that does the same. */
export function showKeys() {
  dialog ??= document.body.appendChild(h('dialog.keys', { 'aria-labelledby': 'keys-title' }));
  const close = () => dialog.close();
  const row = ({ key, label }, run) =>
    h(
      'button.key-row',
      {
        type: 'button',
        on: {
          click: () => {
            close();
            run();
          },
        },
      },
      h('kbd', { text: key }),
      h('span', { text: label }),
    );
  const motions = (list) => list.map((one) => row(one, () => move(one.line)));
  fill(
    dialog,
    h(
      'header.keys-head',
      {},
      h('h2', { id: 'keys-title', text: 'Keys' }),
      h('button', { type: 'button', text: 'Close', autofocus: true, on: { click: close } }),
    ),
    h(
      'div.keys-columns',
      {},
      h('section', {}, h('h3', { text: 'Forwards' }), motions(MOTIONS)),
      h('section', {}, h('h3', { text: 'Backwards' }), motions(BACK)),
      h(
        'section',
        {},
        h('h3', { text: 'Elsewhere' }),
        OTHERS.filter((one) => one.key !== '?').map((o) => row(o, o.run)),
      ),
    ),
    h('p.muted', {
      text:
        'In lists: arrow keys move, Left and Right close and open, Enter chooses. On the timeline: + and − ' +
        'zoom, arrow keys move the time. Turn the wheel over a value, or with Alt over a name in the code, to step ' +
        'through its changes.',
    }),
  );
  dialog.showModal();
}
