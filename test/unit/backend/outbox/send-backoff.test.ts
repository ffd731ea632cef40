/** Which requests wait after a failed connection. */
import { beforeEach, describe, expect, it } from "vitest";
import { createSendBackoff } from "../../../../main/backend/outbox/sending/send-backoff";
import type { ErrorCode } from "../../../../preload/model";

let now = 0;
let isReachable = true;
const create = () =>
  createSendBackoff({ isReachable: () => isReachable, now: () => now, backoffMs: 1_000 });
let backoff: ReturnType<typeof create>;
beforeEach(() => {
  now = 0;
  isReachable = true;
  backoff = create();
});

const project = { workspaceId: "w", projectId: "p" };
const other = { workspaceId: "w", projectId: "q" };
const open = () => [project, other].map((one) => backoff.isProjectOpen(one));
const fail = (code: ErrorCode, isBeforeSending: boolean, retryAfterMs?: number) =>
  backoff.suspend(project, { code, message: "" }, isBeforeSending, retryAfterMs);

describe("a failed connection", () => {
  it("while a request is prepared suspends its project", () => {
    expect(fail("unreachable", true)).toBe(true);
    expect(open()).toEqual([false, true]);
    now = 1_001;
    expect(open()).toEqual([true, true]);
  });

  it("while a request is sent suspends its workspace", () => {
    expect(fail("unreachable", false)).toBe(true);
    expect(open()).toEqual([false, false]);
  });

  it("suspends for the time that the service requests", () => {
    expect(fail("service-error", true, 5_000)).toBe(true);
    now = 4_999;
    expect(open()).toEqual([false, true]);
    now = 5_000;
    expect(open()).toEqual([true, true]);
  });
});

it("an error that the user has to correct suspends the project only if the service is unreachable", () => {
  expect(fail("secret-missing", true)).toBe(false);
  expect(open()).toEqual([true, true]);
  isReachable = false;
  expect(fail("secret-missing", true)).toBe(true);
  isReachable = true;
  expect(open()).toEqual([false, true]);
});

it("an error of the request suspends nothing", () => {
  expect(fail("invalid-input", false)).toBe(false);
  expect(fail("service-error", false)).toBe(false);
  expect(open()).toEqual([true, true]);
});

it.each([
  ["a success", () => backoff.succeeded(project)],
  ["a change of entries", () => backoff.releaseProjects()],
  ["a change of the workspace's connection", () => backoff.release("w")],
  ["a change of the network", () => backoff.release()],
])("%s ends the suspension of a project", (_name, act) => {
  fail("unreachable", true);
  act();
  expect(open()).toEqual([true, true]);
});
