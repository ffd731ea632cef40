/** Access tokens: a few milliseconds. */
import { expect, it } from "vitest";
import { createAuth } from "../../../main/remote/auth";
import type { Connection } from "../../../main/remote/connection";

const connection: Connection = {
  baseUrl: "https://service.example",
  clientId: "id",
  clientSecret: "secret",
  authScheme: "raw",
};
/** A service that sends these tokens, in their order. */
function serviceOf(...sent: unknown[]) {
  const calls: string[] = [];
  const auth = createAuth({
    send(_connection, path) {
      calls.push(path);
      return Promise.resolve({ accessToken: sent[calls.length - 1], refreshToken: "r" });
    },
  });
  return { auth, calls };
}

it.each([["a\r\nX-Other: 1"], ["a\u202eb"], ["ü"], ["\n"], [""], [5], [null]])(
  "the access token %j is refused, and the next call requests another one",
  async (invalid) => {
    const { auth, calls } = serviceOf(invalid, "token");
    await expect(auth.token(connection)).rejects.toMatchObject({ code: "unexpected-answer" });
    expect(await auth.token(connection)).toBe("token");
    expect(calls).toEqual(["/auth/token", "/auth/token"]);
  },
);

it("a refreshed token that no header can have is replaced by a new one", async () => {
  const { auth, calls } = serviceOf("first", "a\nb", "third\n");
  expect(await auth.token(connection)).toBe("first");
  expect(await auth.refreshed(connection, "first")).toBe("third");
  expect(calls).toEqual(["/auth/token", "/auth/refresh", "/auth/token"]);
});
