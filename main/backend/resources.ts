/** Projects, everything in them, and the lists of a workspace: each group is a service of its own. */
import type { Handlers } from "../../preload/contract";
import type { BatchOrigins } from "./batches/batch-origins";
import { createBatches } from "./batches/batches";
import { createCasting } from "./casting/casting";
import { createCatalogue } from "./casting/catalogue";
import type { Following } from "./lists/list-poller";
import { createGlossary, type GlossaryDeps } from "./glossary/glossary";
import { createOverview, type OverviewDeps } from "./overview/overview";
import { createTeam, createUsers } from "./team/team";
import { createProjects } from "./projects/projects";

export interface ResourceHandlersDeps extends GlossaryDeps, OverviewDeps {
  following: Pick<Following, "show">;
  origins: BatchOrigins;
}

export type ResourceGroup =
  | "lists"
  | "overview"
  | "projects"
  | "batches"
  | "casting"
  | "glossary"
  | "team"
  | "users"
  | "catalogue";

export function createResourceHandlers(deps: ResourceHandlersDeps): Pick<Handlers, ResourceGroup> {
  const { lists, following } = deps;
  const { unknownLanguages, ...projects } = createProjects(deps);
  return {
    lists: {
      show: ({ workspaceId, lists: shown }) => following.show(workspaceId, shown),
      refresh: ({ workspaceId, list }) => lists.refresh(workspaceId, list),
    },
    overview: createOverview(deps),
    projects,
    batches: createBatches({ ...deps, projects: { get: projects.get, unknownLanguages } }),
    casting: createCasting({ ...deps, projects }),
    glossary: createGlossary(deps),
    team: createTeam(deps),
    users: createUsers(deps),
    catalogue: createCatalogue(deps),
  };
}
