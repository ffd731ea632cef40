/** The headless entry: the same service and the same upload engine from a terminal or a render farm. */
import { runHeadless } from "./headless/commands";

void runHeadless(process.argv.slice(2)).then((code) => {
  // Nothing is left to do; a library's idle connection must not keep the process.
  process.exit(code);
});
