/**
 * Access tokens of one workspace: requested on first use, refreshed after a rejection, stored in
 * memory only.
 */
import { isRejection } from "../../preload/facts/errors";
import { AppError, CredentialsRejected } from "../common/errors";
import type { Connection } from "./connection";

export interface AuthDeps {
  /** Sends a POST request to the service without a token. */
  send: (connection: Connection, path: string, body: unknown) => Promise<unknown>;
}

export interface Auth {
  /** A token for these credentials. The same token is returned until the service rejects it. */
  token: (connection: Connection) => Promise<string>;
  /** A token other than the rejected one, requested with the refresh token if there is one. */
  refreshed: (connection: Connection, refused: string) => Promise<string>;
  /** A token other than the rejected one, requested with the credentials. */
  renewed: (connection: Connection, refused: string) => Promise<string>;
  /**
   * Records that a request with this token succeeded. `begunAt`: start of the request
   * (`performance.now()`).
   */
  accepted: (token: string, begunAt: number) => void;
  /** Whether a successful request with this token that started after `since` is recorded. */
  wasAccepted: (token: string, since: number) => boolean;
  /** Whether the token was issued so recently that expiry cannot be the reason for a rejection. */
  isFresh: (token: string) => boolean;
}

interface Tokens {
  clientId: string;
  clientSecret: string;
  accessToken: string;
  refreshToken: string | null;
  /** The value of `performance.now()` when the access token was received. */
  issuedAt: number;
}

/** In milliseconds. Access tokens are valid for an hour (interface-notes § Authentication). */
const freshMs = 60_000;

export function createAuth(deps: AuthDeps): Auth {
  let tokens: Tokens | null = null;
  let lastAccepted = { token: "", begunAt: 0 };
  // Note: One renewal for all. Requests that are rejected at the same time share one renewal.
  let renewal: Promise<string> | null = null;

  function once(work: () => Promise<string>): Promise<string> {
    renewal ??= work().finally(() => {
      renewal = null;
    });
    return renewal;
  }

  async function fetchToken(connection: Connection): Promise<string> {
    const { clientId, clientSecret } = connection;
    let response: unknown;
    try {
      response = await deps.send(connection, "/auth/token", { clientId, clientSecret });
    } catch (error) {
      tokens = null;
      throw toCredentialError(error);
    }
    const accessToken = accessTokenIn(response);
    if (accessToken === null) {
      tokens = null;
      throw new AppError("unexpected-answer", "the response contains no access token");
    }
    const refreshToken = field(response, "refreshToken");
    tokens = { clientId, clientSecret, accessToken, refreshToken, issuedAt: performance.now() };
    return accessToken;
  }

  async function refresh(connection: Connection): Promise<string> {
    if (!tokens?.refreshToken) return fetchToken(connection);
    try {
      const { refreshToken } = tokens;
      const response = await deps.send(connection, "/auth/refresh", { refreshToken });
      const accessToken = accessTokenIn(response);
      if (accessToken !== null) {
        tokens = { ...tokens, accessToken, issuedAt: performance.now() };
        return accessToken;
      }
    } catch (error) {
      if (!(error instanceof AppError) || !isRejection(error.code)) throw error;
    }
    return fetchToken(connection);
  }

  /**
   * The current token, unless it is the rejected one. Another caller may have renewed the token in
   * the meantime.
   */
  const current = (connection: Connection, refused: string | null) =>
    tokens !== null &&
    tokens.clientId === connection.clientId &&
    tokens.clientSecret === connection.clientSecret &&
    tokens.accessToken !== refused
      ? tokens.accessToken
      : null;

  return {
    async token(connection) {
      return current(connection, null) ?? once(() => fetchToken(connection));
    },
    async refreshed(connection, refused) {
      return current(connection, refused) ?? once(() => refresh(connection));
    },
    async renewed(connection, refused) {
      return current(connection, refused) ?? once(() => fetchToken(connection));
    },
    accepted(token, begunAt) {
      if (lastAccepted.token !== token || lastAccepted.begunAt < begunAt)
        lastAccepted = { token, begunAt };
    },
    wasAccepted: (token, since) => lastAccepted.token === token && lastAccepted.begunAt > since,
    isFresh: (token) =>
      tokens?.accessToken === token && performance.now() - tokens.issuedAt < freshMs,
  };
}

/**
 * Maps an error of /auth/token. A 400 or 401 means that the credentials are rejected
 * (interface-notes § Authentication). A 403 may also be the response of a network with a sign-in
 * page. A 404 means that the server at this address is not a dubbing service.
 */
function toCredentialError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === "invalid-input" || error.code === "token-refused")
    return new CredentialsRejected(error.message, error);
  if (error.code === "request-refused")
    return new AppError("token-refused", error.message, { cause: error });
  if (error.code !== "not-found") return error;
  return new AppError("unexpected-answer", "the server at this address is not a dubbing service", {
    cause: error,
  });
}

/**
 * The access token of a response; null also for a text that no header can have: every call would
 * fail before it is sent, and no response would lead to another token.
 */
function accessTokenIn(response: unknown): string | null {
  const token = field(response, "accessToken")?.trim() ?? "";
  return /^[\x20-\x7e]+$/.test(token) ? token : null;
}

function field(response: unknown, name: string): string | null {
  if (typeof response !== "object" || response === null) return null;
  const value = (response as Record<string, unknown>)[name];
  return typeof value === "string" && value !== "" ? value : null;
}
