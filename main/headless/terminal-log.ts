import { createLog } from "../common/log";

/** Warnings of the terminal commands, on stderr: one line each, without a stack. */
export const terminalLog = createLog((_level, text) => {
  process.stderr.write(`dubyard: ${text.split("\n")[0]}\n`);
});
