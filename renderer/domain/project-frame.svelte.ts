/**
 * Note: Project frame
 * The pages of a project (batches, casting, …) share one header and one row of tabs, which
 * ProjectView renders. A page adds its own tools to that header and renders its content, usually a
 * Listing, directly below it:
 *
 *   const frame = useProjectFrame(() => ({ actions: [create], searchBox }));
 *   …
 *   {#snippet searchBox()}<SearchField … />{/snippet}
 *   <Listing … />
 *
 * The last of its actions is the primary one. `frame.project` is undefined until it is loaded. It
 * is reactive: a query that reads it runs again when it changes.
 */
import { createContext, onDestroy, type Snippet } from "svelte";
import type { Freshness, Project } from "../../preload/model/resources";
import { isArchived } from "../../preload/facts/rules";
import type { Action } from "../app/actions.svelte";
import { api } from "../app/api";
import { query } from "../app/query.svelte";
import { useSession } from "../app/session.svelte";
import { Sources } from "../app/data-sources.svelte";

/** The tools that a page adds to the header of its project. */
export interface ProjectTools {
  /** As buttons at the right; the last one is the primary one. */
  actions?: readonly (Action | undefined)[];
  /** The search of the page. */
  searchBox?: Snippet;
}

/** The current project and the tools of its page. */
export class ProjectFrame {
  readonly workspaceId: string;
  readonly projectId: string;
  #query;
  #tools = new Sources<ProjectTools>();
  /** The tools of the current page. */
  tools: ProjectTools = $derived(this.#tools.all.at(-1) ?? {});

  constructor(workspaceId: string, projectId: string) {
    this.workspaceId = workspaceId;
    this.projectId = projectId;
    this.#query = query(["projects"], () => api.projects.get({ workspaceId, projectId }));
  }

  /** Undefined until it is loaded. */
  get project(): Project | undefined {
    return this.#query.data?.project;
  }
  get freshness(): Freshness | undefined {
    return this.#query.data?.freshness;
  }
  /**
   * Why the project could not be read, also after an earlier success: it may have been deleted
   * elsewhere.
   */
  get problem() {
    return this.#query.error;
  }
  get isArchived(): boolean {
    return this.project !== undefined && isArchived(this.project);
  }
  refresh(): void {
    this.#query.refresh();
  }

  /** Adds tools to the header; returns a function that removes them. */
  add(tools: () => ProjectTools): () => void {
    return this.#tools.add(() => [tools()]);
  }
}

const [getFrame, setFrame] = createContext<ProjectFrame>();

/** Provides the frame of a project to the components inside the calling one. */
export function provideProjectFrame(projectId: string): ProjectFrame {
  return setFrame(new ProjectFrame(useSession().workspaceId ?? "", projectId));
}

/**
 * The frame of the current page. `tools` returns the tools that the page adds to the header. See
 * Note: Project frame.
 */
export function useProjectFrame(tools?: () => ProjectTools): ProjectFrame {
  const frame = getFrame();
  if (tools) onDestroy(frame.add(tools));
  return frame;
}
