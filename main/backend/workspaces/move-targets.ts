/** What a workspace can be moved to. */
import { rm } from "node:fs/promises";
import path from "node:path";
import type { MoveContents, MoveTarget } from "../../../preload/contract/moves";
import type { MoveRefusal } from "../../../preload/facts/move";
import type { MoveState } from "../../../preload/local-service/move";
import type { Workspace } from "../../../preload/model";
import { AppError } from "../../common/errors";
import { portableName } from "../../common/portable-names";
import { measureMove } from "../../remote/move/measure-move";
import { targetRefusalOf } from "../../remote/move/target-refusal";
import type { Remote } from "../../remote/remote";
import type { Dialogs } from "../ports";
import type { Extensions } from "./extensions";
import { freeName } from "./free-name";
import { requireNoWorkspace, type LocalWorkspaces } from "./local-workspaces";
import type { Workspaces } from "./workspaces";

export interface MoveTargetsDeps {
  remote: (workspaceId: string) => Remote;
  extensions: Pick<Extensions, "offers" | "refresh">;
  workspaces: Pick<Workspaces, "list" | "get" | "remove">;
  localWorkspaces: Pick<LocalWorkspaces, "create">;
  dialogs: Pick<Dialogs, "chooseFolder">;
  defaultLocalDir: string;
}

/** A workspace that was made for a move. */
export interface CreatedTarget {
  id: string;
  /** Removes it with its folder, which did not exist before. */
  remove(): Promise<void>;
}

export function createMoveTargets(deps: MoveTargetsDeps) {
  const { remote, extensions, workspaces } = deps;

  /** The countings that run, by workspace. */
  const countings = new Map<string, AbortController>();
  function stopCounting(workspaceId: string): void {
    countings.get(workspaceId)?.abort(new AppError("internal", "cancelled"));
    countings.delete(workspaceId);
  }

  /** Resolves with null if the state cannot be read. */
  async function stateOf(workspaceId: string): Promise<MoveState | null> {
    try {
      return await remote(workspaceId).extensions.move.state();
    } catch {
      return null;
    }
  }

  async function refusalOf(
    source: MoveState | null,
    target: Workspace,
  ): Promise<MoveRefusal | null> {
    if (target.state !== "online") return "offline";
    if (!extensions.offers(target.id, "move")) return "no-right";
    const state = source && (await stateOf(target.id));
    return source && state ? targetRefusalOf(source, state) : "unreadable";
  }

  return {
    async contents(workspaceId: string): Promise<MoveContents> {
      stopCounting(workspaceId);
      const stop = new AbortController();
      countings.set(workspaceId, stop);
      const { move } = remote(workspaceId).extensions;
      const { tables } = await move.state(stop.signal);
      const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
      const { files, bytes } = await measureMove(move, stop.signal);
      return {
        projects: rowsOf("projects"),
        batches: rowsOf("batches"),
        lines: rowsOf("lines"),
        takes: rowsOf("takes"),
        users: rowsOf("users"),
        files,
        bytes,
      };
    },
    /** Ends `contents`, which then rejects. */
    stopCounting,
    /** The connected services of teams. */
    async list(workspaceId: string): Promise<MoveTarget[]> {
      const teams = workspaces.list().filter(({ id, team }) => id !== workspaceId && team !== null);
      // The service counts all rows for it: once for all targets.
      const source = teams.length === 0 ? null : await stateOf(workspaceId);
      return Promise.all(
        teams.map(async (target) => ({
          workspaceId: target.id,
          name: target.name,
          location: target.baseUrl,
          refusal: await refusalOf(source, target),
        })),
      );
    },
    /** A new local workspace below a folder that the user chooses; null if the user cancels. */
    async create(workspaceId: string): Promise<CreatedTarget | null> {
      const parent = await deps.dialogs.chooseFolder(path.dirname(deps.defaultLocalDir));
      if (parent === null) return null;
      requireNoWorkspace(parent);
      const { name } = workspaces.get(workspaceId);
      const dataDir = freeName(path.join(parent, portableName(name)));
      const { id } = await deps.localWorkspaces.create(dataDir, { name });
      await extensions.refresh(id);
      return {
        id,
        async remove() {
          await workspaces.remove(id);
          await rm(dataDir, { recursive: true, force: true });
        },
      };
    },
  };
}
