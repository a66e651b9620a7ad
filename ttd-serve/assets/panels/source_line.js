// One line of code: gutter, number, count, coloured text, and the values that it assigned.

import { h, number, short, valueText, visible } from '../core/dom.js';
import { app } from '../core/state.js';

const VALUES_SHOWN = 6;

/** The cells of a line. `source` knows counts and values. */
export function codeCells(item, source) {
  const { line, breakpoint } = item;
  const isSet = breakpoint !== null && breakpoint !== undefined && breakpoint !== false;
  const hits = source.hits[line - 1];
  const known = source.inline.get(line);
  return [
    gutter(item, isSet),
    h('span.line-number', { text: line }),
    count(line, hits),
    code(item, source.isOfFrame(line)),
    values(known),
  ];
}

function gutter({ line, executable, breakpoint }, isSet) {
  const label = isSet ? `Delete the breakpoint at line ${line}` : `Set a breakpoint at line ${line}`;
  const condition = breakpoint?.condition ? ` if ${breakpoint.condition}` : '';
  const button = h('button.gutter', {
    type: 'button',
    tabindex: -1,
    'aria-label': label,
    title: label + condition,
    'aria-pressed': String(isSet),
    disabled: !executable && !isSet,
  });
  if (condition) button.dataset.kind = 'conditional';
  if (breakpoint?.enabled === false) button.dataset.kind = 'disabled';
  return h('span.gutter-cell', {}, button);
}

function count(line, hits) {
  if (hits === null || hits === undefined) return h('span.hits-cell');
  if (hits === 0) return h('span.hits-cell.zero', { title: 'This line never ran', text: '–' });
  const label = `Line ${line} ran ${number(hits)} times: list them`;
  return h(
    'span.hits-cell',
    {},
    h('button.hits', { type: 'button', tabindex: -1, title: label, 'aria-label': label, text: short(hits) }),
  );
}

function code({ text, tokens }, ofFrame) {
  const element = h('code.code-text');
  let end = 0;
  for (const [start, stop, kind] of tokens ?? []) {
    if (start > end) element.append(visible(text.slice(end, start)));
    const inner = text.slice(start, stop);
    element.append(h(`span.${kind}`, { text: visible(inner) }));
    end = Math.max(end, stop);
  }
  element.append(visible(text.slice(end)));
  if (ofFrame) for (const name of element.querySelectorAll('.name, .definition')) mark(name);
  return element;
}

/** Marks a name whose variable holds the chosen object, or is the chosen variable. */
function mark(element) {
  const { object, expression } = app.focus;
  if (object === null && expression === null) return;
  const local = app.moment?.locals?.find((one) => one.name === element.textContent);
  if (!local) return;
  if (object !== null ? local.id === object : local.expression === expression) element.classList.add('chosen');
}

function values(known) {
  const element = h('span.inline');
  if (!known) return element;
  for (const { name, value, time } of known.values.slice(0, VALUES_SHOWN)) {
    const local = app.moment?.locals?.find((one) => one.name === name);
    const title = `${name} = ${value}` + (time === undefined ? '' : `, since event ${number(time)}`);
    element.append(
      h(
        'span.inline-value',
        { data: { name }, title },
        h('span.inline-name', { text: name }),
        ' = ',
        valueText(value, app.focus.object, local?.value === value ? local.id : null),
      ),
    );
  }
  if (known.values.length > VALUES_SHOWN)
    element.append(h('span.muted', { text: `and ${known.values.length - VALUES_SHOWN} more` }));
  if (known.hits > 1)
    element.append(h('span.in-call', { title: 'How often it ran in this call', text: `× ${number(known.hits)}` }));
  return element;
}
