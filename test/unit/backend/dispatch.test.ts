import { expect, test } from "vitest";
import { calls, type Handlers } from "../../../preload/contract";
import { dispatch } from "../../../main/backend/dispatch";
import { AppError } from "../../../main/common/errors";
import { createLog, silentLog } from "../../../main/common/log";

const secret = "planted-secret-value";
/** Creates handlers; a test needs only a few. */
const handlers = (some: object) => some as unknown as Handlers;
const state = {
  version: "1",
  platform: "linux",
  appearance: { theme: "system", contrast: "system", motion: "system", textSize: 1 },
  language: "system",
  notifications: { uploads: true, batches: true, files: true },
  inference: { pausesOnBattery: true },
  reviewerName: "",
  views: {},
  workspaceId: null,
  isVaultPersistent: true,
  opensAtLogin: null,
  isOnline: true,
};

test("fields outside of the output schema are removed", async () => {
  const withExtraFields = handlers({
    app: {
      state: () =>
        Promise.resolve({
          ...state,
          accessToken: secret,
          appearance: { ...state.appearance, theme: "dark", clientSecret: secret },
        }),
    },
  });
  const reply = await dispatch(withExtraFields, "app.state", undefined, silentLog);
  expect(reply).toEqual({
    ok: true,
    value: { ...state, appearance: { ...state.appearance, theme: "dark" } },
  });
  expect(JSON.stringify(reply)).not.toContain(secret);
});

test("only calls of the contract are found, by their own property names", async () => {
  const all = handlers({ app: { state: () => Promise.resolve(state) } });
  for (const name of [
    "constructor.constructor",
    "__proto__.toString",
    "app.constructor",
    "app.__proto__",
    "app",
    "app.state.more",
    "app.nothing",
    "uploads.list", // In the contract, without a handler.
    "",
    null,
    { toString: () => "app.state" },
  ])
    expect(await dispatch(all, name, undefined, silentLog)).toMatchObject({
      ok: false,
      error: { code: "unknown-call" },
    });
  expect(await dispatch(all, "app.state", undefined, silentLog)).toMatchObject({ ok: true });
});

test("invalid input reaches no handler, and the error names the invalid field", async () => {
  let wasCalled = false;
  const some = handlers({
    app: {
      setAppearance: () => {
        wasCalled = true;
        return Promise.resolve();
      },
    },
  });
  const reply = await dispatch(some, "app.setAppearance", { theme: "pink" }, silentLog);
  expect(reply).toMatchObject({
    ok: false,
    error: { code: "invalid-input", details: [{ field: "theme" }] },
  });
  expect(wasCalled).toBe(false);
});

test("an expected error is returned with its code, an unexpected one without its message", async () => {
  const lines: string[] = [];
  const log = createLog((level, line) => lines.push(`${level} ${line}`));
  const failing = handlers({
    app: { state: () => Promise.reject(new Error(`token=${secret} at /home/someone/x`)) },
    workspaces: { list: () => Promise.reject(new AppError("offline", "no network")) },
  });
  expect(await dispatch(failing, "workspaces.list", undefined, log)).toEqual({
    ok: false,
    error: { code: "offline", message: "no network" },
  });
  expect(lines).toEqual([]);
  const reply = await dispatch(failing, "app.state", undefined, log);
  expect(reply).toEqual({ ok: false, error: { code: "internal", message: "internal error" } });
  expect(lines).toHaveLength(1);
  expect(lines.join()).not.toContain(secret);
});

test("an output that does not match its schema is not returned", async () => {
  const invalid = handlers({ app: { state: () => Promise.resolve({ token: secret }) } });
  expect(await dispatch(invalid, "app.state", undefined, silentLog)).toMatchObject({
    ok: false,
    error: { code: "internal" },
  });
});

test("every call has an input and an output schema", () => {
  for (const [group, methods] of Object.entries(calls)) {
    for (const [method, call] of Object.entries<object>(methods))
      expect(Object.keys(call), `${group}.${method}`).toEqual(["input", "output"]);
  }
});
