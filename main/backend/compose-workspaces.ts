/**
 * Wires the lower domains: what the user approved, connectivity, and the workspaces with the
 * clients of their services.
 */
import { AppError } from "../common/errors";
import { allowsEngine, allowsService } from "../common/policies";
import type { ApplicationActivity } from "./activity";
import { approvingDialogs, createApprovedPaths } from "./approvals/approved-paths";
import { createKnownHosts } from "./approvals/known-hosts";
import { createApprovedPathStore } from "./approvals/store";
import { createConnectivity } from "./connectivity/connectivity";
import { createProxies } from "./connectivity/proxies";
import type { Context } from "./context";
import type { BackendDeps } from "./ports";
import { createSettingsStore } from "./settings/store";
import { createConnectionTests } from "./workspaces/connection-tests";
import { createCredentials } from "./workspaces/credentials";
import { createExtensions } from "./workspaces/extensions";
import { createExternalEngines } from "./workspaces/external-engines";
import { createExternalGrants } from "./workspaces/external-grants";
import { createLocalWorkspaces } from "./workspaces/local-workspaces";
import { createMaintenance } from "./workspaces/maintenance";
import { createMoves } from "./workspaces/moves";
import { createPacks } from "./workspaces/packs";
import { createWorkspaceStore } from "./workspaces/store";
import { createWorkspaceUsage } from "./workspaces/workspace-usage";
import { createWorkspaces } from "./workspaces/workspaces";

export interface ComposeWorkspacesDeps {
  context: Context;
  ports: BackendDeps;
  activity: Pick<ApplicationActivity, "setService" | "begin">;
  /** Ids of the cached project list of a workspace. */
  knownProjects: (workspaceId: string) => string[];
}

export type ComposedWorkspaces = ReturnType<typeof composeWorkspaces>;

export function composeWorkspaces(deps: ComposeWorkspacesDeps) {
  const { context, ports, activity, knownProjects } = deps;
  const { db, changed, log, now } = context;
  const { defaultLocalDir, ui, platform } = ports;
  const { policies = {} } = platform;
  const settings = createSettingsStore(db);
  const store = createWorkspaceStore(db);

  const approved = createApprovedPaths({ store: createApprovedPathStore(db), now });
  const dialogs = approvingDialogs(ui.dialogs, approved);
  const hosts = createKnownHosts({
    settings,
    confirmations: ui.confirmations,
    connected: () => store.list().map(({ baseUrl }) => baseUrl),
  });

  const proxies = createProxies({
    settings,
    vault: platform.vault,
    dialogs: ui.dialogs,
    onChanged: () => changed("settings"),
    systemProxy: platform.systemProxy,
    requireHost: (origin) => hosts.require("proxy", [origin]),
    policies,
    log,
  });
  const connectivity = createConnectivity({ network: platform.network, proxies, log });

  const credentials = createCredentials({
    vault: platform.vault,
    routes: connectivity.routes,
    requireAllowed(baseUrl) {
      if (!allowsService(policies, baseUrl))
        throw new AppError("forbidden-by-policy", "the administrator allows other services only");
    },
    requireHost: (origin) => hosts.require("service", [origin]),
    knownProjects,
  });
  const externalGrants = createExternalGrants({
    settings,
    vault: platform.vault,
    isAllowed: allowsEngine(policies, "external"),
  });
  const workspaces = createWorkspaces({
    store,
    externalGrants,
    credentials,
    localServices: ports.processes.localServices,
    connectivity,
    log,
    now,
    onChanged: () => changed("workspaces"),
    onActivity: activity.setService,
  });
  const localWorkspaces = createLocalWorkspaces({
    workspaces,
    dialogs,
    defaultLocalDir,
    isApprovedFolder: approved.isApproved,
  });
  const extensions = createExtensions({
    store,
    remote: workspaces.remote,
    connectivity,
    onChanged: () => changed("workspaces"),
    log,
  });

  const isLocal = (workspaceId: string) => store.get(workspaceId)?.kind === "local";
  const externalEngines = createExternalEngines({
    grants: externalGrants,
    remote: workspaces.remote,
    extensions,
    updateGrants: workspaces.updateExternalGrants,
    isLocal,
    hosts,
    confirmations: ui.confirmations,
    dialogs,
    changed,
  });
  workspaces.beforeRemove(externalGrants.removeWorkspace);

  const connectionTests = createConnectionTests({
    workspaces,
    routes: connectivity.routes,
    onChanged: () => changed("connectionTest"),
    now,
    log,
  });

  const maintenance = createMaintenance({
    remote: workspaces.remote,
    extensions,
    workspaces,
    localWorkspaces,
    dialogs: ui.dialogs,
    defaultLocalDir,
    onChanged: () => changed("maintenance"),
    now,
  });

  const moves = createMoves({
    remote: workspaces.remote,
    extensions,
    workspaces,
    localWorkspaces,
    // The chosen folder is approved for the new workspace.
    dialogs,
    defaultLocalDir,
    settings,
    jobs: maintenance.jobs,
    beginActivity: () => activity.begin("moves"),
    onChanged: () => changed("maintenance"),
    onEnded: (end) => ports.listeners.onMoveEnded?.(end),
    log,
  });
  workspaces.beforeRemove(moves.removeWorkspace);

  return {
    settings,
    store,
    isLocal,
    approved,
    dialogs,
    hosts,
    connectivity,
    workspaces,
    extensions,
    maintenance,
    connectionTests,
    /** Moves end before the clients of their workspaces. */
    async stop(): Promise<void> {
      await moves.stop();
      await workspaces.stop();
    },
    handlers: {
      connectionTest: connectionTests.handlers,
      network: connectivity.handlers,
      workspaces: {
        ...workspaces.handlers,
        ...localWorkspaces.handlers,
        ...createWorkspaceUsage(db).handlers,
      },
      maintenance: maintenance.handlers,
      moves: moves.handlers,
      externalEngines,
      packs: createPacks({
        remote: workspaces.remote,
        extensions,
        dialogs: ui.dialogs,
        startAt: defaultLocalDir,
        isAllowed: allowsEngine(policies, "packs"),
      }),
    },
  };
}
