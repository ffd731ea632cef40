/**
 * The work of a team with a server of three processes, on one database and one bucket of Ceph: a
 * folder and a film are uploaded by two programs, the film is dubbed by two workers of which one is
 * killed, reviewed in two applications and delivered, and the database is restored from its dump.
 * About three minutes. Requires a build, ffmpeg and Ceph.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, realpath, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { Client } from "pg";
import type { BucketConnection } from "../../main/remote/s3/address";
import { findPostgres } from "../../resources/tools/postgres-server.mjs";
import { startBackend, temporaryFolder, type TestBackend } from "../helpers/backend";
import { missingCephPrograms, startCephGateway } from "../helpers/ceph-gateway";
import { eventsNamed, runCommand, startCommand } from "../helpers/commands";
import {
  castByName,
  spanishSubtitles,
  videoLines,
  writeSpokenVideo,
} from "../helpers/dub-material";
import { hashesBelow } from "../helpers/exports";
import { bytesOf, sendRequest, signIn, type LocalClient } from "../helpers/local-service";
import { bodyOf, createBatch, createProject, uploadScript } from "../helpers/local-workspace";
import { ffmpeg, ffmpegProgram, pictureHash } from "../helpers/media-files";
import { createEmptyDatabase, type TestDatabase } from "../helpers/postgres/databases";
import {
  prepareTeamFolders,
  startTeamProcess,
  type TeamProcess,
} from "../helpers/postgres/team-process";
import { long } from "../long";

const missing = [...missingCephPrograms, ...(ffmpegProgram === undefined ? ["ffmpeg"] : [])];
const name = `a team (missing: ${missing.join(", ") || "none"})`;
const languageId = "es-es";
const files = 200;
const polled = { timeout: 600_000, interval: 300 };
const runProgram = promisify(execFile);

describe.skipIf(missing.length > 0)(name, long, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let database: TestDatabase;
  let bucket: BucketConnection;
  let sql: Client;
  let errors = "";
  const running = new Map<string, TeamProcess>();
  const windows: TestBackend[] = [];
  const closers: (() => Promise<void>)[] = [];

  async function start(process: string, databaseUrl = database.url): Promise<TeamProcess> {
    const place = { folder: folder.path, databaseUrl, bucket };
    const role = process === "api" ? "api" : "worker";
    const started = await startTeamProcess(place, process, role, (text) => (errors += text));
    running.set(process, started);
    return started;
  }
  beforeAll(async () => {
    if (inject("postgres") === null) return;
    folder = await temporaryFolder();
    closers.push(folder.remove);
    database = await createEmptyDatabase();
    closers.push(database.remove);
    const ceph = await startCephGateway();
    closers.push(ceph.close);
    bucket = await ceph.createBucket("team");
    sql = new Client({ connectionString: database.url });
    await sql.connect();
    closers.push(() => sql.end());
    closers.push(async () => {
      for (const { kill } of running.values()) await kill();
    });
    closers.push(async () => {
      for (const window of windows) await window.stop();
    });
    await prepareTeamFolders(folder.path, ["api", "first", "second"]);
    await start("api");
    await Promise.all(["first", "second"].map((worker) => start(worker)));
  }, 240_000);
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  }, 120_000);

  const count = async (what: string): Promise<number> => {
    const { rows } = await sql.query<{ count: string }>(`SELECT count(*) AS count FROM ${what}`);
    return Number(rows[0]?.count);
  };
  const at = (...names: string[]) => path.join(folder.path, ...names);

  /** Starts an application whose user joins the server with an invitation. */
  async function openWindow(admin: LocalClient, firstName: string, project: string) {
    const email = `${firstName.toLowerCase()}@example.org`;
    const person = { firstName, lastName: "Moss", email };
    const { id: userId } = bodyOf<{ id: string }>(await admin.post("/local/users", person), 201);
    const teamMembers = [{ userId, role: "project-manager" }];
    bodyOf(await admin.post(`/projects/${project}/team`, { teamMembers }), 204);
    const invited = await admin.post("/local/invitations", { userId });
    const { code } = bodyOf<{ code: string }>(invited, 201);
    const window = startBackend(at(firstName));
    windows.push(window);
    const invitation = `${admin.baseUrl}/join#${code}`;
    const { id: workspaceId } = await window.handlers.workspaces.join({ invitation, name: "Team" });
    const { review } = window.handlers;
    await window.waitUntil(async () => {
      const [found] = await window.handlers.workspaces.list(undefined);
      return found?.team ?? null;
    }, "what the service announces");
    return { review, workspaceId };
  }

  /** The bytes of each file, take and delivery as a client receives them, by name. */
  async function hashesOf(client: LocalClient, paths: readonly string[]) {
    const hashes: Record<string, string> = {};
    for (const one of paths) {
      let { status, headers } = await client.get(one);
      // A service for a team limits the calls of a second.
      while (status === 429) {
        await pause(Number(headers["retry-after"]) * 1_000);
        ({ status, headers } = await client.get(one));
      }
      expect([one, status]).toEqual([one, 307]);
      const response = await fetch(String(headers.location));
      const bytes = Buffer.from(await response.arrayBuffer());
      hashes[one] = createHash("sha256").update(bytes).digest("hex");
    }
    return hashes;
  }

  it("uploads, dubs, reviews, delivers, and misses nothing after a restore", async () => {
    const api = running.get("api") as TeamProcess;
    const admin = await signIn(api.address);
    const { baseUrl } = api.address;
    await mkdir(at("rushes"));
    for (let index = 0; index < files; index += 1)
      await writeFile(at("rushes", `clip-${index}.mp4`), bytesOf(20_000 + index, index));
    await writeSpokenVideo(at("Harbour.mp4"));
    const upload = (...argv: string[]) =>
      runCommand(api.address, ["upload", ...argv, "--base-url", baseUrl, "--json"]).ended;
    const uploaded = await Promise.all([
      upload(at("rushes"), "--state", at("state-1")),
      upload(at("Harbour.mp4"), "--to", "films/", "--state", at("state-2")),
    ]);
    expect(
      uploaded.map(({ code }) => code),
      JSON.stringify(uploaded),
    ).toEqual([0, 0]);
    expect(await admin.files()).toHaveLength(files + 1);

    const project = await createProject(admin, {
      type: "media-dubbing",
      sourceLanguage: "en-us",
      targetLanguages: [languageId],
    });
    const videoPath = "films/Harbour.mp4";
    const { id } = await createBatch(admin, project, { name: "Harbour", videoPath, settings: {} });
    const batchId = String(id);
    const scriptPath = await uploadScript(admin, "es.srt", spanishSubtitles());
    const languages = [{ languageId, scriptPath, speakerSeparator: ":" }];
    bodyOf(await admin.post(`/batches/${batchId}/languages`, { languages }), 204);
    await expect.poll(() => count("takes WHERE state = 'made'"), polled).toBeGreaterThan(0);
    await running.get("first")?.kill();
    await castByName(admin, project, { ANNA: "Ashley", BOB: "Brandon" });
    await start("first");
    const isDubbed = async () => {
      const { json } = await admin.get(`/batches/${batchId}`);
      return (json as { status: string }).status;
    };
    await expect.poll(isDubbed, polled).toBe("completed");
    const current = "takes WHERE state = 'made'";
    expect(await count(current)).toBe(videoLines);

    const ada = await openWindow(admin, "Ada", project);
    const eva = await openWindow(admin, "Eva", project);
    const ofAda = { workspaceId: ada.workspaceId, projectId: project, batchId, languageId };
    const ofEva = { ...ofAda, workspaceId: eva.workspaceId };
    const { revision } = await eva.review.changes({ ...ofEva, since: null, at: null });
    const filter = {
      states: [],
      checks: [],
      isWithoutWarnings: false,
      isCommented: false,
      characterId: null,
      search: "",
    };
    await ada.review.decide({ ...ofAda, selection: { filter }, decision: "approved" });
    const seen = await eva.review.changes({ ...ofEva, since: revision, at: null });
    expect(seen.revision).not.toBe(revision);
    const page = { offset: 0, limit: 50, filter };
    const { lines } = await eva.review.list({ ...ofEva, ...page });
    expect(lines).toHaveLength(videoLines);
    for (const line of lines)
      expect(line).toMatchObject({ state: "approved", decidedBy: "Ada Moss" });

    // A delivery with its video, whose download is killed and continued.
    await mkdir(at("out"));
    const argv = ["export", batchId, "--languages", languageId, "--to", at("out")];
    const parts = ["--parts", "takes,subtitles,cues,video", "--base-url", baseUrl, "--json"];
    const first = startCommand(api.address, [...argv, ...parts]);
    const output = await realpath(at("out"));
    const delivery = path.join(output, "Harbour_v1");
    const begun = async () =>
      (await readdir(delivery).catch(() => [])).some((one) => !one.startsWith("."));
    await expect.poll(begun, { ...polled, interval: 5 }).toBe(true);
    first.kill("SIGKILL");
    const continued = ["export", "--continue", delivery, "--base-url", baseUrl, "--json"];
    const done = await runCommand(api.address, continued).ended;
    expect(done.code, done.errors).toBe(0);
    expect(eventsNamed(done.lines, "summary")).toMatchObject([{ state: "made", failed: 0 }]);
    const delivered = await hashesBelow(delivery);
    const sums = await readFile(path.join(delivery, "SHA256SUMS"), "utf8");
    for (const line of sums.trim().split("\n")) {
      const [, hash = "", file = ""] = /^([0-9a-f]{64}) [ *](.*)$/.exec(line) ?? [];
      expect([file, delivered[file]]).toEqual([file, hash]);
    }
    const video = Object.keys(delivered).find((file) => file.endsWith(".mp4")) ?? "";
    expect(await pictureHash(path.join(delivery, video))).toBe(
      await pictureHash(at("Harbour.mp4")),
    );
    await ffmpeg("-v", "error", "-i", path.join(delivery, video), "-f", "null", "-");

    // What the server has now, and after a restore of its database.
    const exports = bodyOf<{ exports: { id: string; counts: { files: number } }[] }>(
      await admin.get(`/local/batches/${batchId}/exports`),
    ).exports;
    const [made] = exports;
    const { rows: takes } = await sql.query<{ id: string }>("SELECT id FROM takes ORDER BY id");
    const paths = [
      ...(await admin.files()).map((file) => `/local/files/${encodeURIComponent(file)}`),
      ...takes.map((take) => `/local/takes/${take.id}/audio`),
      ...Array.from(
        { length: made?.counts.files ?? 0 },
        (_, position) => `/local/exports/${made?.id}/files/${position}`,
      ),
    ];
    expect(paths.length).toBeGreaterThan(files + videoLines + 10);
    const lists = [
      "/projects",
      `/projects/${project}/batches`,
      `/projects/${project}/characters`,
      `/local/batches/${batchId}/review?languageId=${languageId}&offset=0&limit=50`,
      `/local/batches/${batchId}/exports`,
      "/local/users",
    ];
    const listsOf = async (client: LocalClient) => {
      const found: Record<string, unknown> = {};
      for (const list of lists) found[list] = (await client.get(list)).text;
      return found;
    };
    const before = { lists: await listsOf(admin), hashes: await hashesOf(admin, paths) };
    const dump = at("dump");
    const program = (tool: string) => path.join(findPostgres() ?? "", tool);
    await runProgram(program("pg_dump"), ["--format=custom", `--file=${dump}`, database.url]);
    for (const { kill } of running.values()) await kill();
    running.clear();
    const empty = await createEmptyDatabase();
    closers.splice(2, 0, empty.remove);
    const into = ["--no-owner", "--exit-on-error", `--dbname=${empty.url}`, dump];
    await runProgram(program("pg_restore"), into);
    const restored = await signIn((await start("api", empty.url)).address);
    expect(await listsOf(restored)).toEqual(before.lists);
    expect(await hashesOf(restored, paths)).toEqual(before.hashes);
    const { endpoint, bucket: own, prefix, accessKeyId, secretAccessKey } = bucket;
    const verified = await runCommand(
      api.address,
      ["verify", "--data", at("api"), "--database", empty.url, "--json"],
      {
        DUBYARD_OBJECTS: `s3://${own}/${prefix}?endpoint=${encodeURIComponent(endpoint)}`,
        DUBYARD_OBJECTS_ACCESS_KEY_ID: accessKeyId,
        DUBYARD_OBJECTS_SECRET_ACCESS_KEY: secretAccessKey,
      },
    ).ended;
    expect(verified.code, verified.errors).toBe(0);
    expect((await sendRequest(`${restored.baseUrl}/join`)).status).toBe(200);
    expect(errors).not.toMatch(/deadlock|stored by two/);
  }, 1_200_000);
});
