/** Requests with a token, which is renewed when the service rejects it. */
import type { Dispatcher } from "../../common/http/undici";
import { AppError } from "../../common/errors";
import { mayNeedNewToken } from "../../../preload/facts/errors";
import type { Connection } from "../connection";
import type { CallOptions } from "./call-options";
import type { Auth } from "../auth";

/**
 * The cheapest request that verifies a token. 404 means that there are no models (interface-notes).
 */
const tokenCheck: CallOptions = { method: "GET", path: "/models", isRepeatable: true };

export interface AuthorisedSenderDeps {
  connection: () => Promise<Connection>;
  auth: Auth;
  /** Sends one request. */
  send: (
    connection: Connection,
    options: CallOptions,
    token: string | null,
  ) => Promise<Dispatcher.ResponseData>;
}

export function createAuthorisedSender(deps: AuthorisedSenderDeps) {
  const { auth, send } = deps;

  /**
   * Sends a request with a token. After a 401 or 403 the token is refreshed once. After a second
   * 401 or 403 a new token is requested once with the credentials (interface-notes §
   * Authentication).
   *
   * Note: 401 and 403. A 401 with a fresh token means that the credentials are rejected. A 403
   * means that the credentials are rejected, that the token has expired, or that only this request
   * is forbidden. With a fresh token the token check distinguishes these cases: if it succeeds,
   * only this request is forbidden.
   */
  async function sendAuthorised(options: CallOptions): Promise<Dispatcher.ResponseData> {
    const connection = await deps.connection();
    if (options.isPublic) return send(connection, options, null);
    let token = await auth.token(connection);
    for (const renew of [auth.refreshed, auth.renewed, null]) {
      const begunAt = performance.now();
      try {
        const response = await send(connection, options, token);
        auth.accepted(token, begunAt);
        return response;
      } catch (error) {
        if (!(error instanceof AppError) || !mayNeedNewToken(error.code)) throw error;
        if (error.code === "request-refused" && (renew === null || auth.isFresh(token))) {
          if (await isTokenAccepted(connection, token, begunAt, options.signal)) throw error;
        }
        if (renew === null) throw new AppError("token-refused", error.message, { cause: error });
        token = await renew(connection, token);
      }
    }
    throw new AppError("token-refused", "the service refuses every token");
  }

  /**
   * Whether a request started after `since` was accepted with this token. If none was, sends the
   * token check.
   */
  async function isTokenAccepted(
    connection: Connection,
    token: string,
    since: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    if (auth.wasAccepted(token, since)) return true;
    const begunAt = performance.now();
    try {
      const response = await send(connection, { ...tokenCheck, signal }, token);
      await response.body.dump();
    } catch (error) {
      const code = error instanceof AppError ? error.code : "internal";
      if (mayNeedNewToken(code)) return false;
      if (code !== "not-found") throw error;
    }
    auth.accepted(token, begunAt);
    return true;
  }

  return sendAuthorised;
}
