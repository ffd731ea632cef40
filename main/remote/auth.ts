/** Access tokens of one workspace: fetched when first needed, refreshed when refused, never written anywhere. */
import { AppError } from "../common/errors";
import type { Connection } from "./connection";

export interface AuthDeps {
  /** Posts to the service without a token. */
  send: (connection: Connection, path: string, body: unknown) => Promise<unknown>;
}

export interface Auth {
  /** A token for these credentials; the same one until it is refused. */
  token: (connection: Connection) => Promise<string>;
  /** A token other than the refused one, by the refresh token where there is one. */
  refreshed: (connection: Connection, refused: string) => Promise<string>;
  /** A token other than the refused one, by the credentials. */
  renewed: (connection: Connection, refused: string) => Promise<string>;
  /** Records that a call which began at this time (`performance.now()`) was answered with this token. */
  accepted: (token: string, begunAt: number) => void;
  /** Whether such a call is known that began later than `since`. */
  wasAccepted: (token: string, since: number) => boolean;
  /** Whether the token was issued so recently that its age cannot be why it is refused. */
  isFresh: (token: string) => boolean;
}

interface Held {
  clientId: string;
  clientSecret: string;
  accessToken: string;
  refreshToken: string | null;
  /** `performance.now()` when the access token was received. */
  issuedAt: number;
}

/** Milliseconds; access tokens live for an hour (interface-notes § Authentication). */
const freshMs = 60_000;

export function createAuth(deps: AuthDeps): Auth {
  let held: Held | null = null;
  let lastAccepted = { token: "", begunAt: 0 };
  // Note: One renewal for all. Sixteen requests refused at once wait for the same renewal, not for sixteen.
  let renewal: Promise<string> | null = null;

  function once(work: () => Promise<string>): Promise<string> {
    renewal ??= work().finally(() => {
      renewal = null;
    });
    return renewal;
  }

  async function fetchToken(connection: Connection): Promise<string> {
    const { clientId, clientSecret } = connection;
    let answer: unknown;
    try {
      answer = await deps.send(connection, "/auth/token", { clientId, clientSecret });
    } catch (error) {
      held = null;
      throw asRefusal(error);
    }
    const accessToken = field(answer, "accessToken");
    if (accessToken === null) {
      throw new AppError("unexpected-answer", "the service gave no access token");
    }
    const refreshToken = field(answer, "refreshToken");
    held = { clientId, clientSecret, accessToken, refreshToken, issuedAt: performance.now() };
    return accessToken;
  }

  async function refresh(connection: Connection): Promise<string> {
    if (!held?.refreshToken) return fetchToken(connection);
    try {
      const { refreshToken } = held;
      const answer = await deps.send(connection, "/auth/refresh", { refreshToken });
      const accessToken = field(answer, "accessToken");
      if (accessToken !== null) {
        held = { ...held, accessToken, issuedAt: performance.now() };
        return accessToken;
      }
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    return fetchToken(connection);
  }

  /** What another caller has renewed meanwhile is good enough. */
  const current = (connection: Connection, refused: string | null) =>
    held !== null &&
    held.clientId === connection.clientId &&
    held.clientSecret === connection.clientSecret &&
    held.accessToken !== refused
      ? held.accessToken
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
    isFresh: (token) => held?.accessToken === token && performance.now() - held.issuedAt < freshMs,
  };
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof AppError &&
    ["invalid-input", "token-refused", "request-refused", "not-found"].includes(error.code)
  );
}

/**
 * A 400 from /auth/token means that the credentials are not taken (interface-notes § Authentication). A 404 is no
 * empty list here: what answers at this address is another service.
 */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === "invalid-input" || error.code === "request-refused") {
    return new AppError("token-refused", error.message, { cause: error });
  }
  if (error.code !== "not-found") return error;
  return new AppError("unexpected-answer", "no dubbing service answers at this address", {
    cause: error,
  });
}

function field(answer: unknown, name: string): string | null {
  if (typeof answer !== "object" || answer === null) return null;
  const value = (answer as Record<string, unknown>)[name];
  return typeof value === "string" && value !== "" ? value : null;
}
