// The debug session of ours that the user looks at: asking it, and hearing where the program stands and what it wrote.
"use strict";

const vscode = require("vscode");

const TYPE = "ttd-py";

/** Fires with what is known of a session whenever the program stands somewhere. */
const stopped = new vscode.EventEmitter();

/** Fires when a session has ended. */
const ended = new vscode.EventEmitter();

/** Texts with times that are remembered of a session at most. */
const MOST_OUTPUT = 2000;

/** What is known of each session, by its id: where it stands, and its latest output with times. */
const known = new Map();

/** The session of ours that the user looks at. */
function session() {
  const active = vscode.debug.activeDebugSession;
  return active && active.type === TYPE ? active : undefined;
}

/** What is known of the session that the user looks at. */
function state() {
  const active = session();
  return active && known.get(active.id);
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

/** As `ask`, for views: a failure is returned as a text under `failure`. */
async function askQuietly(request, body) {
  const active = session();
  if (!active) {
    return { failure: "No program is being debugged with ttd-py." };
  }
  try {
    return await active.customRequest(request, body);
  } catch (error) {
    return { failure: String(error.message || error) };
  }
}

/** Runs a command of the prompt, and shows its errors. */
async function run(command) {
  const body = await ask("ttd/command", { command, frameId: frameId() });
  for (const answer of body ? body.answers : []) {
    if (answer.kind === "error") {
      vscode.window.showErrorMessage(answer.text);
    }
  }
  return body;
}

/** Goes to an event. */
function goTo(event) {
  return ask("ttd/goto", { event });
}

/** The answer of a kind. */
function answerOf(body, kind) {
  return body && body.answers && body.answers.find((answer) => answer.kind === kind);
}

/** The texts among the answers. */
function texts(body) {
  return body.answers.filter((answer) => answer.text !== undefined).map((answer) => answer.text).join("\n");
}

/** Listens to what the adapter says. */
class Tracker {
  constructor(of) {
    this.of = of;
    known.set(of.id, { time: undefined, last: undefined, output: [] });
  }

  onDidSendMessage(message) {
    if (message.type !== "event") {
      return;
    }
    const about = known.get(this.of.id);
    if (!about) {
      return;
    }
    const body = message.body || {};
    if (message.event === "stopped") {
      Object.assign(about, { time: body.time, last: body.last, branch: body.branch, reason: body.reason });
      stopped.fire(about);
    } else if (message.event === "output" && body.ttd && about.output.length < MOST_OUTPUT) {
      about.output.push({ time: body.ttd.time, stream: body.category, text: body.output });
    } else if (message.event === "ttd/waitsForInput") {
      askForInput(this.of);
    }
  }

  onWillStopSession() {
    known.delete(this.of.id);
    ended.fire();
  }
}

/** Lets the user type what the program waits for, if the settings say so; the debug console takes it as well. */
async function askForInput(of) {
  if (!vscode.workspace.getConfiguration(TYPE).get("askForInput")) {
    return;
  }
  const line = await vscode.window.showInputBox({
    prompt: "The program waits for a line of input",
    ignoreFocusOut: true,
  });
  if (line !== undefined) {
    await of.customRequest("ttd/input", { text: `${line}\n` });
  }
}

/** Begins to listen to sessions. */
function activate(context) {
  const factory = { createDebugAdapterTracker: (of) => new Tracker(of) };
  context.subscriptions.push(vscode.debug.registerDebugAdapterTrackerFactory(TYPE, factory), stopped, ended);
}

module.exports = {
  TYPE,
  activate,
  answerOf,
  ask,
  askQuietly,
  frameId,
  goTo,
  onEnd: ended.event,
  onStop: stopped.event,
  run,
  session,
  state,
  texts,
};
