/** SQL of projects and their languages. */
import type { Database } from "../../../common/database/database";
import type { ProjectRow, ProjectRows } from "./project-port";
import { addProjectLanguages } from "../batches/project-languages";
import { toPromise } from "../to-promise";

const projectColumns =
  "id, name, status, type, model, source_language AS sourceLanguage, created_at AS createdAt, updated_at AS updatedAt";

export function createProjectRows(database: Database): ProjectRows {
  const projectOf = (id: string) =>
    database.get<ProjectRow>(
      `SELECT ${projectColumns} FROM projects WHERE id = ? AND status <> 'removed'`,
      id,
    ) ?? null;
  return {
    listProjects: (type) =>
      toPromise(() =>
        database.all<ProjectRow>(
          `SELECT ${projectColumns} FROM projects WHERE type = ? AND status <> 'removed'
           ORDER BY created_at, id`,
          type,
        ),
      ),
    findProject: (id) => toPromise(() => projectOf(id)),
    addProject: (project, targetLanguages) =>
      toPromise(() =>
        database.durably(() => {
          database.run(
            `INSERT INTO projects (id, name, status, type, model, source_language, created_at, updated_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
            project.id,
            project.name,
            project.status,
            project.type,
            project.model,
            project.sourceLanguage,
            project.createdAt,
            project.updatedAt,
          );
          addProjectLanguages(database, project.id, targetLanguages);
        }),
      ),
    changeProject: (id, { name, status }, at) =>
      toPromise(() =>
        database.durably(() => {
          database.run(
            `UPDATE projects SET name = coalesce(?, name), status = coalesce(?, status), updated_at = ?
             WHERE id = ? AND status <> 'removed'`,
            name ?? null,
            status ?? null,
            at,
            id,
          );
          return projectOf(id);
        }),
      ),
    setProjectStatuses: (ids, status, at) =>
      toPromise(() =>
        database.durably(() => {
          const unknown = ids.find((id) => projectOf(id) === null);
          if (unknown !== undefined) return unknown;
          const sql = "UPDATE projects SET status = ?, updated_at = ? WHERE id = ?";
          for (const id of ids) database.run(sql, status, at, id);
          return null;
        }),
      ),
    removeProject: (id) =>
      toPromise(() =>
        database.durably(() => {
          const sql = "UPDATE projects SET status = 'removed' WHERE id = ? AND status <> 'removed'";
          if (database.run(sql, id) === 0) return false;
          // A deleted project must not count as one that its only owner still owns.
          database.run("DELETE FROM team WHERE project_id = ?", id);
          return true;
        }),
      ),
    listLanguages: (projectId) =>
      toPromise(() => {
        const sql =
          "SELECT language_id AS id FROM project_languages WHERE project_id = ? ORDER BY position";
        return database.all<{ id: string }>(sql, projectId).map(({ id }) => id);
      }),
    addLanguages: (projectId, languageIds, at) =>
      toPromise(() =>
        database.durably(() => {
          addProjectLanguages(database, projectId, languageIds);
          database.run("UPDATE projects SET updated_at = ? WHERE id = ?", at, projectId);
        }),
      ),
  };
}
