/** Projects and their rules (interface §2.2, §3, §4.3). */
import type { Locks } from "../rows/lock-port";
import { randomUUID } from "node:crypto";
import { factsOfType } from "../../../preload/facts/project-types";
import { requireLanguage, requireModel } from "../catalogue/lookup";
import { truncate } from "../../common/printable";
import { HttpError, invalid } from "../common/http-error";
import type {
  ProjectRow,
  ProjectStatus,
  ProjectType,
  ProjectRows,
} from "../rows/projects/project-port";

/** `Rows`: the ports that a part of a project uses besides the project itself. */
export interface ProjectsDeps<Rows = unknown> {
  store: ProjectRows & Locks & Rows;
  now: () => number;
  /** Called after a change that ingestion, the removal of rows or the dubbing must process. */
  onNewWork: () => void;
}

/** A partial update: fields that are undefined do not change. */
export type Changes<T> = { [Field in keyof T]?: T[Field] | undefined };

interface NewProject {
  name: string;
  type: ProjectType;
  model: string;
  targetLanguages: readonly string[];
  sourceLanguage?: string | undefined;
}

export interface Projects {
  list(type: ProjectType): Promise<ProjectRow[]>;
  /** 404 for an unknown project, as in `change` and `remove`. */
  get(id: string): Promise<ProjectRow>;
  /**
   * 400 for languages and models that are not in the catalogue, and for a missing source language.
   * `ownerId`: the user who becomes its owner; null for an empty team.
   */
  create(project: NewProject, ownerId: string | null): Promise<ProjectRow>;
  change(
    id: string,
    change: { name?: string | undefined; status?: ProjectStatus | undefined },
  ): Promise<ProjectRow>;
  /** Changes all projects; for an unknown id it changes none and throws a 400 naming it. */
  setStatuses(ids: readonly string[], status: ProjectStatus): Promise<void>;
  remove(id: string): Promise<void>;
  /** Target languages, in the order in which they were added. 404 for an unknown project. */
  listLanguages(id: string): Promise<string[]>;
  /**
   * 400 for an unknown project: the interface lists no 404 for this call. Languages already present
   * are ignored.
   */
  addLanguages(id: string, languages: readonly string[]): Promise<void>;
}

/** Name of a project's lock. A function that checks a rule before it writes must hold this lock. */
export const projectLock = (projectId: string) => `project ${projectId}`;

/** The project, or a 404 (for calls where the interface lists one). */
export async function requireProject(
  store: Pick<ProjectRows, "findProject">,
  id: string,
): Promise<ProjectRow> {
  const project = await store.findProject(id);
  if (!project) throw new HttpError(404, `projectId: there is no project "${truncate(id)}"`);
  return project;
}

/** The project, or a 400 (for calls where the interface lists no 404). */
export async function expectProject(
  store: Pick<ProjectRows, "findProject">,
  id: string,
): Promise<ProjectRow> {
  const project = await store.findProject(id);
  if (!project) throw invalid("projectId", `there is no project "${truncate(id)}"`);
  return project;
}

export function createProjects({
  store,
  now,
  onNewWork,
  onRemoved,
}: ProjectsDeps & {
  /** Called after a deletion, before `onNewWork`, which starts the removal of rows. */
  onRemoved: () => void;
}): Projects {
  return {
    list: (type) => store.listProjects(type),
    get: (id) => requireProject(store, id),
    async create({ name, type, model, targetLanguages, sourceLanguage }, ownerId) {
      requireModel("model", model);
      const targets = targetLanguages.map((text, index) =>
        requireLanguage(`targetLanguages[${index}]`, text),
      );
      if (sourceLanguage === undefined && factsOfType(type).sourceLanguage === "required")
        throw invalid("sourceLanguage", `is required for ${type} projects`);
      const at = now();
      const project: ProjectRow = {
        id: randomUUID(),
        name,
        status: "active",
        type,
        model,
        sourceLanguage:
          sourceLanguage === undefined ? null : requireLanguage("sourceLanguage", sourceLanguage),
        createdAt: at,
        updatedAt: at,
      };
      await store.addProject(project, targets, ownerId);
      return project;
    },
    async change(id, change) {
      if (change.name === undefined && change.status === undefined)
        return requireProject(store, id);
      const changed = await store.changeProject(id, change, now());
      return changed ?? requireProject(store, id);
    },
    async setStatuses(ids, status) {
      const unknown = await store.setProjectStatuses(ids, status, now());
      if (unknown !== null)
        throw invalid("projectIds", `there is no project "${truncate(unknown)}"`);
    },
    async remove(id) {
      await store.exclusively(projectLock(id), async () => {
        if (!(await store.removeProject(id))) await requireProject(store, id);
      });
      onRemoved();
      onNewWork();
    },
    async listLanguages(id) {
      await requireProject(store, id);
      return store.listLanguages(id);
    },
    addLanguages: (id, languages) =>
      store.exclusively(projectLock(id), async () => {
        await expectProject(store, id);
        const ids = languages.map((text, index) => requireLanguage(`languages[${index}]`, text));
        await store.addLanguages(id, ids, now());
      }),
  };
}
