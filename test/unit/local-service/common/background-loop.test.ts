/** The loop that all background work of the local service shares. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  createBackgroundLoop,
  type BackgroundLoopOptions,
} from "../../../../main/local-service/common/background-loop";
import { AwaitedError } from "../../../../main/local-service/common/outside-work";
import { recordingLog } from "../../../helpers/recording-log";

const soon = { firstMs: 1, maxMs: 4 };
const never = { firstMs: 3_600_000, maxMs: 3_600_000 };
const waiting = { interval: 1 };

function createLoop(step: () => Promise<void>, options: Partial<BackgroundLoopOptions> = {}) {
  const { log, lines } = recordingLog();
  const loop = createBackgroundLoop({ name: "work", step, log, ...options });
  return { loop, lines };
}
const done = () => Promise.resolve();

describe("the steps of a loop", () => {
  it("run after each wake, never two at once", async () => {
    let [active, most, steps] = [0, 0, 0];
    const { loop } = createLoop(async () => {
      steps += 1;
      active += 1;
      most = Math.max(most, active);
      await yieldToEventLoop();
      active -= 1;
    });
    loop.wake();
    loop.wake();
    await expect.poll(() => steps, waiting).toBe(1);
    loop.wake();
    await expect.poll(() => steps, waiting).toBe(2);
    await loop.close();
    expect(most).toBe(1);
  });

  it("run until nothing is due: one that wakes the loop is followed by another", async () => {
    let due = 5;
    const { loop } = createLoop(() => {
      due -= 1;
      if (due > 0) loop.wake();
      return done();
    });
    loop.wake();
    await expect.poll(() => due, waiting).toBe(0);
    await yieldToEventLoop();
    expect(due).toBe(0);
    await loop.close();
  });

  it("are repeated after an unexpected error, which is reported once, after a growing delay", async () => {
    let steps = 0;
    const { loop, lines } = createLoop(
      () => {
        steps += 1;
        return steps < 5 ? Promise.reject(new Error("disk I/O error")) : done();
      },
      { policy: soon },
    );
    loop.wake();
    await expect.poll(() => steps, waiting).toBe(5);
    await loop.close();
    const delays = lines.map((line) => /work: failed; repeated in (.*?) s/.exec(line)?.[1]);
    expect(delays).toEqual(["0.001", "0.002", "0.004", "0.004"]);
  });

  it("wait after an error, unless they are to run now", async () => {
    let steps = 0;
    const { loop, lines } = createLoop(
      () => {
        steps += 1;
        return steps === 1 ? Promise.reject(new Error("disk I/O error")) : done();
      },
      { policy: never },
    );
    loop.wake();
    await expect.poll(() => lines.length, waiting).toBe(1);
    loop.wake();
    await yieldToEventLoop();
    expect(steps).toBe(1);
    loop.wakeNow();
    await expect.poll(() => steps, waiting).toBe(2);
    await loop.close();
  });

  it("do not run during a rest, and afterwards only if something woke the loop", async () => {
    let steps = 0;
    const { loop } = createLoop(() => {
      steps += 1;
      if (steps === 1) loop.rest(20);
      return done();
    });
    loop.wake();
    await expect.poll(() => steps, waiting).toBe(1);
    loop.wakeNow();
    await yieldToEventLoop();
    expect(steps).toBe(1);
    await expect.poll(() => steps, waiting).toBe(2);
    await loop.close();
  });
});

describe("work beside a loop", () => {
  it("wakes the loop when it has ended; its error is reported and holds the steps", async () => {
    const rejects: ((error: Error) => void)[] = [];
    let steps = 0;
    const { loop, lines } = createLoop(
      () => {
        steps += 1;
        if (steps === 1) {
          void loop.begin(done(), "a part failed");
          void loop.begin(new Promise((_, reject) => rejects.push(reject)), "a part failed");
        }
        return done();
      },
      { policy: never },
    );
    loop.wake();
    await expect.poll(() => steps, waiting).toBe(2);
    rejects[0]?.(new Error("disk I/O error"));
    await expect.poll(() => lines.length, waiting).toBe(1);
    expect(lines[0]).toContain("work: a part failed");
    await yieldToEventLoop();
    expect(steps).toBe(2);
    await loop.close();
  });
});

describe("items of a loop", () => {
  it("that fail are set aside until their retry, and the others are not", async () => {
    const attempts: string[] = [];
    const due = new Set(["a", "b"]);
    const { loop, lines } = createLoop(
      async () => {
        const next = [...due].find((id) => !loop.aside().includes(id));
        if (next === undefined) return;
        loop.wake();
        const isDone = await loop.attempt(next, async () => {
          attempts.push(next);
          await yieldToEventLoop();
          if (next === "a" && attempts.filter((id) => id === "a").length < 3)
            throw new Error("unreadable");
        });
        if (isDone) due.delete(next);
      },
      { policy: soon },
    );
    loop.wake();
    await expect.poll(() => due.size, waiting).toBe(0);
    await loop.close();
    expect(attempts.filter((id) => id === "b")).toEqual(["b"]);
    expect(attempts.filter((id) => id === "a")).toHaveLength(3);
    expect(lines.map((line) => /work: (.*?) failed/.exec(line)?.[1])).toEqual(["a", "a"]);
  });

  it("that wait for work outside are set aside until it has ended, which is no failure", async () => {
    let isEnded = false;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const made: string[] = [];
    const { loop, lines } = createLoop(async () => {
      const next = ["a", "b"].find((id) => !made.includes(id) && !loop.aside().includes(id));
      if (next === undefined) return;
      loop.wake();
      await loop.attempt(next, () => {
        if (next === "a" && !isEnded) return Promise.reject(new AwaitedError(ended));
        made.push(next);
        return done();
      });
    });
    loop.wake();
    await expect.poll(() => made, waiting).toEqual(["b"]);
    expect(loop.aside()).toEqual(["a"]);
    isEnded = true;
    end();
    await expect.poll(() => made, waiting).toEqual(["b", "a"]);
    await loop.close();
    expect(lines).toEqual([]);
  });

  it("that were released stay released when what they waited for ends", async () => {
    const { loop } = createLoop(done);
    let end = (): void => undefined;
    loop.setAside("a", new Promise<void>((resolve) => (end = resolve)));
    loop.release("a");
    expect(loop.aside()).toEqual([]);
    loop.setAside("a", new Promise(() => undefined));
    end();
    await yieldToEventLoop();
    expect(loop.aside()).toEqual(["a"]);
    await loop.close();
  });
});

describe("the close of a loop", () => {
  it("aborts the signal, and waits for the step and for the work beside it", async () => {
    const ended: string[] = [];
    const onAbort = (work: () => void) =>
      new Promise<void>((resolve) => {
        loop.signal.addEventListener("abort", () => {
          setImmediate(() => {
            work();
            resolve();
          });
        });
      });
    let isStarted = false;
    const { loop, lines } = createLoop(async () => {
      void loop.begin(
        onAbort(() => ended.push("work")),
        "failed",
      );
      isStarted = true;
      await onAbort(() => ended.push("step"));
      throw new Error("was aborted");
    });
    loop.wake();
    await expect.poll(() => isStarted, waiting).toBe(true);
    await loop.close();
    expect(ended.sort()).toEqual(["step", "work"]);
    // An error that follows from the end is not reported.
    expect(lines).toEqual([]);
  });

  it("starts nothing afterwards, not even what waits after a failure", async () => {
    let steps = 0;
    const { loop, lines } = createLoop(
      () => {
        steps += 1;
        return Promise.reject(new Error("disk I/O error"));
      },
      { policy: { firstMs: 5, maxMs: 5 } },
    );
    loop.wake();
    await expect.poll(() => lines.length, waiting).toBe(1);
    await loop.close();
    const before = steps;
    loop.wake();
    loop.wakeNow();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(steps).toBe(before);
  });
});
