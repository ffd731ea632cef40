/** SQL of users. */
import { all, get, jsonList, run, type Rows } from "../unit-of-work";
import type { UserRow, UserRows } from "./project-port";

/** The columns of a user `u`. */
export const userColumns = "u.id, u.first_name AS firstName, u.last_name AS lastName, u.email";

export const createUserRows = (rows: Rows): UserRows => ({
  listUsers: rows.read(() =>
    all<UserRow>(`SELECT ${userColumns} FROM users u ORDER BY u.created_at, u.id`),
  ),
  findExistingUsers: rows.read(function* (ids) {
    const sql = "SELECT id FROM users WHERE id IN @texts";
    return new Set((yield* all<{ id: string }>(sql, jsonList(ids))).map(({ id }) => id));
  }),
  findUserByEmail: rows.read(function* (folded) {
    const sql = `SELECT ${userColumns} FROM users u WHERE u.folded_email = ?`;
    return (yield* get<UserRow>(sql, folded)) ?? null;
  }),
  putUser: rows.change(function* (user, foldedEmail, at) {
    yield* run(
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
  removeUser: rows.change(function* (id) {
    yield* run("DELETE FROM users WHERE id = ?", id);
  }),
  listSoleOwnerships: rows.read(function* (userId) {
    const sql = `SELECT project_id AS id FROM team t WHERE user_id = ? AND role = 'project-owner'
      AND NOT EXISTS (SELECT 1 FROM team o WHERE o.project_id = t.project_id
        AND o.role = 'project-owner' AND o.user_id <> t.user_id)`;
    return (yield* all<{ id: string }>(sql, userId)).map(({ id }) => id);
  }),
});
