/** Suspends sending after failed connections: for a workspace, or for one project. */
import { kindOf } from "../../../../preload/facts/errors";
import type { Problem } from "../../../../preload/model";
import { createSuspensions } from "../../connectivity/suspensions";

export interface SendBackoffDeps {
  /** Whether the workspace's service was reachable at the last attempt. */
  isReachable: (workspaceId: string) => boolean;
  /** Never goes back, in milliseconds. */
  now: () => number;
  backoffMs: number;
}

export interface ProjectId {
  workspaceId: string;
  projectId: string;
}
export const projectKey = ({ workspaceId, projectId }: ProjectId) =>
  JSON.stringify([workspaceId, projectId]);

export type SendBackoff = ReturnType<typeof createSendBackoff>;

export function createSendBackoff({ isReachable, now, backoffMs }: SendBackoffDeps) {
  const workspaces = createSuspensions({ now, backoffMs });
  /**
   * Projects whose next request could not be prepared because a connection failed. All requests of
   * the project wait, because a later one must not be sent before it. Other projects continue: the
   * script store may be a bucket, whose failures do not concern the service.
   */
  const projects = createSuspensions({ now, backoffMs });

  const isOpen = (workspaceId: string) =>
    workspaces.of(workspaceId) === null && isReachable(workspaceId);

  return {
    /** Whether the service of a workspace is reachable and requests are sent to it. */
    isOpen,
    /** Whether requests of a project are sent now, as opposed to waiting for a connection. */
    isProjectOpen: (project: ProjectId) =>
      isOpen(project.workspaceId) && projects.of(projectKey(project)) === null,
    /**
     * Suspends the workspace or project of a request whose connection failed. Returns whether it
     * did.
     */
    suspend(
      project: ProjectId,
      problem: Problem,
      isBeforeSending: boolean,
      retryAfterMs: number | undefined,
    ): boolean {
      const { workspaceId } = project;
      const kind = kindOf(problem.code);
      if (kind !== "connection" && kind !== "user" && retryAfterMs === undefined) return false;
      if (!isBeforeSending) {
        if (kind === "user") workspaces.untilUserActs(workspaceId, problem);
        else workspaces.backOff(workspaceId, problem, retryAfterMs);
        return true;
      }
      // The script store needs the user, not the service: requests without a local script can be
      // sent.
      if (kind === "user" && isReachable(workspaceId)) return false;
      projects.backOff(projectKey(project), problem, retryAfterMs);
      return true;
    },
    /** A request was sent. */
    succeeded(project: ProjectId): void {
      workspaces.succeeded(project.workspaceId);
      projects.succeeded(projectKey(project));
    },
    /**
     * Ends the suspensions of projects: the request that could not be prepared may have been
     * changed or removed.
     */
    releaseProjects: () => projects.release(),
    /** Ends the suspensions of a workspace, or all, after its connection or settings changed. */
    release(workspaceId?: string): void {
      workspaces.release(workspaceId);
      projects.release();
    },
    removeWorkspace: workspaces.remove,
    /** The times at which suspensions end without the user. */
    endTimes: () => [...workspaces.endTimes(), ...projects.endTimes()],
  };
}
