import { createLog, type Log } from "../common/log";

/** Warnings of the terminal commands, on stderr: one line each, without a stack. */
export const terminalLog = createLog((_level, text) => {
  process.stderr.write(`dubyard: ${text.split("\n")[0]}\n`);
});

/** A log of which only the errors are shown. */
export const errorLog = (show: (line: string) => void): Log =>
  createLog((level, line) => {
    if (level === "error") show(line);
  });
