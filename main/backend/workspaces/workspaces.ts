/** The workspaces, hosted and local: their credentials, and the client of each one's service. */
import { randomUUID } from "node:crypto";
import type { Handlers } from "../../../preload/contract";
import type { AuthScheme, Workspace } from "../../../preload/model";
import type { Connectivity } from "../connectivity/connectivity";
import type { LocalServiceHost, Vault } from "../ports";
import { isLoopbackUrl } from "../../remote/http-agents";
import { AppError, invalidFields } from "../../common/errors";
import type { Log } from "../../common/log";
import type { Connection } from "../../remote/connection";
import { createRemote, normaliseBaseUrl, type Remote } from "../../remote/remote";
import type { WorkspaceRow, WorkspaceStore } from "./store";
import type { FolderTransfer, TransferProgress } from "./folder-transfer";
import { createLocalRunner, type LocalRunner } from "./local-runner";
import { relocate, settleMove } from "./relocate";

export interface WorkspacesDeps {
  store: WorkspaceStore;
  vault: Vault;
  localServices: LocalServiceHost;
  connectivity: Connectivity;
  /** Confirms a service's origin unless it is known; rejects with "not-confirmed". */
  requireHost: (origin: string) => Promise<void>;
  /** Ids of the cached project list of a workspace. */
  knownProjects: (workspaceId: string) => string[];
  log: Log;
  now: () => number;
  onChanged: () => void;
}

export interface Credentials {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  authScheme: AuthScheme;
}

/**
 * Stops a domain's work for a workspace that is being removed, and deletes the domain's data of it. A rejection before
 * the removal cancels it.
 */
export type Cleanup = (workspaceId: string) => Promise<void> | void;

/** A workspace while the application runs. */
interface Open {
  remote: Remote;
  /** Null for a hosted workspace. */
  runner: LocalRunner | null;
  isSecretPersistent: boolean;
}

const secretKey = (workspaceId: string) => `workspace/${workspaceId}/secret`;
const testTimeoutMs = 15_000;
const notFound = () => new AppError("not-found", "this workspace no longer exists");
const noCredentials = { baseUrl: "", clientId: "", authScheme: "raw" } as const;

export type Workspaces = ReturnType<typeof createWorkspaces>;

