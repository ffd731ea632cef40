/** SQL of projects and their languages. */
import { ownerRole } from "../../../../preload/facts/roles";
import { ofProject, type Scope } from "../scopes";
import { all, get, run, type Rows } from "../unit-of-work";
import type { ProjectRow, ProjectRows } from "./project-port";
import { addProjectLanguages } from "../batches/project-languages";

const ofNewProject = ({ id }: { id: string }) => ofProject(id);
const ofProjects = (ids: readonly string[]): Scope => ids.map((projectId) => ({ projectId }));

const projectColumns =
  "id, name, status, type, model, source_language AS sourceLanguage, created_at AS createdAt, updated_at AS updatedAt";

export function createProjectRows(rows: Rows): ProjectRows {
  function* projectOf(id: string) {
    return (
      (yield* get<ProjectRow>(
        `SELECT ${projectColumns} FROM projects WHERE id = ? AND status <> 'removed'`,
        id,
      )) ?? null
    );
  }
  return {
    listProjects: rows.read((type) =>
      all<ProjectRow>(
        `SELECT ${projectColumns} FROM projects WHERE type = ? AND status <> 'removed'
         ORDER BY created_at, id`,
        type,
      ),
    ),
    findProject: rows.read((id) => projectOf(id)),
    addProject: rows.within(ofNewProject).change(function* (
      project,
      targetLanguages,
      ownerId: string | null = null,
    ) {
      yield* run(
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
      yield* addProjectLanguages(project.id, targetLanguages);
      if (ownerId !== null)
        yield* run(
          "INSERT INTO team (project_id, user_id, role) VALUES (?, ?, ?)",
          project.id,
          ownerId,
          ownerRole,
        );
    }),
    changeProject: rows.within(ofProject).change(function* (id, { name, status }, at) {
      yield* run(
        `UPDATE projects SET name = coalesce(?, name), status = coalesce(?, status), updated_at = ?
         WHERE id = ? AND status <> 'removed'`,
        name ?? null,
        status ?? null,
        at,
        id,
      );
      return yield* projectOf(id);
    }),
    setProjectStatuses: rows.within(ofProjects).change(function* (ids, status, at) {
      for (const id of ids) if ((yield* projectOf(id)) === null) return id;
      const sql = "UPDATE projects SET status = ?, updated_at = ? WHERE id = ?";
      for (const id of ids) yield* run(sql, status, at, id);
      return null;
    }),
    removeProject: rows.within(ofProject).change(function* (id) {
      const sql = "UPDATE projects SET status = 'removed' WHERE id = ? AND status <> 'removed'";
      if ((yield* run(sql, id)) === 0) return false;
      // A deleted project must not count as one that its only owner still owns.
      yield* run("DELETE FROM team WHERE project_id = ?", id);
      return true;
    }),
    listLanguages: rows.read(function* (projectId) {
      const sql =
        "SELECT language_id AS id FROM project_languages WHERE project_id = ? ORDER BY position";
      return (yield* all<{ id: string }>(sql, projectId)).map(({ id }) => id);
    }),
    addLanguages: rows.within(ofProject).change(function* (projectId, languageIds, at) {
      yield* addProjectLanguages(projectId, languageIds);
      yield* run("UPDATE projects SET updated_at = ? WHERE id = ?", at, projectId);
    }),
  };
}
