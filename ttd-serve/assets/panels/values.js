// The variables of the selected frame, with what has changed since the event before, and their parts on demand.
//
// The wheel over a value steps through its changes: up to the last one, down to the next one. So do < and >, and the
// two buttons of a row.

import { h, number, valueText } from '../core/dom.js';
import { iconButton } from '../core/icons.js';
import { Rows } from '../core/rows.js';
import { badge } from '../core/docks.js';
import { toChange } from '../core/motions.js';
import { turn } from '../core/wheel.js';
import { app, choose, emit, focusArgument, link, on } from '../core/state.js';
import { Watches } from './watches.js';

/** Makes the panel. */
export function valuesPanel() {
  const rows = new Rows({
    label: 'Variables',
    role: 'tree',
    height: 22,
    empty: 'No variables',
    key: (item) => item.key ?? (item.isWatch ? `watch ${item.expression}` : item.expression),
    load: loadParts,
    canOpen: (item) => item.items + item.attributes > 0,
    render: valueCells,
    classes: (item) => valueClasses(item),
    activate: (item) => choose({ id: item.id ?? null, expression: item.expression }),
    keyDown: valueKey,
  });
  let watched = [];
  const watches = new Watches(() => put(app.moment));
  const put = async (moment) => {
    if (!moment) return;
    const result = moment.returning ? [{ ...moment.returning, name: 'returns', isResult: true }] : [];
    const others = moment.frames?.[app.focus.frame]?.function === '<module>' ? [] : [GLOBALS];
    const left = (moment.total ?? 0) - moment.locals.length;
    if (left > 0)
      others.unshift({ ...GLOBALS, name: '…', expression: '…', attributes: 0, value: `${number(left)} more` });
    const show = () => rows.set([...watched, ...result, ...moment.locals, ...others]);
    watched = watched.filter((row) => watches.expressions.includes(row.expression));
    show();
    if (!watches.expressions.length) return;
    const fresh = await watches.rows(moment);
    if (!fresh) return;
    const before = new Map(watched.map((row) => [row.expression, row.value]));
    watched = fresh.map((row) => ({
      ...row,
      changed: before.has(row.expression) && before.get(row.expression) !== row.value,
    }));
    show();
  };
  const { element } = rows;
  element.classList.add('values');
  element.addEventListener('wheel', (event) => wheel(event, rows), { passive: false });
  element.addEventListener('click', (event) => {
    const name = event.target.closest('.unwatch')?.dataset.expression;
    if (name !== undefined) watches.remove(name);
  });
  changeOnSecondClick(element, rows);
  on('moment', (moment) => {
    put(moment);
    const changed = moment.locals.filter((one) => one.changed).length;
    badge('values', changed ? `${changed} changed` : '');
  });
  on('object', () => rows.render());
  return {
    id: 'values',
    label: 'Variables',
    dock: 'values',
    element: h('div', {}, element, watches.form),
    shown: () => rows.render(),
  };
}

/** Two clicks within this many milliseconds are a double one: rows are drawn anew in between, so browsers see none. */
const DOUBLE = 450;

/** A double click on a value begins a statement that changes it. */
function changeOnSecondClick(element, rows) {
  let before = { key: null, at: 0 };
  element.addEventListener('click', (event) => {
    const row = event.target.closest('.value-cell')?.closest('.variable');
    const item = row ? rows.model.at(Number(row.dataset.row))?.item : null;
    if (!item) return;
    const key = item.key ?? item.expression;
    if (before.key === key && event.timeStamp - before.at < DOUBLE) change(item);
    before = { key, at: event.timeStamp };
  });
}

/** The row below the variables of a function. */
const GLOBALS = { name: 'globals', expression: 'globals()', value: '', class: '', items: 0, attributes: 1, id: null };

/** Begins a statement at the prompt that gives a variable another value: it is carried out on a branch. */
function change({ expression, value, isResult }) {
  emit('begin line', isResult ? `return ${value}` : `${expression} = ${value}`);
}

/**
 * Loads the parts of a value; the root's rows come with the moment. A part of an object is named by the object's
 * number: that means the same at every time and in every frame, as a variable does not. It stays open by its way from
 * the root.
 */
export async function loadParts(item, start, count) {
  const hasId = item.id !== null && item.id !== undefined;
  const expression = hasId ? `#${item.id}` : item.expression;
  const { parts, total } = await link.ask('parts', { focus: focusArgument(), expression, which: 'all', start, count });
  const way = item.key ?? item.expression;
  // The debugger puts parentheses around what is not a name; around a number of an object they say nothing.
  const plain = (text) => text.replace(/^\(#(\d+)\)/, '#$1');
  const items = parts.map((part) => ({ ...part, expression: plain(part.expression), key: `${way} / ${part.name}` }));
  return { items, total };
}

/** Whether a row shows what is chosen. */
export function isChosen({ id, expression }) {
  const { object, expression: chosen } = app.focus;
  return object !== null ? id === object : chosen !== null && expression === chosen;
}

function valueClasses(item) {
  const classes = ['variable'];
  if (item.changed) classes.push('changed');
  if (isChosen(item)) classes.push('chosen-row');
  return classes;
}

/** The cells of a value: name, what it is, and its repr. */
export function valueCells(item) {
  const { name, value, class: type, items, id, changed, expression, isResult, isWatch, failed } = item;
  const size = items > 0 ? ` ${number(items)}` : '';
  return [
    h(isResult || isWatch ? 'span.value-name.result' : 'span.value-name', { title: expression, text: name }),
    h(
      failed ? 'span.value-cell.exception' : 'span.value-cell',
      { title: value },
      valueText(value, app.focus.object, id),
    ),
    changed ? h('span.changed-mark', { title: 'It has changed at the last event', text: 'changed' }) : null,
    h('span.type', { text: `${type}${size}` }),
    id === null || id === undefined ? null : h('span.object-id', { title: `Object ${id}`, text: `#${id}` }),
    h(
      'span.row-tools',
      {},
      iconButton('earlier', `Last change of ${name}`, () => step(-1, item), { className: 'quiet' }),
      iconButton('later', `Next change of ${name}`, () => step(1, item), { className: 'quiet' }),
      isWatch ? unwatchButton(expression) : null,
    ),
  ]
    .filter(Boolean)
    .map((cell) => {
      for (const button of cell.querySelectorAll('button')) button.tabIndex = -1;
      return cell;
    });
}

function unwatchButton(expression) {
  const button = iconButton('close', `Watch ${expression} no longer`, () => {}, { className: 'quiet unwatch' });
  button.dataset.expression = expression;
  return button;
}

/** Steps to another change of a row's value, and chooses it. */
function step(direction, { id, expression }, how = {}) {
  return toChange(direction, expression, { ...how, also: { object: id ?? null } });
}

function valueKey(item, event) {
  if (event.key === '=') change(item);
  else if (event.key !== '<' && event.key !== '>') return false;
  else step(event.key === '<' ? -1 : 1, item);
  return true;
}

/** Over a value the wheel steps through time; over a name it scrolls the list, if there is anything to scroll. */
function wheel(event, rows) {
  const row = event.target.closest('.variable');
  if (!row || event.ctrlKey) return;
  const scrolls = rows.element.scrollHeight > rows.element.clientHeight + 1;
  if (scrolls && !event.target.closest('.value-cell, .type')) return;
  const item = rows.model.at(Number(row.dataset.row))?.item;
  if (item && !item.isResult) turn(event, item);
}
