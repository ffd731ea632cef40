/**
 * Entry point without Electron: runs the local service and the upload queue from a terminal or on a
 * render farm.
 */
import { readPolicies } from "./common/policies";
import { nodePrograms } from "./common/processes/programs";
import { runHeadless } from "./headless/commands";
import { terminalLog } from "./headless/terminal-log";

const deps = {
  bundles: __dirname,
  programs: nodePrograms(__dirname),
  policies: () => readPolicies(terminalLog),
};
void runHeadless(process.argv.slice(2), deps).then((code) => {
  // Exit explicitly: an idle connection of a library must not keep the process running.
  process.exit(code);
});