export function createWorkspaces(deps: WorkspacesDeps) {
  const { store, vault, connectivity, log } = deps;
  const open = new Map<string, Open>();
  const before: Cleanup[] = [];
  const after: Cleanup[] = [];

  connectivity.onChange(({ kind }) => {
    if (kind === "online") return;
    deps.onChanged();
    if (kind === "network") for (const { remote } of open.values()) remote.refreshConnections();
  });

  function row(workspaceId: string): WorkspaceRow {
    const found = store.get(workspaceId);
    if (!found) throw notFound();
    return found;
  }
  function opened(workspaceId: string): Open {
    const found = open.get(workspaceId);
    if (!found) throw notFound();
    return found;
  }

  async function connectionOf(workspaceId: string): Promise<Connection> {
    const { kind, baseUrl, clientId, authScheme } = row(workspaceId);
    if (kind === "local") {
      const runner = open.get(workspaceId)?.runner;
      if (!runner) throw new AppError("local-service-failed", "the local service is not running");
      return { ...(await runner.address()), authScheme };
    }
    const clientSecret = await vault.get(secretKey(workspaceId));
    if (clientSecret === null) {
      throw vault.has(secretKey(workspaceId))
        ? new AppError("secret-unreadable", "the keychain does not release the client secret")
        : new AppError("secret-missing", "the client secret is not stored on this computer");
    }
    return { baseUrl, clientId, clientSecret, authScheme };
  }

  function openRow({ id, kind, dataDir, baseUrl }: WorkspaceRow): Open {
    const remote = createRemote({
      connection: () => connectionOf(id),
      proxyFor: connectivity.proxyFor,
      observe: (problem) => connectivity.observe(id, problem),
    });
    const isLocal = kind === "local";
    const runner = isLocal
      ? createLocalRunner({
          dataDir,
          host: deps.localServices,
          log,
          onState: (state, problem) => connectivity.setState(id, state, problem),
        })
      : null;
    const endpoint = {
      usesNetwork: !isLocal && !isLoopbackUrl(baseUrl),
      check: isLocal ? null : () => remote.check(),
    };
    connectivity.add(id, endpoint, isLocal ? "starting" : "unknown");
    const workspace: Open = { remote, runner, isSecretPersistent: isLocal || vault.isPersistent };
    open.set(id, workspace);
    return workspace;
  }
  async function close(workspaceId: string): Promise<void> {
    const workspace = open.get(workspaceId);
    connectivity.remove(workspaceId);
    await workspace?.remote.close();
    await workspace?.runner?.stop();
    open.delete(workspaceId);
  }

  function describe(found: WorkspaceRow): Workspace {
    const isSecretPersistent = open.get(found.id)?.isSecretPersistent ?? true;
    return { ...found, ...connectivity.status(found.id), isSecretPersistent };
  }

  /** Tests credentials, then runs `inspect` with the client that used them. */
  async function test(
    credentials: Credentials,
    inspect: (remote: Remote) => Promise<void> = () => Promise.resolve(),
  ): Promise<{ milliseconds: number }> {
    const connection = { ...credentials, baseUrl: normaliseBaseUrl(credentials.baseUrl) };
    // SECURITY: before the first byte is sent there.
    await deps.requireHost(new URL(connection.baseUrl).origin);
    const remote = createRemote({
      connection: () => Promise.resolve(connection),
      proxyFor: connectivity.proxyFor,
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

  /**
   * Credentials select the workspace at the service. Those of another workspace would replace this one's cached
   * projects by the other's, and send its pending uploads and requests there.
   */
  async function refuseOther(workspaceId: string, remote: Remote): Promise<void> {
    const known = new Set(deps.knownProjects(workspaceId));
    if (known.size === 0) return;
    for await (const { rows } of remote.projects.list())
      if (rows.some(({ id }) => known.has(id))) return;
    throw invalidFields([{ field: "clientId", message: "other-workspace" }]);
  }

  /** Adds a hosted workspace after the service accepted its credentials. */
  async function connect(name: string, credentials: Credentials): Promise<Workspace> {
    await test(credentials);
    const id = randomUUID();
    const { clientId, clientSecret, authScheme } = credentials;
    const baseUrl = normaliseBaseUrl(credentials.baseUrl);
    await vault.set(secretKey(id), clientSecret);
    const added: WorkspaceRow = {
      id,
      name,
      kind: "hosted",
      baseUrl,
      clientId,
      authScheme,
      dataDir: "",
      extensions: [],
      capabilities: {},
    };
    store.add(added, deps.now());
    openRow(added);
    connectivity.setState(id, "online", null);
    return describe(added);
  }

  /**
   * Replaces credentials after the service accepted the new ones. Credentials of another client are refused if the
   * service lists none of the known projects for them.
   */
  async function replaceSecret(
    workspaceId: string,
    credentials: Omit<Credentials, "baseUrl">,
  ): Promise<void> {
    const found = row(workspaceId);
    if (found.kind === "local") {
      throw new AppError("invalid-input", "a local workspace needs no credentials");
    }
    await test({ ...credentials, baseUrl: found.baseUrl }, async (remote) => {
      if (credentials.clientId !== found.clientId) await refuseOther(workspaceId, remote);
    });
    await vault.set(secretKey(workspaceId), credentials.clientSecret);
    store.setCredentials(workspaceId, credentials.clientId, credentials.authScheme);
    opened(workspaceId).isSecretPersistent = vault.isPersistent;
    connectivity.setState(workspaceId, "online", null);
    connectivity.retryNow(workspaceId);
  }

  /** Removes a workspace from this computer. The data folder of a local workspace stays on disk. */
  async function remove(workspaceId: string): Promise<void> {
    for (const cleanup of before) await cleanup(workspaceId);
    row(workspaceId);
    // First the step that can fail: then the workspace is unchanged and can be removed again.
    await vault.delete(secretKey(workspaceId));
    await close(workspaceId);
    store.remove(workspaceId);
    deps.onChanged();
    for (const cleanup of after) await cleanup(workspaceId);
  }

  /** Restarts a local service that does not run, and checks the connection. */
  async function reconnect(workspaceId: string): Promise<void> {
    const { remote, runner } = opened(workspaceId);
    runner?.restart();
    await remote.check();
    connectivity.retryNow(workspaceId);
  }

  /** Starts a local workspace with the newest copy of its damaged or missing database. */
  async function restoreCopy(workspaceId: string): Promise<void> {
    await opened(workspaceId).runner?.restoreCopy();
    connectivity.retryNow(workspaceId);
  }

  const list = () => store.list().map(describe);
  const handlers = {
    list,
    test: (credentials) => test(credentials),
    connect: ({ name, ...credentials }) => connect(name, credentials),
    rename({ workspaceId, name }) {
      store.rename(row(workspaceId).id, name);
      deps.onChanged();
    },
    replaceSecret: ({ workspaceId, ...credentials }) => replaceSecret(workspaceId, credentials),
    remove: ({ workspaceId }) => remove(workspaceId),
    reconnect: ({ workspaceId }) => reconnect(workspaceId),
    restoreCopy: ({ workspaceId }) => restoreCopy(workspaceId),
  } satisfies Partial<Handlers["workspaces"]>;

  return {
    handlers,
    ids: () => [...open.keys()],
    list,
    get: row,
    /** The client of a workspace's service. @throws AppError "not-found" */
    remote: (workspaceId: string): Remote => opened(workspaceId).remote,
    /** Registers a cleanup that runs before a workspace is removed. Cleanups run one after the other. */
    beforeRemove: (cleanup: Cleanup) => void before.push(cleanup),
    /** Registers a cleanup that runs after the removal, for data that calls have written meanwhile. */
    afterRemove: (cleanup: Cleanup) => void after.push(cleanup),
    remove,
    /** Starts local services and checks hosted ones. */
    start(): void {
      for (const stored of store.list()) {
        const found = settleMove(store, stored);
        const { runner } = openRow(found);
        if (runner) runner.restart();
        else connectivity.check(found.id);
      }
    },
    async stop(): Promise<void> {
      await Promise.allSettled([...open.keys()].map(close));
    },

    /** Adds a local workspace; resolves when its service runs. When it rejects, nothing was added. */
    async addLocal(dataDir: string, name: string): Promise<Workspace> {
      const own = { id: randomUUID(), name, kind: "local" as const, dataDir };
      const added: WorkspaceRow = { ...noCredentials, ...own, extensions: [], capabilities: {} };
      store.add(added, deps.now());
      const { runner } = openRow(added);
      try {
        await runner?.address();
      } catch (error) {
        await close(added.id);
        store.remove(added.id);
        throw error;
      }
      deps.onChanged();
      return describe(added);
    },
    /** Moves the folder of a local workspace; when it rejects, the workspace is in its former folder. */
    async relocate(workspaceId: string, transfer: FolderTransfer): Promise<TransferProgress> {
      const { runner } = opened(workspaceId);
      if (!runner) throw new AppError("not-offered", "only a local workspace has a folder");
      try {
        return await relocate({ store, runner, workspaceId }, transfer);
      } finally {
        deps.onChanged();
      }
    },
  };
}
