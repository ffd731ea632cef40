/**
 * Opens a TCP connection to a host with several addresses as RFC 8305 describes: the families
 * alternate, and while one attempt goes on the next one begins, so that an address without a route
 * or with a long delay does not delay the others. By default, Node.js tries an address for 250 ms,
 * which is too short for connections by satellite.
 */
import { lookup as resolveName, type LookupAddress } from "node:dns";
import { connect, isIP, isIPv6, type LookupFunction, type Socket } from "node:net";
import { systemCode } from "../errors";

export interface SocketTarget {
  /** A name or an address, without brackets. */
  host: string;
  port: number;
  /** Limit of the whole: the name, and all attempts. Milliseconds. */
  timeoutMs: number;
  /** Default: that of the operating system. Its errors are those of `openSocket`. */
  lookup?: LookupFunction | undefined;
  localAddress?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Delay of the next attempt while one goes on, in milliseconds: the value that RFC 8305 recommends.
 */
const nextAttemptMs = 250;
const highWaterMark = 64 * 1024;
const keepAliveMs = 60_000;

/** Codes of addresses that cannot be reached from this computer; another code says more. */
const withoutRoute = /^E(?:NETUNREACH|HOSTUNREACH|ADDRNOTAVAIL|AFNOSUPPORT)$/;

const nameOf = (address: string, port: number): string =>
  `${isIPv6(address) ? `[${address}]` : address}:${port}`;

/**
 * Resolves with the first connection. Rejects with the reason of the signal, or with an error that
 * has the system's `code` and whose message names every address that was tried.
 */
export function openSocket(target: SocketTarget): Promise<Socket> {
  const { host, port, timeoutMs, signal } = target;
  return new Promise((resolve, reject) => {
    const attempts = new Map<Socket, string>();
    const failures: Error[] = [];
    let waiting: LookupAddress[] = [];
    let next: NodeJS.Timeout | undefined;
    let isDone = false;
    const limit = setTimeout(() => fail(timeoutError()), timeoutMs);
    const abort = () => fail(signal?.reason as Error);

    function finish(): void {
      isDone = true;
      clearTimeout(limit);
      clearTimeout(next);
      signal?.removeEventListener("abort", abort);
      for (const socket of attempts.keys()) socket.destroy();
    }
    function fail(error: Error): void {
      if (isDone) return;
      finish();
      reject(error);
    }
    function timeoutError(): Error {
      const names = [...attempts.values()].join(", ");
      const what = names === "" ? `no address of ${host}` : `no connection to ${names}`;
      const others = failures.map(({ message }) => `; ${message}`).join("");
      const message = `${what} within ${timeoutMs / 1000} s${others}`;
      return Object.assign(new Error(message), { code: "ETIMEDOUT" });
    }

    function attempt(): void {
      clearTimeout(next);
      const address = waiting.shift();
      if (address === undefined) return;
      const options = {
        host: address.address,
        port,
        highWaterMark,
        ...(target.localAddress === undefined ? {} : { localAddress: target.localAddress }),
      };
      const socket = connect(options);
      attempts.set(socket, nameOf(address.address, port));
      socket.setNoDelay(true).setKeepAlive(true, keepAliveMs);
      socket.on("error", (error) => {
        if (isDone) return;
        attempts.delete(socket);
        failures.push(error);
        if (waiting.length > 0) attempt();
        else if (attempts.size === 0) fail(combined(failures));
      });
      socket.once("connect", () => {
        if (isDone) return;
        attempts.delete(socket);
        finish();
        resolve(socket);
      });
      next = setTimeout(attempt, nextAttemptMs);
    }

    if (signal?.aborted) {
      abort();
      return;
    }
    signal?.addEventListener("abort", abort);
    addressesOf(host, target.lookup ?? systemLookup, (error, addresses) => {
      if (isDone) return;
      if (error) {
        fail(error);
        return;
      }
      waiting = alternating(addresses);
      attempt();
    });
  });
}

const systemLookup: LookupFunction = (name, options, callback) =>
  resolveName(name, { ...options, all: true }, callback);

function addressesOf(
  host: string,
  lookup: LookupFunction,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
): void {
  const family = isIP(host);
  if (family !== 0) {
    done(null, [{ address: host, family }]);
    return;
  }
  lookup(host, { all: true }, (error, found) => {
    const addresses = typeof found === "string" ? [{ address: found, family: isIP(found) }] : found;
    if (error) done(error, []);
    else if (addresses.length > 0) done(null, addresses);
    else done(Object.assign(new Error(`${host} has no address`), { code: "ENOTFOUND" }), []);
  });
}

/** The addresses with the families in turn, beginning with that of the first one. */
function alternating(addresses: readonly LookupAddress[]): LookupAddress[] {
  const first = addresses[0]?.family;
  const preferred = addresses.filter(({ family }) => family === first);
  const others = addresses.filter(({ family }) => family !== first);
  return preferred
    .flatMap((address, index) => [address, ...others.slice(index, index + 1)])
    .concat(others.slice(preferred.length));
}

function combined(failures: readonly Error[]): Error {
  const [first] = failures;
  if (first !== undefined && failures.length === 1) return first;
  const telling = failures.find((error) => !withoutRoute.test(systemCode(error))) ?? first;
  const message = failures.map((error) => error.message).join("; ");
  return Object.assign(new Error(message, { cause: telling }), { code: systemCode(telling) });
}
