/** SQL of the teams of projects. */
import type { Database } from "../../../common/database/database";
import type { MemberRow, TeamRows } from "./project-port";
import { toPromise } from "../to-promise";
import { userColumns } from "./user-rows";

export const createTeamRows = (database: Database): TeamRows => ({
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
          database.run("DELETE FROM team WHERE project_id = ? AND user_id = ?", projectId, userId);
          database.run(
            `DELETE FROM assignments WHERE user_id = ?
             AND batch_id IN (SELECT id FROM batches WHERE project_id = ?)`,
            userId,
            projectId,
          );
        }
      }),
    ),
});
