// ttd-py in VS Code. Breakpoints, stepping in both directions, variables and the console are VS Code's own; this
// extension adds what the protocol has no button for: the past of a value, the run as a timeline, calls, branches.
"use strict";

const adapter = require("./src/adapter");
const commands = require("./src/commands");
const inline = require("./src/inline");
const panels = require("./src/panels");
const session = require("./src/session");
const tests = require("./src/tests");
const trees = require("./src/trees");

function activate(context) {
  session.activate(context);
  adapter.activate(context);
  const views = { ...panels.activate(context), ...trees.activate(context) };
  commands.activate(context, views);
  inline.activate(context);
  tests.activate(context);
}

function deactivate() {}

module.exports = { activate, deactivate };
