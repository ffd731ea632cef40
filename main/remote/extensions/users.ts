/** Changes to the users of the workspace (extension "users"). */
import type { User } from "../../../preload/model/resources";
import type { Http } from "../http/http";
import { readRow } from "../http/tolerant-parse";
import { toUser } from "../team";
import { local } from "./read-form";

type UserFields = Omit<User, "id">;

export interface UserCalls {
  add(fields: UserFields): Promise<User>;
  change(userId: string, fields: UserFields): Promise<User>;
  remove(userId: string): Promise<void>;
}

export function createUserCalls(http: Http): UserCalls {
  const path = `${local}/users`;
  const pathOf = (userId: string) => `${path}/${encodeURIComponent(userId)}`;
  return {
    async add(body) {
      return readRow(await http.json({ method: "POST", path, body, isRepeatable: false }), toUser);
    },
    async change(userId, body) {
      const call = { method: "PUT", path: pathOf(userId), body, isRepeatable: true } as const;
      return readRow(await http.json(call), toUser);
    },
    async remove(userId) {
      await http.json({ method: "DELETE", path: pathOf(userId), isRepeatable: true });
    },
  };
}
