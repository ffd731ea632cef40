/** Which proxy is used for a service: the system's, one that the user has set, or none. */
import type { Handlers } from "../../../preload/contract";
import { networkSettings, type NetworkSettings } from "../../../preload/model";
import { urlRule } from "../../../preload/facts/rules";
import type { ProxyFor } from "../../remote/http-agents";
import { invalidFields } from "../../common/errors";
import { createListeners } from "../../common/listeners";
import type { SettingsStore } from "../settings/store";

export interface ProxiesDeps {
  settings: SettingsStore;
  /** The system's proxies for an address, in the syntax of PAC files: "PROXY proxy.example:3128; DIRECT". */
  systemProxy?: ((url: string) => Promise<string>) | undefined;
  /** Confirms a proxy's origin unless it is known; rejects with "not-confirmed". */
  requireHost: (origin: string) => Promise<void>;
}

export interface Proxies {
  proxyFor: ProxyFor;
  /** Another proxy was set: existing connections lead through the wrong one. */
  onChange: (listener: () => void) => () => void;
  handlers: Handlers["network"];
}

export function createProxies({ settings, systemProxy, requireHost }: ProxiesDeps): Proxies {
  const read = (): NetworkSettings =>
    networkSettings.catch(networkSettings.parse({})).parse(settings.get("network") ?? {});
  let current = read();
  const changes = createListeners<[]>();

  return {
    onChange: changes.add,
    async proxyFor(url) {
      if (current.proxy === "manual") return current.proxyUrl;
      if (current.proxy === "none" || !systemProxy) return null;
      return firstProxy(await systemProxy(url));
    },
    handlers: {
      settings: () => current,
      async setSettings(wanted) {
        const next = { ...wanted, proxyUrl: withScheme(wanted.proxyUrl.trim()) };
        const rule = next.proxy === "manual" ? urlRule(next.proxyUrl) : null;
        if (rule !== null) throw invalidFields([{ field: "proxyUrl", message: rule }]);
        // SECURITY: the operator of the proxy sees all connections.
        if (next.proxy === "manual" && next.proxyUrl !== current.proxyUrl) {
          const { protocol, host } = new URL(next.proxyUrl);
          await requireHost(`${protocol}//${host}`);
        }
        settings.set("network", next);
        current = next;
        changes.notify();
      },
    },
  };
}

/** Proxies are often given without a scheme: "proxy.example:3128". */
const withScheme = (text: string) =>
  text === "" || text.includes("://") ? text : `http://${text}`;

/** The first proxy of a PAC result whose scheme is supported; null for "DIRECT", and if none is supported. */
export function firstProxy(result: string): string | null {
  const schemes: Record<string, string> = {
    PROXY: "http",
    HTTP: "http",
    HTTPS: "https",
    SOCKS5: "socks5",
    SOCKS: "socks5",
  };
  for (const entry of result.split(";")) {
    const [kind = "", host = ""] = entry.trim().split(/\s+/);
    if (kind.toUpperCase() === "DIRECT") return null;
    const scheme = schemes[kind.toUpperCase()];
    if (scheme !== undefined && host !== "") return `${scheme}://${host}`;
  }
  return null;
}
