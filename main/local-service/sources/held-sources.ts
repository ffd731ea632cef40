/** Work that was begun on another computer, and waits until a user confirms its sources. */
import { urlRule } from "../../../preload/facts/rules";
import type { ConfirmationRows, HeldSource } from "../rows/confirmation-port";
import { scriptUrlPath } from "./sources";

export interface HeldWork extends Pick<HeldSource, "id" | "name"> {
  /**
   * The hosts from which its scripts, videos and sounds are read; empty if they are in the
   * workspace.
   */
  hosts: string[];
}

export interface HeldSources {
  list(limit: number): Promise<HeldWork[]>;
  /** Confirms batches with their languages, and bulk requests. Ignores unknown ids. */
  confirm(ids: readonly string[]): Promise<void>;
}

/** SECURITY: only the host of an address is shown; a whole one may be an access right. */
function hostsOf({ locations }: HeldSource): string[] {
  const hosts = locations.flatMap((location) => {
    if (urlRule(location) !== null) return [];
    const { host, pathname } = new URL(location);
    return scriptUrlPath.test(pathname) ? [] : [host];
  });
  return [...new Set(hosts)].sort();
}

export function createHeldSources({
  store,
  now,
  onConfirmed,
}: {
  store: Pick<ConfirmationRows, "listHeld" | "confirmSources">;
  now: () => number;
  /** Called after each confirmation: work may continue. */
  onConfirmed: () => void;
}): HeldSources {
  return {
    async list(limit) {
      const found = await store.listHeld(limit);
      return found.map((one) => ({ id: one.id, name: one.name, hosts: hostsOf(one) }));
    },
    async confirm(ids) {
      await store.confirmSources(ids, now());
      onConfirmed();
    },
  };
}
