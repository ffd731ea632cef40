/**
 * A process that starts an executable with its arguments, and writes the id of the executable's
 * group.
 */
import { startSupervised } from "../../main/common/processes/supervised-process";

const [file = "", ...args] = process.argv.slice(2);
const { pid, output } = startSupervised({ file, args, env: process.env });
output.pipe(process.stdout);
process.stderr.write(`${pid}\n`);
