/** SQL of the teams of projects. */
import { ofProject } from "../scopes";
import { all, run, type Rows } from "../unit-of-work";
import type { MemberRow, TeamRows } from "./project-port";
import { userColumns } from "./user-rows";

export const createTeamRows = (rows: Rows): TeamRows => ({
  listTeam: rows.read((projectId) =>
    all<MemberRow>(
      `SELECT ${userColumns}, t.role FROM team t JOIN users u ON u.id = t.user_id
       WHERE t.project_id = ? ORDER BY u.created_at, u.id`,
      projectId,
    ),
  ),
  putMembers: rows.within(ofProject).change(function* (projectId, members) {
    for (const { userId, role } of members)
      yield* run(
        `INSERT INTO team (project_id, user_id, role) VALUES (?, ?, ?)
         ON CONFLICT (project_id, user_id) DO UPDATE SET role = excluded.role`,
        projectId,
        userId,
        role,
      );
  }),
  removeMembers: rows.within(ofProject).change(function* (projectId, userIds) {
    for (const userId of userIds) {
      yield* run("DELETE FROM team WHERE project_id = ? AND user_id = ?", projectId, userId);
      yield* run(
        `DELETE FROM assignments WHERE user_id = ?
         AND batch_id IN (SELECT id FROM batches WHERE project_id = ?)`,
        userId,
        projectId,
      );
    }
  }),
});
