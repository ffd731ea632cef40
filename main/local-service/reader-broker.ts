/**
 * Reader processes for a service in an Electron utility process, which cannot start processes. The main process starts
 * and kills them; documents go over a message port between service and reader, not through the main process.
 */
import type {
  LaunchReader,
  ReaderExit,
  ReaderLimits,
} from "../script-formats/process/reader-process";

/** Messages from the service to the main process. */
export type ReaderRequestMessage =
  { type: "reader-start"; id: number; limits: ReaderLimits } | { type: "reader-kill"; id: number };

/** Messages from the main process to the service; "reader-port" transfers the port. */
export type ReaderResponseMessage =
  { type: "reader-port"; id: number } | ({ type: "reader-exit"; id: number } & ReaderExit);

/** The used part of Electron's MessagePortMain. */
export interface Port {
  postMessage: (message: unknown) => void;
  on: (event: "message", listener: (event: { data: unknown; ports: Port[] }) => void) => void;
  start: () => void;
  close: () => void;
}

interface Reader {
  port: Port | null;
  /** Messages sent before the port arrived. */
  unsent: unknown[];
  onMessage: (message: unknown) => void;
  onExit: (exit: ReaderExit) => void;
}

/** Launches readers through the main process behind `parentPort`. */
export function brokeredReader(parentPort: Pick<Port, "postMessage" | "on">): LaunchReader {
  const readers = new Map<number, Reader>();
  let lastId = 0;
  const request = (message: ReaderRequestMessage) => parentPort.postMessage(message);
  parentPort.on("message", ({ data, ports: [port] }) => {
    const message = data as ReaderResponseMessage;
    const reader = readers.get((message as Partial<ReaderResponseMessage> | null)?.id ?? 0);
    if (!reader) return;
    if (message.type === "reader-exit") {
      readers.delete(message.id);
      reader.port?.close();
      reader.onExit({ isAborted: message.isAborted });
    } else if (port) {
      reader.port = port;
      port.on("message", (event) => reader.onMessage(event.data));
      port.start();
      for (const unsent of reader.unsent.splice(0)) port.postMessage(unsent);
    }
  });
  return (limits) => {
    lastId += 1;
    const id = lastId;
    const reader: Reader = {
      port: null,
      unsent: [],
      onMessage: () => undefined,
      onExit: () => undefined,
    };
    readers.set(id, reader);
    request({ type: "reader-start", id, limits });
    return {
      send(message) {
        if (reader.port) reader.port.postMessage(message);
        else reader.unsent.push(message);
      },
      onMessage: (listener) => (reader.onMessage = listener),
      onExit: (listener) => (reader.onExit = listener),
      kill: () => request({ type: "reader-kill", id }),
      setBusy: () => undefined,
    };
  };
}
