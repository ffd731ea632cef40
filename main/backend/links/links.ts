/** Links to screens, and the workspace that a link opens on this computer. */
import type { Events } from "../../../preload/contract";
import type { Route } from "../../../preload/routes";
import { AppError } from "../../common/errors";
import { formatLink, type Link } from "./link-format";
import type { WorkspaceStore } from "../workspaces/store";

export interface LinksDeps {
  store: Pick<WorkspaceStore, "get" | "list">;
  /** Ids of the cached project list of a workspace. */
  knownProjects: (workspaceId: string) => string[];
  /** The workspace that is shown, or null. */
  shown: () => string | null;
}

export function createLinks({ store, knownProjects, shown }: LinksDeps) {
  /**
   * The workspace of a link. Of several workspaces of one service, it is the one that has the
   * project of the route, else the shown one, else the first.
   */
  function find({ workspace, route }: Link): string | null {
    if ("workspaceId" in workspace) return store.get(workspace.workspaceId)?.id ?? null;
    const ids = store
      .list()
      .filter(({ kind, baseUrl }) => kind === "hosted" && baseUrl === workspace.service)
      .map(({ id }) => id);
    const projectId = "projectId" in route ? route.projectId : null;
    const hasProject = (id: string) => projectId !== null && knownProjects(id).includes(projectId);
    return ids.find(hasProject) ?? ids.find((id) => id === shown()) ?? ids[0] ?? null;
  }

  return {
    /** Throws "not-found" for a workspace that does not exist. */
    to(workspaceId: string, route: Route): { link: string; isForThisComputer: boolean } {
      const found = store.get(workspaceId);
      if (!found) throw new AppError("not-found", "this workspace no longer exists");
      const isForThisComputer = found.kind === "local";
      const workspace = isForThisComputer ? { workspaceId } : { service: found.baseUrl };
      return { link: formatLink({ workspace, route }), isForThisComputer };
    },
    /** The payload of the event "opened". */
    resolve: (link: Link): Events["opened"] => ({
      workspaceId: find(link),
      ...("service" in link.workspace ? link.workspace : {}),
      route: link.route,
    }),
  };
}
