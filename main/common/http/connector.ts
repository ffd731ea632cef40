/**
 * How the HTTP library opens connections. Node.js and the library have other defaults, which are
 * not used.
 */
import type { LookupFunction } from "node:net";
import type { SecureContext } from "node:tls";
import { openSocket } from "./open-socket";
import { buildConnector } from "./undici";

export interface ConnectorOptions {
  /** Of the TCP connection, and then of the TLS handshake. Milliseconds. */
  timeoutMs: number;
  lookup?: LookupFunction | undefined;
  /**
   * Called with the first connection that uses TLS, as a context needs CPU time. Default: that of
   * Node.js.
   */
  secureContext?: (() => SecureContext) | undefined;
}

export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const { timeoutMs, lookup, secureContext } = options;
  let secure: buildConnector.connector | null = null;

  const handshake: buildConnector.connector = (target, callback) => {
    secure ??= buildConnector({
      timeout: timeoutMs,
      allowH2: false,
      ...(secureContext && { secureContext: secureContext() }),
    });
    secure(target, callback);
  };

  return (target, callback) => {
    // The connection to a proxy, through which a host is reached.
    if (target.httpSocket) {
      handshake(target, callback);
      return;
    }
    const { hostname: host, protocol, localAddress } = target;
    const isSecure = protocol === "https:";
    openSocket({
      host,
      port: Number(target.port || (isSecure ? 443 : 80)),
      timeoutMs,
      lookup,
      localAddress: localAddress ?? undefined,
    }).then(
      (socket) => {
        if (isSecure) handshake({ ...target, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: unknown) => callback(error as Error, null),
    );
  };
}
