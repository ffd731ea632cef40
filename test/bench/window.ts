/**
 * `npm run bench -- window`: the application with 1,000,000 gallery paths, 10,000 projects, 10,000
 * batches in one of them and 100,000 queued uploads. Measures the time from a key or click to the
 * frame that shows its effect, tasks over 50 ms while a list is scrolled, the event loop delay of
 * main, and the memory of every process. Requires a build.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { migrations } from "../../main/common/database/migrations";
import { openDatabase } from "../../main/common/database/database";
import { startHostileService } from "../helpers/hostile-service";
import {
  callMain,
  figure,
  launchWatched,
  memory,
  print,
  scroll,
  reportEventLoop,
  type Timed,
} from "./tools/application";

const pathCount = 1_000_000;
const projectCount = 10_000;
const batchCount = 10_000;
const uploadCount = 100_000;

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
  service.respondTo("GET /models", { body: [{ model: "voice-1", description: "" }] });
  service.respondTo("GET /languages", { body: [] });
  service.respondTo("GET /users", { body: [] });
  service.respondTo("GET /voices", { body: [] });
  service.respondTo("GET /media/files", () => ({ pieces: galleryPieces() }));
  service.respondTo("GET /projects", ({ query }) => ({
    body: (query.get("type") ?? "line-dubbing") === "line-dubbing" ? projects : [],
  }));
  service.respondTo("GET /projects/p0/batches", { body: batches });
  for (const list of ["characters", "glossary", "team"])
    service.respondTo(`GET /projects/p0/${list}`, { body: [] });
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
  const launch = () => launchWatched(profile, env);
  try {
    let { app, page } = await launch();
    // The address of the service is a new host.
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
    });
    const { id: workspaceId } = await callMain<{ id: string }>(page, "workspaces.connect", {
      name: "Bench",
      baseUrl: service.baseUrl,
      clientId: service.clientId,
      clientSecret: service.clientSecret,
      authScheme: "raw",
    });
    print(
      `first sync of ${pathCount.toLocaleString("en")} paths and ${projectCount + batchCount} rows`,
    );
    await reportEventLoop(app, "starting");
    let startedAt = Date.now();
    await callMain(page, "gallery.refresh", { workspaceId });
    figure("first gallery sync", Date.now() - startedAt);
    await reportEventLoop(app, "the first gallery sync");
    startedAt = Date.now();
    await callMain(page, "gallery.refresh", { workspaceId });
    figure("gallery sync without changes", Date.now() - startedAt);
    await reportEventLoop(app, "the second gallery sync");
    startedAt = Date.now();
    await callMain(page, "lists.refresh", { workspaceId, list: { kind: "projects" } });
    await callMain(page, "lists.refresh", {
      workspaceId,
      list: { kind: "batches", projectId: "p0" },
    });
    figure("first sync of projects and batches", Date.now() - startedAt);
    await reportEventLoop(app, "syncing lists");
    await app.close();
    seedUploads(profile, workspaceId);

    const second = await launch();
    ({ app, page } = second);
    print("start with cached data");
    figure("first paint after the start", second.paint);
    figure("usable after the start", second.interactive);
    await reportEventLoop(app, "starting");

    const timed = async (label: string, run: () => Promise<number>) => {
      // The first run includes loading; then the usual duration is measured.
      figure(label, await run(), 100);
    };
    print("media");
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
    await reportEventLoop(app, "using media");

    print("projects");
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
    await reportEventLoop(app, "using projects");

    print("batches");
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
    await reportEventLoop(app, "using batches");

    print("uploads");
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
    await reportEventLoop(app, "using uploads");
    await memory(app);
    await app.close();
  } finally {
    await service.close();
    await rm(profile, { recursive: true, force: true });
  }
}

await bench(process.env as Record<string, string>);
