// The branches of the run as a tree. A branch is switched to by a click; the present one is marked.

import { fill, h, number, timeLink } from '../core/dom.js';
import { badge } from '../core/docks.js';
import { command, follow } from '../core/motions.js';
import { app, emit, on, report } from '../core/state.js';

/** Makes the panel. */
export function branchesPanel() {
  const tree = h('ul.branches');
  const help = h('p.muted.pad', {
    text:
      'A statement that changes the program, typed at the prompt, begins a branch at the ' +
      'present event: n = 3, return 7, skip, jump 12.',
  });
  const element = h('div.scrolls', { tabindex: 0, role: 'region', 'aria-label': 'Branches' }, tree, help);
  const update = () => {
    const branches = app.hello?.branches ?? [];
    badge('branches', branches.length > 1 ? number(branches.length) : '');
    fill(
      tree,
      branches.filter((one) => one.parent === null || one.parent === undefined).map((one) => item(one, branches)),
    );
  };
  on('hello', update);
  on('moment', update);
  return { id: 'branches', label: 'Branches', dock: 'side', element, shown: update };
}

function item(branch, all) {
  const { number: n, name, fork, change, end, last } = branch;
  const isHere = n === app.focus.branch;
  const below = all.filter((one) => one.parent === n && one !== branch);
  const facts = [];
  if (fork !== null && fork !== undefined)
    facts.push('leaves at ', timeLink(fork, undefined, { data: { branch: branch.parent ?? 0 } }));
  if (last !== null && last !== undefined) facts.push(facts.length ? ', ' : '', `as far as ${number(last)}`);
  if (end) facts.push(`, ${end}`);
  return h(
    'li',
    { data: { current: isHere } },
    h(
      'div.branch',
      {},
      h('button.quiet.branch-name', {
        type: 'button',
        'aria-pressed': String(isHere),
        text: name,
        title: isHere ? 'This is the present branch' : `Switch to ${name}`,
        on: { click: () => switchTo(branch) },
      }),
      change ? h('code.change', { text: change }) : null,
      h('span.facts', {}, facts),
      n === 0
        ? null
        : h(
            'span.row-tools',
            {},
            h('button.quiet', {
              type: 'button',
              text: 'compare',
              title: `Compare ${name} with the present branch`,
              on: { click: () => ask(`diff ${name}`) },
            }),
            h('button.quiet', {
              type: 'button',
              text: 'drop',
              title: `Forget ${name}`,
              on: { click: () => ask(`drop ${name}`) },
            }),
          ),
    ),
    below.length
      ? h(
          'ul',
          {},
          below.map((one) => item(one, all)),
        )
      : null,
  );
}

async function switchTo({ name, number: n }) {
  if (n === app.focus.branch) return;
  try {
    const answer = await command(`switch ${name}`);
    const failed = answer.answers.find((one) => one.kind === 'error');
    if (failed) emit('error', failed.text);
    await follow(answer);
  } catch (error) {
    report(error);
  }
}

/** Gives a line to the prompt, where its answer is shown. */
function ask(line) {
  emit('type', line);
}
