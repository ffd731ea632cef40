/**
 * A service that responds to clients and three that work, as processes, on one database and one
 * bucket of Ceph: batches are read and dubbed while processes are killed, and stopped for 5 s or
 * for longer than their leases. About three minutes on an idle machine; `DUBYARD_TAKES`,
 * `DUBYARD_LINES`, `DUBYARD_KILLS`, `DUBYARD_STOPS` and `DUBYARD_SEED` scale it. Requires a build.
 */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { Client } from "pg";
import { temporaryFolder } from "../helpers/backend";
import { missingCephPrograms, startCephGateway } from "../helpers/ceph-gateway";
import { castByName, spanishSubtitles } from "../helpers/dub-material";
import { sendRequest, signIn, type LocalClient } from "../helpers/local-service";
import { createBatch, createProject, uploadScript } from "../helpers/local-workspace";
import { createEmptyDatabase, type TestDatabase } from "../helpers/postgres/databases";
import {
  prepareTeamFolders,
  startTeamProcess,
  type TeamProcess,
} from "../helpers/postgres/team-process";
import { seeded } from "../helpers/random";
import { forEachLimit } from "../../main/common/for-each-limit";
import type { BucketConnection } from "../../main/remote/s3/address";
import { long } from "../long";

const missing = missingCephPrograms.join(", ");
const numberOf = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const names = ["api", "first", "second", "third"] as const;
const kills = numberOf("DUBYARD_KILLS", 5);
const stops = numberOf("DUBYARD_STOPS", 2);
const seed = numberOf("DUBYARD_SEED", 1);
/** Batches with voices, each line of which has one take. */
const lines = Math.min(250, Math.ceil(numberOf("DUBYARD_TAKES", 72) / 6));
const batches = Math.ceil(numberOf("DUBYARD_TAKES", 72) / lines);
const takes = batches * lines;
/** Batches without voices, whose lines are read only. */
const readLines = Math.min(5_000, Math.ceil(numberOf("DUBYARD_LINES", 2_000) / 4));
const readBatches = Math.ceil(numberOf("DUBYARD_LINES", 2_000) / readLines);
/** A lease ends 15 s after its process. */
const stopMs = [5_000, 5_000, 5_000, 20_000] as const;
const timeout = 600_000 + (kills + stops) * 60_000 + takes * 1_000 + readBatches * 60_000;
const pollOptions = { timeout, interval: 500 };

/** Subtitles of any length, with a speaker before each text. */
function longSubtitles(count: number): string {
  const time = (second: number) => {
    const parts = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60];
    return `${parts.map((part) => String(part).padStart(2, "0")).join(":")},000`;
  };
  return Array.from(
    { length: count },
    (_, index) =>
      `${index + 1}\n${time(3 * index)} --> ${time(3 * index + 2)}\nANNA: Línea ${index}\n`,
  ).join("\n");
}

interface Running extends TeamProcess {
  /** Null for a worker. */
  client: LocalClient | null;
}

