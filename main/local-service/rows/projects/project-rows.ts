/** SQL of users, projects, their languages and their teams. */
import type { Database } from "../../../common/database/database";
import type {
  MemberRow,
  ProjectRow,
  UserRow,
  UserRows,
  ProjectRows,
  TeamRows,
} from "./project-port";
import { addProjectLanguages } from "../batches/project-languages";
import { toPromise } from "../to-promise";

const userColumns = "u.id, u.first_name AS firstName, u.last_name AS lastName, u.email";
const projectColumns =
  "id, name, status, type, model, source_language AS sourceLanguage, created_at AS createdAt, updated_at AS updatedAt";

export function createProjectRows(database: Database): UserRows & ProjectRows & TeamRows {
  const projectOf = (id: string) =>
    database.get<ProjectRow>(
      `SELECT ${projectColumns} FROM projects WHERE id = ? AND status <> 'removed'`,
      id,
    ) ?? null;
  return {
    listUsers: () =>
      toPromise(() =>
        database.all<UserRow>(`SELECT ${userColumns} FROM users u ORDER BY u.created_at, u.id`),
      ),
    findExistingUsers: (ids) =>
      toPromise(() => {
        const sql = "SELECT id FROM users WHERE id IN (SELECT value FROM json_each(?))";
        return new Set(database.all<{ id: string }>(sql, JSON.stringify(ids)).map(({ id }) => id));
      }),
    findUserByEmail: (folded) =>
      toPromise(() => {
        const sql = `SELECT ${userColumns} FROM users u WHERE u.folded_email = ?`;
        return database.get<UserRow>(sql, folded) ?? null;
      }),
    putUser: (user, foldedEmail, at) =>
      toPromise(() =>
        database.durably(() => {
          database.run(
            `INSERT INTO users (id, first_name, last_name, email, folded_email, created_at)
             VALUES (?, ?, ?, ?, ?, ?)
             ON CONFLICT (id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
               email = excluded.email, folded_email = excluded.folded_email`,
            user.id,
            user.firstName,
            user.lastName,
            user.email,
            foldedEmail,
            at,
          );
        }),
      ),
    removeUser: (id) =>
      toPromise(() =>
        database.durably(() => void database.run("DELETE FROM users WHERE id = ?", id)),
      ),
    listSoleOwnerships: (userId) =>
      toPromise(() => {
        const sql = `SELECT project_id AS id FROM team t WHERE user_id = ? AND role = 'project-owner'
          AND NOT EXISTS (SELECT 1 FROM team o WHERE o.project_id = t.project_id
            AND o.role = 'project-owner' AND o.user_id <> t.user_id)`;
        return database.all<{ id: string }>(sql, userId).map(({ id }) => id);
      }),

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

    listTeam: (projectId) =>
      toPromise(() =>
        database.all<MemberRow>(
          `SELECT ${userColumns}, t.role FROM team t JOIN users u ON u.id = t.user_id
           WHERE t.project_id = ? ORDER BY u.created_at, u.id`,
          projectId,
        ),
      ),
    putMembers: (projectId, members) =>
      toPromise(() =>
        database.durably(() => {
          for (const { userId, role } of members)
            database.run(
              `INSERT INTO team (project_id, user_id, role) VALUES (?, ?, ?)
               ON CONFLICT DO UPDATE SET role = excluded.role`,
              projectId,
              userId,
              role,
            );
        }),
      ),
    removeMembers: (projectId, userIds) =>
      toPromise(() =>
        database.durably(() => {
          for (const userId of userIds) {
            database.run(
              "DELETE FROM team WHERE project_id = ? AND user_id = ?",
              projectId,
              userId,
            );
            database.run(
              `DELETE FROM assignments WHERE user_id = ?
               AND batch_id IN (SELECT id FROM batches WHERE project_id = ?)`,
              userId,
              projectId,
            );
          }
        }),
      ),
  };
}
