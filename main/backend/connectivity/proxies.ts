/** Which proxies are used for a service: the system's, one that the user has set, or none. */
import { performance } from "node:perf_hooks";
import type { Handlers } from "../../../preload/contract";
import { networkSettings, type NetworkSettings } from "../../../preload/model";
import { urlRule } from "../../../preload/facts/rules";
import { AppError, invalidFields } from "../../common/errors";
import { createListeners } from "../../common/listeners";
import type { Log } from "../../common/log";
import type { Policies } from "../../common/policies";
import type { Routes } from "../../remote/http/routes";
import type { Dialogs, Vault } from "../ports";
import type { SettingsStore } from "../settings/store";
import { createAuthorities } from "./authorities";
import { createProxyCredentials } from "./proxy-credentials";
import { createRoutes } from "./routes";

export interface ProxiesDeps {
  settings: SettingsStore;
  vault: Vault;
  /**
   * The system's proxies for an address, in the syntax of PAC files: "PROXY proxy.example:3128;
   * DIRECT".
   */
  systemProxy?: ((url: string) => Promise<string>) | undefined;
  dialogs: Pick<Dialogs, "chooseFile">;
  /** Confirms a proxy's origin unless it is known; rejects with "not-confirmed". */
  requireHost: (origin: string) => Promise<void>;
  /** What the administrator has set. */
  policies: Pick<Policies, "proxy" | "certificates">;
  /** What the calls return changed. */
  onChanged: () => void;
  log: Log;
}

export interface Proxies {
  routes: Routes;
  /** Another proxy or password was set: existing connections lead through the wrong one. */
  onChange: (listener: () => void) => () => void;
  /** The network changed: proxies that have failed are tried again. */
  reset: () => void;
  handlers: Handlers["network"];
}

/** How long a response of the system is used, in milliseconds: a PAC script runs for each one. */
const systemProxyMs = 30_000;

export function createProxies(deps: ProxiesDeps): Proxies {
  const { settings, systemProxy, requireHost, onChanged } = deps;
  const forced = forcedSettings(deps.policies.proxy);
  const read = (): NetworkSettings =>
    networkSettings.catch(networkSettings.parse({})).parse(settings.get("network") ?? {});
  let current = forced ?? read();
  const changes = createListeners<[]>();
  const credentials = createProxyCredentials(deps);
  const authorities = createAuthorities({
    ...deps,
    managedFile: deps.policies.certificates ?? null,
    now: Date.now,
    onChanged: applyChange,
  });
  const now = () => performance.now();
  /** The responses of the system, by origin. */
  let resolved = new Map<string, { proxies: Promise<(string | null)[]>; at: number }>();
  /** The last proxy that responded with 407. */
  let requiredBy: string | null = null;

  function systemProxies(url: string): Promise<(string | null)[]> {
    if (!systemProxy) return Promise.resolve([null]);
    const { origin } = new URL(url);
    const known = resolved.get(origin);
    if (known && now() - known.at < systemProxyMs) return known.proxies;
    const proxies = systemProxy(url).then(parseProxyList, (cause: unknown) => {
      throw new AppError("proxy-failed", "the proxy settings of the system cannot be read", {
        cause,
      });
    });
    resolved.set(origin, { proxies, at: now() });
    return proxies;
  }
  const routes = createRoutes({
    async candidates(url) {
      if (current.proxy === "manual") return [originOf(current.proxyUrl)];
      return current.proxy === "none" ? [null] : systemProxies(url);
    },
    credentials,
    authorities: authorities.pem,
    onRejected(proxy) {
      requiredBy = proxy;
      onChanged();
    },
    now,
  });

  function reset(): void {
    routes.reset();
    resolved = new Map();
  }
  function applyChange(): void {
    requiredBy = null;
    reset();
    changes.notify();
    onChanged();
  }

  /** The proxy whose credentials can be entered. */
  function proxyOfCredentials(): string | null {
    if (current.proxy === "none") return null;
    return current.proxy === "manual"
      ? originOf(current.proxyUrl)
      : (requiredBy ?? credentials.proxy());
  }

  return {
    routes: {
      of: routes.of,
      failed(route, error) {
        routes.failed(route, error);
        // A PAC script may have another response for the next request.
        if (error.code === "proxy-failed") resolved = new Map();
      },
    },
    onChange: changes.add,
    reset,
    handlers: {
      settings: () => current,
      policies: () => ({ proxy: forced !== null, authorities: authorities.managed() }),
      async setSettings(wanted) {
        if (forced)
          throw new AppError("forbidden-by-policy", "the administrator has set the proxy");
        const next = { ...wanted, proxyUrl: withScheme(wanted.proxyUrl.trim()) };
        const rule = next.proxy === "manual" ? urlRule(next.proxyUrl) : null;
        if (rule !== null) throw invalidFields([{ field: "proxyUrl", message: rule }]);
        // SECURITY: the operator of the proxy sees all connections.
        if (next.proxy === "manual" && next.proxyUrl !== current.proxyUrl)
          await requireHost(originOf(next.proxyUrl));
        settings.set("network", next);
        current = next;
        applyChange();
      },
      proxyCredentials() {
        const proxy = proxyOfCredentials();
        const isRequired = proxy !== null && proxy === requiredBy;
        return { proxy, ...credentials.describe(proxy), isRequired };
      },
      async setProxyCredentials(given) {
        // The window shows the proxy; another one may have been set meanwhile.
        if (given.proxy !== proxyOfCredentials())
          throw new AppError("not-found", "this proxy is not used any more");
        await credentials.set({ ...given, userName: given.userName.trim() });
        applyChange();
      },
      authorities: authorities.state,
      chooseAuthorities: authorities.choose,
      removeAuthorities: authorities.remove,
    },
  };
}

/** The settings that the administrator has set; null if the user decides. */
function forcedSettings(proxy: Policies["proxy"]): NetworkSettings | null {
  if (proxy === undefined) return null;
  if (proxy === "system" || proxy === "none") return { proxy, proxyUrl: "" };
  return { proxy: "manual", proxyUrl: proxy };
}

/** Proxies are often given without a scheme: "proxy.example:3128". */
const withScheme = (text: string) =>
  text === "" || text.includes("://") ? text : `http://${text}`;

function originOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/**
 * The proxies of a PAC result in its order, null for "DIRECT"; direct if there is none. Entries
 * that are not supported are omitted.
 * @throws AppError "proxy-failed" if no entry is supported
 */
export function parseProxyList(result: string): (string | null)[] {
  const schemes: Record<string, string> = {
    PROXY: "http",
    HTTP: "http",
    HTTPS: "https",
    SOCKS5: "socks5",
    SOCKS: "socks5",
  };
  const proxies: (string | null)[] = [];
  let unsupported = "";
  for (const entry of result.split(";")) {
    const [kind = "", host = ""] = entry.trim().split(/\s+/);
    const scheme = schemes[kind.toUpperCase()];
    if (kind.toUpperCase() === "DIRECT") proxies.push(null);
    else if (scheme !== undefined && URL.canParse(`${scheme}://${host}`))
      proxies.push(`${scheme}://${host}`);
    else if (host !== "") unsupported ||= kind;
  }
  if (proxies.length > 0) return proxies;
  if (unsupported === "") return [null];
  throw new AppError("proxy-failed", `proxies of the kind ${unsupported} are not supported`);
}
