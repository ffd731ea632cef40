/**
 * The route of each request: the proxies of its URL, their credentials, and which of them have
 * failed.
 */
import { AppError } from "../../common/errors";
import { isLoopbackUrl, type Proxy, type Route, type Routes } from "../../remote/http/routes";
import type { ProxyCredentialStore } from "./proxy-credentials";

export interface RoutesDeps {
  /** The proxies for a URL in the order in which they are tried; null is a direct connection. */
  candidates: (url: string) => Promise<readonly (string | null)[]>;
  credentials: Pick<ProxyCredentialStore, "of">;
  /** The added certificate authorities, as PEM. */
  authorities: () => string;
  /** A proxy responded with 407. */
  onRejected: (proxy: string) => void;
  /** Milliseconds of a clock that does not jump. */
  now: () => number;
}

/** A proxy that failed is used last for this time, as in Chromium (net/proxy_resolution). */
const retryProxyMs = 5 * 60_000;

export function createRoutes(deps: RoutesDeps) {
  const { candidates, credentials, onRejected, now } = deps;
  /** When the proxies failed, by URL. */
  const failedAt = new Map<string, number>();
  /** The proxies that responded with 407, with the credentials that they rejected. */
  const rejected = new Map<string, { proxy: Proxy; error: AppError }>();

  /** The routes since the last reset. Failures of older ones do not count. */
  let issued = new WeakSet<Route>();

  const isUsable = (proxy: string | null) =>
    proxy === null || now() - (failedAt.get(proxy) ?? -Infinity) > retryProxyMs;
  const isSame = (one: Proxy, other: Proxy) =>
    one.userName === other.userName && one.password === other.password;

  const routes: Routes = {
    async of(url): Promise<Route> {
      const direct = { proxy: null, authorities: deps.authorities() };
      if (isLoopbackUrl(url)) return direct;
      const all = await candidates(url);
      const address = all.find(isUsable) ?? all[0] ?? null;
      if (address === null) return direct;
      const proxy = { url: address, ...(await credentials.of(address)) };
      const known = rejected.get(address);
      // SECURITY: rejected credentials are not sent again, because many attempts can lock the
      // user's account.
      if (known && isSame(known.proxy, proxy)) throw known.error;
      const route = { ...direct, proxy };
      issued.add(route);
      return route;
    },
    failed(route, error) {
      const { proxy } = route;
      if (proxy === null || !issued.has(route)) return;
      if (error.code === "proxy-failed") failedAt.set(proxy.url, now());
      if (error.code !== "proxy-credentials" || rejected.has(proxy.url)) return;
      rejected.set(proxy.url, { proxy, error });
      onRejected(proxy.url);
    },
  };
  return {
    ...routes,
    /** The proxies, their credentials or the network changed: forgets which of them have failed. */
    reset(): void {
      issued = new WeakSet();
      failedAt.clear();
      rejected.clear();
    },
  };
}
