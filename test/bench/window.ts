/**
 * `npm run bench -- window`: the application itself at the sizes it is made for: 1,000,000 paths in the gallery,
 * 10,000 projects, 10,000 batches in one of them, 100,000 uploads in the queue. Milliseconds from a key or a click
 * to the frame that shows its outcome, tasks over 50 ms while a list is scrolled, how late main's event loop is,
 * memory of every process. Needs a build.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { _electron, type ElectronApplication, type Page } from "playwright";
import { migrations } from "../../main/store/schema";
import { openDatabase } from "../../main/store/database";
import type { Bridge } from "../../preload/contract";
import { startHostileService } from "../fakes/hostile-service";

const pathCount = 1_000_000;
const projectCount = 10_000;
const batchCount = 10_000;
const uploadCount = 100_000;

/** Runs in the page: acts, then looks at every frame until what was asked for is shown. */
interface Timed {
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
        const began = performance.now();
        act();
        const look = () => {
          if (isShown()) resolve(performance.now() - began);
          else if (performance.now() - began > 60_000)
            reject(new Error(`never shown: ${String(isShown)}`));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
    },
    rows: () =>
      [...(grid()?.querySelectorAll("[data-index]") ?? [])]
        .filter((row) => row.querySelector("[role=gridcell]") !== null)
        .map((row) => row.textContent),
    total: () => Number(grid()?.getAttribute("aria-rowcount") ?? 0) - 1,
    type(text) {
      const input = document.querySelector<HTMLInputElement>("main [role=search] input");
      if (!input) throw new Error("no search here");
      input.value = text;
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    },
    press(name) {
      const found = [...document.querySelectorAll<HTMLElement>("main button, main a, nav a")].find(
        (element) => element.textContent.trim().startsWith(name),
      );
      if (!found) throw new Error(`nothing is named ${name}`);
      found.click();
    },
  };
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const figure = (label: string, milliseconds: number, bound?: number) =>
  say(
    `  ${label.padEnd(52)} ${milliseconds.toFixed(0).padStart(7)} ms` +
      (bound !== undefined && milliseconds > bound ? `   over ${bound}` : ""),
  );

async function ask<T>(page: Page, name: string, input?: unknown): Promise<T> {
  const reply = await page.evaluate(
    ([call, value]) => (window as unknown as { bridge: Bridge }).bridge.call(call, value),
    [name, input] as const,
  );
  if (!reply.ok) throw new Error(`${name}: ${reply.error.code} ${reply.error.message}`);
  return reply.value as T;
}

async function watchMain(app: ElectronApplication): Promise<void> {
  await app.evaluate(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule("node:perf_hooks");
    const watch = monitorEventLoopDelay({ resolution: 5 });
    watch.enable();
    (globalThis as unknown as { watch: typeof watch }).watch = watch;
  });
}
/** Tells how late main's event loop was since the last time; the clock's own step of 5 ms is part of it. */
async function tellMain(app: ElectronApplication, what: string): Promise<void> {
  const { p99, most } = await app.evaluate(() => {
    const { watch } = globalThis as unknown as {
      watch: { percentile(n: number): number; max: number; reset(): void };
    };
    const told = { p99: watch.percentile(99) / 1e6, most: watch.max / 1e6 };
    watch.reset();
    return told;
  });
  figure(`main's event loop while ${what}: p99`, p99, 20);
  figure(`main's event loop while ${what}: at most`, most);
}

/** Scrolls the list by its wheel for two seconds; tells tasks over 50 ms and the slowest frame. */
async function scroll(page: Page, label: string): Promise<void> {
  const box = await page.locator("main [role=grid]").boundingBox();
  if (!box) throw new Error("no list here");
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
  say(
    `  ${`${label}: tasks over 50 ms while scrolling`.padEnd(52)} ${String(long.length).padStart(7)}`,
  );
  figure(`${label}: slowest frame while scrolling`, slowest);
}

async function memory(app: ElectronApplication): Promise<void> {
  const parts = await app.evaluate(({ app: electron }) =>
    electron
      .getAppMetrics()
      .map(
        ({ type, memory: { workingSetSize } }) => `${type} ${Math.round(workingSetSize / 1024)} MB`,
      ),
  );
  say(`  memory: ${parts.join(", ")}`);
}

