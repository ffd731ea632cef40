import { expect, it } from "vitest";
import { rejectWhileStopping } from "../../../main/backend/calls-while-stopping";
import type { Handlers } from "../../../preload/contract";
import { AppError } from "../../../main/common/errors";

/** Handlers with one call, and what makes them stop. */
function handlersOf(state: () => unknown) {
  let isStopping = false;
  const { app } = rejectWhileStopping({ app: { state } } as unknown as Handlers, () => isStopping);
  return { call: () => app.state(undefined), stop: () => (isStopping = true) };
}

/** A call that is active while the backend stops. It fails with the error, or resolves with 1. */
async function activeWhileStopping(error?: Error): Promise<unknown> {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const { call, stop } = handlersOf(async () => {
    await ended;
    if (error) throw error;
    return 1;
  });
  const active = call();
  stop();
  end();
  return active;
}

it("a call runs, and fails with its own error, until the backend stops", async () => {
  await expect(handlersOf(() => 1).call()).resolves.toBe(1);
  const failing = handlersOf(() => Promise.reject(new Error("database is locked")));
  await expect(failing.call()).rejects.toThrow("database is locked");
});

it("a call that begins while the backend stops is not run", async () => {
  let runs = 0;
  const { call, stop } = handlersOf(() => (runs += 1));
  stop();
  await expect(call()).rejects.toMatchObject({ code: "unreachable" });
  expect(runs).toBe(0);
});

it("a call that is active while the backend stops may end", async () => {
  await expect(activeWhileStopping()).resolves.toBe(1);
});

it("a call that fails because the backend stops is not an unexpected error", async () => {
  for (const error of [
    new Error("database is not open"),
    new AppError("internal", "the program is closing"),
  ])
    await expect(activeWhileStopping(error)).rejects.toMatchObject({ code: "unreachable" });
});

it("an expected error keeps its code while the backend stops", async () => {
  const error = new AppError("not-found", "there is no such batch");
  await expect(activeWhileStopping(error)).rejects.toBe(error);
});
