/**
 * What the service would say of every row of a grid, without asking it: the grid is written as the workbook that would
 * be sent, read back by the reader of the service, and judged by the rules that the service goes by. Beside it, what
 * only this computer knows: files that are not there, and scripts that would fail when they are read.
 */
import { stat } from "node:fs/promises";
import path from "node:path";
import { setImmediate as rest } from "node:timers/promises";
import type { BulkIssue, BulkRow } from "../../../preload/contract/bulk";
import type { BatchSettings, ProjectType } from "../../../preload/model/resources";
import { checkBatch, checkSettings, isAddress, scriptStandIn } from "../../../preload/facts/rules";
import { AppError } from "../../common/errors";
import { inParallel } from "../../common/for-each-limit";
import { writeBulk } from "../../script-formats/bulk-write";
import type * as Scripts from "../../script-formats/model";
import type { ScriptReader } from "../../script-formats/reader";
import { pathProblem } from "../gallery/gallery-path";
import { scriptRule } from "../outbox/batch-entries";
import { mediaRule } from "../outbox/request-media";
import { nameKey } from "../outbox/find-batches-by-name";
import type { ApprovedPaths } from "../approvals/approved-paths";
import { outsideAudio } from "../scripts/script-report";
import type { ScriptFiles } from "../scripts/script-files";
import { locateAudio } from "../scripts/source-audio";
import { cellName, cellsOf, isEmptyRow, isLocal, separatorOf, videoPlace } from "./grid";

/** Where the rows would become batches. */
export interface BulkPlace {
  workspaceId: string;
  /** Null where it is a word that we do not know: the service decides then. */
  type: ProjectType | null;
  /** Undefined where nobody knows them. */
  catalogueLanguages: readonly string[] | undefined;
  projectLanguages: readonly string[] | undefined;
  /** Keys of the names of batches that are there, or on their way there. */
  namesTaken: ReadonlySet<string>;
  targetFolder: string;
  settings: BatchSettings;
}

export interface DryRunDeps {
  reader: Pick<ScriptReader, "readBulk">;
  files: Pick<ScriptFiles, "read">;
  /** SECURITY: a table may come from somebody else; files that the user has not chosen are left alone. */
  approved: Pick<ApprovedPaths, "isApproved">;
  isInGallery: (workspaceId: string, galleryPath: string) => boolean;
  /** Whether the gallery's index can be relied on, having tried to read it anew. */
  isGalleryKnown: (workspaceId: string) => Promise<boolean>;
}

export interface DryRun {
  issues: BulkIssue[];
  checkedScripts: number;
}

const scriptsAtOnce = 2;
const filesAtOnce = 8;
/** Problems of one script that are told. */
const problemsAScript = 20;
const rowsAtOnce = 200;

/** Judges rows; those without anything are passed over. Rejects when the reader was stopped. */
export async function dryRun(
  deps: DryRunDeps,
  place: BulkPlace,
  given: readonly BulkRow[],
): Promise<DryRun> {
  const rows = given.filter((row) => !isEmptyRow(row));
  const issues: BulkIssue[] = [];
  const add = (row: BulkRow, cell: string, rule: string, message: string, isWarning = false) =>
    issues.push({
      rowId: row.id,
      cell,
      severity: isWarning ? "warning" : "error",
      rule,
      message,
    });
  await judgeWorkbook(deps, place, rows, add);
  judgeNames(place, rows, add);
  await judgeVideos(deps, place, rows, add);
  const checkedScripts = await judgeScripts(deps, place, rows, add);
  return { issues, checkedScripts };
}

type Add = (row: BulkRow, cell: string, rule: string, message: string, isWarning?: boolean) => void;

async function judgeWorkbook(
  { reader }: DryRunDeps,
  place: BulkPlace,
  rows: readonly BulkRow[],
  add: Add,
): Promise<void> {
  if (rows.length === 0) return;
  const cells = rows.map((row) =>
    cellsOf(row, {
      script: isLocal(row.script) ? scriptStandIn(row.script) : row.script,
      video: isLocal(row.video) ? videoPlace(place.targetFolder, row.video) : row.video,
    }),
  );
  const read = await reader.readBulk(await writeBulk(cells), "bulk.xlsx");
  const [whole] = read.problems.filter(({ severity }) => severity === "error");
  if (whole) throw new AppError("internal", `the grid cannot be read back: ${whole.message}`);
  const seen = new Set<number>();
  for (const [index, found] of read.rows.entries()) {
    const row = rows[found.row - 2];
    if (!row) continue;
    seen.add(found.row - 2);
    judgeRow(place, row, found, add);
    if (index % rowsAtOnce === rowsAtOnce - 1) await rest();
  }
  // Nothing of it is left when it is read.
  rows.forEach((row, index) => {
    if (!seen.has(index)) add(row, "name", "required", "This row holds nothing that is read.");
  });
}

/** What the service says of a row that it has read. */
function judgeRow(place: BulkPlace, row: BulkRow, found: Scripts.BulkRow, add: Add): void {
  const told = new Set<string>();
  const tell = (cell: string, rule: string, message: string) => {
    if (told.has(cell)) return;
    told.add(cell);
    add(row, cell, rule, message);
  };
  for (const { severity, column, code, message } of found.problems)
    if (severity === "error") tell(cellName(column), code, message);
  const settings: BatchSettings = { ...place.settings, ...found.settings };
  const { name, scriptPath, videoPath, languageCode } = found;
  if (place.type !== null) {
    const draft = { name, scriptPath, videoPath, languageCode, settings };
    for (const { field, rule } of checkBatch({ ...place, type: place.type }, draft))
      tell(cells[field] ?? field, rule, `${field}: ${rule}`);
  }
  // What holds for all rows is refused as a whole, whatever a row has in its place.
  if (place.type !== null)
    for (const { field, rule } of checkSettings(place.type, place.settings))
      tell(field, rule, `${field}: ${rule}, for all rows`);
  for (const name of Object.keys(row.settings))
    if (cellName(name) === "name") tell(`settings.${name}`, "not-applicable", "no such setting");
}
const cells: Readonly<Partial<Record<string, string>>> = {
  scriptPath: "script",
  videoPath: "video",
  languageCode: "language",
};

