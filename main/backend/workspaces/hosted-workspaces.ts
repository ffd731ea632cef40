/** Workspaces of hosted services: they are added, and get other credentials. */
import { randomUUID } from "node:crypto";
import type { Workspace } from "../../../preload/model";
import type { Connectivity } from "../connectivity/connectivity";
import { AppError } from "../../common/errors";
import { normaliseBaseUrl } from "../../remote/remote";
import type { CredentialStore, Credentials } from "./credentials";
import type { WorkspaceRow, WorkspaceStore } from "./store";
import type { RunningWorkspaces } from "./running-workspaces";

export interface HostedWorkspacesDeps {
  store: WorkspaceStore;
  credentials: CredentialStore;
  connectivity: Connectivity;
  running: RunningWorkspaces;
  now: () => number;
}

export function createHostedWorkspaces(deps: HostedWorkspacesDeps) {
  const { store, credentials, connectivity, running } = deps;

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
    running.start(added);
    connectivity.setState(id, "online", null);
    return running.describe(added);
  }

  /**
   * Replaces credentials after the service accepted the new ones. Credentials of another client are
   * refused if the service lists none of the known projects for them.
   */
  async function replaceSecret(
    workspaceId: string,
    given: Omit<Credentials, "baseUrl">,
  ): Promise<void> {
    const found = running.row(workspaceId);
    if (found.kind === "local") {
      throw new AppError("invalid-input", "a local workspace needs no credentials");
    }
    await credentials.test({ ...given, baseUrl: found.baseUrl }, async (remote) => {
      if (given.clientId !== found.clientId)
        await credentials.requireSameWorkspace(workspaceId, remote);
    });
    await credentials.setSecret(workspaceId, given.clientSecret);
    store.setCredentials(workspaceId, given.clientId, given.authScheme);
    running.get(workspaceId).isSecretPersistent = credentials.isPersistent();
    connectivity.setState(workspaceId, "online", null);
    connectivity.retryNow(workspaceId);
  }

  return { connect, replaceSecret };
}
