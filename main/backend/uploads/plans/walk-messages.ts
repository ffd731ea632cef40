/** The messages between thread-walk and walk-thread. */
import type { MessagePort } from "node:worker_threads";
import type { Found } from "./walk-files";

/** Starts a walk; its messages go over `port`. */
export interface StartWalk {
  sourcePaths: readonly string[];
  /** Whether the walk waits for a message before it reads a folder. */
  reportsFolders: boolean;
  port: MessagePort;
}

/** Each is the response to one message, which is sent when the former one is processed. */
export type FromWalk =
  | { kind: "found"; found: Found[] }
  /** The entries of this folder are read after the next message. `found`: what was found before. */
  | { kind: "folder"; found: Found[]; location: string }
  | { kind: "end"; found: Found[] }
  | { kind: "failure"; message: string };
