/** Bulk requests (interface §2.4, §4.2, §8). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeTemplate } from "../../../main/script-formats/templates";
import { scriptWorkerFile } from "../../helpers/programs";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import {
  bodyOf,
  missingScriptUrl,
  createProject,
  uploadScript,
  type Json,
} from "../../helpers/local-workspace";

let local: RunningLocalService;
beforeAll(async () => {
  local = await startLocalService({ scriptWorkerFile });
});
afterAll(async () => {
  await local.remove();
});

interface Row {
  id: string;
  name: string;
  status: string;
  message: string;
}
const start = (project: string, body: Json) =>
  local.client.post(`/projects/${project}/batches/bulk`, body);
const status = (id: string, query = "") => local.client.get(`/batches/bulk/${id}/status${query}`);
const page = async (id: string, query: string) =>
  bodyOf<{ batches: Row[] }>(await status(id, query)).batches;

async function finished(requestId: string): Promise<Json> {
  let found: Json = {};
  await expect
    .poll(
      async () => {
        found = bodyOf(await status(requestId));
        return found.status;
      },
      { timeout: 60_000 },
    )
    .toMatch(/^(completed|failed)$/);
  return found;
}
async function run(project: string, rows: string[], settings?: Json): Promise<string> {
  const header = "BATCH_NAME,SCRIPT_PATH,VIDEO_PATH,LANGUAGE_CODE,noOfAlternativeTakes,autoCasting";
  const scriptPath = await uploadScript(local.client, "bulk.csv", [header, ...rows].join("\n"));
  const response = await start(project, { scriptPath, ...(settings ? { settings } : {}) });
  return String(bodyOf(response).requestId);
}

describe("a bulk request", () => {
  it("creates a batch from each row; an invalid row fails alone, with its number and reason", async () => {
    const project = await createProject(local.client, { type: "audio-production" });
    const valid = await uploadScript(local.client, "one.csv", "Character,Text_FR-FR\nAda,Un\n");
    const text = await uploadScript(local.client, "one.txt", "Ada: Un\n");
    const requestId = await run(
      project,
      [
        `One,${valid},,,,`,
        `Two,${text},,FR-FR,2,`,
        `Three,${text},,,,`,
        "Four,,,,,",
        `Five,${valid},,,7,`,
        `Six,${valid},,,,true`,
        "Seven,scripts/gone.csv,,,,",
        `,${valid},,,,`,
      ],
      { noOfAlternativeTakes: 1 },
    );
    const done = await finished(requestId);
    expect(done).toEqual({ requestId, status: "completed", progress: "100%" });
    const rows = await page(requestId, "?page=1");
    expect(rows.map(({ name, status }) => `${name} ${status}`)).toEqual([
      "One casting",
      "Two casting",
      "Three failed",
      "Four failed",
      "Five failed",
      "Six failed",
      "Seven failed",
      " failed",
    ]);
    expect(rows.map(({ message }) => message.slice(0, 6))).toEqual(
      [2, 3, 4, 5, 6, 7, 8, 9].map((row) => `row ${row}:`),
    );
    expect(rows[2]!.message).toContain("LANGUAGE_CODE");
    expect(rows[5]!.message).toContain("settings.autoCasting: does not apply");
    expect(rows[6]!.message).toContain("scriptPath: must be an absolute http or https URL");
    const batches = bodyOf<Json[]>(await local.client.get(`/projects/${project}/batches`));
    expect(batches.map(({ id }) => id).sort()).toEqual(
      rows.flatMap(({ id }) => (id === "" ? [] : [id])).sort(),
    );
    expect(batches).toHaveLength(2);
  });

  it("names the rows with settings that do not exist, and creates the others", async () => {
    const project = await createProject(local.client, { type: "audio-production" });
    const script = await uploadScript(local.client, "one.csv", "Text_FR-FR\nUn\n");
    const header = "BATCH_NAME,SCRIPT_PATH,removeBackground,noOfTakes,Notes,VideoPath";
    const rows = [`One,${script},yes,`, `Two,${script},,3`, `Three,${script},,,later,v/1.mp4`];
    const scriptPath = await uploadScript(local.client, "b.csv", [header, ...rows].join("\n"));
    const requestId = String(bodyOf(await start(project, { scriptPath })).requestId);
    await finished(requestId);
    const found = await page(requestId, "?page=1");
    expect(found.map(({ name, status }) => `${name} ${status}`)).toEqual([
      "One failed",
      "Two failed",
      "Three casting",
    ]);
    expect(found[0]!.message).toMatch(/^row 2: removeBackground: .*removeBackgroud/);
    expect(found[1]!.message).toMatch(/^row 3: noOfTakes: .*noOfAlternativeTakes/);
    // The columns that were not read are named, with the known one that is near.
    expect(found[2]!.message).toMatch(
      /^row 4: .*About the bulk table: row 1, .*VideoPath.*Is it VIDEO_PATH\?.*not read: Notes/,
    );
  });

  it("pages are numbered from 1 and have 50 rows by default, at most 1000", async () => {
    const project = await createProject(local.client, { type: "audio-production" });
    const url = await uploadScript(local.client, "one.csv", "Text_FR-FR\nUn\n");
    const requestId = await run(
      project,
      Array.from({ length: 55 }, (_, index) => `Batch ${index},${url},,,,`),
    );
    await finished(requestId);
    const names = async (query: string) => (await page(requestId, query)).map(({ name }) => name);
    expect(await names("?page=1&limit=3")).toEqual(["Batch 0", "Batch 1", "Batch 2"]);
    expect(await names("?page=2&limit=3")).toEqual(["Batch 3", "Batch 4", "Batch 5"]);
    expect(await names("?page=1")).toHaveLength(50);
    expect(await names("?page=2")).toHaveLength(5);
    expect(await names("?page=3")).toEqual([]);
    expect(await names("?limit=1000")).toHaveLength(55);
    const shape = bodyOf(await status(requestId, "?limit=1"));
    expect(shape).toMatchObject({ requestId, page: 1, limit: 1 });
    expect(Object.keys(shape).sort()).toEqual(["batches", "limit", "page", "requestId"]);
    for (const query of ["page=0", "limit=0", "limit=1001", "page=x", "limit=1.5", "page=-1"]) {
      const response = await status(requestId, `?${query}`);
      expect([query, response.status]).toEqual([query, 400]);
      expect((response.json as Json).message).toContain(`${query.split("=")[0]!}: `);
    }
  });

  it("accepts the template workbook, and fails as a whole for a file without rows", async () => {
    const project = await createProject(local.client, { type: "audio-production" });
    const template = await uploadScript(local.client, "bulk.xlsx", await writeTemplate("bulk"));
    const empty = bodyOf(await start(project, { scriptPath: template }));
    const done = await finished(String(empty.requestId));
    expect(done).toMatchObject({ status: "failed", progress: "100%" });
    const [row, ...others] = await page(String(empty.requestId), "?page=1");
    expect([row!.id, row!.status, others]).toEqual(["", "failed", []]);
    const failedRequest = bodyOf(
      await start(project, { scriptPath: missingScriptUrl("lost.xlsx") }),
    );
    expect((await finished(String(failedRequest.requestId))).status).toBe("failed");
  });

  it("rejects invalid requests", async () => {
    const project = await createProject(local.client, { type: "audio-production" });
    const scriptPath = "https://example.com/bulk.xlsx";
    expect((await start("no-such-id", { scriptPath })).status).toBe(404);
    expect((await status("no-such-id")).status).toBe(404);
    expect((await status("no-such-id", "?page=1")).status).toBe(404);
    for (const [body, field] of [
      [{}, "scriptPath: "],
      [{ scriptPath: "ftp://x/y" }, "scriptPath: "],
      [{ scriptPath: "scripts/bulk.xlsx" }, "scriptPath: must be an absolute http or https URL"],
      [{ scriptPath, settings: { removeBackgroud: true } }, "settings.removeBackgroud: does not"],
      [{ scriptPath, settings: { speed: 1 } }, "speed"],
    ] as const) {
      const response = await start(project, body);
      expect(response.status).toBe(400);
      expect((response.json as Json).message).toContain(field);
    }
  });
});
