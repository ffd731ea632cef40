import { expect, test } from "vitest";
import type { Auth } from "../../../../main/local-service/common/auth";
import { createAuthRoutes } from "../../../../main/local-service/routes/auth";
import { mountRoutes } from "../../../../main/local-service/routes/route";
import { createCallLimits } from "../../../../main/local-service/access/call-limits";
import { HttpError } from "../../../../main/local-service/common/http-error";

function createLimits() {
  let at = 0;
  const advance = (ms: number) => {
    at += ms;
  };
  return { limits: createCallLimits(() => at), advance };
}

/** The seconds after which a refused call may be repeated; null if it is not refused. */
function waitOf(take: () => void): number | null {
  try {
    take();
    return null;
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 429) throw error;
    return Number(error.headers["Retry-After"]);
  }
}

test("a credential may make 200 calls at once, and 50 each second after them", () => {
  const { limits, advance } = createLimits();
  const call = () => waitOf(() => limits.takeCall("one"));
  for (let count = 0; count < 200; count += 1) expect(call()).toBeNull();
  expect(call()).toBe(1);
  expect(waitOf(() => limits.takeCall("other"))).toBeNull();
  advance(1_000);
  for (let count = 0; count < 50; count += 1) expect(call()).toBeNull();
  expect(call()).toBe(1);
});

test("an address may fail to sign in ten times a minute", () => {
  const { limits, advance } = createLimits();
  const attempt = () => waitOf(() => limits.takeAttempt("192.0.2.1"));
  for (let count = 0; count < 30; count += 1) limits.takeAttempt("192.0.2.1").succeeded();
  for (let count = 0; count < 10; count += 1) expect(attempt()).toBeNull();
  expect(attempt()).toBe(6);
  advance(6_000);
  expect(attempt()).toBeNull();
});

test("after five wrong secrets a client id is refused for 15 minutes", () => {
  const { limits, advance } = createLimits();
  const signIn = () => waitOf(() => limits.requireNotRefused("one"));
  for (let count = 0; count < 5; count += 1) {
    expect(signIn()).toBeNull();
    limits.noteWrongSecret("one");
  }
  expect(signIn()).toBe(900);
  expect(waitOf(() => limits.requireNotRefused("other"))).toBeNull();
  advance(15 * 60_000);
  expect(signIn()).toBeNull();
  for (let count = 0; count < 4; count += 1) limits.noteWrongSecret("one");
  limits.noteRightSecret("one");
  limits.noteWrongSecret("one");
  expect(signIn()).toBeNull();
});

test("unknown client ids do not make the memory grow", () => {
  const { limits } = createLimits();
  for (let count = 0; count < 30_000; count += 1) limits.noteWrongSecret(`id-${count}`);
  for (let count = 0; count < 5; count += 1) limits.noteWrongSecret("last");
  expect(waitOf(() => limits.requireNotRefused("last"))).toBe(900);
});

test("faults of the service are no failed attempts to sign in", async () => {
  let status = 503;
  const issue = () => Promise.reject(new HttpError(status, "no"));
  const auth = { issue } as Partial<Auth> as Auth;
  const app = mountRoutes("", createAuthRoutes(auth, createLimits().limits), {
    auth,
    admit: (_description, handle) => handle(),
    addressOf: () => "192.0.2.1",
  });
  app.onError((error) => new Response(null, { status: (error as HttpError).status }));
  const attempt = async (clientId: string) => {
    const body = JSON.stringify({ clientId, clientSecret: "x" });
    return (await app.request("/auth/token", { method: "POST", body }, { incoming: {} })).status;
  };
  for (let count = 0; count < 12; count += 1) expect(await attempt("one")).toBe(503);
  status = 400;
  for (let count = 0; count < 10; count += 1) expect(await attempt(`id ${count}`)).toBe(400);
  expect(await attempt("one")).toBe(429);
});
