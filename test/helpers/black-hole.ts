/**
 * A port of this computer that does not respond to connection requests, as behind a firewall that
 * drops packets.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Worker } from "node:worker_threads";

/** The thread is blocked as soon as it listens, so that it accepts no connection. */
const listening = `
  const { parentPort } = require("node:worker_threads");
  const server = require("node:net").createServer();
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

/**
 * Linux only: there the system drops connection requests while the queue of a listening socket is
 * full.
 */
export async function startBlackHole(): Promise<{ port: number; close: () => Promise<void> }> {
  const worker = new Worker(listening, { eval: true });
  const [port] = (await once(worker, "message")) as [number];
  const waiting: Socket[] = [];
  // The queue has room for one connection more than the backlog.
  for (let count = 0; count < 2; count += 1) {
    const socket = connect(port, "127.0.0.1");
    waiting.push(socket);
    await once(socket, "connect");
    socket.on("error", () => undefined);
  }
  return {
    port,
    async close() {
      for (const socket of waiting) socket.destroy();
      await worker.terminate();
    },
  };
}
