// The commands of ttd-py in VS Code. Breakpoints, stepping in both directions, variables and the console are VS Code's
// own: this file only adds what the protocol has no button for.
"use strict";

const vscode = require("vscode");

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

/** The session of ours that the user looks at. */
function session() {
  const active = vscode.debug.activeDebugSession;
  return active && active.type === "ttd-py" ? active : undefined;
}

/** The frame that the user has selected, as the adapter knows it. */
function frameId() {
  const item = vscode.debug.activeStackItem;
  return item && item.frameId !== undefined ? item.frameId : undefined;
}

/** Sends a request of our own and returns its body; shows why it failed. */
async function ask(request, body) {
  const active = session();
  if (!active) {
    vscode.window.showInformationMessage("No program is being debugged with ttd-py.");
    return undefined;
  }
  try {
    return await active.customRequest(request, body);
  } catch (error) {
    vscode.window.showErrorMessage(String(error.message || error));
    return undefined;
  }
}

/** Runs a command of the prompt, and shows its notes and errors. */
async function run(command) {
  const body = await ask("ttd/command", { command, frameId: frameId() });
  const said = (body ? body.answers : []).filter((answer) => answer.kind === "error");
  for (const answer of said) {
    vscode.window.showErrorMessage(answer.text);
  }
  return body;
}

/** The expression that a command is about: a variable of the tree, what is selected, or the word at the cursor. */
async function expressionOf(item) {
  if (item && item.variable) {
    return item.variable.evaluateName || item.variable.name;
  }
  const editor = vscode.window.activeTextEditor;
  if (editor) {
    const { document, selection } = editor;
    const dotted = /[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*|\[[^\]]*\])*/;
    const range = selection.isEmpty ? document.getWordRangeAtPosition(selection.active, dotted) : selection;
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
    await ask("ttd/goto", { event: chosen.time });
  }
}

function texts(body) {
  return body.answers.filter((answer) => answer.text !== undefined).map((answer) => answer.text).join("\n");
}

async function history(item) {
  const expression = await expressionOf(item);
  const body = expression && (await ask("ttd/history", { expression, frameId: frameId() }));
  if (!body) {
    return;
  }
  const list = body.answers.find((answer) => answer.kind === "history");
  if (!list) {
    vscode.window.showInformationMessage(texts(body));
    return;
  }
  const rows = list.changes.map((change) => ({
    label: `${change.current ? "$(debug-stackframe) " : ""}${change.contents || `${change.old || "nothing"} → ${change.new || "nothing"}`}`,
    description: `${change.file}:${change.line}`,
    detail: `event ${change.time}`,
    time: change.time,
  }));
  await choose(`History of ${expression}`, rows);
}

async function origin(item) {
  const expression = await expressionOf(item);
  const body = expression && (await ask("ttd/origin", { expression, frameId: frameId() }));
  if (!body) {
    return;
  }
  const list = body.answers.find((answer) => answer.kind === "origin");
  if (!list) {
    vscode.window.showInformationMessage(texts(body));
    return;
  }
  const rows = list.steps.map((step) => ({
    label: step.text,
    description: `${step.file}:${step.line}`,
    detail: `event ${step.time}`,
    time: step.time,
  }));
  await choose(`Where ${expression} came from`, rows);
}

async function whoSetThis(item) {
  const expression = await expressionOf(item);
  if (expression) {
    await run(`last ${expression}`);
  }
}

async function executions() {
  const editor = vscode.window.activeTextEditor;
  const active = session();
  if (!editor || !active) {
    return;
  }
  const line = editor.selection.active.line + 1;
  const body = await ask("gotoTargets", { source: { path: editor.document.uri.fsPath }, line });
  const rows = (body ? body.targets : []).map((target) => ({ label: target.label, time: target.id }));
  await choose(`Executions of line ${line}`, rows);
}

async function goTo() {
  const prompt = "The number of an event, +N, -N, N%, a mark, start or end";
  const event = await vscode.window.showInputBox({ prompt });
  if (event) {
    await ask("ttd/goto", { event });
  }
}

async function branches() {
  const body = await run("branches");
  if (!body) {
    return;
  }
  const name = (line) => line.replace(/^[*\s]+/, "").split(/\s+/)[0];
  const rows = texts(body)
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => ({ label: line, branch: name(line) }));
  const chosen = await vscode.window.showQuickPick(rows, { title: "Switch to a branch" });
  if (chosen) {
    await run(`switch ${chosen.branch}`);
  }
}

/** Starts the binary that the settings name. */
class Descriptors {
  createDebugAdapterDescriptor() {
    const path = vscode.workspace.getConfiguration("ttd-py").get("path") || "ttd-py";
    return new vscode.DebugAdapterExecutable(path, ["-m", "dap"]);
  }
}

/** Debugs the open file when there is no launch.json. */
class Configurations {
  resolveDebugConfiguration(folder, config) {
    if (!config.type && !config.request && !config.name) {
      const editor = vscode.window.activeTextEditor;
      if (!editor || editor.document.languageId !== "python") {
        return undefined;
      }
      Object.assign(config, { type: "ttd-py", request: "launch", name: "ttd-py: this file", program: "${file}" });
    }
    if (!config.cwd && folder) {
      config.cwd = folder.uri.fsPath;
    }
    return config;
  }
}

function activate(context) {
  const add = (disposable) => context.subscriptions.push(disposable);
  const command = (name, act) => add(vscode.commands.registerCommand(`ttd-py.${name}`, act));
  add(vscode.debug.registerDebugAdapterDescriptorFactory("ttd-py", new Descriptors()));
  add(vscode.debug.registerDebugConfigurationProvider("ttd-py", new Configurations()));
  for (const [name, line] of Object.entries(MOTIONS)) {
    command(name, () => run(line));
  }
  command("history", history);
  command("origin", origin);
  command("whoSetThis", whoSetThis);
  command("executions", executions);
  command("goTo", goTo);
  command("branches", branches);
}

function deactivate() {}

module.exports = { activate, deactivate };
