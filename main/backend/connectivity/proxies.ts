/** Which proxy leads to a service: what the system says, one that the user names, or none. */
import type { Handlers } from "../../../preload/contract";
import { networkSettings, type NetworkSettings } from "../../../preload/model";
import { urlRule } from "../../../preload/facts/rules";
import type { ProxyFor } from "../../remote/http-agents";
import { AppError } from "../../common/errors";
import type { SettingsStore } from "../settings/store";

export interface ProxiesDeps {
  settings: SettingsStore;
  /** What the system says for an address, as in a PAC file: "PROXY proxy.example:3128; DIRECT". */
  systemProxy?: ((url: string) => Promise<string>) | undefined;
  /** Confirms a proxy's origin unless it is known; rejects with "not-confirmed". */
  requireHost: (origin: string) => Promise<void>;
  /** All connections are to be made anew. */
  onChanged: () => void;
}

export interface Proxies {
  proxyFor: ProxyFor;
  handlers: Handlers["network"];
}

export function createProxies({
  settings,
  systemProxy,
  requireHost,
  onChanged,
}: ProxiesDeps): Proxies {
  const read = (): NetworkSettings =>
    networkSettings.catch(networkSettings.parse({})).parse(settings.get("network") ?? {});
  let present = read();

  return {
    async proxyFor(url) {
      if (present.proxy === "manual") return present.proxyUrl;
      if (present.proxy === "none" || !systemProxy) return null;
      return firstProxy(await systemProxy(url));
    },
    handlers: {
      settings: () => present,
      async setSettings(asked) {
        const next = { ...asked, proxyUrl: withScheme(asked.proxyUrl.trim()) };
        const rule = next.proxy === "manual" ? urlRule(next.proxyUrl) : null;
        if (rule !== null)
          throw new AppError("invalid-input", `proxyUrl: ${rule}`, {
            details: [{ field: "proxyUrl", message: rule }],
          });
        // SECURITY: whoever runs the proxy sees all connections.
        if (next.proxy === "manual" && next.proxyUrl !== present.proxyUrl) {
          const { protocol, host } = new URL(next.proxyUrl);
          await requireHost(`${protocol}//${host}`);
        }
        settings.set("network", next);
        present = next;
        onChanged();
      },
    },
  };
}

/** "proxy.example:3128" is what most people have been told. */
const withScheme = (text: string) =>
  text === "" || text.includes("://") ? text : `http://${text}`;

/** The first way of a PAC answer that we know; null for "DIRECT", and where none is known. */
export function firstProxy(answer: string): string | null {
  const schemes: Record<string, string> = {
    PROXY: "http",
    HTTP: "http",
    HTTPS: "https",
    SOCKS5: "socks5",
    SOCKS: "socks5",
  };
  for (const way of answer.split(";")) {
    const [kind = "", host = ""] = way.trim().split(/\s+/);
    if (kind.toUpperCase() === "DIRECT") return null;
    const scheme = schemes[kind.toUpperCase()];
    if (scheme !== undefined && host !== "") return `${scheme}://${host}`;
  }
  return null;
}
