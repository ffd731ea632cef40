/**
 * External engines of a local workspace (extension "external-engines"): what they run is confirmed
 * in native dialogs.
 */
import { randomUUID } from "node:crypto";
import type { Handlers } from "../../../preload/contract";
import type { ExternalEngineSettings } from "../../../preload/local-service/external-engines";
import type { ExternalEngine } from "../../common/external-grants";
import { AppError, invalidFields } from "../../common/errors";
import type { Topic } from "../../../preload/contract";
import type { Remote } from "../../remote/remote";
import type { KnownHosts } from "../approvals/known-hosts";
import type { Confirmations, Dialogs } from "../ports";
import { engineOrigin, type ExternalGrantStore } from "./external-grants";
import type { Extensions } from "./extensions";

export interface ExternalEnginesDeps {
  grants: ExternalGrantStore;
  remote: (workspaceId: string) => Remote;
  extensions: Pick<Extensions, "require" | "offers" | "refresh">;
  /** Sends the present grants to the service. */
  updateGrants: (workspaceId: string) => Promise<void>;
  /** Whether this application runs the service of the workspace. */
  isLocal: (workspaceId: string) => boolean;
  hosts: Pick<KnownHosts, "require">;
  confirmations: Pick<Confirmations, "files">;
  dialogs: Pick<Dialogs, "chooseFile">;
  changed: (topic: Topic) => void;
}

const extension = "external-engines";

export function createExternalEngines(deps: ExternalEnginesDeps): Handlers["externalEngines"] {
  const { grants, extensions } = deps;
  const remote = (workspaceId: string) => {
    extensions.require(workspaceId, extension);
    // SECURITY: the paths and keys of this computer concern its own services only.
    if (!deps.isLocal(workspaceId)) throw new AppError("not-offered", "not a local workspace");
    return deps.remote(workspaceId).extensions.externalEngines;
  };
  async function applied(workspaceId: string): Promise<void> {
    await deps.updateGrants(workspaceId);
    // What can be transcribed may have changed.
    await extensions.refresh(workspaceId);
    deps.changed("settings");
    deps.changed("catalogue");
  }

  /**
   * SECURITY: in a native dialog, which a script in the window cannot answer. Rejects with
   * "not-confirmed".
   */
  async function confirm(engine: ExternalEngine): Promise<void> {
    grants.requireAllowed();
    const { connection } = engine.settings;
    if (connection.kind === "http") {
      const origin = engineOrigin(engine);
      await deps.hosts.require("engine", origin === null ? [] : [origin]);
      return;
    }
    const paths = [connection.file, ...connection.args];
    if (!(await deps.confirmations.files({ reason: "command", paths })))
      throw new AppError("not-confirmed", "the command was not confirmed");
  }

  /** False if the user cancels the dialog. */
  async function isAllowed(engine: ExternalEngine): Promise<boolean> {
    try {
      await confirm(engine);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === "not-confirmed") return false;
      throw error;
    }
  }

  async function save(
    workspaceId: string,
    engineId: string | null,
    { settings, key }: { settings: ExternalEngineSettings; key: string | null },
  ): Promise<{ engineId: string; isConfirmed: boolean }> {
    grants.requireAllowed();
    const id = engineId ?? randomUUID();
    const { connection } = settings;
    if (key !== null && /[^\x21-\x7e]/.test(key))
      throw invalidFields([{ field: "key", message: "not-well-formed" }]);
    if (key !== null && key !== "" && connection.kind === "command")
      throw invalidFields([{ field: "key", message: "a command has no key" }]);
    // The service validates the settings before the user confirms them.
    const { isConfirmed } = await remote(workspaceId).put(id, settings);
    deps.changed("settings");
    if (!isConfirmed && !(await isAllowed({ id, settings })))
      return { engineId: id, isConfirmed: false };
    await grants.confirm(workspaceId, { id, settings }, key);
    await applied(workspaceId);
    return { engineId: id, isConfirmed: true };
  }

  return {
    async list({ workspaceId }) {
      const isOffered = extensions.offers(workspaceId, extension) && deps.isLocal(workspaceId);
      const engines = isOffered ? await remote(workspaceId).list() : [];
      return { isOffered, engines, isKeyPersistent: grants.isPersistent() };
    },
    save: ({ workspaceId, engineId, ...given }) => save(workspaceId, engineId, given),
    async confirm({ workspaceId, engineId }) {
      const engines = await remote(workspaceId).list();
      const engine = engines.find(({ id }) => id === engineId);
      if (!engine) throw new AppError("not-found", "this external engine no longer exists");
      await confirm(engine);
      await grants.confirm(workspaceId, engine, null);
      await applied(workspaceId);
    },
    async remove({ workspaceId, engineId }) {
      await remote(workspaceId).remove(engineId);
      await grants.remove(workspaceId, engineId);
      await applied(workspaceId);
    },
    test: ({ workspaceId, engineId }) => remote(workspaceId).test(engineId),
    async chooseExecutable() {
      return { file: await deps.dialogs.chooseFile({ extensions: [] }) };
    },
  };
}