function* galleryPieces(): Generator<string> {
  yield "[";
  for (let from = 0; from < pathCount; from += 1000) {
    const some = Array.from({ length: 1000 }, (_, at) => {
      const index = from + at;
      return JSON.stringify(
        `season ${Math.floor(index / 100_000)}/episode ${Math.floor(index / 1000)}/clip ${index}.wav`,
      );
    });
    yield (from === 0 ? "" : ",") + some.join(",");
  }
  yield "]";
}

const at = (index: number) => new Date(1.7e12 + index * 60_000).toISOString();

async function startService() {
  const service = await startHostileService();
  const projects = Array.from({ length: projectCount }, (_, index) => ({
    id: `p${index}`,
    name: `Project ${index}`,
    status: "active",
    type: "line-dubbing",
    model: "voice-1",
    createdAt: at(index),
    updatedAt: at(index),
  }));
  const statuses = ["inferring", "casting", "failed", "completed"];
  const batches = Array.from({ length: batchCount }, (_, index) => ({
    id: `b${index}`,
    projectId: "p0",
    name: `Batch ${index}`,
    status: statuses[index % 4],
    message: "",
    completionPercentage: index % 4 === 3 ? 100 : index % 100,
    translations: ["fr-fr", "de-de"].map((languageId) => ({
      languageId,
      isCompleted: index % 4 === 3,
      status: statuses[index % 4],
    })),
    isCastingCompleted: index % 4 !== 1,
    createdAt: at(index),
    updatedAt: at(index),
  }));
  service.on("GET /models", { body: [{ model: "voice-1", description: "" }] });
  service.on("GET /languages", { body: [] });
  service.on("GET /users", { body: [] });
  service.on("GET /voices", { body: [] });
  service.on("GET /media/files", () => ({ pieces: galleryPieces() }));
  service.on("GET /projects", ({ query }) => ({
    body: (query.get("type") ?? "line-dubbing") === "line-dubbing" ? projects : [],
  }));
  service.on("GET /projects/p0/batches", { body: batches });
  for (const list of ["characters", "glossary", "team"])
    service.on(`GET /projects/p0/${list}`, { body: [] });
  return service;
}

