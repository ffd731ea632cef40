/**
 * Programs for a service in an Electron utility process, which cannot start processes of
 * JavaScript. The main process starts and kills them; requests go over a message port between
 * service and program, not through the main process.
 */
import type { ProgramExit, ProgramLimits } from "../common/processes/program-process";
import type { LaunchProgram, ProgramName } from "../common/processes/programs";

/** Messages from the service to the main process. */
export type ProgramRequestMessage =
  | { type: "program-start"; id: number; program: ProgramName; limits: ProgramLimits }
  | { type: "program-kill"; id: number };

/** Messages from the main process to the service; "program-port" transfers the port. */
export type ProgramResponseMessage =
  { type: "program-port"; id: number } | ({ type: "program-exit"; id: number } & ProgramExit);

/** The used part of Electron's MessagePortMain. */
export interface Port {
  postMessage: (message: unknown) => void;
  on: (event: "message", listener: (event: { data: unknown; ports: Port[] }) => void) => void;
  start: () => void;
  close: () => void;
}

interface RunningProgram {
  port: Port | null;
  /** Messages sent before the port arrived. */
  unsent: unknown[];
  onMessage: (message: unknown) => void;
  onExit: (exit: ProgramExit) => void;
}

/** Launches programs through the main process behind `parentPort`. */
export function brokeredPrograms(parentPort: Pick<Port, "postMessage" | "on">): LaunchProgram {
  const running = new Map<number, RunningProgram>();
  let lastId = 0;
  const request = (message: ProgramRequestMessage) => parentPort.postMessage(message);
  parentPort.on("message", ({ data, ports: [port] }) => {
    const message = data as ProgramResponseMessage;
    const program = running.get((message as Partial<ProgramResponseMessage> | null)?.id ?? 0);
    if (!program) return;
    if (message.type === "program-exit") {
      running.delete(message.id);
      program.port?.close();
      program.onExit({ isAborted: message.isAborted });
    } else if (port) {
      program.port = port;
      port.on("message", (event) => program.onMessage(event.data));
      port.start();
      for (const unsent of program.unsent.splice(0)) port.postMessage(unsent);
    }
  });
  return (name, limits) => {
    lastId += 1;
    const id = lastId;
    const program: RunningProgram = {
      port: null,
      unsent: [],
      onMessage: () => undefined,
      onExit: () => undefined,
    };
    running.set(id, program);
    request({ type: "program-start", id, program: name, limits });
    return {
      send(message) {
        if (program.port) program.port.postMessage(message);
        else program.unsent.push(message);
      },
      onMessage: (listener) => (program.onMessage = listener),
      onExit: (listener) => (program.onExit = listener),
      kill: () => request({ type: "program-kill", id }),
      setBusy: () => undefined,
    };
  };
}
