/** The review of a large batch, in the application and by calls. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright";
import { openDatabase } from "../../../main/common/database/database";
import { migrations } from "../../../main/local-service/rows/migrations";
import { castByName } from "../../helpers/dub-material";
import type { LocalClient } from "../../helpers/local-service";
import { bodyOf, createProject, uploadScript } from "../../helpers/local-workspace";
import {
  callMain,
  figure,
  launchWatched,
  memory,
  print,
  reportEventLoop,
  scroll,
  type Timed,
} from "./application";
import { untilCompleted, withServiceAt, type EngineService } from "./engine-service";

const languages = ["es-es", "fr-fr", "de-de", "it-it"];
const language = "es-es";
/** Milliseconds: to open the desk, and for a filter or a decision. */
const goals = { open: 300, change: 100 };
const rounds = 20;
/** Between two decisions. */
const hearingMs = 500;

interface Batch {
  project: string;
  id: string;
  /** The batch whose take is copied. */
  model: string;
}

/** A batch with voices, whose takes are made at once or not. */
async function createBatch(
  client: LocalClient,
  { name, lines, isDubbed }: { name: string; lines: number; isDubbed: boolean },
) {
  const project = await createProject(client, {
    type: "audio-production",
    sourceLanguage: undefined,
    targetLanguages: languages,
  });
  const columns = languages.map((id) => `Text_${id.toUpperCase()}`).join(",");
  const rows = Array.from({ length: lines }, (_, index) => {
    const texts = languages.map((id) => `"Line ${index + 1} of ${lines}, in ${id}."`).join(",");
    return `L${index + 1},${index % 2 === 0 ? "ANNA" : "BOB"},${texts}`;
  });
  const content = `ID,Character,${columns}\n${rows.join("\n")}\n`;
  const scriptPath = await uploadScript(client, `${name}.csv`, content);
  const created = bodyOf(
    await client.post(`/projects/${project}/batches`, {
      name,
      scriptPath,
      settings: { automaticInference: isDubbed },
    }),
    201,
  );
  const id = String(created.id);
  while (bodyOf(await client.get(`/batches/${id}`)).status === "ingesting") await wait(50);
  await castByName(client, project, { ANNA: "Savannah", BOB: "Brandon" });
  return { project, id };
}

/** Gives each line a take, the same file for all: the engine would need 15 minutes. */
function copyTakes(dataDir: string, { id, model }: Batch, lines: number): void {
  const database = openDatabase(path.join(dataDir, "workspace.db"), migrations);
  const copied = `state, problem, voice, location, bytes, md5, sha256, duration_ms, speed, loudness, peak, pitch, made_at, scan`;
  database.transaction(() => {
    database.run(
      `INSERT INTO takes (batch_id, language_id, number, variant, key, ${copied})
       SELECT l.batch_id, t.language_id, l.number, 0, 'copied', ${copied}
       FROM (SELECT * FROM takes WHERE batch_id = ? AND state = 'made' LIMIT 1)
       JOIN lines l ON l.batch_id = ? JOIN translations t ON t.batch_id = l.batch_id`,
      model,
      id,
    );
    database.run(
      "UPDATE dubs SET state = 'made', planned = ?, made = ? WHERE batch_id = ?",
      lines,
      lines,
      id,
    );
  });
  database.close();
}

/**
 * The median, and the largest, of calls one after another. A call may return its own measurement in
 * milliseconds.
 */
async function measureCalls(
  name: string,
  goal: number | null,
  call: (round: number) => Promise<unknown>,
) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const measured = await call(round);
    times.push(typeof measured === "number" ? measured : performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  figure(`${name}: median`, times[rounds >> 1] ?? NaN, goal ?? undefined);
  figure(`${name}: at most`, times.at(-1) ?? NaN);
}

interface Summary {
  languages: { languageId: string; areChecksDue: boolean }[];
}
interface Reviewed {
  line: { number: number; revision: number };
}

