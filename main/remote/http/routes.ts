/** How requests reach a host: directly or through a proxy, and which certificates they trust. */
import type { AppError } from "../../common/errors";

/** SECURITY: contains a password; it is not logged, stored or sent to the window in this form. */
export interface Proxy {
  /** "http://proxy.example:3128"; the scheme is http, https or socks5. */
  url: string;
  /** "" for none. */
  userName: string;
  password: string;
}

/** Plain data, so that it can be sent to a thread. */
export interface Route {
  /** Null for a direct connection. */
  proxy: Proxy | null;
  /**
   * Certificate authorities that are trusted in addition to those of Node.js and of the system, as
   * PEM; "" for none.
   */
  authorities: string;
}

export interface Routes {
  /**
   * The route for requests to this URL; never through a proxy for this computer. Rejects with an
   * AppError if there is none now.
   */
  of(url: string): Promise<Route>;
  /** A request failed. If its proxy is the cause, the next route may use another proxy. */
  failed(route: Route, error: AppError): void;
}

export const directRoute: Route = { proxy: null, authorities: "" };
export const directRoutes: Routes = {
  of: () => Promise.resolve(directRoute),
  failed: () => undefined,
};

/** Loopback hosts. */
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export const isLoopbackHost = (hostname: string): boolean => loopback.test(hostname);

/** Whether a URL has a loopback host; false for an invalid URL. */
export const isLoopbackUrl = (url: string): boolean =>
  URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
