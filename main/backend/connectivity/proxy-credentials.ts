/** The user name and password of a proxy. The password is in the vault only. */
import { z } from "zod";
import type { ProxyCredentials } from "../../../preload/model";
import { invalidFields } from "../../common/errors";
import type { Vault } from "../ports";
import type { SettingsStore } from "../settings/store";

export interface ProxyCredentialsDeps {
  settings: SettingsStore;
  vault: Vault;
}

export interface GivenCredentials {
  /** "http://proxy.example:3128" */
  proxy: string;
  /** "" deletes the credentials. */
  userName: string;
  /** "" keeps the stored password. */
  password: string;
}

const setting = "proxyCredentials";
const secretKey = "network/proxy";
const stored = z.object({ proxy: z.string(), userName: z.string() });

export type ProxyCredentialStore = ReturnType<typeof createProxyCredentials>;

export function createProxyCredentials({ settings, vault }: ProxyCredentialsDeps) {
  let current = stored
    .nullable()
    .catch(null)
    .parse(settings.get(setting) ?? null);

  return {
    /** The credentials for a proxy, empty if there are none. */
    async of(proxy: string): Promise<{ userName: string; password: string }> {
      // SECURITY: another proxy, which a network can announce, gets no credentials.
      if (current?.proxy !== proxy) return { userName: "", password: "" };
      return { userName: current.userName, password: (await vault.get(secretKey)) ?? "" };
    },
    /** The proxy of the stored credentials, or null. */
    proxy: () => current?.proxy ?? null,
    describe(proxy: string | null): Pick<ProxyCredentials, "userName" | "hasPassword"> {
      if (proxy === null || current?.proxy !== proxy) return { userName: "", hasPassword: false };
      return { userName: current.userName, hasPassword: vault.has(secretKey) };
    },
    async set({ proxy, userName, password }: GivenCredentials): Promise<void> {
      if (userName === "") {
        await vault.delete(secretKey);
        current = null;
      } else {
        // A colon ends the user name (RFC 7617 § 2).
        if (userName.includes(":")) throw invalidFields([{ field: "userName", message: "colon" }]);
        const keepsPassword = current?.proxy === proxy && vault.has(secretKey);
        if (password === "" && !keepsPassword)
          throw invalidFields([{ field: "password", message: "required" }]);
        if (password !== "") await vault.set(secretKey, password);
        current = { proxy, userName };
      }
      settings.set(setting, current);
    },
  };
}
