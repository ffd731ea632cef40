/** Workspaces while the application runs: the client of each, and the service of a local one. */
import type { Activity } from "../../../preload/facts/activity";
import type { Workspace } from "../../../preload/model";
import type { Connectivity } from "../connectivity/connectivity";
import type { LocalServiceHost } from "../ports";
import { isLoopbackUrl } from "../../remote/http/routes";
import { AppError } from "../../common/errors";
import type { Log } from "../../common/log";
import type { Connection } from "../../remote/connection";
import { createRemote, type Remote } from "../../remote/remote";
import type { CredentialStore } from "./credentials";
import type { ExternalGrantStore } from "./external-grants";
import type { WorkspaceRow, WorkspaceStore } from "./store";
import { createLocalRunner, type LocalRunner } from "./local-runner";

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

export interface RunningWorkspacesDeps {
  store: WorkspaceStore;
  credentials: CredentialStore;
  localServices: LocalServiceHost;
  connectivity: Connectivity;
  externalGrants: Pick<ExternalGrantStore, "of">;
  log: Log;
  /** Called with the kinds of work that the service of a local workspace is doing. */
  onActivity: (workspaceId: string, activity: Activity) => void;
}

export type RunningWorkspaces = ReturnType<typeof createRunningWorkspaces>;

export function createRunningWorkspaces(deps: RunningWorkspacesDeps) {
  const { store, credentials, connectivity, log } = deps;
  const running = new Map<string, RunningWorkspace>();

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
    credentials.requireAllowed(baseUrl);
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
          routes: connectivity.routes,
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

  return {
    /** The stored workspace. @throws AppError "not-found" */
    row,
    /** @throws AppError "not-found" */
    get: runningOf,
    connectionOf,
    start: startRow,
    close,
    describe,
    ids: () => [...running.keys()],
    /** Existing connections are dead: the network changed. */
    refreshConnections(): void {
      for (const { remote } of running.values()) remote.refreshConnections();
    },
  };
}
