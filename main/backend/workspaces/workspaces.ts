/** The workspaces, hosted and local, and the client of the service of each. */
import { randomUUID } from "node:crypto";
import type { Handlers } from "../../../preload/contract";
import type { Activity } from "../../../preload/facts/activity";
import type { Workspace } from "../../../preload/model";
import type { Connectivity } from "../connectivity/connectivity";
import type { LocalServiceHost } from "../ports";
import { isLoopbackUrl } from "../../remote/http/routes";
import { AppError } from "../../common/errors";
import type { Log } from "../../common/log";
import type { Connection } from "../../remote/connection";
import { createRemote, normaliseBaseUrl, type Remote } from "../../remote/remote";
import type { CredentialStore, Credentials } from "./credentials";
import type { ExternalGrantStore } from "./external-grants";
import type { WorkspaceRow, WorkspaceStore } from "./store";
import type { FolderTransfer, TransferProgress } from "./folder-transfer";
import { createLocalRunner, type LocalRunner } from "./local-runner";
import { relocate, completeMove } from "./relocate";

export interface WorkspacesDeps {
  store: WorkspaceStore;
  credentials: CredentialStore;
  localServices: LocalServiceHost;
  connectivity: Connectivity;
  externalGrants: Pick<ExternalGrantStore, "of">;
  log: Log;
  now: () => number;
  onChanged: () => void;
  /** Called with the kinds of work that the service of a local workspace is doing. */
  onActivity: (workspaceId: string, activity: Activity) => void;
}

/**
 * Stops a domain's work for a workspace that is being removed, and deletes the domain's data of it.
 * A rejection before the removal cancels it.
 */
export type Cleanup = (workspaceId: string) => Promise<void> | void;

/** A workspace while the application runs. */
interface RunningWorkspace {
  remote: Remote;
  /** Null for a hosted workspace. */
  runner: LocalRunner | null;
  isSecretPersistent: boolean;
  /** The host of the last upload ("https://bucket.example"), if there was one. */
  storageOrigin: string | null;
}

const notFound = () => new AppError("not-found", "this workspace no longer exists");
const noCredentials = { baseUrl: "", clientId: "", authScheme: "raw" } as const;

export type Workspaces = ReturnType<typeof createWorkspaces>;