/** The interface takes any name as often as it is given: only here it can be noticed. */
function judgeNames({ namesTaken }: BulkPlace, rows: readonly BulkRow[], add: Add): void {
  const first = new Set<string>();
  for (const row of rows) {
    const key = nameKey(row.name);
    if (key !== "" && first.has(key))
      add(row, "name", "doubled", "Another row has this name.", true);
    else if (namesTaken.has(key))
      add(row, "name", "name-taken", "A batch of this name is there, or on its way.", true);
    first.add(key);
  }
}

async function judgeVideos(
  deps: DryRunDeps,
  place: BulkPlace,
  rows: readonly BulkRow[],
  add: Add,
): Promise<void> {
  const named = rows.filter((row) => row.video.trim() !== "");
  const inGallery = named.filter(({ video }) => !isLocal(video) && !isAddress(video));
  const isKnown = inGallery.length > 0 && (await deps.isGalleryKnown(place.workspaceId));
  for (const row of inGallery) {
    const at = row.video.trim().normalize("NFC");
    if (pathProblem(at) !== null || deps.isInGallery(place.workspaceId, at)) continue;
    add(row, "video", "not-in-gallery", "The media gallery has no such file.", !isKnown);
  }
  const local = named.filter(({ video }) => isLocal(video)).values();
  await inParallel(filesAtOnce, local, async (row) => {
    const file = row.video.trim();
    const ofName = mediaRule(file);
    if (ofName === null && !(await deps.approved.isApproved(file))) {
      addUnseen(add, row, "video");
      return;
    }
    const rule = ofName ?? (await fileRule(file));
    if (rule !== null) add(row, "video", rule, `${path.basename(file)}: ${rule}`);
  });
}

const addUnseen = (add: Add, row: BulkRow, cell: string) =>
  add(
    row,
    cell,
    "not-looked-at",
    "Not chosen in Dubyard: confirmed and checked at the start.",
    true,
  );

/** What is wrong with a file of this computer, as a code; null for nothing. */
async function fileRule(file: string): Promise<string | null> {
  try {
    const stats = await stat(file);
    if (!stats.isFile()) return "file-unreadable";
    return stats.size === 0 ? "file-empty" : null;
  } catch {
    return "file-missing";
  }
}

/** Reads each script once, however many rows name it. Returns how many were read. */
async function judgeScripts(
  deps: DryRunDeps,
  place: BulkPlace,
  rows: readonly BulkRow[],
  add: Add,
): Promise<number> {
  const readings = new Map<string, BulkRow[]>();
  for (const row of rows) {
    if (!isLocal(row.script)) continue;
    const file = row.script.trim();
    const rule = scriptRule(file);
    if (rule !== null) add(row, "script", rule, `${path.basename(file)}: ${rule}`);
    else if (!(await deps.approved.isApproved(file))) addUnseen(add, row, "script");
    else {
      const key = JSON.stringify([file, row.language.trim(), separatorOf(row, place.settings)]);
      readings.set(key, [...(readings.get(key) ?? []), row]);
    }
  }
  await inParallel(scriptsAtOnce, readings.entries(), async ([key, named]) => {
    const [file, languageCode, speakerSeparator] = JSON.parse(key) as [string, string, string];
    const problems = await problemsOf(deps, place, { file, languageCode, speakerSeparator });
    for (const { severity, code, message, row: line, column } of problems) {
      // A language that is missing stands in another cell, and is told there.
      if (column === "languageCode") continue;
      const at = [line === null ? "" : `row ${line}`, column ?? ""].filter((text) => text !== "");
      const told = [...at, message].join(": ");
      for (const row of named) add(row, "script", code, told, severity === "warning");
    }
  });
  return readings.size;
}

async function problemsOf(
  deps: DryRunDeps,
  place: BulkPlace,
  { file, ...how }: { file: string; languageCode: string; speakerSeparator: string },
): Promise<Scripts.ScriptProblem[]> {
  const projectType = place.type ?? "audio-production";
  let script: Scripts.Script;
  try {
    ({ script } = await deps.files.read({ path: file, projectType, ...how }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message } = error;
    return [{ severity: "error", row: null, column: null, code, message }];
  }
  const problems = script.problems.slice(0, problemsAScript);
  if (projectType !== "line-dubbing") return problems;
  const references = new Set(script.lines.flatMap(({ sourceAudio }) => sourceAudio ?? []));
  const places = await locateAudio(references, path.dirname(file), {
    isInGallery: (galleryPath) => deps.isInGallery(place.workspaceId, galleryPath),
  });
  for (const { sourceAudio, row } of script.lines) {
    const found = sourceAudio === null ? undefined : places.get(sourceAudio);
    if (problems.length >= 2 * problemsAScript) break;
    const column = "Source_Audio";
    if (found?.kind === "missing") {
      const { code, message } = found;
      problems.push({ severity: "error", row, column, code, message });
    } else if (found?.kind === "local" && found.isOutside)
      problems.push({ severity: "warning", row, column, ...outsideAudio(found.path) });
  }
  return problems;
}
