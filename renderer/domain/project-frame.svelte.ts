/**
 * Note: Project frame
 * The pages of a project (batches, casting, …) stand below one header and one row of tabs, which ProjectView draws.
 * A page gives its own tools to that header and draws the rest, a Listing as a rule, directly below it:
 *
 *   const frame = useProjectFrame(() => ({ actions: [create], searchBox }));
 *   …
 *   {#snippet searchBox()}<SearchField … />{/snippet}
 *   <Listing … />
 *
 * The last of its actions is the primary one. `frame.project` is undefined until it is known; a page that needs it
 * says so in its inputs and asks again by itself, as it is reactive.
 */
import { createContext, onDestroy, type Snippet } from "svelte";
import type { Freshness, Project } from "../../preload/model/resources";
import { isArchived } from "../../preload/facts/rules";
import type { Action } from "../app/actions.svelte";
import { api } from "../app/api";
import { query } from "../app/query.svelte";
import { useSession } from "../app/session.svelte";
import { Sources } from "../app/data-sources.svelte";

/** What a page adds to the header of its project. */
export interface ProjectTools {
  /** As buttons at the right; the last one is the primary one. */
  actions?: readonly (Action | undefined)[];
  /** The search of the page. */
  searchBox?: Snippet;
}

/** The current project, and what its page adds to the header. */
export class ProjectFrame {
  readonly workspaceId: string;
  readonly projectId: string;
  #answer;
  #tools = new Sources<ProjectTools>();
  /** What the page has given to the header. */
  tools: ProjectTools = $derived(this.#tools.all.at(-1) ?? {});

  constructor(workspaceId: string, projectId: string) {
    this.workspaceId = workspaceId;
    this.projectId = projectId;
    this.#answer = query(["projects"], () => api.projects.get({ workspaceId, projectId }));
  }

  /** Undefined until it is known. */
  get project(): Project | undefined {
    return this.#answer.data?.project;
  }
  get freshness(): Freshness | undefined {
    return this.#answer.data?.freshness;
  }
  /** Why the project could not be read, also after an earlier success: it may have been deleted elsewhere. */
  get problem() {
    return this.#answer.error;
  }
  get isArchived(): boolean {
    return this.project !== undefined && isArchived(this.project);
  }
  refresh(): void {
    this.#answer.refresh();
  }

  /** Gives the header its tools; returns its own undo. */
  put(tools: () => ProjectTools): () => void {
    return this.#tools.add(() => [tools()]);
  }
}

const [getFrame, setFrame] = createContext<ProjectFrame>();

/** Makes the frame of a project for everything inside this component. */
export function provideProjectFrame(projectId: string): ProjectFrame {
  return setFrame(new ProjectFrame(useSession().workspaceId ?? "", projectId));
}

/** The frame this page stands in; `tools` says what the page puts into its header. See Note: Project frame. */
export function useProjectFrame(tools?: () => ProjectTools): ProjectFrame {
  const frame = getFrame();
  if (tools) onDestroy(frame.put(tools));
  return frame;
}
