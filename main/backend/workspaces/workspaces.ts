/** The workspaces, hosted and local, and the client of the service of each. */
import { randomUUID } from "node:crypto";
import type { Handlers } from "../../../preload/contract";
import type { Workspace } from "../../../preload/model";
import { AppError, toProblem } from "../../common/errors";
import type { Remote } from "../../remote/remote";
import type { RecoveryConsent } from "../ports";
import { nothingAnnounced, type WorkspaceRow } from "./store";
import type { FolderTransfer, TransferProgress } from "./folder-transfer";
import { relocate, completeMove } from "./relocate";
import { createHostedWorkspaces } from "./hosted-workspaces";
import { createRunningWorkspaces, type RunningWorkspacesDeps } from "./running-workspaces";

export interface WorkspacesDeps extends RunningWorkspacesDeps {
  now: () => number;
  onChanged: () => void;
}

/**
 * Stops a domain's work for a workspace that is being removed, and deletes the domain's data of it.
 * A rejection before the removal cancels it.
 */
export type Cleanup = (workspaceId: string) => Promise<void> | void;

const noCredentials = { baseUrl: "", clientId: "", authScheme: "raw" } as const;

export type Workspaces = ReturnType<typeof createWorkspaces>;

export function createWorkspaces(deps: WorkspacesDeps) {
  const { store, credentials, connectivity } = deps;
  const running = createRunningWorkspaces(deps);
  const { row, close, describe } = running;
  const hosted = createHostedWorkspaces({ ...deps, running });
  const before: Cleanup[] = [];
  const after: Cleanup[] = [];

  connectivity.onChange(({ kind }) => {
    if (kind === "online") return;
    deps.onChanged();
    if (kind === "network") running.refreshConnections();
  });

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
    const { remote, runner } = running.get(workspaceId);
    runner?.restart();
    await remote.check();
    connectivity.retryNow(workspaceId);
  }

  /**
   * Starts a local workspace with the newest copy of its damaged or missing database, or with
   * invalid rows.
   */
  async function recover(workspaceId: string, consent: RecoveryConsent): Promise<void> {
    await running.get(workspaceId).runner?.recover(consent);
    connectivity.retryNow(workspaceId);
  }

  const list = () => store.list().map(describe);
  const handlers = {
    list,
    test: (given) => credentials.test(given),
    connect: ({ name, ...given }) => hosted.connect(name, given),
    join: ({ name, invitation }) => hosted.join(name, invitation),
    rename({ workspaceId, name }) {
      store.rename(row(workspaceId).id, name);
      deps.onChanged();
    },
    replaceSecret: ({ workspaceId, ...given }) => hosted.replaceSecret(workspaceId, given),
    remove: ({ workspaceId }) => remove(workspaceId),
    reconnect: ({ workspaceId }) => reconnect(workspaceId),
    recover: ({ workspaceId, consent }) => recover(workspaceId, consent),
  } satisfies Partial<Handlers["workspaces"]>;

  return {
    handlers,
    ids: running.ids,
    list,
    get: row,
    /** The client of a workspace's service. @throws AppError "not-found" */
    remote: (workspaceId: string): Remote => running.get(workspaceId).remote,
    /** What a test of the connection needs. @throws AppError "not-found" */
    connection(workspaceId: string) {
      const { kind, baseUrl } = row(workspaceId);
      const connection = () => running.connectionOf(workspaceId);
      return {
        /** "" for a local service, whose URL is known only while it runs. */
        shownUrl: baseUrl,
        baseUrl: async () => (kind === "local" ? (await connection()).baseUrl : baseUrl),
        connection,
        storageOrigin: running.get(workspaceId).storageOrigin,
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
      running.get(workspaceId).runner?.updateExternalGrants(),
    /** Starts local services and checks hosted ones. */
    start(): void {
      for (const stored of store.list()) {
        const found = completeMove(store, stored);
        const { runner } = running.start(found);
        if (runner) runner.restart();
        else connectivity.check(found.id);
      }
    },
    async stop(): Promise<void> {
      await Promise.allSettled(running.ids().map(close));
    },

    /**
     * Adds a local workspace; resolves when its service runs. When it rejects, nothing was added.
     */
    async addLocal(dataDir: string, name: string): Promise<Workspace> {
      const own = { id: randomUUID(), name, kind: "local" as const, dataDir };
      const added: WorkspaceRow = { ...noCredentials, ...own, ...nothingAnnounced };
      store.add(added, deps.now());
      const { runner } = running.start(added);
      try {
        await runner?.address();
      } catch (error) {
        // The user may open it anyway; the workspace names its invalid rows.
        if (toProblem(error).code !== "rows-invalid") {
          await close(added.id);
          store.remove(added.id);
          throw error;
        }
      }
      deps.onChanged();
      return describe(added);
    },
    /**
     * Moves the folder of a local workspace; when it rejects, the workspace is in its former
     * folder.
     */
    async relocate(workspaceId: string, transfer: FolderTransfer): Promise<TransferProgress> {
      const { runner } = running.get(workspaceId);
      if (!runner) throw new AppError("not-offered", "only a local workspace has a folder");
      try {
        return await relocate({ store, runner, workspaceId }, transfer);
      } finally {
        deps.onChanged();
      }
    },
  };
}
