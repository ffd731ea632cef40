/**
 * A workspace whose objects are in a real bucket of Ceph. Takes about a minute, of which the
 * gateway needs 15 seconds.
 */
import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BucketConnection } from "../../../main/remote/s3/address";
import { createObjectBucket, type ObjectBucket } from "../../../main/remote/s3/object-bucket";
import {
  missingCephPrograms,
  startCephGateway,
  type CephGateway,
} from "../../helpers/ceph-gateway";
import {
  filesBelow,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { castByName } from "../../helpers/dub-material";
import { bodyOf, createBatch, createProject, uploadScript } from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";
import { createScriptedEngine, type ScriptedEngine } from "../../helpers/scripted-engine";
import { temporaryFolder } from "../../helpers/backend";
import { startEngine } from "../../helpers/engine";
import { createDubbedBatch, dubbedLanguage, startExport, untilEnded } from "../../helpers/exports";
import { dubVideo } from "../../helpers/listening-material";
import { ffmpegProgram } from "../../helpers/media-files";
import { long } from "../../long";

const missing = missingCephPrograms.join(", ");
const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

describe.skipIf(missing !== "")(
  `a workspace in a bucket of Ceph (missing: ${missing || "none"})`,
  long,
  () => {
    let ceph: CephGateway | undefined;
    let connection: BucketConnection;
    let bucket: ObjectBucket;
    let engine: ScriptedEngine;
    let local: RunningLocalService;
    let buckets = 0;
    beforeAll(async () => {
      ceph = await startCephGateway();
    }, 120_000);
    afterAll(() => ceph?.close());
    beforeEach(async () => {
      buckets += 1;
      connection = await ceph!.createBucket(`workspace-${buckets}`);
      bucket = createObjectBucket({ connection, now: Date.now });
      engine = createScriptedEngine();
      local = await startLocalService(options());
    });
    afterEach(async () => {
      await local.remove();
      await bucket.close();
    });
    const options = () => ({
      scriptWorkerFile,
      bucket: { connection, keepRemovedMs: 0 },
      startEngine: () => Promise.resolve(engine),
    });
    const locations = async (folder = "") => {
      const found: string[] = [];
      for await (const page of bucket.list(connection.prefix + folder))
        found.push(...page.map(({ key }) => key.slice(connection.prefix.length)));
      return found.filter((at) => at !== "workspace.json");
    };
    /** Follows the redirect, as the client of a service does. */
    async function read(at: string, headers: Record<string, string> = {}) {
      const found = await local.client.get(at);
      expect([found.status, found.text]).toEqual([307, ""]);
      const url = String(found.headers.location);
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/workspace-\d+\/team\//);
      const response = await fetch(url, { headers });
      return {
        status: response.status,
        headers: response.headers,
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    }

    it("has files that clients send to the bucket, in one PUT or in parts, and read from it", async () => {
      const small = randomBytes(1000);
      const sent = await local.client.upload("a/ü b.mp4", small);
      expect([sent.status, sent.headers.etag]).toEqual([200, `"${md5(small)}"`]);
      const parts = [randomBytes(5 * 1024 ** 2), randomBytes(1000)];
      const first = await local.client.part("film.mp4", undefined, 1, parts[0]!);
      const second = await local.client.part("film.mp4", first.uploadId, 2, parts[1]!);
      const listed = [first.listed, second.listed];
      expect((await local.client.complete("film.mp4", first.uploadId, listed)).status).toBe(200);
      expect((await local.client.complete("film.mp4", first.uploadId, listed)).status).toBe(404);
      expect(await local.client.files()).toEqual(["a/ü b.mp4", "film.mp4"]);
      expect((await read(`/local/files/${encodeURIComponent("a/ü b.mp4")}`)).bytes).toEqual(small);
      const range = await read("/local/files/film.mp4", { range: "bytes=5242870-5242889" });
      expect(range.status).toBe(206);
      expect(range.bytes).toEqual(Buffer.concat(parts).subarray(5_242_870, 5_242_890));
      expect(range.headers.get("content-type")).toBe("video/mp4");
      // Objects have keys without names, and nothing is left of the uploads or in the folder.
      expect((await locations()).every((at) => /^media\/[0-9a-f]{32}$/.test(at))).toBe(true);
      expect(await locations()).toHaveLength(2);
      const files = await filesBelow(local.dataDir);
      expect(files.filter((file) => /^(media|uploads|staging|work)\//.test(file))).toEqual([]);
    });

    it("a replaced file and a deleted one leave no object; a URL can be used again", async () => {
      const response = await local.client.post("/media/upload-url", {
        fileName: "a.mp4",
        contentType: "video/mp4",
      });
      const url = response.json as string;
      for (const text of ["one", "three", "fifteen"]) {
        expect((await local.client.put(url, Buffer.from(text))).status).toBe(200);
        expect(await local.client.files()).toEqual(["a.mp4"]);
        expect((await read("/local/files/a.mp4")).bytes.toString()).toBe(text);
        expect(await locations()).toHaveLength(1);
      }
      bodyOf(await local.client.post("/media/files/delete", { paths: ["a.mp4"] }), 204);
      expect(await locations()).toEqual([]);
    });

    it("parts with another ETag, missing ones and small ones are refused as by the disk", async () => {
      const { uploadId, listed } = await local.client.part(
        "f.mp4",
        undefined,
        1,
        randomBytes(1000),
      );
      const two = await local.client.part("f.mp4", uploadId, 2, randomBytes(10));
      const complete = (parts: object[]) => local.client.complete("f.mp4", uploadId, parts);
      expect((await complete([{ ...listed, ETag: `"${md5(Buffer.from("x"))}"` }])).status).toBe(
        400,
      );
      expect((await complete([listed, { ...two.listed, PartNumber: 3 }])).status).toBe(400);
      expect((await complete([listed, two.listed])).status).toBe(400);
      expect((await local.client.complete("g.mp4", uploadId, [listed])).status).toBe(404);
      // AWS would drop the second part; Ceph refuses it.
      const first = await complete([listed]);
      expect([first.status, first.text]).toEqual([
        400,
        expect.stringContaining("all 2 parts or none"),
      ]);
      expect(await local.client.files()).toEqual([]);
    });

    it("continues after a restart: files that arrived, and parts that were joined before it ended", async () => {
      await local.client.upload("arrived.mp4", Buffer.from("arrived"));
      const { uploadId, listed } = await local.client.part(
        "joined.mp4",
        undefined,
        1,
        Buffer.from("joined"),
      );
      await local.close();
      // As a process does that is killed before it has stored the row.
      const database = path.join(local.dataDir, "workspace.db");
      const { DatabaseSync } = await import("@photostructure/sqlite");
      const rows = new DatabaseSync(database);
      const { layout } = rows.prepare("SELECT layout FROM uploads WHERE id = ?").get(uploadId) as {
        layout: string;
      };
      rows.close();
      const upload = { key: `${connection.prefix}media/${uploadId}`, uploadId: layout };
      await bucket.finishParts(upload, [{ number: 1, etag: listed.ETag.replaceAll('"', "") }]);
      await local.restart(options());
      expect(await local.client.files()).toEqual(["arrived.mp4"]);
      expect((await local.client.complete("joined.mp4", uploadId, [listed])).status).toBe(200);
      expect((await read("/local/files/joined.mp4")).bytes.toString()).toBe("joined");
    });

    it("dubs a batch: takes are objects, heard from the bucket, and removed with the batch", async () => {
      const project = await createProject(local.client, {
        type: "audio-production",
        sourceLanguage: undefined,
      });
      const content = "ID,Character,Text_FR-FR\n1,Ada,Bonjour\n2,Ada,Merci\n";
      const scriptPath = await uploadScript(local.client, "script.csv", content);
      const batch = String((await createBatch(local.client, project, { scriptPath })).id);
      await castByName(local.client, project, { Ada: "Amélie" });
      const batchNow = async () => bodyOf(await local.client.get(`/batches/${batch}`));
      await expect.poll(batchNow, { timeout: 30_000 }).toMatchObject({ status: "completed" });
      const takes = bodyOf<{ takes: { id: number }[] }>(
        await local.client.get(`/local/batches/${batch}/takes/fr-fr`),
      ).takes;
      const sound = await read(`/local/takes/${takes[0]!.id}/audio`);
      expect([sound.status, sound.headers.get("content-type")]).toEqual([200, "audio/wav"]);
      expect(sound.bytes.subarray(0, 4).toString()).toBe("RIFF");
      expect((await local.client.get(`/local/takes/${takes[0]!.id}/peaks`)).status).toBe(200);
      // Two takes and their speech.
      expect(await locations("takes/")).toHaveLength(4);
      expect(await local.client.files()).toHaveLength(2);
      bodyOf(await local.client.post("/batches/delete", { batchIds: [batch] }), 204);
      await expect.poll(() => locations("takes/"), { timeout: 10_000 }).toEqual([]);
      expect(await locations("media/")).toHaveLength(2);
      const work = await readdir(path.join(local.dataDir, "work"), {
        recursive: true,
        withFileTypes: true,
      });
      expect(
        work.filter((entry) => entry.isFile() && !entry.parentPath.includes(".objects")),
      ).toEqual([]);
    });

    it("a gateway that is down for a while loses nothing: calls are 503, and a take is made later", async () => {
      await local.client.upload("a.mp4", Buffer.from("bytes"));
      expect(await local.client.files()).toEqual(["a.mp4"]);
      const project = await createProject(local.client, {
        type: "audio-production",
        sourceLanguage: undefined,
      });
      const content = "ID,Character,Text_FR-FR\n1,Ada,Bonjour\n";
      const scriptPath = await uploadScript(local.client, "script.csv", content);
      let speak: () => void = () => undefined;
      const spoken = new Promise<void>((resolve) => (speak = resolve));
      engine.before = () => spoken;
      const batch = String((await createBatch(local.client, project, { scriptPath })).id);
      await castByName(local.client, project, { Ada: "Amélie" });
      await expect.poll(() => engine.waiting, { timeout: 30_000 }).toBe(1);
      await ceph!.whileDown(async () => {
        speak();
        const { status, headers } = await local.client.get("/local/files/a.mp4");
        expect([status, headers["retry-after"]]).toEqual([503, "2"]);
      });
      expect((await read("/local/files/a.mp4")).bytes.toString()).toBe("bytes");
      const batchNow = async () => bodyOf(await local.client.get(`/batches/${batch}`));
      await expect.poll(batchNow, { timeout: 90_000 }).toMatchObject({ status: "completed" });
    });

    it.skipIf(ffmpegProgram === undefined)(
      "dubs and delivers a video (needs ffmpeg), with files of the same sizes as from the disk",
      async () => {
        const target = await temporaryFolder();
        const deliver = async (service: RunningLocalService, name: string) => {
          const { batch } = await dubVideo(service.client, path.join(target.path, `${name}.mp4`));
          const started = await startExport(service.client, batch, {
            languages: ["es-es"],
            parts: ["takes", "stems", "mix", "video"],
            preset: "online",
            includeUnapproved: true,
            originalTrack: true,
            folder: target.path,
          });
          const { state, files } = await untilEnded(() => service.client, started);
          expect(state).toBe("made");
          return files.map(({ path: at, bytes }) => [at, bytes]);
        };
        await local.restart({ startEngine });
        const inBucket = await deliver(local, "one");
        const disk = await startLocalService({ scriptWorkerFile, startEngine });
        expect(inBucket).toEqual(await deliver(disk, "two"));
        // The working files of the dub and of the delivery are removed.
        const work = await filesBelow(path.join(local.dataDir, "work"));
        expect(work.filter((file) => !file.startsWith(".objects"))).toEqual([]);
        await disk.remove();
        await target.remove();
      },
      180_000,
    );

    it("delivers files of a team that clients read from the bucket, and removes them with the batch", async () => {
      await local.restart({ startEngine, team: { name: "Studio North" } });
      const batch = await createDubbedBatch(local.client);
      const started = await startExport(local.client, batch, {
        languages: [dubbedLanguage],
        parts: ["takes", "stems", "cues"],
        preset: "online",
        includeUnapproved: true,
      });
      const { state, files } = await untilEnded(() => local.client, started);
      expect(state).toBe("made");
      const at = (position: number) => `/local/exports/${started.exportId}/files/${position}`;
      for (const [position, file] of files.entries()) {
        const { status, bytes } = await read(at(position));
        const sha256 = createHash("sha256").update(bytes).digest("hex");
        expect([status, bytes.length, sha256]).toEqual([200, file.bytes, file.sha256]);
      }
      const range = await read(at(0), { range: "bytes=10-" });
      expect([range.status, range.headers.get("content-range")]).toEqual([
        206,
        `bytes 10-${Number(files[0]?.bytes) - 1}/${files[0]?.bytes}`,
      ]);
      expect(await locations("deliveries/")).toHaveLength(files.length);
      bodyOf(await local.client.post("/batches/delete", { batchIds: [batch] }), 204);
      await expect.poll(() => locations("deliveries/"), { timeout: 10_000 }).toEqual([]);
    }, 180_000);

    it("is not opened with another bucket, or as files of its folder; and offers no backup", async () => {
      const { extensions } = bodyOf<{ extensions: string[] }>(await local.client.get("/local"));
      expect(extensions).not.toContain("backup");
      expect(extensions).toContain("media-files");
      await local.close();
      await expect(local.restart({ bucket: undefined })).rejects.toThrow("name it with --objects");
      const other = { connection: { ...connection, prefix: "other/" } };
      await expect(local.restart({ bucket: other })).rejects.toThrow("not in s3://");
      await expect(startLocalService(options())).rejects.toThrow(
        "has the files of the workspace local-",
      );
      await local.restart(options());
    });
  },
);
