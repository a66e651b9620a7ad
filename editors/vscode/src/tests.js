// Tests of pytest in the test explorer: each can be run under ttd-py and is then looked at where it failed.
"use strict";

const vscode = require("vscode");
const { TYPE, answerOf, goTo, onEnd, onStop } = require("./session");

/** A function that pytest would run, or a class of tests. */
const TEST = /^(\s*)(?:async\s+)?(def|class)\s+(test\w*|Test\w*)/;

/** The session that runs a test, and what becomes of it. */
let running;

/** Finds the tests of a file by their names. */
async function find(controller, uri) {
  const file = controller.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
  const text = Buffer.from(await vscode.workspace.fs.readFile(uri)).toString("utf8");
  let inside;
  text.split("\n").forEach((line, number) => {
    const found = TEST.exec(line);
    if (!found) {
      return;
    }
    const [, indentation, kind, name] = found;
    const isOfClass = indentation && inside;
    if (indentation && !inside) {
      return;
    }
    const parent = isOfClass ? inside : file;
    const item = controller.createTestItem(`${parent.id}::${name}`, name, uri);
    item.range = new vscode.Range(number, 0, number, line.length);
    parent.children.add(item);
    if (!indentation) {
      inside = kind === "class" ? item : undefined;
    }
  });
  if (file.children.size > 0) {
    controller.items.add(file);
  } else {
    controller.items.delete(file.id);
  }
}

/** The name by which pytest knows a test. */
function nodeId(item) {
  const [, ...names] = item.id.slice(item.uri.toString().length).split("::");
  return [item.uri.fsPath, ...names].join("::");
}

/** Runs a test under the debugger, until the session has ended. */
async function debugTest(item, run) {
  const folder = vscode.workspace.getWorkspaceFolder(item.uri);
  run.started(item);
  const over = new Promise((resolve) => (running = { item, run, resolve, seen: false }));
  const started = await vscode.debug.startDebugging(folder, {
    type: TYPE,
    request: "launch",
    name: `ttd-py: ${item.label}`,
    module: "pytest",
    args: ["-q", "-p", "no:cacheprovider", nodeId(item)],
    cwd: folder ? folder.uri.fsPath : undefined,
    mode: vscode.workspace.getConfiguration(TYPE).get("testMode") || "ttd",
  });
  if (started) {
    await over;
  } else {
    run.errored(item, new vscode.TestMessage("ttd-py could not be started."));
  }
  running = undefined;
}

/** At the end of a test's run: goes to where the test failed. */
async function lookAtFailure(about) {
  const active = vscode.debug.activeDebugSession;
  if (!running || running.seen || !active || active.type !== TYPE || about.reason !== "end") {
    return;
  }
  running.seen = true;
  const { item, run } = running;
  const command = `rfind kind == 'exception' and func == '${item.label}'`;
  const body = await active.customRequest("ttd/command", { command });
  const stop = answerOf(body, "stop");
  if (!stop) {
    run.passed(item);
    return;
  }
  const message = new vscode.TestMessage(stop.exception || "It failed.");
  message.location = new vscode.Location(item.uri, new vscode.Position(stop.frame.line - 1, 0));
  run.failed(item, message);
  await goTo(stop.time);
}

function activate(context) {
  const controller = vscode.tests.createTestController(`${TYPE}.tests`, "ttd-py");
  context.subscriptions.push(controller);
  const pattern = "**/test_*.py";
  controller.resolveHandler = async (item) => {
    if (!item) {
      const files = await vscode.workspace.findFiles(pattern, "**/{node_modules,.venv,venv,target}/**", 500);
      await Promise.all(files.map((uri) => find(controller, uri)));
    }
  };
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  watcher.onDidChange((uri) => find(controller, uri));
  watcher.onDidCreate((uri) => find(controller, uri));
  watcher.onDidDelete((uri) => controller.items.delete(uri.toString()));
  context.subscriptions.push(watcher);
  const profile = async (request) => {
    const run = controller.createTestRun(request);
    for (const item of request.include || []) {
      // One test at a time is looked at: a file or a class has several failures.
      if (item.children.size > 0) {
        run.skipped(item);
      } else {
        await debugTest(item, run);
      }
    }
    run.end();
  };
  controller.createRunProfile("Debug from its failure (ttd-py)", vscode.TestRunProfileKind.Debug, profile, false);
  context.subscriptions.push(onStop(lookAtFailure), onEnd(() => running && running.resolve()));
}

module.exports = { activate };
