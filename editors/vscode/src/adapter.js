// How a session begins: the binary that speaks the protocol, and what is debugged when nothing is said.
"use strict";

const vscode = require("vscode");
const { TYPE } = require("./session");

/** Where the settings say that ttd-py is. */
function path() {
  return vscode.workspace.getConfiguration(TYPE).get("path") || "ttd-py";
}

/** Starts the binary, or connects to one that waits on a port. */
class Descriptors {
  createDebugAdapterDescriptor(session) {
    const { request, port, host } = session.configuration;
    if (request === "attach") {
      return new vscode.DebugAdapterServer(port, host || "127.0.0.1");
    }
    return new vscode.DebugAdapterExecutable(path(), ["-m", "dap"]);
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
      Object.assign(config, { type: TYPE, request: "launch", name: "ttd-py: this file", program: "${file}" });
    }
    if (config.request === "attach" && !config.port) {
      vscode.window.showErrorMessage("ttd-py: an attach configuration needs the \"port\" that ttd-py has printed.");
      return undefined;
    }
    if (config.request === "launch" && !config.cwd && folder) {
      config.cwd = folder.uri.fsPath;
    }
    return config;
  }
}

function activate(context) {
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, new Descriptors()),
    vscode.debug.registerDebugConfigurationProvider(TYPE, new Configurations()),
  );
}

module.exports = { activate, path };