describe.skipIf(missing !== "")(
  `services on one database and one bucket (missing: ${missing || "none"})`,
  long,
  () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let database: TestDatabase;
    const closers: (() => Promise<void>)[] = [];
    let bucket: BucketConnection;
    let sql: Client;
    let errors = "";
    const running = new Map<string, Running>();

    async function start(name: string): Promise<void> {
      const place = { folder: folder.path, databaseUrl: database.url, bucket };
      const role = name === "api" ? "api" : "worker";
      const process = await startTeamProcess(place, name, role, (text) => (errors += text));
      const client = role === "api" ? await signIn(process.address) : null;
      running.set(name, { ...process, client });
    }
    const api = (): LocalClient => {
      const client = running.get("api")?.client;
      if (!client) throw new Error("the service does not run");
      return client;
    };
    const count = async (what: string): Promise<number> => {
      const { rows } = await sql.query<{ count: string }>(`SELECT count(*) AS count FROM ${what}`);
      return Number(rows[0]?.count);
    };

    beforeAll(async () => {
      if (inject("postgres") === null) return;
      folder = await temporaryFolder();
      closers.push(folder.remove);
      database = await createEmptyDatabase();
      closers.push(database.remove);
      const ceph = await startCephGateway();
      closers.push(ceph.close);
      bucket = await ceph.createBucket("services");
      sql = new Client({ connectionString: database.url });
      await sql.connect();
      closers.push(() => sql.end());
      closers.push(async () => {
        for (const { kill } of running.values()) await kill();
      });
      await prepareTeamFolders(folder.path, names);
      await Promise.all(names.map(start));
    }, 240_000);
    afterAll(async () => {
      if (inject("postgres") === null) return;
      for (const close of closers.reverse()) await close();
    }, 60_000);

    /** Creates the batches. Those with voices have been read when it resolves. */
    async function createBatches(): Promise<{ dubbed: string[]; read: string }> {
      const settings = { sourceSpeakerSeparator: ":" };
      const fields = { type: "audio-production", sourceLanguage: undefined };
      const of = { ...fields, targetLanguages: ["es-es"] };
      const project = await createProject(api(), of);
      const dubbed: string[] = [];
      const create = async (index: number) => {
        // Stored by one service, and read by any.
        const scriptPath = await uploadScript(api(), "episode.srt", spanishSubtitles(lines));
        const about = { scriptPath, languageCode: "es-es", settings };
        const created = await createBatch(api(), project, { name: `Episode ${index}`, ...about });
        dubbed.push(String(created.id));
      };
      // More calls at the same time would exceed the limit of a credential.
      await forEachLimit(
        4,
        Array.from({ length: batches }, (_, index) => index),
        create,
      );
      await castByName(api(), project, { ANNA: "Ashley", BOB: "Brandon" });
      const read = await createProject(api(), { ...of, name: "Lines" });
      const scriptPath = await uploadScript(api(), "long.srt", longSubtitles(readLines));
      for (let index = 0; index < readBatches; index += 1) {
        const about = { name: `Lines ${index}`, scriptPath, languageCode: "es-es", settings };
        expect((await api().post(`/projects/${read}/batches`, about)).status).toBe(201);
      }
      return { dubbed, read };
    }

    /**
     * How long leases waited for another process after their end at most, by kind, in seconds: of
     * the time in which a worker ran. `isWorking`: whether one runs now.
     */
    function watchLeases(isWorking: () => boolean) {
      const longest: Record<string, number> = {};
      let waiting = new Map<string, number>();
      const end = new AbortController();
      const watched = (async () => {
        for (let before = performance.now(); !end.signal.aborted;) {
          const { rows } = await sql.query<{ kind: string; key: string }>(
            `SELECT kind, key FROM leases
             WHERE until > 0 AND until < extract(epoch FROM clock_timestamp()) * 1000`,
          );
          const passed = isWorking() ? (performance.now() - before) / 1000 : 0;
          before = performance.now();
          const next = new Map<string, number>();
          for (const { kind, key } of rows) {
            const waited = (waiting.get(`${kind} ${key}`) ?? 0) + passed;
            next.set(`${kind} ${key}`, waited);
            longest[kind] = Math.max(longest[kind] ?? 0, Math.round(waited * 10) / 10);
          }
          waiting = next;
          await wait(500);
        }
      })();
      return async () => {
        end.abort();
        await watched;
        return longest;
      };
    }

    it(
      `dub ${takes} lines and read ${readBatches * readLines} once, with ${kills} kills and ${stops} stops (seed ${seed})`,
      async () => {
        const { dubbed, read } = await createBatches();
        const random = seeded(seed);
        const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
        const made = () => count("takes WHERE state = 'made'");
        const ofRead = `batches WHERE project_id = '${read}' AND status = 'casting'`;
        const done = async () => (await made()) / takes + (await count(ofRead)) / readBatches;
        const begunAt = performance.now();
        const stopped = new Set<string>();
        const leasesWatched = watchLeases(() =>
          names.some((name) => name !== "api" && running.has(name) && !stopped.has(name)),
        );
        const continued: Promise<void>[] = [];
        const events = Array.from({ length: kills + stops }, (_, index) => index < kills);
        events.sort(() => random() - 0.5);
        for (const [index, isKill] of events.entries()) {
          const due = (2 * index) / events.length;
          await expect.poll(done, pollOptions).toBeGreaterThanOrEqual(due);
          if (isKill) {
            const name = oneOf(names);
            const victim = running.get(name);
            running.delete(name);
            await victim?.kill();
            stopped.delete(name);
            await start(name);
            continue;
          }
          const name = oneOf(names.filter((one) => !stopped.has(one)));
          const process = running.get(name);
          process?.send("SIGSTOP");
          stopped.add(name);
          const ms = stopMs[continued.length % stopMs.length];
          continued.push(
            wait(ms).then(() => {
              // This has no effect on a process that was killed meanwhile.
              process?.send("SIGCONT");
              if (running.get(name) === process) stopped.delete(name);
            }),
          );
        }
        await expect.poll(() => count("dubs WHERE state = 'made'"), pollOptions).toBe(batches);
        await expect.poll(() => count(ofRead), pollOptions).toBe(readBatches);
        await Promise.all(continued);
        const minutes = (performance.now() - begunAt) / 60_000;
        console.info(
          `${minutes.toFixed(1)} minutes; seconds after the end of a lease:`,
          await leasesWatched(),
        );
        expect(await count("takes")).toBe(takes);
        expect(await made()).toBe(takes);
        expect(await count("(SELECT DISTINCT location FROM takes) AS found")).toBe(takes);
        const isExact = `made = ${lines} AND planned = ${lines} AND failed = 0 AND outdated = 0`;
        expect(await count(`dubs WHERE ${isExact}`)).toBe(batches);
        const lineTotal = takes + readBatches * readLines;
        expect(await count("lines")).toBe(lineTotal);
        expect(await count("line_texts")).toBe(lineTotal);
        const {
          rows: [stat],
        } = await sql.query<{ deadlocks: string }>(
          "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()",
        );
        expect(Number(stat?.deadlocks)).toBe(0);
        expect((await api().get(`/projects/${read}`)).status).toBe(200);
        const { rows } = await sql.query<{ id: string; bytes: string }>(
          `SELECT id, bytes FROM takes ORDER BY md5(id::text) LIMIT 150`,
        );
        for (const { id, bytes } of rows) {
          const found = await api().get(`/local/takes/${id}/audio`);
          expect(found.status).toBe(307);
          const { status, headers } = await sendRequest(String(found.headers.location));
          expect([status, headers["content-length"]]).toEqual([200, bytes]);
        }
        for (const id of dubbed) {
          const { json } = await api().get(`/batches/${id}`);
          expect(json).toMatchObject({ status: "completed" });
        }
        expect(errors).not.toMatch(/deadlock|stored by two/);
      },
      timeout,
    );
  },
);
