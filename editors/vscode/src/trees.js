// The trees beside the variables: the calls of the run, the way of a value, and the branches.
"use strict";

const vscode = require("vscode");
const { TYPE, answerOf, askQuietly, goTo, onEnd, onStop, run, session, texts } = require("./session");

/** A tree whose rows are made anew by `load`, which gives the rows at the top, each perhaps with `children`. */
class Tree {
  constructor(load) {
    this.load = load;
    this.changed = new vscode.EventEmitter();
    this.onDidChangeTreeData = this.changed.event;
  }

  refresh() {
    this.changed.fire(undefined);
  }

  getTreeItem(row) {
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const state = !row.children ? None : row.isOpen ? Expanded : Collapsed;
    const item = new vscode.TreeItem(row.label, row.children ? state : None);
    item.description = row.description;
    item.tooltip = row.tooltip;
    item.contextValue = row.kind;
    item.iconPath = row.icon && new vscode.ThemeIcon(row.icon);
    item.command = row.command;
    return item;
  }

  async getChildren(row) {
    return row ? row.children : session() ? this.load() : [];
  }
}

/** What clicking on a row does: it goes to an event. */
function going(time) {
  return { command: `${TYPE}.goToTime`, title: "Go there", arguments: [time] };
}

/** A row that only says something. */
function note(text) {
  return { label: text, icon: "info" };
}

/** The calls around the present, as a tree. */
async function calls() {
  const body = await askQuietly("ttd/command", { command: "tree" });
  if (body.failure) {
    return [note(body.failure)];
  }
  const list = answerOf(body, "calls");
  if (!list) {
    return [note(texts(body))];
  }
  const top = [];
  const open = [];
  for (const call of list.calls) {
    const row = {
      label: `${call.function}(${call.arguments || ""})`,
      description: `${call.result ? `→ ${call.result}  ` : ""}${call.file}:${call.line}  at ${call.time}`,
      icon: call.current ? "debug-stackframe" : "symbol-function",
      command: going(call.time),
      indent: call.indent,
      isOpen: true,
    };
    while (open.length && open[open.length - 1].indent >= call.indent) {
      open.pop();
    }
    const parent = open[open.length - 1];
    if (parent) {
      parent.children = (parent.children || []).concat(row);
    } else {
      top.push(row);
    }
    open.push(row);
  }
  return top.concat(texts(body) ? [note(texts(body))] : []);
}

/** The branches, each under the one that it leaves. */
async function branches() {
  const body = await askQuietly("ttd/command", { command: "branches" });
  if (body.failure) {
    return [note(body.failure)];
  }
  const lines = texts(body).split("\n").filter((line) => line.trim());
  return lines.map((line) => {
    const name = line.replace(/^[*\s]+/, "").split(/\s+/)[0];
    const isHere = line.trimStart().startsWith("*");
    const command = { command: `${TYPE}.switch`, title: "Switch to it", arguments: [name] };
    return { label: line.replace("*", " ").trimEnd(), icon: isHere ? "check" : "git-branch", command, tooltip: line };
  });
}

/** The way of a value, as it was when it was asked about: its frame is gone when the program has moved on. */
async function wayOf(expression, frame) {
  const body = await askQuietly("ttd/origin", { expression, frameId: frame });
  if (body.failure) {
    return [note(body.failure)];
  }
  const list = answerOf(body, "origin");
  const rows = (list ? list.steps : []).map((step) => ({
    label: step.text,
    description: `${step.file}:${step.line}  at ${step.time}`,
    icon: "arrow-small-left",
    command: going(step.time),
  }));
  const head = { label: expression, icon: "symbol-variable" };
  return [head, ...rows].concat(texts(body) ? [note(texts(body))] : []);
}

function activate(context) {
  let way = [note("Choose “Where Did This Value Come From?” on a variable or a name.")];
  const trees = { calls: new Tree(calls), origin: new Tree(() => way), branches: new Tree(branches) };
  const views = {};
  for (const [name, tree] of Object.entries(trees)) {
    views[name] = vscode.window.createTreeView(`${TYPE}.${name}`, { treeDataProvider: tree, showCollapseAll: true });
    context.subscriptions.push(views[name]);
  }
  const command = (name, act) =>
    context.subscriptions.push(vscode.commands.registerCommand(`${TYPE}.${name}`, act));
  command("goToTime", goTo);
  command("switch", (name) => run(`switch ${name}`));
  command("branches", () => vscode.commands.executeCommand(`${TYPE}.branches.focus`));
  // What is not seen is not asked for.
  const refresh = () => {
    for (const name of ["calls", "branches"]) {
      if (views[name].visible) {
        trees[name].refresh();
      }
    }
  };
  context.subscriptions.push(onStop(refresh));
  context.subscriptions.push(onEnd(() => Object.values(trees).forEach((tree) => tree.refresh())));
  for (const name of ["calls", "branches"]) {
    context.subscriptions.push(views[name].onDidChangeVisibility((e) => e.visible && trees[name].refresh()));
  }
  return {
    origin: async (expression, frame) => {
      way = await wayOf(expression, frame);
      trees.origin.refresh();
      await vscode.commands.executeCommand(`${TYPE}.origin.focus`);
    },
  };
}

module.exports = { activate };
