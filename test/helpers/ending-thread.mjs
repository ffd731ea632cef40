/** A thread that ends when it receives its first message. */
import { parentPort } from "node:worker_threads";

parentPort.once("message", () => process.exit(1));
