/** The table of error codes, read by the queues, the HTTP clients and the window. */
import { expect, it } from "vitest";
import {
  affectsWorkspace,
  isFinal,
  isNotDelivered,
  isTransient,
  kindOf,
  needsUser,
} from "../../../preload/facts/errors";
import { errorCodes } from "../../../preload/facts/error-codes";
import { createSuspensions } from "../../../main/backend/connectivity/suspensions";

it("every error that suspends a queue until the user acts needs attention", () => {
  const suspending = errorCodes.filter((code) => kindOf(code) === "user");
  expect(suspending).toContain("secret-missing");
  expect(suspending.filter((code) => !needsUser(code))).toEqual([]);
});

it.each(["offline", "unreachable", "timeout", "rate-limited", "service-error"] as const)(
  "%s needs no action of the user, in the queue and in the window",
  (code) => {
    expect(["connection", "transient"]).toContain(kindOf(code));
    expect(needsUser(code)).toBe(false);
  },
);

it("a full service is retried and needs attention", () => {
  expect(kindOf("service-full")).toBe("connection");
  expect(needsUser("service-full")).toBe(true);
  const suspensions = createSuspensions({ now: () => 0, backoffMs: 1000 });
  suspensions.backOff("w", { code: "service-full", message: "" }, undefined);
  expect(suspensions.of("w")?.until).toBeGreaterThan(0);
});

it("a rejected request suspends no queue", () => {
  expect(kindOf("request-refused")).toBe("file");
});

it("a code of another version counts as unexpected", () => {
  expect(kindOf("constructor" as never)).toBe(kindOf("internal"));
});

it("a pending request is rejected only if the service has certainly not processed it", () => {
  const final = errorCodes.filter(isFinal);
  expect(final).toContain("request-refused");
  expect(final.filter((code) => !isNotDelivered(code))).toEqual([]);
  expect(final.filter((code) => isTransient(code) || affectsWorkspace(code))).toEqual([]);
});

it("after a lost response, the request may have been processed", () => {
  expect(
    ["unreachable", "timeout", "service-error"].filter((code) => isNotDelivered(code as never)),
  ).toEqual([]);
});
