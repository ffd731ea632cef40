import type { ConnectionState } from "../../preload/model";

/** The tone of the status dot for each connection state. */
export const connectionTones = {
  unknown: "waiting",
  starting: "active",
  online: "good",
  offline: "warn",
  unreachable: "bad",
  "token-refused": "bad",
  "secret-missing": "bad",
} as const satisfies Record<ConnectionState, string>;
