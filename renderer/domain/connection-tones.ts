import type { ConnectionState } from "../../preload/model";

/** What the state of the way to a service means, as a tone of its dot. */
export const connectionTones = {
  unknown: "waiting",
  starting: "active",
  online: "good",
  offline: "warn",
  unreachable: "bad",
  "token-refused": "bad",
  "secret-missing": "bad",
} as const satisfies Record<ConnectionState, string>;
