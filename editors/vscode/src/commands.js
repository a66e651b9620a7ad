// The commands: motions that the protocol has no button for, and questions about the past of a value or a line.
"use strict";

const vscode = require("vscode");
const { TYPE, ask, frameId, goTo, run, session, state } = require("./session");

/** Commands of the prompt that travel, by the names of ours. */
const MOTIONS = {
  stepIntoBack: "rstep",
  reverseReturn: "rreturn",
  reverseUntil: "runtil",
  previousCall: "prevf",
  nextCall: "nextf",
  back: "back",
  forward: "forward",
  goToStart: "goto start",
  goToEnd: "goto end",
};

/** A name with attributes and items. */
const DOTTED = /[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*|\[[^\]]*\])*/;

/** The expression that a command is about: a variable of the tree, what is selected, or the word at the cursor. */
async function expressionOf(item) {
  if (item && item.variable) {
    return item.variable.evaluateName || item.variable.name;
  }
  const editor = vscode.window.activeTextEditor;
  if (editor) {
    const { document, selection } = editor;
    const range = selection.isEmpty ? document.getWordRangeAtPosition(selection.active, DOTTED) : selection;
    if (range) {
      return document.getText(range);
    }
  }
  return vscode.window.showInputBox({ prompt: "A variable, attribute or item" });
}

/** Lets the user choose a moment from rows with a label and a time, and goes there. */
async function choose(title, rows) {
  if (rows.length === 0) {
    vscode.window.showInformationMessage(`${title}: nothing`);
    return;
  }
  const chosen = await vscode.window.showQuickPick(rows, { title, matchOnDescription: true, matchOnDetail: true });
  if (chosen) {
    await goTo(chosen.time);
  }
}

async function whoSetThis(item) {
  const expression = await expressionOf(item);
  if (expression) {
    await run(`last ${expression}`);
  }
}

async function executions() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !session()) {
    return;
  }
  const line = editor.selection.active.line + 1;
  const body = await ask("gotoTargets", { path: editor.document.uri.fsPath, line });
  const rows = (body ? body.targets : []).map((target) => ({ label: target.label, time: target.id }));
  await choose(`Executions of line ${line}`, rows);
}

async function askWhere() {
  const prompt = "The number of an event, +N, -N, N%, a mark, start or end";
  const event = await vscode.window.showInputBox({ prompt });
  if (event) {
    await goTo(event);
  }
}

/** Lets the user choose from what the program has printed, and goes to where that was. */
async function output() {
  const about = state();
  const rows = (about ? about.output : []).map((piece) => ({
    label: piece.text.trimEnd() || "(an empty line)",
    description: `event ${piece.time}`,
    time: piece.time,
  }));
  await choose("Where this was printed", rows);
}

async function mark() {
  const name = await vscode.window.showInputBox({ prompt: "A name for this moment" });
  if (name) {
    await run(`mark ${name}`);
  }
}

/** Types a line, or the end of the input, for the program. */
async function input() {
  const line = await vscode.window.showInputBox({ prompt: "A line for the program's standard input" });
  if (line !== undefined) {
    await ask("ttd/input", { text: `${line}\n` });
  }
}

function activate(context, views) {
  const command = (name, act) =>
    context.subscriptions.push(vscode.commands.registerCommand(`${TYPE}.${name}`, act));
  for (const [name, line] of Object.entries(MOTIONS)) {
    command(name, () => run(line));
  }
  command("whoSetThis", whoSetThis);
  command("executions", executions);
  command("goTo", askWhere);
  command("output", output);
  command("mark", mark);
  command("input", input);
  command("endOfInput", () => ask("ttd/input", { end: true }));
  const about = (view) => async (item) => {
    const expression = await expressionOf(item);
    if (expression) {
      await view(expression, frameId());
    }
  };
  command("history", about(views.history));
  command("origin", about(views.origin));
}

module.exports = { activate };
