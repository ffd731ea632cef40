/** The workspaces, hosted and local side by side: their credentials, the way to each, and what we know of it. */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, statfs } from "node:fs/promises";
import path from "node:path";
import type { AuthScheme, ConnectionState, Problem, Workspace } from "../../../preload/model";
import { backoffDelay } from "../../common/retry";
import type { Dialogs, LocalServiceHost, Network, Vault } from "../ports";
import { isLoopbackUrl, type ProxyFor } from "../../remote/http-agents";
import { AppError, systemCode, toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import { privateFolderMode } from "../../common/private-files";
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
  dialogs: Pick<Dialogs, "chooseFolder">;
  network: Network;
  proxyFor?: ProxyFor | undefined;
  defaultLocalDir: string;
  /** Confirms a service's origin unless it is known; rejects with "not-confirmed". */
  requireHost: (origin: string) => Promise<void>;
  /** Whether the user has chosen a folder, or one above it. */
  isApprovedFolder: (folder: string) => Promise<boolean>;
  log: Log;
  now: () => number;
  /** The ids of the projects that were last read of a workspace. */
  knownProjects: (workspaceId: string) => string[];
  onChanged: () => void;
  /** What can be reached is other than it was. */
  onWayChanged: () => void;
  /** The way to a workspace has opened. */
  onOnline: (workspaceId: string) => void;
}

export interface Credentials {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  authScheme: AuthScheme;
}

/** A workspace while the application runs. */
interface Open {
  remote: Remote;
  runner: LocalRunner | null;
  state: ConnectionState;
  problem: Problem | null;
  isSecretKept: boolean;
  failedChecks: number;
  recheck: NodeJS.Timeout | null;
}

/** One that is on its way out. */
const closed = { state: "unknown", problem: null, isSecretKept: true } as const;
const secretKey = (workspaceId: string) => `workspace/${workspaceId}/secret`;
const testTimeoutMs = 15_000;

export type Workspaces = ReturnType<typeof createWorkspaces>;

