/** Entry point without Electron: runs the local service and the upload queue from a terminal or on a render farm. */
import path from "node:path";
import { nodePrograms } from "./common/processes/programs";
import { runHeadless } from "./headless/commands";

const deps = {
  bundles: __dirname,
  programs: nodePrograms(__dirname),
  putThreadFile: path.join(__dirname, "put-thread.cjs"),
};
void runHeadless(process.argv.slice(2), deps).then((code) => {
  // Exit explicitly: an idle connection of a library must not keep the process running.
  process.exit(code);
});
