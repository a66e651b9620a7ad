// The two views of the panel: the timeline of the run, and the history of a value as a list and as a plot. Their pages
// are in `media`; here is what they are told and what becomes of what they say.
"use strict";

const vscode = require("vscode");
const { TYPE, answerOf, askQuietly, goTo, onEnd, onStop, session, state, texts } = require("./session");

/** Moments that the timeline shows at most. */
const BUCKETS = 200;

/** How long the adapter may look at moments, in milliseconds: first, and at most. */
const PATIENCE = [100, 1600];

/** A view whose page is a script and a style sheet of ours. */
class Panel {
  constructor(context, name, hear) {
    this.folder = vscode.Uri.joinPath(context.extensionUri, "media");
    this.name = name;
    this.hear = hear;
    this.view = undefined;
    const id = `${TYPE}.${name}`;
    context.subscriptions.push(vscode.window.registerWebviewViewProvider(id, this));
  }

  resolveWebviewView(view) {
    this.view = view;
    view.webview.options = { enableScripts: true, localResourceRoots: [this.folder] };
    view.webview.onDidReceiveMessage((message) => this.hear(message));
    view.onDidDispose(() => (this.view = undefined));
    view.onDidChangeVisibility(() => view.visible && this.hear({ kind: "ready" }));
    const own = (file) => view.webview.asWebviewUri(vscode.Uri.joinPath(this.folder, file));
    const policy = `default-src 'none'; style-src ${view.webview.cspSource}; script-src ${view.webview.cspSource}`;
    view.webview.html = `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${own("panel.css")}">
</head>
<body class="${this.name}">
<div id="head"></div><canvas id="canvas" tabindex="0"></canvas><div id="rows"></div>
<script src="${own(`${this.name}.js`)}"></script>
</body>
</html>`;
  }

  get visible() {
    return Boolean(this.view && this.view.visible);
  }

  tell(message) {
    if (this.view) {
      this.view.webview.postMessage(message);
    }
  }
}

/** Asks for the moments of the timeline, a part at a time, as long as it is seen and the program stands there. */
class Timeline {
  constructor(context) {
    this.panel = new Panel(context, "timeline", (message) => this.hear(message));
    this.range = undefined;
    this.asked = 0;
    context.subscriptions.push(onStop(() => this.load()));
    context.subscriptions.push(onEnd(() => this.panel.tell({ kind: "none" })));
  }

  hear(message) {
    if (message.kind === "goto") {
      goTo(message.time);
    } else if (message.kind === "range") {
      this.range = message.whole ? undefined : { from: message.from, to: message.to };
      this.load();
    } else {
      this.load();
    }
  }

  async load() {
    if (!this.panel.visible || !session()) {
      return;
    }
    const turn = ++this.asked;
    const samples = new Map();
    let [patience, most] = PATIENCE;
    for (;;) {
      const known = [...samples.keys()];
      const body = await askQuietly("ttd/timeline", { ...this.range, buckets: BUCKETS, exceptions: true, known, patience });
      if (turn !== this.asked) {
        return;
      }
      if (body.failure) {
        // A program that runs is asked when it stands.
        this.panel.tell({ kind: "failure", text: body.failure });
        return;
      }
      body.samples.forEach((sample) => samples.set(sample.asked, sample));
      const about = state() || { output: [] };
      const marks = answerOf(await askQuietly("ttd/command", { command: "marks" }), "marks");
      this.panel.tell({
        kind: "timeline",
        from: body.from,
        to: body.to,
        last: body.last,
        now: body.now,
        complete: body.complete,
        samples: [...samples.values()].sort((a, b) => a.time - b.time),
        exceptions: body.exceptions || [],
        marks: marks ? marks.marks : [],
        output: about.output.filter((piece) => piece.time >= body.from && piece.time <= body.to),
      });
      if (body.complete) {
        return;
      }
      if (body.samples.length === 0) {
        if (patience >= most) {
          return;
        }
        patience *= 2;
      }
    }
  }
}

/** The history of the value that was asked about last. */
class History {
  constructor(context) {
    this.shown = undefined;
    this.panel = new Panel(context, "history", (message) => {
      if (message.kind === "goto") {
        goTo(message.time);
      } else if (this.shown) {
        this.panel.tell(this.shown);
      }
    });
    context.subscriptions.push(onStop((about) => this.panel.tell({ kind: "now", time: about.time })));
  }

  async show(expression, frame) {
    const body = await askQuietly("ttd/history", { expression, frameId: frame });
    const list = body.failure ? undefined : answerOf(body, "history");
    const about = state();
    this.shown = {
      kind: "history",
      expression,
      now: about && about.time,
      changes: list ? list.changes : [],
      note: body.failure || texts(body),
    };
    await vscode.commands.executeCommand(`${TYPE}.history.focus`);
    this.panel.tell(this.shown);
  }
}

function activate(context) {
  const history = new History(context);
  const timeline = new Timeline(context);
  const focus = () => vscode.commands.executeCommand(`${TYPE}.timeline.focus`);
  context.subscriptions.push(vscode.commands.registerCommand(`${TYPE}.showTimeline`, focus));
  return { history: (expression, frame) => history.show(expression, frame), timeline };
}

module.exports = { activate };
