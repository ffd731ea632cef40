/** Leases of a process without a database: each claim succeeds. */
import type { Leases } from "../../main/local-service/work/leases";

export const freeLeases: Leases = {
  start: () => Promise.resolve(false),
  run: (kind, key, work) =>
    work({ kind, key, token: "", attempts: 1, signal: new AbortController().signal }),
  close: () => Promise.resolve(),
};
