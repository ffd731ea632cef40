/**
 * stdout and stderr of a terminal command. A write to a pipe is asynchronous: a process that exits
 * before the reader has received all of it loses the rest.
 */
import { systemCode } from "../common/errors";

export interface StreamWriter {
  /** Queues a text. Without effect after the reader has closed the stream. */
  write(text: string): void;
  /** Whether the reader is slower than the command. */
  isBehind(): boolean;
  /** Resolves when the stream accepts more without a growing queue, or is closed. */
  ready(): Promise<void>;
  /** Resolves when everything is written, or the stream is closed. */
  drained(): Promise<void>;
  /** Calls the function when the reader has closed the stream; at once if it has already. */
  onClosed(listener: () => void): void;
  /**
   * Why the stream could not be written ("ENOSPC"); "" if it could, or if its reader has closed it.
   */
  fault(): string;
}

type Target = Pick<NodeJS.WriteStream, "write" | "on" | "writableLength" | "writableNeedDrain">;

/** What a write to a pipe fails with after its reader has ended. */
const closedCodes = ["EPIPE", "ECONNRESET", "EOF", "ERR_STREAM_DESTROYED"];

export function createStreamWriter(target: Target): StreamWriter {
  let isClosed = false;
  let fault = "";
  const listeners: (() => void)[] = [];
  const waitingForReady: (() => void)[] = [];
  const waitingForEnd: (() => void)[] = [];

  function settle(waiting: (() => void)[]): void {
    for (const resolve of waiting.splice(0)) resolve();
  }
  function close(error: unknown): void {
    if (isClosed) return;
    isClosed = true;
    const code = systemCode(error);
    if (!closedCodes.includes(code)) fault = code === "" ? String(error) : code;
    settle(waitingForReady);
    settle(waitingForEnd);
    settle(listeners);
  }
  // Without a listener the error would end the process with a stack trace.
  target.on("error", close);
  target.on("drain", () => settle(waitingForReady));

  return {
    write(text) {
      if (!isClosed) target.write(text);
    },
    isBehind: () => !isClosed && target.writableNeedDrain,
    ready() {
      if (isClosed || !target.writableNeedDrain) return Promise.resolve();
      return new Promise((resolve) => void waitingForReady.push(resolve));
    },
    drained() {
      if (isClosed || target.writableLength === 0) return Promise.resolve();
      return new Promise((resolve) => {
        waitingForEnd.push(resolve);
        // Its callback follows those of all earlier writes, also of other parts of the process.
        target.write("", () => settle(waitingForEnd));
      });
    },
    onClosed(listener) {
      if (isClosed) listener();
      else listeners.push(listener);
    },
    fault: () => fault,
  };
}

let writers: { stdout: StreamWriter; stderr: StreamWriter } | null = null;

/**
 * The writers of this process, created on first use: the application without a command needs none.
 */
export function terminalStreams(): { stdout: StreamWriter; stderr: StreamWriter } {
  writers ??= {
    stdout: createStreamWriter(process.stdout),
    stderr: createStreamWriter(process.stderr),
  };
  return writers;
}

/**
 * Waits until both streams are drained: the process may exit then. Returns the exit code of a
 * command that ended with `code`: a command whose output could not be written, because of a full
 * disk for example, has not succeeded.
 */
export async function endTerminalStreams(code: number): Promise<number> {
  const { stdout, stderr } = terminalStreams();
  await stdout.drained();
  const fault = stdout.fault();
  if (fault !== "") stderr.write(`dubyard: the output is incomplete: ${fault}\n`);
  await stderr.drained();
  return fault !== "" && code === 0 ? 1 : code;
}
