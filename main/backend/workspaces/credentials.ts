/**
 * The credentials of workspaces: their secrets in the vault, and checks with the service before
 * they are stored.
 */
import type { AuthScheme } from "../../../preload/model";
import { AppError, invalidFields } from "../../common/errors";
import type { NewSecret } from "../../remote/extensions/administration";
import { createRemote, normaliseBaseUrl, type Remote } from "../../remote/remote";
import type { Routes } from "../../remote/http/routes";
import type { Vault } from "../ports";

export interface Credentials {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  authScheme: AuthScheme;
}

export interface CredentialsDeps {
  vault: Vault;
  routes: Routes;
  /** Throws "forbidden-by-policy" for a service that the administrator does not allow. */
  requireAllowed: (baseUrl: string) => void;
  /** Confirms a service's origin unless it is known; rejects with "not-confirmed". */
  requireHost: (origin: string) => Promise<void>;
  /** Ids of the cached project list of a workspace. */
  knownProjects: (workspaceId: string) => string[];
}

const secretKey = (workspaceId: string) => `workspace/${workspaceId}/secret`;
/** Timeout of each request of a check, in milliseconds. */
const testTimeoutMs = 15_000;

export type CredentialStore = ReturnType<typeof createCredentials>;

export function createCredentials({ vault, ...deps }: CredentialsDeps) {
  /** Tests credentials, then runs `inspect` with the client that used them. */
  async function test(
    credentials: Credentials,
    inspect: (remote: Remote) => Promise<void> = () => Promise.resolve(),
  ): Promise<{ milliseconds: number }> {
    const connection = { ...credentials, baseUrl: normaliseBaseUrl(credentials.baseUrl) };
    deps.requireAllowed(connection.baseUrl);
    // SECURITY: before the first byte is sent there.
    await deps.requireHost(new URL(connection.baseUrl).origin);
    const remote = createRemote({
      connection: () => Promise.resolve(connection),
      routes: deps.routes,
      timeoutMs: testTimeoutMs,
    });
    const start = performance.now();
    try {
      await remote.check();
      const milliseconds = Math.round(performance.now() - start);
      await inspect(remote);
      return { milliseconds };
    } finally {
      await remote.close();
    }
  }

  /** Exchanges the code of an invitation for credentials. `name`: of this computer. */
  async function accept(baseUrl: string, code: string, name: string): Promise<NewSecret> {
    deps.requireAllowed(baseUrl);
    // SECURITY: before the first byte is sent there.
    await deps.requireHost(new URL(baseUrl).origin);
    const remote = createRemote({
      connection: () =>
        Promise.resolve({ baseUrl, clientId: "", clientSecret: "", authScheme: "raw" }),
      routes: deps.routes,
      timeoutMs: testTimeoutMs,
    });
    try {
      return await remote.extensions.administration.accept(code, name);
    } finally {
      await remote.close();
    }
  }

  /**
   * Credentials select the workspace at the service. Those of another workspace would replace this
   * one's cached projects by the other's, and send its pending uploads and requests there.
   */
  async function requireSameWorkspace(workspaceId: string, remote: Remote): Promise<void> {
    const known = new Set(deps.knownProjects(workspaceId));
    if (known.size === 0) return;
    for await (const { rows } of remote.projects.list())
      if (rows.some(({ id }) => known.has(id))) return;
    throw invalidFields([{ field: "clientId", message: "other-workspace" }]);
  }

  return {
    test,
    accept,
    requireSameWorkspace,
    /** Whether stored secrets survive the end of the process. */
    isPersistent: () => vault.isPersistent,
    /** @throws AppError "secret-unreadable" or "secret-missing" */
    async secret(workspaceId: string): Promise<string> {
      const secret = await vault.get(secretKey(workspaceId));
      if (secret !== null) return secret;
      throw vault.has(secretKey(workspaceId))
        ? new AppError("secret-unreadable", "the keychain does not release the client secret")
        : new AppError("secret-missing", "the client secret is not stored on this computer");
    },
    requireAllowed: deps.requireAllowed,
    setSecret: (workspaceId: string, secret: string) => vault.set(secretKey(workspaceId), secret),
    deleteSecret: (workspaceId: string) => vault.delete(secretKey(workspaceId)),
  };
}
