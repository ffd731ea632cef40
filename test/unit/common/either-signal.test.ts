/** Work with a signal that is aborted with the first one of two. */
import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { withEitherSignal } from "../../../main/common/either-signal";

const untilAborted = (signal: AbortSignal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });

it.each([0, 1])("is aborted with signal %i, before and during the work", async (index) => {
  const controllers = [new AbortController(), new AbortController()] as const;
  const signals = controllers.map(({ signal }) => signal) as [AbortSignal, AbortSignal];
  const running = withEitherSignal(...signals, untilAborted);
  controllers[index]!.abort(new Error("stopped"));
  await expect(running).rejects.toThrow("stopped");
  const isAborted = withEitherSignal(...signals, ({ aborted }) => Promise.resolve(aborted));
  expect(await isAborted).toBe(true);
});

it("leaves nothing at a signal that lives on", async () => {
  const [long, short] = [new AbortController(), new AbortController()];
  expect(await withEitherSignal(short.signal, long.signal, () => Promise.resolve(1))).toBe(1);
  const fails = () => Promise.reject(new Error("no"));
  await expect(withEitherSignal(short.signal, long.signal, fails)).rejects.toThrow("no");
  for (const { signal } of [long, short]) expect(getEventListeners(signal, "abort")).toEqual([]);
});