export function createWorkspaces(deps: WorkspacesDeps) {
  const { store, credentials, connectivity, log } = deps;
  const running = new Map<string, RunningWorkspace>();
  const before: Cleanup[] = [];
  const after: Cleanup[] = [];

  connectivity.onChange(({ kind }) => {
    if (kind === "online") return;
    deps.onChanged();
    if (kind === "network") for (const { remote } of running.values()) remote.refreshConnections();
  });

  function row(workspaceId: string): WorkspaceRow {
    const found = store.get(workspaceId);
    if (!found) throw notFound();
    return found;
  }
  function runningOf(workspaceId: string): RunningWorkspace {
    const found = running.get(workspaceId);
    if (!found) throw notFound();
    return found;
  }

  async function connectionOf(workspaceId: string): Promise<Connection> {
    const { kind, baseUrl, clientId, authScheme } = row(workspaceId);
    if (kind === "local") {
      const runner = running.get(workspaceId)?.runner;
      if (!runner) throw new AppError("local-service-failed", "the local service is not running");
      return { ...(await runner.address()), authScheme };
    }
    return { baseUrl, clientId, clientSecret: await credentials.secret(workspaceId), authScheme };
  }

  function startRow({ id, kind, dataDir, baseUrl }: WorkspaceRow): RunningWorkspace {
    const remote = createRemote({
      connection: () => connectionOf(id),
      routes: connectivity.routes,
      observe: (problem) => connectivity.observe(id, problem),
      onStorage(origin) {
        workspace.storageOrigin = origin;
      },
    });
    const isLocal = kind === "local";
    const runner = isLocal
      ? createLocalRunner({
          dataDir,
          host: deps.localServices,
          externalGrants: () => deps.externalGrants.of(id),
          log,
          onState: (state, problem) => connectivity.setState(id, state, problem),
          onNotice: (notice) => connectivity.setNotice(id, notice),
          onActivity: (activity) => deps.onActivity(id, activity),
        })
      : null;
    const endpoint = {
      usesNetwork: !isLocal && !isLoopbackUrl(baseUrl),
      check: isLocal ? null : () => remote.check(),
    };
    connectivity.add(id, endpoint, isLocal ? "starting" : "unknown");
    const workspace: RunningWorkspace = {
      remote,
      runner,
      isSecretPersistent: isLocal || credentials.isPersistent(),
      storageOrigin: null,
    };
    running.set(id, workspace);
    return workspace;
  }
  async function close(workspaceId: string): Promise<void> {
    const workspace = running.get(workspaceId);
    connectivity.remove(workspaceId);
    await workspace?.remote.close();
    await workspace?.runner?.stop();
    running.delete(workspaceId);
  }

  function describe(found: WorkspaceRow): Workspace {
    const isSecretPersistent = running.get(found.id)?.isSecretPersistent ?? true;
    return { ...found, ...connectivity.status(found.id), isSecretPersistent };
  }

  /** Adds a hosted workspace after the service accepted its credentials. */
  async function connect(name: string, given: Credentials): Promise<Workspace> {
    await credentials.test(given);
    const id = randomUUID();
    const { clientId, clientSecret, authScheme } = given;
    const baseUrl = normaliseBaseUrl(given.baseUrl);
    await credentials.setSecret(id, clientSecret);
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
    startRow(added);
    connectivity.setState(id, "online", null);
    return describe(added);
  }

  /**
   * Replaces credentials after the service accepted the new ones. Credentials of another client are
   * refused if the service lists none of the known projects for them.
   */
  async function replaceSecret(
    workspaceId: string,
    given: Omit<Credentials, "baseUrl">,
  ): Promise<void> {
    const found = row(workspaceId);
    if (found.kind === "local") {
      throw new AppError("invalid-input", "a local workspace needs no credentials");
    }
    await credentials.test({ ...given, baseUrl: found.baseUrl }, async (remote) => {
      if (given.clientId !== found.clientId)
        await credentials.requireSameWorkspace(workspaceId, remote);
    });
    await credentials.setSecret(workspaceId, given.clientSecret);
    store.setCredentials(workspaceId, given.clientId, given.authScheme);
    runningOf(workspaceId).isSecretPersistent = credentials.isPersistent();
    connectivity.setState(workspaceId, "online", null);
    connectivity.retryNow(workspaceId);
  }

  /** Removes a workspace from this computer. The data folder of a local workspace stays on disk. */
  async function remove(workspaceId: string): Promise<void> {
    for (const cleanup of before) await cleanup(workspaceId);
    row(workspaceId);
    // First the step that can fail: then the workspace is unchanged and can be removed again.
    await credentials.deleteSecret(workspaceId);
    await close(workspaceId);
    store.remove(workspaceId);
    deps.onChanged();
    for (const cleanup of after) await cleanup(workspaceId);
  }

  /** Restarts a local service that does not run, and checks the connection. */
  async function reconnect(workspaceId: string): Promise<void> {
    const { remote, runner } = runningOf(workspaceId);
    runner?.restart();
    await remote.check();
    connectivity.retryNow(workspaceId);
  }

  /** Starts a local workspace with the newest copy of its damaged or missing database. */
  async function restoreCopy(workspaceId: string): Promise<void> {
    await runningOf(workspaceId).runner?.restoreCopy();
    connectivity.retryNow(workspaceId);
  }

  const list = () => store.list().map(describe);
  const handlers = {
    list,
    test: (given) => credentials.test(given),
    connect: ({ name, ...given }) => connect(name, given),
    rename({ workspaceId, name }) {
      store.rename(row(workspaceId).id, name);
      deps.onChanged();
    },
    replaceSecret: ({ workspaceId, ...given }) => replaceSecret(workspaceId, given),
    remove: ({ workspaceId }) => remove(workspaceId),
    reconnect: ({ workspaceId }) => reconnect(workspaceId),
    restoreCopy: ({ workspaceId }) => restoreCopy(workspaceId),
  } satisfies Partial<Handlers["workspaces"]>;

  return {
    handlers,
    ids: () => [...running.keys()],
    list,
    get: row,
    /** The client of a workspace's service. @throws AppError "not-found" */
    remote: (workspaceId: string): Remote => runningOf(workspaceId).remote,
    /** What a test of the connection needs. @throws AppError "not-found" */
    connection(workspaceId: string) {
      const { kind, baseUrl } = row(workspaceId);
      const connection = () => connectionOf(workspaceId);
      return {
        /** "" for a local service, whose URL is known only while it runs. */
        shownUrl: baseUrl,
        baseUrl: async () => (kind === "local" ? (await connection()).baseUrl : baseUrl),
        connection,
        storageOrigin: runningOf(workspaceId).storageOrigin,
      };
    },
    /**
     * Registers a cleanup that runs before a workspace is removed. Cleanups run one after the
     * other.
     */
    beforeRemove: (cleanup: Cleanup) => void before.push(cleanup),
    /**
     * Registers a cleanup that runs after the removal, for data that calls have written meanwhile.
     */
    afterRemove: (cleanup: Cleanup) => void after.push(cleanup),
    remove,
    /** Sends the present grants of external engines to the service of a local workspace. */
    updateExternalGrants: async (workspaceId: string) =>
      runningOf(workspaceId).runner?.updateExternalGrants(),
    /** Starts local services and checks hosted ones. */
    start(): void {
      for (const stored of store.list()) {
        const found = completeMove(store, stored);
        const { runner } = startRow(found);
        if (runner) runner.restart();
        else connectivity.check(found.id);
      }
    },
    async stop(): Promise<void> {
      await Promise.allSettled([...running.keys()].map(close));
    },

    /**
     * Adds a local workspace; resolves when its service runs. When it rejects, nothing was added.
     */
    async addLocal(dataDir: string, name: string): Promise<Workspace> {
      const own = { id: randomUUID(), name, kind: "local" as const, dataDir };
      const added: WorkspaceRow = { ...noCredentials, ...own, extensions: [], capabilities: {} };
      store.add(added, deps.now());
      const { runner } = startRow(added);
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
    /**
     * Moves the folder of a local workspace; when it rejects, the workspace is in its former
     * folder.
     */
    async relocate(workspaceId: string, transfer: FolderTransfer): Promise<TransferProgress> {
      const { runner } = runningOf(workspaceId);
      if (!runner) throw new AppError("not-offered", "only a local workspace has a folder");
      try {
        return await relocate({ store, runner, workspaceId }, transfer);
      } finally {
        deps.onChanged();
      }
    },
  };
}
