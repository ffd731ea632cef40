/**
 * Opens one connection to a service step by step: name, TCP, proxy, TLS. Sends no request to the
 * service.
 */
import { lookup } from "node:dns/promises";
import http from "node:http";
import net, { type Socket } from "node:net";
import tls, { type PeerCertificate, type TLSSocket } from "node:tls";
import { AppError, systemCode, toProblem } from "../common/errors";
import { openSocket } from "../common/http/open-socket";
import { trustingContext } from "./http/certificates";
import { clean } from "../../preload/facts/shown-text";
import { certificateError, fromNetworkError } from "./http/http-errors";
import { proxyFailed, proxyHeaders, rejectedByProxy } from "./http/proxy-agent";
import { directRoute, type Route, type Routes } from "./http/routes";

export interface ProbeOptions {
  routes: Routes;
  timeoutMs: number;
  signal: AbortSignal;
}

/** What a step found, in the same text for every language; null if the step does not apply. */
export type Found = { detail: string } | null;

/** Each step needs the result of the previous ones. Steps reject with an AppError. */
export function createProbe({ routes, timeoutMs, signal }: ProbeOptions) {
  let target: URL;
  let route: Route = directRoute;
  /** Why there is no route: the proxy has rejected its credentials, for example. */
  let routeError: AppError | null = null;
  let socket: Socket | null = null;

  /** The host that the TCP connection leads to. */
  function first(): { url: URL; port: number; isProxy: boolean } {
    const url = route.proxy ? new URL(route.proxy.url) : target;
    return { url, port: portOf(url), isProxy: route.proxy !== null };
  }
  const hostnameOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");
  const isSocks = () => route.proxy?.url.startsWith("socks5:") === true;

  /** Rejects when the signal is aborted or the time is over; `work` may go on without effect. */
  function within<T>(work: Promise<T>): Promise<T> {
    const late = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    return new Promise<T>((resolve, reject) => {
      const end = () =>
        reject(
          signal.aborted
            ? (signal.reason as Error)
            : new AppError("timeout", `no result after ${Math.round(timeoutMs / 1000)} s`),
        );
      late.addEventListener("abort", end, { once: true });
      work.then(resolve, reject).finally(() => late.removeEventListener("abort", end));
    });
  }

  async function failedBy<T>(work: Promise<T>): Promise<T> {
    try {
      return await within(work);
    } catch (error) {
      if (signal.aborted || error instanceof AppError) throw error;
      const { url, isProxy } = first();
      throw isProxy ? proxyFailed(url.host, error) : fromNetworkError(error, url.href);
    }
  }

  /** Ends an attempt to connect. */
  const closing = new AbortController();

  return {
    /** Resolves the name of the service, or of its proxy. */
    async resolve(baseUrl: string): Promise<Found> {
      target = new URL(baseUrl);
      try {
        route = await routes.of(baseUrl);
      } catch (error) {
        const { code, message } = toProblem(error);
        routeError = new AppError(code, message, { cause: error });
        return null;
      }
      const host = hostnameOf(first().url);
      if (net.isIP(host) !== 0) return null;
      const addresses = await failedBy(lookup(host, { all: true }));
      return { detail: `${host}: ${addresses.map(({ address }) => address).join(", ")}` };
    },

    async connect(): Promise<Found> {
      if (routeError !== null) return null;
      const { url, port } = first();
      const { signal } = closing;
      const opened = await failedBy(
        openSocket({ host: hostnameOf(url), port, timeoutMs: connectTimeoutMs, signal }),
      );
      socket = opened;
      const address = opened.remoteAddress ?? "";
      return { detail: `${net.isIPv6(address) ? `[${address}]` : address}:${port}` };
    },

    /**
     * Null without a proxy; the connection through a SOCKS proxy is tested by the request to the
     * service.
     */
    async tunnel(): Promise<Found> {
      if (routeError !== null) throw routeError;
      const { proxy } = route;
      if (!proxy || !socket || isSocks()) return null;
      const { url } = first();
      if (url.protocol === "https:")
        socket = await failedBy(handshake(socket, hostnameOf(url), route.authorities, url.href));
      const authority = `${target.hostname}:${portOf(target)}`;
      const connection = socket;
      const request = http.request({
        method: "CONNECT",
        path: authority,
        headers: { host: authority, ...proxyHeaders(proxy) },
        createConnection: () => connection,
      });
      const response = new Promise<http.IncomingMessage>((resolve, reject) => {
        request.once("connect", resolve);
        request.once("response", resolve);
        request.on("error", reject);
        request.end();
      });
      const { statusCode = 0, headers } = await failedBy(response);
      if (statusCode !== 200)
        throw rejectedByProxy(proxy, statusCode, headers["proxy-authenticate"]);
      return { detail: `${url.host}, HTTP 200` };
    },

    /** Null without TLS. */
    async secure(): Promise<Found> {
      if (target.protocol !== "https:" || !socket || isSocks()) return null;
      const host = hostnameOf(target);
      const secured = await failedBy(handshake(socket, host, route.authorities, target.href));
      socket = secured;
      const protocol = secured.getProtocol() ?? "TLS";
      return { detail: `${protocol}, ${describe(secured.getPeerCertificate())}` };
    },

    close() {
      closing.abort();
      socket?.destroy();
    },
  };
}

/** Milliseconds for all addresses of a host; the caller may have a lower limit. */
const connectTimeoutMs = 15_000;

const portOf = ({ port, protocol }: URL): number =>
  port === "" ? (protocol === "https:" ? 443 : protocol === "socks5:" ? 1080 : 80) : Number(port);

function eventOf(socket: Socket, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(name, () => resolve());
    socket.on("error", reject);
    socket.once("close", () => reject(new AppError("unreachable", "the connection was closed")));
  });
}

/** Rejects with "certificate" and the issuer if the certificate is not trusted. */
async function handshake(
  socket: Socket,
  host: string,
  authorities: string,
  url: string,
): Promise<TLSSocket> {
  const secured = tls.connect({
    socket,
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
    host,
    ALPNProtocols: ["http/1.1"],
    secureContext: trustingContext(authorities),
    // SECURITY: only to read the issuer of a certificate that is not trusted. Nothing is sent on
    // such a connection.
    rejectUnauthorized: false,
  });
  await eventOf(secured, "secureConnect");
  if (secured.authorized) return secured;
  const issuer = describe(secured.getPeerCertificate());
  secured.destroy();
  const cause: unknown = secured.authorizationError;
  const reason = systemCode(cause) || String(cause);
  throw certificateError(url, `${reason}, issued by ${issuer}`, cause);
}

/** "Example Authority, 2027-03-01": the issuer and the last day. */
function describe({ issuer, valid_to }: PeerCertificate): string {
  // Without a certificate the object is empty.
  const { CN, O } = { ...issuer } as Partial<Record<"CN" | "O", string>>;
  const day = new Date(valid_to);
  const until = Number.isNaN(day.getTime()) ? "" : `, ${day.toISOString().slice(0, 10)}`;
  return `${clean(CN ?? O ?? "?")}${until}`;
}
