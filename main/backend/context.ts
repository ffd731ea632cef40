import type { Topic } from "../../preload/contract";
import type { Database } from "../common/database/database";
import type { Log } from "../common/log";
import type { Timing } from "./timing";

/** What most domains use. Created once for each backend and passed on as a whole. */
export interface Context {
  db: Database;
  /** Reports to the window that the data of a topic changed. */
  changed: (topic: Topic) => void;
  log: Log;
  /** Wall clock, in milliseconds since 1970. */
  now: () => number;
  timing: Timing;
}
