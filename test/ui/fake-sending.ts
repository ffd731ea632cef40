/** Scripts, the script store, the outbox and bulk grids in memory, as main would answer them. */
import type { Handlers } from "../../preload/contract";

type Groups = "scripts" | "scriptStore" | "outbox" | "bulk";

/** Handlers that know nothing yet: what is not there is refused by the fake backend. */
export function createFakeSending() {
  return {
    handlers: { scripts: {}, scriptStore: {}, outbox: {}, bulk: {} } as Pick<Handlers, Groups>,
  };
}
