/** Random scripts of a simulation. */
import { seeded } from "../../../../helpers/random";
import { fileChanges, type FileChange } from "./virtual-files";

/** What the user, the system or another program does. `file`: the index of a file. */
export type Action =
  | {
      [Kind in (typeof fileActions)[number]]: { kind: Kind; file: number };
    }[(typeof fileActions)[number]]
  | { [Kind in (typeof queueActions)[number]]: { kind: Kind } }[(typeof queueActions)[number]]
  | { kind: (typeof outages)[number] }
  | { kind: "limit"; maxConnections: number }
  | { kind: "change"; file: number; change: FileChange };

export interface Script {
  seed: number;
  /** Sizes of the files in bytes. */
  sizes: number[];
  faultRate: number;
  /** The parts of every file, by number, whose first response is late. */
  lateParts?: number[];
  /** Actions, each after a delay in milliseconds. */
  steps: { afterMs: number; action: Action }[];
}

/**
 * Not in random scripts. "cable-out": requests fail, and the system reports it. "black-hole": no
 * request gets a response, and the system reports a network. "names-lost": no host name is
 * resolved, and the system reports a network. "overload": every PUT gets a 503. "address-changed":
 * ends an outage, and the system reports another address, so that all connections are dead.
 * "sleep": eight hours in which no timer runs.
 */
const outages = [
  "cable-out",
  "cable-in",
  "black-hole",
  "names-lost",
  "overload",
  "outage-ends",
  "address-changed",
  "sleep",
] as const;

const mebibyte = 1024 ** 2;
const sizes = [1, 100_000, 16 * mebibyte, 16 * mebibyte + 1, 40 * mebibyte, 100 * mebibyte];
const fileActions = ["pause", "resume", "cancel", "restore", "retry", "move"] as const;
const queueActions = [
  "pause-queue",
  "continue-queue",
  "hours-end",
  "hours-begin",
  "quit",
  "kill",
  "kill",
  "network-lost",
  "network-found",
  "connections-dead",
  "uploads-expired",
] as const;
export function createScript(seed: number): Script {
  const random = seeded(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const files = Array.from({ length: 1 + below(4) }, () => pick(sizes));
  const action = (): Action => {
    const file = below(files.length);
    const kind = below(10);
    if (kind < 4) return { kind: pick(fileActions), file };
    if (kind < 7) return { kind: pick(queueActions) };
    if (kind < 8) return { kind: "limit", maxConnections: 1 + below(8) };
    return { kind: "change", file, change: pick(fileChanges) };
  };
  return {
    seed,
    sizes: files,
    faultRate: pick([0, 0.02, 0.1, 0.3]),
    steps: Array.from({ length: below(12) }, () => ({
      afterMs: pick([0, 1, 50, 300, 2_000, 20_000, 20 * 60_000]),
      action: action(),
    })),
    lateParts: pick([[], [], [], [6, 7], [2, 5, 7]]),
  };
}