export function createWorkspaces(deps: WorkspacesDeps) {
  const { store, vault, log } = deps;
  const open = new Map<string, Open>();

  function row(workspaceId: string): WorkspaceRow {
    const found = store.get(workspaceId);
    if (!found) throw new AppError("not-found", "this workspace is no longer there");
    return found;
  }
  function opened(workspaceId: string): Open {
    const found = open.get(workspaceId);
    if (!found) throw new AppError("not-found", "this workspace is no longer there");
    return found;
  }

  function setState(workspaceId: string, state: ConnectionState, problem: Problem | null): void {
    const workspace = open.get(workspaceId);
    if (!workspace) return;
    const isSame = workspace.state === state && workspace.problem?.message === problem?.message;
    const wasOnline = workspace.state === "online";
    workspace.state = state;
    workspace.problem = problem;
    if (isSame) return;
    log.info(`workspaces: ${state} ${workspaceId}`);
    deps.onChanged();
    deps.onWayChanged();
    if (state === "online" && !wasOnline) deps.onOnline(workspaceId);
  }

  /** What a call told of the way to the service. */
  function observe(workspaceId: string, problem: Problem | null): void {
    if (problem === null) setState(workspaceId, "online", null);
    else if (problem.code === "token-refused") setState(workspaceId, "token-refused", problem);
    else if (["secret-missing", "secret-unreadable"].includes(problem.code))
      setState(workspaceId, "secret-missing", problem);
    else if (blocked(workspaceId)) setState(workspaceId, "offline", blocked(workspaceId));
    else {
      setState(workspaceId, "unreachable", problem);
      checkLater(workspaceId);
    }
  }

  /** Looks again by itself until the service answers, ever less often. */
  function checkLater(workspaceId: string): void {
    const workspace = open.get(workspaceId);
    if (!workspace || workspace.recheck || workspace.runner) return;
    workspace.failedChecks += 1;
    workspace.recheck = setTimeout(
      () => {
        workspace.recheck = null;
        check(workspaceId);
      },
      1_000 + backoffDelay(workspace.failedChecks, 1_000),
    );
  }

  function check(workspaceId: string): void {
    const workspace = open.get(workspaceId);
    workspace?.remote.check().then(
      () => {
        workspace.failedChecks = 0;
      },
      (error: unknown) => log.info(`workspaces: no answer ${workspaceId}`, toProblem(error).code),
    );
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

  function openRow({ id, kind, dataDir }: WorkspaceRow): Open {
    const workspace: Open = {
      remote: createRemote({
        connection: () => connectionOf(id),
        proxyFor: deps.proxyFor,
        observe: (problem) => observe(id, problem),
      }),
      runner: null,
      state: kind === "local" ? "starting" : "unknown",
      problem: null,
      isSecretKept: kind === "local" || vault.isPersistent,
      failedChecks: 0,
      recheck: null,
    };
    open.set(id, workspace);
    if (kind === "local") {
      workspace.runner = createLocalRunner({
        dataDir,
        host: deps.localServices,
        log,
        onState: (state, problem) => setState(id, state, problem),
      });
    }
    return workspace;
  }

  function describe(found: WorkspaceRow): Workspace {
    const { state, problem, isSecretKept } = open.get(found.id) ?? closed;
    const offline = blocked(found.id);
    return offline
      ? { ...found, state: "offline", problem: offline, isSecretKept }
      : { ...found, state, problem, isSecretKept };
  }

  /** Why nothing can reach this workspace now; a service on this computer needs no network. */
  function blocked(workspaceId: string): Problem | null {
    const found = store.get(workspaceId);
    if (!found || found.kind === "local" || isLoopbackUrl(found.baseUrl)) return null;
    if (deps.network.isOnline()) return null;
    return { code: "offline", message: "this computer has no network" };
  }

  /** Tries credentials; `look` asks the service more with them. */
  async function test(
    credentials: Credentials,
    look: (remote: Remote) => Promise<void> = () => Promise.resolve(),
  ): Promise<{ milliseconds: number }> {
    const connection = { ...credentials, baseUrl: normaliseBaseUrl(credentials.baseUrl) };
    // SECURITY: before the first byte goes to it.
    await deps.requireHost(new URL(connection.baseUrl).origin);
    const remote = createRemote({
      connection: () => Promise.resolve(connection),
      proxyFor: deps.proxyFor,
      timeoutMs: testTimeoutMs,
    });
    const begun = performance.now();
    try {
      await remote.check();
      const milliseconds = Math.round(performance.now() - begun);
      await look(remote);
      return { milliseconds };
    } finally {
      await remote.close();
    }
  }

  /**
   * Credentials say which workspace a service tells of: those of another would put its projects in the place of
   * this one's, and send there what waits here.
   */
  async function refuseOther(workspaceId: string, remote: Remote): Promise<void> {
    const known = new Set(deps.knownProjects(workspaceId));
    if (known.size === 0) return;
    for await (const { rows } of remote.projects.list())
      if (rows.some(({ id }) => known.has(id))) return;
    throw new AppError("invalid-input", "clientId: belongs to another workspace of the service", {
      details: [{ field: "clientId", message: "other-workspace" }],
    });
  }

  async function roomAt(dataDir: string): Promise<{ dataDir: string; freeBytes: number }> {
    for (let folder = dataDir; ; folder = path.dirname(folder)) {
      try {
        const { bavail, bsize } = await statfs(folder);
        return { dataDir, freeBytes: bavail * bsize };
      } catch (error) {
        if (systemCode(error) !== "ENOENT" || folder === path.dirname(folder)) {
          return { dataDir, freeBytes: 0 };
        }
      }
    }
  }

  return {
    blocked,
    /** Whether there is a way to its service, as far as anybody knows. */
    isReachable(workspaceId: string): boolean {
      const state = open.get(workspaceId)?.state ?? "offline";
      return ["unknown", "starting", "online"].includes(state) && !blocked(workspaceId);
    },
    /** Why its service was not reached when that was last tried, or cannot be now; null while it can. */
    cutOff(workspaceId: string): Problem | null {
      const found = open.get(workspaceId);
      return blocked(workspaceId) ?? (found && found.state !== "online" ? found.problem : null);
    },
    test: (credentials: Credentials) => test(credentials),
    ids: () => [...open.keys()],
    list: () => store.list().map(describe),
    /** Opens what is there: starts local services, looks whether hosted ones answer. */
    start(): void {
      for (const stored of store.list()) {
        const found = settleMove(store, stored);
        const { runner } = openRow(found);
        if (runner) runner.restart();
        else check(found.id);
      }
    },
    async stop(): Promise<void> {
      await Promise.allSettled(
        [...open.values()].map(async ({ remote, runner, recheck }) => {
          if (recheck) clearTimeout(recheck);
          await remote.close();
          await runner?.stop();
        }),
      );
      open.clear();
    },
    remote: (workspaceId: string): Remote => opened(workspaceId).remote,

    /** Adds a hosted workspace after its credentials were taken by the service. */
    async connect(name: string, credentials: Credentials): Promise<Workspace> {
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
      setState(id, "online", null);
      return describe(added);
    },

    localDefaults: () => roomAt(deps.defaultLocalDir),
    async chooseLocalFolder(): Promise<{ dataDir: string; freeBytes: number } | null> {
      const folder = await deps.dialogs.chooseFolder(path.dirname(deps.defaultLocalDir));
      if (folder === null) return null;
      // In a folder with other things it gets one of its own.
      const isEmpty = (await readdir(folder).catch(() => [])).length === 0;
      return roomAt(isEmpty ? folder : path.join(folder, "Dubyard"));
    },
    /** "Work on this computer": resolves when the service runs there. */
    async createLocal(dataDir: string, name = "This computer"): Promise<Workspace> {
      if (!path.isAbsolute(dataDir)) throw invalidFolder("choose a folder by its whole path");
      const existing = store.list().find((found) => found.dataDir === dataDir);
      if (existing) return describe(existing);
      // SECURITY: a call cannot choose a folder; the user does, or it is the default one.
      if (dataDir !== deps.defaultLocalDir && !(await deps.isApprovedFolder(dataDir)))
        throw new AppError("path-not-approved", `${path.basename(dataDir)}: choose it again`);
      try {
        await mkdir(dataDir, { recursive: true, mode: privateFolderMode });
      } catch (error) {
        throw invalidFolder(`cannot be made there (${systemCode(error)})`);
      }
      const added: WorkspaceRow = {
        id: randomUUID(),
        name: store.list().some(({ kind }) => kind === "local") ? path.basename(dataDir) : name,
        kind: "local",
        baseUrl: "",
        clientId: "",
        authScheme: "raw",
        dataDir,
        extensions: [],
        capabilities: {},
      };
      store.add(added, deps.now());
      const { runner } = openRow(added);
      try {
        await runner?.address();
      } catch (error) {
        open.delete(added.id);
        store.remove(added.id);
        await runner?.stop();
        throw error;
      }
      deps.onChanged();
      return describe(added);
    },

    rename(workspaceId: string, name: string): void {
      store.rename(row(workspaceId).id, name);
      deps.onChanged();
    },
    /**
     * New credentials in the place of refused or lost ones, after the service took them. Those of another client
     * are refused where none of the known projects is there.
     */
    async replaceSecret(
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
      opened(workspaceId).isSecretKept = vault.isPersistent;
      setState(workspaceId, "online", null);
      deps.onOnline(workspaceId);
    },
    /** Forgets it. What a local workspace holds on disk stays there. */
    async remove(workspaceId: string): Promise<void> {
      row(workspaceId);
      // First what can fail: then it is there as before, and can be removed again.
      await vault.delete(secretKey(workspaceId));
      const workspace = open.get(workspaceId);
      if (workspace?.recheck) clearTimeout(workspace.recheck);
      await workspace?.remote.close();
      await workspace?.runner?.stop();
      open.delete(workspaceId);
      store.remove(workspaceId);
      deps.onChanged();
    },
    /** Tries the way to it now. */
    async reconnect(workspaceId: string): Promise<void> {
      const { remote, runner } = opened(workspaceId);
      runner?.restart();
      await remote.check();
    },
    get: row,
    /** Moves the folder of a local workspace; when it rejects, the workspace is where it was. */
    async relocate(workspaceId: string, transfer: FolderTransfer): Promise<TransferProgress> {
      const { runner } = opened(workspaceId);
      if (!runner) throw new AppError("not-offered", "only a local workspace has a folder");
      try {
        return await relocate({ store, runner, workspaceId }, transfer);
      } finally {
        deps.onChanged();
      }
    },
    /** Starts a local workspace with the newest copy of its damaged or missing database. */
    async restoreCopy(workspaceId: string): Promise<void> {
      await opened(workspaceId).runner?.restoreCopy();
    },
    /** After a change of network: looks at all hosted ones anew. */
    networkChanged(): void {
      deps.onChanged();
      deps.onWayChanged();
      for (const [id, { remote, runner }] of open) {
        remote.refreshConnections();
        if (!runner && !blocked(id)) check(id);
      }
    },
  };
}

function invalidFolder(message: string): AppError {
  return new AppError("invalid-input", `dataDir: ${message}`, {
    details: [{ field: "dataDir", message }],
  });
}
