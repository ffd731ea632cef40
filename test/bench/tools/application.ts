/**
 * Controls and measures the application for benchmarks: durations until a frame, event loop,
 * memory.
 */
import { _electron, type ElectronApplication, type Page } from "playwright";
import type { Bridge } from "../../../preload/contract";

/** Runs in the page: starts an action, and checks each frame until its effect is shown. */
export interface Timed {
  bench: {
    timed: (act: () => void, isShown: () => boolean) => Promise<number>;
    rows: () => string[];
    total: () => number;
    type: (text: string) => void;
    press: (name: string) => void;
  };
}

function installTimer(): void {
  const grid = () => document.querySelector("main [role=grid]");
  (window as unknown as Timed).bench = {
    timed(act, isShown) {
      return new Promise((resolve, reject) => {
        const startedAt = performance.now();
        act();
        const checkFrame = () => {
          if (isShown()) resolve(performance.now() - startedAt);
          else if (performance.now() - startedAt > 60_000)
            reject(new Error(`never shown: ${String(isShown)}`));
          else requestAnimationFrame(checkFrame);
        };
        requestAnimationFrame(checkFrame);
      });
    },
    rows: () =>
      [...(grid()?.querySelectorAll("[data-index]") ?? [])]
        .filter((row) => row.querySelector("[role=gridcell]") !== null)
        .map((row) => row.textContent),
    total: () => Number(grid()?.getAttribute("aria-rowcount") ?? 0) - 1,
    type(text) {
      const input = document.querySelector<HTMLInputElement>("main [role=search] input");
      if (!input) throw new Error("no search field");
      input.value = text;
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    },
    press(name) {
      const found = [...document.querySelectorAll<HTMLElement>("main button, main a, nav a")].find(
        (element) => element.textContent.trim().startsWith(name),
      );
      if (!found) throw new Error(`no element is named ${name}`);
      found.click();
    },
  };
}

/** Prints a line of the report. */
export const print = (text: string) => process.stdout.write(`${text}\n`);
/** Prints a figure of the report, in milliseconds, with its limit if there is one. */
export const figure = (label: string, milliseconds: number, bound?: number) =>
  print(
    `  ${label.padEnd(52)} ${milliseconds.toFixed(0).padStart(7)} ms` +
      (bound === undefined ? "" : `   ${milliseconds > bound ? "OVER" : "of"} ${bound}`),
  );

/** Makes a call to main; throws its error. */
export async function callMain<T>(page: Page, name: string, input?: unknown): Promise<T> {
  const reply = await page.evaluate(
    ([call, value]) => (window as unknown as { bridge: Bridge }).bridge.call(call, value),
    [name, input] as const,
  );
  if (!reply.ok) throw new Error(`${name}: ${reply.error.code} ${reply.error.message}`);
  return reply.value as T;
}

async function monitorEventLoop(app: ElectronApplication): Promise<void> {
  await app.evaluate(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule("node:perf_hooks");
    const watch = monitorEventLoopDelay({ resolution: 5 });
    watch.enable();
    (globalThis as unknown as { watch: typeof watch }).watch = watch;
  });
}
/**
 * Reports the event loop delay of main since the last report; includes the timer resolution of 5
 * ms.
 */
export async function reportEventLoop(app: ElectronApplication, what: string): Promise<void> {
  const { p99, most: maximum } = await app.evaluate(() => {
    const { watch } = globalThis as unknown as {
      watch: { percentile(n: number): number; max: number; reset(): void };
    };
    const delays = { p99: watch.percentile(99) / 1e6, most: watch.max / 1e6 };
    watch.reset();
    return delays;
  });
  figure(`main's event loop while ${what}: p99`, p99, 20);
  figure(`main's event loop while ${what}: at most`, maximum);
}

/**
 * Scrolls the list with the wheel for two seconds; reports tasks over 50 ms and the slowest frame.
 */
export async function scroll(page: Page, label: string): Promise<void> {
  const box = await page.locator("main [role=grid]").boundingBox();
  if (!box) throw new Error("no list on this screen");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate(() => {
    const own = window as unknown as { long: number[]; frames: number[]; isWatched: boolean };
    own.long = [];
    own.frames = [];
    own.isWatched = true;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) own.long.push(entry.duration);
    }).observe({ type: "longtask" });
    let last = performance.now();
    const frame = (at: number) => {
      own.frames.push(at - last);
      last = at;
      if (own.isWatched) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  for (let step = 0; step < 100; step += 1)
    await page.mouse.wheel(0, step % 20 === 0 ? 40_000 : 400);
  const { long, slowest } = await page.evaluate(() => {
    const own = window as unknown as { long: number[]; frames: number[]; isWatched: boolean };
    own.isWatched = false;
    return { long: own.long, slowest: Math.max(0, ...own.frames) };
  });
  print(
    `  ${`${label}: tasks over 50 ms while scrolling`.padEnd(52)} ${String(long.length).padStart(7)}`,
  );
  figure(`${label}: slowest frame while scrolling`, slowest);
}

/** Prints the memory of each process. */
export async function memory(app: ElectronApplication): Promise<void> {
  const parts = await app.evaluate(({ app: electron }) =>
    electron
      .getAppMetrics()
      .map(
        ({ type, memory: { workingSetSize } }) => `${type} ${Math.round(workingSetSize / 1024)} MB`,
      ),
  );
  print(`  memory: ${parts.join(", ")}`);
}

/** Starts the application with a profile; returns the duration in milliseconds. */
export async function launchWatched(profile: string, env: Record<string, string>) {
  const began = Date.now();
  const app = await _electron.launch({
    args: [".", `--user-data-dir=${profile}`, "--ozone-platform=x11", "--lang=en"],
    env: { ...env, HOME: profile, DUBYARD_QUIT_WITHOUT_ASKING: "1" },
  });
  const page = await app.firstWindow();
  await page.locator("main").first().waitFor();
  const interactive = Date.now() - began;
  const paint = await page.evaluate(
    () =>
      performance.timeOrigin +
      (performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN),
  );
  await page.evaluate(installTimer);
  await monitorEventLoop(app);
  return { app, page, interactive, paint: paint - began };
}
