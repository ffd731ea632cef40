/** Workspaces of hosted services: connected, joined by invitations, and with other credentials. */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Workspace } from "../../../preload/model";
import type { Connectivity } from "../connectivity/connectivity";
import { AppError, invalidFields } from "../../common/errors";
import { normaliseBaseUrl } from "../../remote/remote";
import { parseInvitation } from "./invitation-link";
import type { CredentialStore, Credentials } from "./credentials";
import { nothingAnnounced, type WorkspaceRow, type WorkspaceStore } from "./store";
import type { RunningWorkspaces } from "./running-workspaces";

export interface HostedWorkspacesDeps {
  store: WorkspaceStore;
  credentials: CredentialStore;
  connectivity: Connectivity;
  running: RunningWorkspaces;
  now: () => number;
}

/** Whether a service refuses the code of an invitation, and not the name of this computer. */
const isAboutCode = ({ details }: AppError): boolean =>
  Array.isArray(details) && details.some((one: { field?: unknown }) => one.field === "code");

export function createHostedWorkspaces(deps: HostedWorkspacesDeps) {
  const { store, credentials, connectivity, running } = deps;

  /** Adds a hosted workspace after the service accepted its credentials. */
  async function connect(name: string, given: Credentials): Promise<Workspace> {
    await credentials.test(given);
    const id = randomUUID();
    const { clientId, clientSecret, authScheme } = given;
    const baseUrl = normaliseBaseUrl(given.baseUrl);
    await credentials.setSecret(id, clientSecret);
    return add({ id, name, baseUrl, clientId, authScheme });
  }

  /** Adds a workspace whose secret is in the vault, and whose service has just responded. */
  function add(
    given: Pick<WorkspaceRow, "id" | "name" | "baseUrl" | "clientId" | "authScheme">,
  ): Workspace {
    const added: WorkspaceRow = { ...given, kind: "hosted", dataDir: "", ...nothingAnnounced };
    store.add(added, deps.now());
    running.start(added);
    connectivity.setState(added.id, "online", null);
    return running.describe(added);
  }

  /** Adds the workspace of an invitation, with the credentials that its service gives for it. */
  async function join(name: string, invitation: string): Promise<Workspace> {
    const { baseUrl, code } = parseInvitation(invitation);
    const id = randomUUID();
    // Credentials are given once: where the vault cannot store them, none are requested.
    await credentials.setSecret(id, "requested");
    try {
      const { clientId, clientSecret } = await credentials.accept(baseUrl, code, hostname());
      await credentials.setSecret(id, clientSecret);
      return add({ id, name, baseUrl, clientId, authScheme: "raw" });
    } catch (error) {
      await credentials.deleteSecret(id);
      // The service has one response for wrong, used and expired codes.
      if (error instanceof AppError && error.code === "invalid-input" && isAboutCode(error))
        throw invalidFields([{ field: "invitation", message: "invitation-refused" }]);
      throw error;
    }
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

  return { connect, join, replaceSecret };
}
