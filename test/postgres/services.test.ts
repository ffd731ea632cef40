/**
 * A service that responds to clients and two that work, as processes, on one database and one
 * bucket of Ceph: batches are read and dubbed while a worker is stopped and the others are killed.
 * About two minutes on an idle machine. Requires a build.
 */
import { once } from "node:events";
import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { Client } from "pg";
import { temporaryFolder } from "../helpers/backend";
import { missingCephPrograms, startCephGateway } from "../helpers/ceph-gateway";
import { startCommand } from "../helpers/commands";
import { castByName, spanishSubtitles } from "../helpers/dub-material";
import { sendRequest, signIn, type LocalClient } from "../helpers/local-service";
import { createBatch, createProject, uploadScript } from "../helpers/local-workspace";
import { createEmptyDatabase, type TestDatabase } from "../helpers/postgres/databases";
import { loadOrCreateKeys } from "../../main/local-service/keys";
import type { BucketConnection } from "../../main/remote/s3/address";
import { long } from "../long";

const missing = missingCephPrograms.join(", ");
const names = ["api", "first", "second"] as const;
/** Processes that are killed, one after the other; the worker "first" is stopped meanwhile. */
const victims = ["second", "api", "second", "second"] as const;
const batches = 6;
const lines = 12;
const pollOptions = { timeout: 600_000, interval: 200 };

interface Running {
  /** Null for a worker. */
  client: LocalClient | null;
  send: (signal: NodeJS.Signals) => void;
  kill: () => Promise<void>;
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
      const { endpoint, bucket: own, prefix, accessKeyId, secretAccessKey } = bucket;
      const child = startCommand(
        { clientId: "", clientSecret: "" },
        [
          "serve",
          "--data",
          path.join(folder.path, name),
          "--database",
          database.url,
          "--team",
          "Studio",
          "--role",
          name === "api" ? "api" : "worker",
          "--objects",
          `s3://${own}/${prefix}?endpoint=${encodeURIComponent(endpoint)}`,
          "--confirmation-key",
          path.join(folder.path, "confirmation.key"),
        ],
        {
          DUBYARD_ENGINE: "own",
          DUBYARD_OBJECTS_ACCESS_KEY_ID: accessKeyId,
          DUBYARD_OBJECTS_SECRET_ACCESS_KEY: secretAccessKey,
        },
      );
      const ended = once(child, "close");
      child.stderr.on("data", (chunk: Buffer) => (errors += `${name}: ${chunk.toString()}`));
      const [line] = (await Promise.race([
        once(createInterface({ input: child.stdout }), "line"),
        ended.then(() => Promise.reject(new Error(errors))),
      ])) as [string];
      const address = JSON.parse(line) as Parameters<typeof signIn>[0];
      const client = name === "api" ? await signIn(address) : null;
      const kill = async () => {
        child.kill("SIGKILL");
        await ended;
      };
      running.set(name, { client, send: (signal) => child.kill(signal), kill });
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
      const [first, ...others] = names.map((name) => path.join(folder.path, name));
      await mkdir(first as string);
      await loadOrCreateKeys(first as string);
      for (const other of others) {
        await mkdir(other);
        await copyFile(path.join(first as string, "service.key"), path.join(other, "service.key"));
      }
      await Promise.all(names.map(start));
    }, 240_000);
    afterAll(async () => {
      if (inject("postgres") === null) return;
      for (const close of closers.reverse()) await close();
    }, 60_000);

    it("dub every line once while one is stopped and others are killed", async () => {
      const project = await createProject(api(), {
        type: "audio-production",
        sourceLanguage: undefined,
        targetLanguages: ["es-es"],
      });
      const ids = await Promise.all(
        Array.from({ length: batches }, async (_, index) => {
          // Stored by one service, and read by any.
          const scriptPath = await uploadScript(api(), "episode.srt", spanishSubtitles(lines));
          const created = await createBatch(api(), project, {
            name: `Episode ${index}`,
            scriptPath,
            languageCode: "es-es",
            settings: { sourceSpeakerSeparator: ":" },
          });
          return String(created.id);
        }),
      );
      await castByName(api(), project, { ANNA: "Ashley", BOB: "Brandon" });
      const made = () => count("takes WHERE state = 'made'");
      const total = batches * lines;
      const untilMore = async () => {
        const before = await made();
        await expect
          .poll(async () => (await made()) > before || before === total, pollOptions)
          .toBe(true);
      };
      await untilMore();
      running.get("first")?.send("SIGSTOP");
      for (const name of victims) {
        await untilMore();
        await running.get(name)?.kill();
        await start(name);
      }
      await expect.poll(() => count("dubs WHERE state = 'made'"), pollOptions).toBe(batches);
      running.get("first")?.send("SIGCONT");
      expect((await api().get(`/projects/${project}`)).status).toBe(200);
      expect(await count("takes")).toBe(total);
      expect(await count("takes WHERE state = 'made'")).toBe(total);
      expect(await count(`dubs WHERE made = ${lines} AND failed = 0 AND outdated = 0`)).toBe(
        batches,
      );
      const { rows } = await sql.query<{ id: string; bytes: string }>(
        "SELECT id, bytes FROM takes ORDER BY id",
      );
      for (const { id, bytes } of rows) {
        const found = await api().get(`/local/takes/${id}/audio`);
        expect(found.status).toBe(307);
        const { status, headers } = await sendRequest(String(found.headers.location));
        expect([status, headers["content-length"]]).toEqual([200, bytes]);
      }
      for (const id of ids) {
        const { json } = await api().get(`/batches/${id}`);
        expect(json).toMatchObject({ status: "completed" });
      }
      expect(errors).not.toMatch(/deadlock|stored by two/);
    }, 1_200_000);
  },
);
