/**
 * Reader processes that the tests of one worker share: the start of a process takes longer than
 * what most tests do with it. Tests of the processes themselves use `forkReader`.
 */
import type { ProgramLimits, ProgramProcess } from "../../main/common/processes/program-process";
import { forkReader, type LaunchReader } from "../../main/script-formats/process/reader-process";
import { scriptWorkerFile } from "./programs";

type Listener<T> = (value: T) => void;
type Exit = Parameters<Parameters<ProgramProcess["onExit"]>[0]>[0];

/** A process, and the user of it at this time. */
interface Shared {
  process: ProgramProcess;
  user: User | null;
}

interface User {
  onMessage: Listener<unknown>[];
  onExit: Listener<Exit>[];
  /** Whether a document is being read. */
  isReading: boolean;
  hasFailed: boolean;
}

const fork = forkReader(scriptWorkerFile);
/** The processes without a user, by their limits. */
const idle = new Map<string, Shared[]>();

const keyOf = ({ heapMb, memoryMb }: ProgramLimits) => `${heapMb} ${memoryMb}`;

function startShared(limits: ProgramLimits): Shared {
  const shared: Shared = { process: fork(limits), user: null };
  shared.process.onMessage((message) => {
    const { user } = shared;
    if (!user) return;
    if ("result" in (message as object)) user.isReading = false;
    if ("failure" in (message as object)) user.hasFailed = true;
    for (const listener of user.onMessage) listener(message);
  });
  shared.process.onExit((exit) => {
    const others = idle.get(keyOf(limits));
    if (others?.includes(shared)) others.splice(others.indexOf(shared), 1);
    for (const listener of shared.user?.onExit ?? []) listener(exit);
  });
  return shared;
}

/**
 * Launches a reader process, or takes one without a user. One that is ended while it does not read
 * stays for the next user; any other is killed.
 */
export const launchSharedReader: LaunchReader = (limits) => {
  const processes = idle.get(keyOf(limits)) ?? [];
  idle.set(keyOf(limits), processes);
  const shared = processes.pop() ?? startShared(limits);
  const user: User = { onMessage: [], onExit: [], isReading: false, hasFailed: false };
  shared.user = user;
  const isUsed = () => shared.user === user;
  return {
    send(message) {
      if (!isUsed()) return;
      if ("bytes" in (message as object)) user.isReading = true;
      shared.process.send(message);
    },
    onMessage: (listener) => void user.onMessage.push(listener),
    onExit: (listener) => void user.onExit.push(listener),
    kill() {
      if (!isUsed()) return;
      if (user.isReading || user.hasFailed) {
        shared.process.kill();
        return;
      }
      shared.user = null;
      shared.process.setBusy(false);
      processes.push(shared);
      queueMicrotask(() => user.onExit.forEach((listener) => listener({ isAborted: false })));
    },
    setBusy(isBusy) {
      if (isUsed()) shared.process.setBusy(isBusy);
    },
  };
};
