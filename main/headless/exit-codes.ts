/** The exit codes of the terminal commands. */
import type { ConnectionStep } from "../../preload/model";

export const exit = {
  done: 0,
  /** A file is not in the gallery, or a folder does not match its manifest. */
  failed: 1,
  /** Invalid arguments, or a file named by them that cannot be used. */
  usage: 2,
  interrupted: 130,
} as const;

/** Of `dubyard review`: lines wait for a person. */
export const linesToReview = 3;

/** Of `dubyard test-connection`: the code of the first step that failed. */
export const connectionExit: Readonly<Record<ConnectionStep, number>> = {
  dns: 10,
  tcp: 11,
  proxy: 12,
  tls: 13,
  service: 14,
  clock: 15,
  credentials: 16,
  storage: 17,
};
