/**
 * Makes the HTTP library ignore a "100 Continue" that no request asked for, as RFC 9110 (15.2)
 * requires of clients. The library alone closes the connection, although the server may have stored
 * the body of the request by then.
 */
import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

/**
 * Interim responses before the final one. Each extends the timeout of the request, so their number
 * is limited.
 */
export const maxInterimResponses = 1_000;

const continueStatus = 100;
/** An interim response that the library ignores. */
const processingStatus = 102;

/** The parser of a connection: `statusCode` is that of the response whose headers are complete. */
interface Parser {
  onHeadersComplete(statusCode: number, ...others: unknown[]): number;
}

/** Prototypes of parsers whose method was replaced. */
const changed = new WeakSet();
const interimResponses = new WeakMap<Parser, number>();

/** The library keeps the parser in a property of the socket. */
function parserOf(socket: Socket): Parser | null {
  const key = Object.getOwnPropertySymbols(socket).find(
    ({ description }) => description === "parser",
  );
  const parser = key && (socket as unknown as Record<symbol, Partial<Parser> | null>)[key];
  return typeof parser?.onHeadersComplete === "function" ? (parser as Parser) : null;
}

export function ignoreInterimResponses(): void {
  subscribe("undici:client:connected", (message) => {
    const { socket } = message as { socket: Socket };
    const parser = parserOf(socket);
    if (parser === null) return;
    const prototype = Object.getPrototypeOf(parser) as Parser;
    if (changed.has(prototype)) return;
    changed.add(prototype);
    const { onHeadersComplete } = prototype;
    prototype.onHeadersComplete = function (this: Parser, statusCode, ...others) {
      const isInterim = statusCode >= continueStatus && statusCode < 200;
      const count = isInterim ? (interimResponses.get(this) ?? 0) + 1 : 0;
      if (isInterim || interimResponses.has(this)) interimResponses.set(this, count);
      let status = statusCode;
      if (statusCode === continueStatus) status = processingStatus;
      // The library ends the connection at this status.
      if (count > maxInterimResponses) status = continueStatus;
      return onHeadersComplete.call(this, status, ...others);
    };
  });
}