async function measureService({ client }: EngineService, { id }: Batch, lines: number) {
  const summary = async () =>
    bodyOf<Summary>(await client.get(`/local/batches/${id}/review/summary`)).languages;
  const read = async (query: string) =>
    bodyOf(await client.get(`/local/batches/${id}/review?languageId=${language}&${query}`));
  const lineAt = (number: number) => `/local/batches/${id}/lines/${number}/${language}`;
  const change = async (number: number, values: Record<string, unknown>) => {
    const { line } = bodyOf<Reviewed>(await client.get(lineAt(number)));
    const body = { revision: line.revision, by: "Rosa", ...values };
    return bodyOf(await client.call("PUT", lineAt(number), body));
  };

  // It begins with the service, because the takes are new.
  const startedAt = performance.now();
  const delays: number[] = [];
  let areDue = true;
  while (areDue) {
    const readAt = performance.now();
    await read("limit=200");
    delays.push(performance.now() - readAt);
    areDue = (await summary()).some(({ areChecksDue }) => areChecksDue);
    // As often as a window reads while it waits.
    await wait(1_000);
  }
  figure("checks of all languages, to 1 s", performance.now() - startedAt);
  figure("a page of lines meanwhile: at most", Math.max(...delays), goals.change);

  await measureCalls("summary of a language", goals.change, () =>
    client.get(`/local/batches/${id}/review/summary?languageId=${language}`),
  );
  await measureCalls("summary of 4 languages", null, summary);
  await measureCalls("200 lines of the middle", goals.change, () =>
    read(`limit=200&offset=${lines / 2}`),
  );
  await measureCalls("200 lines with a state", goals.change, () => read("filter=ready&limit=200"));
  await measureCalls("a search in all lines", goals.change, () => read("search=nowhere"));
  await measureCalls("a decision", goals.change, (round) =>
    change(round + 1, { decision: "approved" }),
  );
  await measureCalls("a text", goals.change, (round) =>
    change(lines - round, { target: "Another text" }),
  );
}

/** Opens the desk and operates it by keyboard and pointer. */
async function measureWindow(page: Page, { project, id }: Batch): Promise<void> {
  const hash = `#/review/${project}/${id}?language=${language}`;
  const leave = async () => {
    await page.evaluate(() => (location.hash = "#/media"));
    await page.getByRole("heading", { name: "Media gallery", level: 1 }).waitFor();
  };
  await measureCalls("desk: open", goals.open, async (round) => {
    if (round > 0) await leave();
    return page.evaluate(
      (to) =>
        (window as unknown as Timed).bench.timed(
          () => (location.hash = to),
          () =>
            document.querySelector("main [role=grid] [role=gridcell]") !== null &&
            /[1-9][\d,.]* to review/.test(
              document.querySelector("main [role=status]")?.textContent ?? "",
            ),
        ),
      hash,
    );
  });
  const shown = (state: string) =>
    page.evaluate((value) => {
      const { timed, total } = (window as unknown as Timed).bench;
      const before = total();
      const select = document.querySelector<HTMLSelectElement>("main .tools select");
      if (!select) throw new Error("no filter on this screen");
      return timed(
        () => {
          select.value = value;
          select.dispatchEvent(new Event("change", { bubbles: true }));
        },
        () => total() > 0 && total() !== before,
      );
    }, state);
  await measureCalls("desk: filter by state", goals.change, (round) =>
    shown(round % 2 === 0 ? "approved" : ""),
  );
  // Without a name, the first decision asks for it.
  await callMain(page, "app.setReviewerName", { name: "Rosa" });
  await page.getByRole("grid", { name: "Lines" }).focus();
  await page.keyboard.press("n");
  const selected = () =>
    page.locator("main [role=grid] [aria-selected=true]").getAttribute("data-index");
  await measureCalls("desk: decision, and the next line", goals.change, async () => {
    await page.waitForTimeout(hearingMs);
    const before = await selected();
    const startedAt = performance.now();
    await page.keyboard.press("a");
    await page.waitForFunction(
      (index) =>
        ![null, index].includes(
          document
            .querySelector("main [role=grid] [aria-selected=true]")
            ?.getAttribute("data-index") ?? null,
        ),
      before,
    );
    return performance.now() - startedAt;
  });
}

/** Measures a batch of this many lines in four languages, each with a take. */
export async function measureDesk(lines: number): Promise<void> {
  const profile = await mkdtemp(path.join(os.tmpdir(), "dubyard-bench-review-"));
  const dataDir = path.join(profile, "Dubyard");
  try {
    print(`  ${lines} lines in ${languages.length} languages:`);
    const batch = await withServiceAt(
      dataDir,
      { cores: 2, engine: "own" },
      async (service): Promise<Batch> => {
        const model = await createBatch(service.client, {
          name: "Model",
          lines: 2,
          isDubbed: true,
        });
        await untilCompleted(service, model.id);
        const created = await createBatch(service.client, { name: "Film", lines, isDubbed: false });
        return { ...created, model: model.id };
      },
    );
    copyTakes(dataDir, batch, lines);
    // Without an engine the copied takes stay: their keys are none of the lines.
    await withServiceAt(dataDir, { cores: 2, engine: "off" }, (service) =>
      measureService(service, batch, lines),
    );
    const env = { ...(process.env as Record<string, string>), DUBYARD_ENGINE: "off" };
    const { app, page } = await launchWatched(profile, env);
    await callMain(page, "workspaces.createLocal", { dataDir });
    await measureWindow(page, batch);
    await scroll(page, "desk");
    await reportEventLoop(app, "a batch is reviewed");
    await memory(app);
    await app.close();
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}
