/** Entry point without Electron: runs the local service and the upload queue from a terminal or on a render farm. */
import { runHeadless } from "./headless/commands";

void runHeadless(process.argv.slice(2)).then((code) => {
  // Exit explicitly: an idle connection of a library must not keep the process running.
  process.exit(code);
});
