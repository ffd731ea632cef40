/** The parts of health, readiness and metrics; less than a second together. */
import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { writeFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openDatabase } from "../../../main/common/database/database";
import { silentLog } from "../../../main/common/log";
import { formatMetrics } from "../../../main/local-service/operations/format-metrics";
import { createHeartbeat } from "../../../main/local-service/operations/heartbeat";
import {
  createReadiness,
  type ReadinessDeps,
} from "../../../main/local-service/operations/readiness";
import { createRequestMeter } from "../../../main/local-service/operations/request-meter";
import { migrations } from "../../../main/local-service/rows/migrations";
import { createOperationsRows } from "../../../main/local-service/rows/operations-rows";
import { createSqliteRows } from "../../../main/local-service/rows/sqlite-driver";
import { mountSmallDisk, smallDiskProblem } from "../../helpers/small-disk";

afterEach(() => void vi.useRealTimers());

describe("metrics", () => {
  it("are written with their help, and escaped labels", () => {
    const text = formatMetrics([
      { name: "a_total", help: "Some.", type: "counter", samples: [{ value: 2 }] },
      {
        name: "b",
        help: "Others.",
        type: "gauge",
        samples: [{ labels: { x: 'a"b\\c\nd', y: "1" }, value: 0.5 }],
      },
      { name: "c", help: "None.", type: "gauge", samples: [] },
    ]);
    expect(text).toBe(
      [
        "# HELP a_total Some.",
        "# TYPE a_total counter",
        "a_total 2",
        "# HELP b Others.",
        "# TYPE b gauge",
        String.raw`b{x="a\"b\\c\nd",y="1"} 0.5`,
        "",
      ].join("\n"),
    );
  });

  it("count requests by route and status, with their durations", () => {
    let at = 0;
    const meter = createRequestMeter(() => at);
    function send(method: string, route: string | null, isSent: boolean, milliseconds: number) {
      const request = { method } as IncomingMessage;
      const response = Object.assign(new EventEmitter(), {
        statusCode: 200,
        writableFinished: isSent,
      });
      meter.begin(request, response as unknown as ServerResponse);
      if (route !== null) meter.setRoute(request, route);
      at += milliseconds;
      return () => response.emit("close");
    }
    const end = send("GET", "/media/files", true, 20);
    expect(formatMetrics(meter.metrics())).toContain("dubyard_http_requests_running 1\n");
    end();
    send("GET", "/media/files", true, 3000)();
    send("GET", "/media/files", false, 1)();
    send("PROPFIND", null, true, 1)();
    const lines = formatMetrics(meter.metrics()).split("\n");
    const files = 'method="GET",route="/media/files"';
    for (const line of [
      "dubyard_http_requests_running 0",
      `dubyard_http_requests_total{${files},status="200"} 2`,
      `dubyard_http_requests_total{${files},status="aborted"} 1`,
      'dubyard_http_requests_total{method="any",route="none",status="200"} 1',
      `dubyard_http_request_duration_seconds_bucket{${files},le="0.005"} 1`,
      `dubyard_http_request_duration_seconds_bucket{${files},le="0.025"} 2`,
      `dubyard_http_request_duration_seconds_bucket{${files},le="2.5"} 2`,
      `dubyard_http_request_duration_seconds_bucket{${files},le="10"} 3`,
      `dubyard_http_request_duration_seconds_bucket{${files},le="+Inf"} 3`,
      `dubyard_http_request_duration_seconds_sum{${files}} 3.021`,
      `dubyard_http_request_duration_seconds_count{${files}} 3`,
    ])
      expect(lines).toContain(line);
  });

  it("have the delay of the newest beat of the event loop", () => {
    vi.useFakeTimers();
    let at = 0;
    const heartbeat = createHeartbeat(() => at);
    const beatAfter = (milliseconds: number) => {
      at += milliseconds;
      vi.advanceTimersByTime(1000);
      return heartbeat.delayMs();
    };
    expect([beatAfter(1000), beatAfter(7500), beatAfter(1010)]).toEqual([0, 6500, 10]);
    heartbeat.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("due work", () => {
  it("is counted by kind, with the time of the oldest one", async () => {
    const database = openDatabase(":memory:", migrations);
    const rows = createOperationsRows(createSqliteRows(database));
    const none = (await rows.countDueWork()).map(({ count, since }) => [count, since]);
    expect(none).toEqual(Array.from({ length: 8 }, () => [0, null]));
    database.exec(`
      INSERT INTO projects (id, name, status, type, model, created_at, updated_at)
        VALUES ('p', 'P', 'active', 'line-dubbing', 'm', 1, 1), ('q', 'Q', 'removed', 'line-dubbing', 'm', 1, 1);
      INSERT INTO batches (id, project_id, name, status, settings, created_at, updated_at) VALUES
        ('a', 'p', 'A', 'ready', '{}', 1, 30), ('b', 'p', 'B', 'ready', '{}', 1, 20),
        ('r', 'p', 'R', 'removed', '{}', 1, 5), ('s', 'q', 'S', 'ready', '{}', 1, 5);
      INSERT INTO tasks (kind, batch_id, is_held) VALUES ('batch', 'a', 0), ('batch', 'b', 0), ('batch', 'b', 1),
        ('batch', 'r', 0);
      INSERT INTO dubs (batch_id, language_id, state, requested_at, is_check_due, findings_state) VALUES
        ('a', 'fr-fr', 'due', 100, 0, 0), ('b', 'fr-fr', 'due', 90, 0, 1), ('r', 'fr-fr', 'due', 1, 0, 1),
        ('s', 'fr-fr', 'due', 1, 0, 1), ('a', 'de-de', 'made', 2, 1, 0),
        ('b', 'de-de', 'making', 70, 0, 0), ('a', 'es-es', 'finishing', 60, 0, 0), ('b', 'es-es', 'idle', 3, 0, 0);
      INSERT INTO takes (batch_id, language_id, number, variant, key, state, priority) VALUES
        ('b', 'de-de', 1, 1, 'k', 'queued', 0), ('b', 'de-de', 2, 1, 'k', 'queued', 0),
        ('b', 'de-de', 3, 1, 'k', 'queued', 5), ('b', 'de-de', 4, 1, 'k', 'made', 0),
        ('b', 'es-es', 1, 1, 'k', 'queued', 0);
      INSERT INTO exports (id, batch_id, request, snapshot, folder, version, state, created_at) VALUES
        ('x', 'a', '{}', '{}', '/x', 1, 'making', 50), ('y', 'a', '{}', '{}', '/x', 2, 'made', 40);
      INSERT INTO removals (location) VALUES ('media/1'), ('media/2');
      UPDATE dubs SET findings_state = batch_id || language_id IN ('bfr-fr', 'rfr-fr');
    `);
    const found = await rows.countDueWork();
    expect(
      Object.fromEntries(found.map(({ kind, count, since }) => [kind, [count, since]])),
    ).toEqual({
      ingest: [2, 20],
      plan: [3, 90],
      wanted: [1, null],
      takes: [2, 70],
      finish: [1, null],
      check: [1, null],
      export: [1, 50],
      purge: [4, null],
    });
    expect(await rows.readSchemaVersion()).toBe(migrations.length);
    expect(Math.abs((await rows.readTime()) - Date.now())).toBeLessThan(60_000);
    database.close();
    await expect(rows.readSchemaVersion()).rejects.toThrow();
  });
});

describe("readiness", () => {
  let isDiskFull = false;
  let version = () => Promise.resolve(7);
  const warnings: string[] = [];
  const create = (deps: Partial<ReadinessDeps> = {}) => {
    isDiskFull = false;
    version = () => Promise.resolve(7);
    warnings.length = 0;
    return createReadiness({
      rows: { readSchemaVersion: () => version(), readTime: () => Promise.resolve(1_000_000) },
      clock: null,
      checkObjects: null,
      schemaVersion: 7,
      writable: [],
      isDiskFull: () => isDiskFull,
      log: { ...silentLog, warn: (message) => void warnings.push(message) },
      ...deps,
    });
  };

  it("is missing on a full disk, without the database, and from the drain to the end", async () => {
    const readiness = create();
    expect(await readiness.check()).toBeNull();
    isDiskFull = true;
    expect(await readiness.check()).toBe("disk-full");
    expect(await readiness.check()).toBe("disk-full");
    isDiskFull = false;
    version = () => Promise.resolve(8);
    expect(await readiness.check()).toBe("database");
    version = () => Promise.reject(new Error("disk I/O error"));
    expect(await readiness.check()).toBe("database");
    version = () => Promise.resolve(7);
    expect(await readiness.check()).toBeNull();
    readiness.startDraining();
    expect(await readiness.check()).toBe("draining");
    expect(warnings).toEqual(
      ["disk-full", "database", "draining"].map((reason) => `local service: not ready: ${reason}`),
    );
  });

  it("is missing without the bucket, and with another clock than that of the database", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    let now = 1_060_000;
    let check = () => Promise.resolve();
    const readiness = create({ clock: () => now, checkObjects: () => check() });
    expect(await readiness.check()).toBeNull();
    now += 1;
    expect(await readiness.check()).toBe("clock");
    now = 939_999;
    expect(await readiness.check()).toBe("clock");
    now = 940_000;
    check = () => Promise.reject(new Error("no connection"));
    // Any number of calls sends few requests to the bucket.
    expect(await readiness.check()).toBeNull();
    vi.advanceTimersByTime(5000);
    expect(await readiness.check()).toBe("objects");
    check = () => Promise.resolve();
    expect(await readiness.check()).toBe("objects");
    vi.advanceTimersByTime(5000);
    expect(await readiness.check()).toBeNull();
  });

  it("shares one check, and does not wait for a disk that does not respond", async () => {
    const readiness = create({ limitMs: 1 });
    let checks = 0;
    let respond: (version: number) => void = () => undefined;
    version = () => {
      checks += 1;
      return new Promise<number>((resolve) => (respond = resolve));
    };
    expect(await Promise.all([readiness.check(), readiness.check()])).toEqual([
      "timeout",
      "timeout",
    ]);
    expect(await readiness.check()).toBe("timeout");
    expect(checks).toBe(1);
    respond(7);
    version = () => Promise.resolve(7);
    await expect.poll(() => readiness.check()).toBeNull();
  });

  it.skipIf(smallDiskProblem)(
    `is missing on a read-only disk${smallDiskProblem ? `: ${smallDiskProblem}` : ""}`,
    async () => {
      const disk = mountSmallDisk(1);
      try {
        const file = path.join(disk.folder, "workspace.db");
        writeFileSync(file, "");
        const readiness = create({ writable: [disk.folder, file] });
        expect(await readiness.check()).toBeNull();
        disk.makeReadOnly();
        expect(await readiness.check()).toBe("read-only");
      } finally {
        disk.remove();
      }
    },
  );
});
