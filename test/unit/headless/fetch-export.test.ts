/** A download that is interrupted while the service cannot be reached. Costs 50 ms. */
import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { AppError } from "../../../main/common/errors";
import { fetchExport } from "../../../main/headless/delivery/fetch-export";
import type { Output } from "../../../main/headless/output";
import type { ExportCalls } from "../../../main/remote/extensions/exports";
import type { ExportEntry } from "../../../preload/local-service/exports";

it("ends with the reason of the interruption, removes its files, and reports what continues", async () => {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "fetch-export-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stop = new AbortController();
  const counts = { files: 1, made: 1, failed: 0, findings: 0 };
  const found = { id: "d", folder: "Episode_v1", state: "making", counts } as ExportEntry;
  const file = { path: "a/b.txt", state: "made", bytes: 9, sha256: "x", problem: "", finding: "" };
  const offline = () => Promise.reject(new AppError("offline", "no connection"));
  const calls: Partial<ExportCalls> = {
    find: () => (stop.signal.aborted ? offline() : Promise.resolve({ delivery: found, files: [] })),
    files: () => (stop.signal.aborted ? offline() : Promise.resolve([file as never])),
    openFile() {
      async function* chunks() {
        yield await Promise.resolve(Buffer.from("four"));
        stop.abort(new Error("interrupted"));
        throw new AppError("offline", "no connection");
      }
      return Promise.resolve({ from: 0, chunks: chunks(), discard: () => Promise.resolve() });
    },
  };
  const lines: string[] = [];
  const output = { line: (text: string) => lines.push(text), progress: () => undefined };
  const context = { output: output as unknown as Output, signal: stop.signal };
  await expect(fetchExport(calls as ExportCalls, "d", folder, context)).rejects.toThrow(
    "interrupted",
  );
  expect(lines).toEqual(["the service goes on with the delivery d: no connection"]);
  expect(readdirSync(folder)).toEqual([]);
});
