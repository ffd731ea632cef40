/** Which failures are retried without a user who could act. */
import { expect, it } from "vitest";
import { mayEndWithoutUser } from "../../../../main/backend/uploads/failure-policies";
import { AppError } from "../../../../main/common/errors";
import { createAuth } from "../../../../main/remote/auth";

const connection = {
  baseUrl: "https://service.test",
  clientId: "id",
  clientSecret: "secret",
  authScheme: "raw" as const,
};

it.each([
  [400, "invalid-input", false],
  [401, "token-refused", false],
  [403, "request-refused", true],
] as const)("a token request that fails with HTTP %d (%s): %s", async (_status, code, mayEnd) => {
  const refusal = new AppError(code, "no");
  const auth = createAuth({ send: () => Promise.reject(refusal) });
  const error: unknown = await auth.token(connection).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "token-refused", message: "no" });
  expect(mayEndWithoutUser(error)).toBe(mayEnd);
});

it.each([
  ["certificate", true],
  ["token-refused", true],
  ["proxy-credentials", false],
  ["secret-missing", false],
  ["unreachable", false],
] as const)("%s: %s", (code, mayEnd) => {
  expect(mayEndWithoutUser(new AppError(code, ""))).toBe(mayEnd);
});
