/**
 * Programs under Electron. They run in utility processes, because the packaged application cannot
 * run as Node.js. Only the main process can start them; a local service requests them by message
 * (`servePrograms`).
 */
import { MessageChannelMain, utilityProcess, type UtilityProcess } from "electron";
import { z } from "zod";
import type {
  ProgramRequestMessage,
  ProgramResponseMessage,
} from "../../local-service/program-broker";
import type { Log } from "../../common/log";
import { lowerPriority } from "../../common/processes/process-priority";
import { argumentsOf, exitOf, type ProgramLimits } from "../../common/processes/program-process";
import type { ProgramFiles, ProgramName, Programs } from "../../common/processes/programs";

/**
 * The programs that a service may start: the name of their processes, and how many may exist at a
 * time. More than it uses, because previous ones may still be ending.
 */
const kinds: Readonly<Record<ProgramName, { serviceName: string; maxProcesses: number }>> = {
  reader: { serviceName: "Dubyard document reader", maxProcesses: 4 },
  flite: { serviceName: "Dubyard speech (Flite)", maxProcesses: 8 },
  "espeak-ng": { serviceName: "Dubyard speech (eSpeak NG)", maxProcesses: 8 },
  ffmpeg: { serviceName: "Dubyard media (FFmpeg)", maxProcesses: 4 },
  neural: { serviceName: "Dubyard neural speech", maxProcesses: 4 },
  translator: { serviceName: "Dubyard translation", maxProcesses: 2 },
};

function start(program: ProgramName, file: string, limits: ProgramLimits): UtilityProcess {
  const child = utilityProcess.fork(file, argumentsOf(limits), {
    serviceName: kinds[program].serviceName,
    stdio: "ignore",
    // SECURITY: a program has no access to the environment of the application.
    env: {},
  });
  if (program !== "reader") child.once("spawn", () => lowerPriority(child.pid));
  return child;
}

/**
 * Sends SIGKILL: Electron's `kill` sends SIGTERM, which the process ignores like signals of a
 * terminal.
 */
function kill(child: UtilityProcess): void {
  if (child.pid === undefined) {
    // Not started yet.
    child.once("spawn", () => kill(child));
    return;
  }
  try {
    process.kill(child.pid, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}

/** The programs for this process. They can be started only after the event "ready". */
export function utilityPrograms(files: ProgramFiles): Programs {
  return {
    programs: new Set(files.keys()),
    launch(program, limits) {
      const file = files.get(program);
      if (file === undefined) throw new Error(`the program ${program} is not installed`);
      const child = start(program, file, limits);
      return {
        send: (message) => child.postMessage(message),
        onMessage: (listener) => void child.on("message", listener),
        onExit: (listener) => void child.once("exit", (code) => listener(exitOf(code))),
        kill: () => kill(child),
        setBusy: () => undefined,
      };
    },
  };
}

const request = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("program-start"),
    id: z.number(),
    program: z.enum(Object.keys(kinds) as [ProgramName, ...ProgramName[]]),
    limits: z.object({ heapMb: z.number(), memoryMb: z.number() }),
  }),
  z.object({ type: z.literal("program-kill"), id: z.number() }),
]) satisfies z.ZodType<ProgramRequestMessage>;

/**
 * Starts and kills programs at the request of `service`, and kills the remaining ones when it ends.
 */
export function servePrograms(service: UtilityProcess, files: ProgramFiles, log: Log): void {
  const running = new Map<number, { child: UtilityProcess; program: ProgramName }>();
  const respond = (message: ProgramResponseMessage) => service.postMessage(message);
  const countOf = (name: ProgramName) =>
    [...running.values()].filter(({ program }) => program === name).length;

  service.on("message", (raw: unknown) => {
    const { data } = request.safeParse(raw);
    if (!data) return;
    const known = running.get(data.id);
    if (data.type === "program-kill") {
      if (known) kill(known.child);
      return;
    }
    const { id, program, limits } = data;
    const file = files.get(program);
    if (file === undefined || known || countOf(program) >= kinds[program].maxProcesses) {
      log.warn(`local-service: refused a further process of the program ${program}`);
      respond({ type: "program-exit", id, isAborted: false });
      return;
    }
    const child = start(program, file, limits);
    running.set(id, { child, program });
    child.once("exit", (code) => {
      running.delete(id);
      respond({ type: "program-exit", id, ...exitOf(code) });
    });
    const { port1, port2 } = new MessageChannelMain();
    child.postMessage(null, [port1]);
    service.postMessage({ type: "program-port", id } satisfies ProgramResponseMessage, [port2]);
  });
  service.once("exit", () => running.forEach(({ child }) => kill(child)));
}
