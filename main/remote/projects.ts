/** The requests of interface §4.3 for projects. */
import { projectType, type Project, type ProjectType } from "../../preload/model/resources";
import type { Http } from "./http/http";
import type { Fields } from "./http/fields";
import {
  idOf,
  merged,
  timestamp,
  readRow,
  readRows,
  displayText,
  text,
  type ListChunks,
} from "./http/tolerant-parse";

interface NewProject {
  name: string;
  type: ProjectType;
  model: string;
  sourceLanguage: string | null;
  targetLanguages: readonly string[];
}

export interface Projects {
  /**
   * All projects of the workspace. Sends one request per type (interface-notes). If one fails, the
   * list fails.
   */
  list(signal?: AbortSignal): ListChunks<Project>;
  get(projectId: string): Promise<Project>;
  /** Not retried: after a lost response the project may have been created. */
  create(project: NewProject): Promise<Project>;
  change(projectId: string, change: { name: string }): Promise<Project>;
  /** Archives or restores projects. */
  setArchived(projectIds: readonly string[], isArchived: boolean): Promise<void>;
  delete(projectId: string): Promise<void>;
  addLanguages(projectId: string, languages: readonly string[]): Promise<void>;
}

/** The path of a project. Ids are opaque, so they are encoded. */
export const projectPath = (projectId: string) => `/projects/${encodeURIComponent(projectId)}`;

export function createProjects(http: Http): Projects {
  return {
    list: (signal) =>
      merged(
        projectType.options.map((type) =>
          readRows(
            http,
            { path: "/projects", query: { type }, ifMissing: "failed", signal },
            toProject,
          ),
        ),
      ),
    async get(projectId) {
      const path = projectPath(projectId);
      return readRow(await http.json({ method: "GET", path, isRepeatable: true }), toProject);
    },
    async create({ name, type, model, sourceLanguage, targetLanguages }) {
      const response = await http.json({
        method: "POST",
        path: "/projects",
        body: {
          name,
          type,
          model,
          targetLanguages,
          ...(sourceLanguage === null ? {} : { sourceLanguage }),
        },
        isRepeatable: false,
      });
      return readRow(response, (fields) =>
        toProject({ name, type, model, status: "active", ...fields }),
      );
    },
    async change(projectId, change) {
      const path = projectPath(projectId);
      const response = await http.json({ method: "PUT", path, body: change, isRepeatable: true });
      return readRow(response, toProject);
    },
    async setArchived(projectIds, isArchived) {
      await http.json({
        method: "POST",
        path: "/projects/archive",
        body: { action: isArchived ? "archive" : "unarchive", projectIds },
        isRepeatable: true,
      });
    },
    async delete(projectId) {
      await http.json({ method: "DELETE", path: projectPath(projectId), isRepeatable: true });
    },
    async addLanguages(projectId, languages) {
      await http.json({
        method: "POST",
        path: `${projectPath(projectId)}/languages`,
        body: { languages },
        isRepeatable: true,
      });
    },
  };
}

/** Parses a project; null if it has no id. */
function toProject(fields: Fields): Project | null {
  const id = idOf(fields["id"]);
  if (id === null) return null;
  return {
    id,
    name: text(fields["name"]),
    status: displayText(fields["status"]),
    type: text(fields["type"]),
    model: text(fields["model"]),
    createdAt: timestamp(fields["createdAt"]),
    updatedAt: timestamp(fields["updatedAt"]),
  };
}
