/** Makes single files of an export. Each may be made again at any time, with the same bytes. */
import { createHash } from "node:crypto";
import { toCsv } from "../../script-formats/files/data-table";
import { toChecksums } from "./formats/manifest";
import { toReportPdf } from "./formats/report-pdf";
import { checkTable, loudnessTable } from "./formats/reports";
import {
  makeBed,
  makeBook,
  makeMix,
  makeStem,
  makeTake,
  makeVideo,
  type Made,
  type MakeInput,
} from "./make-sound";
import { deliveredFiles, manifestOf } from "./make-manifest";
import { writeWhole } from "./output-folder";
import type { PlannedFile } from "./planned-file";
import type { ExportFile } from "../rows/exports/export-port";
import type { DeliveryDeps, SnapshotLanguage } from "./snapshot";

/**
 * Makes a file and stores it.
 * @throws EngineError, BlockedError, the error of the operating system, or the reason of the
 * signal.
 */
export async function makeFile(
  deps: DeliveryDeps,
  input: MakeInput,
  { path, content }: Pick<PlannedFile, "path" | "content">,
  position: number,
): Promise<Made & Pick<ExportFile, "location">> {
  const { output } = input;
  const file = await output.prepare(path);
  const made = await writeContent(deps, input, content, file);
  return { ...made, location: await output.store(file, position, made.bytes) };
}

async function writeContent(
  deps: DeliveryDeps,
  input: MakeInput,
  content: PlannedFile["content"],
  file: string,
): Promise<Made> {
  switch (content.kind) {
    case "text": {
      const measuresOf = (of: string) => input.files.get(of)?.measures ?? null;
      const text = await content.write({ measuresOf });
      return writeText(file, typeof text === "string" ? Buffer.from(text) : text);
    }
    case "take":
      return makeTake(deps, input, content, file);
    case "stem":
      return makeStem(deps, input, content, file);
    case "bed":
      return makeBed(deps, input, content, file);
    case "mix":
      return makeMix(deps, input, content, file);
    case "video":
      return makeVideo(deps, input, content, file);
    case "audiobook":
      return makeBook(deps, input, content, file);
    case "report":
      return writeText(file, await reportOf(input, content));
    case "manifest":
      return writeText(file, Buffer.from(manifestOf(input)));
    case "checksums":
      return writeText(file, Buffer.from(toChecksums(deliveredFiles(input))));
  }
}

async function writeText(file: string, content: Uint8Array): Promise<Made> {
  await writeWhole(file, content);
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { bytes: content.length, sha256, finding: "", measures: null };
}

/** A report about the files of a language, which are made before it. */
async function reportOf(
  input: MakeInput,
  { language, report }: { language: SnapshotLanguage; report: "checks" | "loudness" | "summary" },
): Promise<Uint8Array> {
  const { folder, timeline } = language;
  const files = [...input.files.values()].filter(({ path }) => path.startsWith(`${folder}/`));
  if (report === "summary")
    return toReportPdf(timeline, { preset: input.row.request.preset, files });
  const table = report === "checks" ? checkTable(timeline, files) : loudnessTable(files);
  return Buffer.from(toCsv(table));
}
