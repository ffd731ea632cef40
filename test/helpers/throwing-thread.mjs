/** A thread that throws out of a timer when it receives its first message. */
import { parentPort } from "node:worker_threads";

parentPort.once("message", () =>
  setTimeout(() => {
    throw new Error("thrown by a timer");
  }),
);
