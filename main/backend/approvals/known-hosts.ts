/**
 * Addresses that the user has confirmed. SECURITY: a script in the window can fill in and submit
 * any form, so main cannot know what the user typed. Before it connects to a new address for a
 * call, a native dialog requires confirmation, once per address. Addresses of connected workspaces
 * count as confirmed; local workspaces need no confirmation.
 */
import { z } from "zod";
import { AppError } from "../../common/errors";
import type { Confirmations, HostPurpose } from "../ports";
import type { SettingsStore } from "../settings/store";
import { createMutex } from "../../common/mutex";

export interface KnownHostsDeps {
  settings: SettingsStore;
  confirmations: Pick<Confirmations, "hosts">;
  /** Base URLs of connected workspaces. */
  connected: () => readonly string[];
}

export type KnownHosts = ReturnType<typeof createKnownHosts>;

const setting = "confirmedHosts";
/** Addresses that are stored; beyond that, the oldest need a new confirmation. */
const maxKnown = 1_000;

export function createKnownHosts({ settings, confirmations, connected }: KnownHostsDeps) {
  /** One dialog at a time: addresses that the previous dialog confirmed need no other. */
  const exclusively = createMutex();
  const confirmed = () => z.array(z.string()).catch([]).parse(settings.get(setting));
  const keyOf = (purpose: HostPurpose, address: string) => `${purpose} ${address}`;

  return {
    /**
     * Resolves when all of these addresses are known or confirmed; rejects with "not-confirmed"
     * where the user cancels. An address is an origin; that of a bucket has the bucket's name as
     * its path.
     */
    require: (purpose: HostPurpose, addresses: readonly string[]): Promise<void> =>
      exclusively(async () => {
        const known = confirmed();
        const ofServices = connected().flatMap((url) => originOf(url) ?? []);
        const isKnown = (address: string) =>
          known.includes(keyOf(purpose, address)) ||
          (purpose !== "proxy" && ofServices.includes(address));
        const fresh = [...new Set(addresses)].filter((address) => !isKnown(address)).sort();
        if (fresh.length === 0) return;
        if (!(await confirmations.hosts({ purpose, addresses: fresh })))
          throw new AppError("not-confirmed", "the address was not confirmed");
        const added = fresh.map((address) => keyOf(purpose, address));
        settings.set(setting, [...confirmed(), ...added].slice(-maxKnown));
      }),
  };
}

/**
 * The origin of a URL, such as "https://dubbing.example:8443"; null for any text that is not an
 * http(s) URL.
 */
export function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? origin : null;
}