function seedUploads(profile: string, workspaceId: string): void {
  const database = openDatabase(path.join(profile, "dubyard.db"), migrations);
  database.transaction(() => {
    database.run("INSERT INTO drops (id, workspace_id, created_at) VALUES (1, ?, 1)", workspaceId);
    database.run(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${uploadCount - 1})
       INSERT INTO uploads (drop_id, workspace_id, source_path, gallery_path, content_type, size, mtime_ns, inode,
         state, position, replaces)
       SELECT 1, '${workspaceId}', '/nowhere/' || i || '.wav', 'drop/clip ' || i || '.wav', 'audio/wav', 1000000,
         '1', '1', CASE i % 3 WHEN 0 THEN 'paused' WHEN 1 THEN 'failed' ELSE 'done' END, i, 0 FROM n`,
    );
  });
  database.close();
}

async function bench(env: Record<string, string>): Promise<void> {
  const profile = await mkdtemp(path.join(os.tmpdir(), "dubyard-bench-window-"));
  const service = await startService();
  const launch = async () => {
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
    await watchMain(app);
    return { app, page, interactive, paint: paint - began };
  };
  try {
    let { app, page } = await launch();
    const { id: workspaceId } = await ask<{ id: string }>(page, "workspaces.connect", {
      name: "Bench",
      baseUrl: service.baseUrl,
      clientId: service.clientId,
      clientSecret: service.clientSecret,
      authScheme: "raw",
    });
    say(
      `first reading of ${pathCount.toLocaleString("en")} paths and ${projectCount + batchCount} rows`,
    );
    await tellMain(app, "starting");
    let began = Date.now();
    await ask(page, "gallery.refresh", { workspaceId });
    figure("gallery read for the first time", Date.now() - began);
    await tellMain(app, "the gallery is read");
    began = Date.now();
    await ask(page, "gallery.refresh", { workspaceId });
    figure("gallery read again, nothing changed", Date.now() - began);
    await tellMain(app, "the gallery is read again");
    began = Date.now();
    await ask(page, "lists.refresh", { workspaceId, list: { kind: "projects" } });
    await ask(page, "lists.refresh", { workspaceId, list: { kind: "batches", projectId: "p0" } });
    figure("projects and batches read for the first time", Date.now() - began);
    await tellMain(app, "lists are read");
    await app.close();
    seedUploads(profile, workspaceId);

    const second = await launch();
    ({ app, page } = second);
    say("start with everything there");
    figure("first paint after the start", second.paint);
    figure("usable after the start", second.interactive);
    await tellMain(app, "starting");

    const timed = async (label: string, run: () => Promise<number>) => {
      // The first time draws what is drawn for the first time; then what it usually costs.
      figure(label, await run(), 100);
    };
    say("media");
    await timed("open the screen", () =>
      page.evaluate(() => {
        const { bench } = window as unknown as Timed;
        return bench.timed(
          () => bench.press("Media"),
          () => bench.rows().length > 5,
        );
      }),
    );
    await timed("open a folder", () =>
      page.evaluate(() => {
        const { bench } = window as unknown as Timed;
        return bench.timed(
          () => {
            location.hash = "#/media?folder=season+3%2Fepisode+307%2F";
          },
          () => bench.rows().some((row) => row.includes("clip 307000.wav")),
        );
      }),
    );
    await scroll(page, "a folder");
    await page.evaluate(() => {
      location.hash = "#/media";
    });
    await timed("search all paths: few matches", () =>
      page.evaluate(() => {
        const { bench } = window as unknown as Timed;
        return bench.timed(
          () => bench.type("clip 99999"),
          () => bench.total() === 11 && bench.rows().some((row) => row.includes("999990")),
        );
      }),
    );
    await timed("search all paths: many matches", () =>
      page.evaluate(() => {
        const { bench } = window as unknown as Timed;
        return bench.timed(
          () => bench.type("episode"),
          () => bench.total() > 1000 && bench.rows().length > 5,
        );
      }),
    );
    await scroll(page, "matches");
    await tellMain(app, "media is used");

    say("projects");
    await timed("open the screen", () =>
      page.evaluate(() => {
        const { bench } = window as unknown as Timed;
        return bench.timed(
          () => bench.press("Projects"),
          () => bench.total() === 10_000 && bench.rows().length > 5,
        );
      }),
    );
    await scroll(page, "projects");
    await timed("sort", () =>
      page.evaluate(() => {
        const { bench } = window as unknown as Timed;
        const before = bench.rows()[0];
        return bench.timed(
          () => document.querySelector<HTMLElement>("[role=columnheader] button")?.click(),
          () => bench.rows().length > 5 && bench.rows()[0] !== before,
        );
      }),
    );
    await timed("search", () =>
      page.evaluate(() => {
        const { bench } = window as unknown as Timed;
        return bench.timed(
          () => bench.type("Project 9999"),
          () => bench.total() === 1,
        );
      }),
    );
    await tellMain(app, "projects are used");

    say("batches");
    await timed("open a project", () =>
      page.evaluate(() => {
        const { bench } = window as unknown as Timed;
        return bench.timed(
          () => {
            location.hash = "#/project/p0/batches";
          },
          () => bench.total() === 10_000 && bench.rows().length > 5,
        );
      }),
    );
    await scroll(page, "batches");
    await timed("filter", () =>
      page.evaluate(() => {
        const { bench } = window as unknown as Timed;
        return bench.timed(
          () => bench.press("Failed"),
          () => bench.total() === 2500 && bench.rows().length > 5,
        );
      }),
    );
    await timed("search", () =>
      page.evaluate(() => {
        const { bench } = window as unknown as Timed;
        return bench.timed(
          () => bench.type("Batch 9998"),
          () => bench.total() === 1,
        );
      }),
    );
    await tellMain(app, "batches are used");

    say("uploads");
    await timed("open the screen", () =>
      page.evaluate(() => {
        const { bench } = window as unknown as Timed;
        return bench.timed(
          () => bench.press("Uploads"),
          () => bench.total() === 100_000 && bench.rows().length > 5,
        );
      }),
    );
    await scroll(page, "uploads");
    await timed("filter", () =>
      page.evaluate(() => {
        const { bench } = window as unknown as Timed;
        return bench.timed(
          () => bench.press("Paused"),
          () => bench.total() === 33_334 && bench.rows().length > 5,
        );
      }),
    );
    await timed("search", () =>
      page.evaluate(() => {
        const { bench } = window as unknown as Timed;
        return bench.timed(
          () => bench.type("clip 99999"),
          () => bench.total() === 1,
        );
      }),
    );
    await tellMain(app, "uploads are used");
    await memory(app);
    await app.close();
  } finally {
    await service.close();
    await rm(profile, { recursive: true, force: true });
  }
}

await bench(process.env as Record<string, string>);
