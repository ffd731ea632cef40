/**
 * Validates the rows of a bulk draft without the service: writes them as the template that would be
 * sent, reads it with the local service's reader, and applies the interface's rules. It also checks
 * the files on this computer, which the service cannot access: missing files, and scripts that
 * cannot be read or have errors.
 */
import { stat } from "node:fs/promises";
import path from "node:path";
import { factsOfType } from "../../../preload/facts/project-types";
import type { BulkIssue, BulkRow } from "../../../preload/contract/bulk";
import type { BatchSettings, ProjectType } from "../../../preload/model/resources";
import { checkBatch, checkSettings, isAddress, scriptStandIn } from "../../../preload/facts/rules";
import { bySeverity, type ProblemSeverity } from "../../../preload/facts/script-problems";
import { AppError } from "../../common/errors";
import { forEachLimit } from "../../common/for-each-limit";
import { createYieldIfDue } from "../../common/yield-to-event-loop";
import { writeBulk } from "../../script-formats/bulk-write";
import type * as Scripts from "../../script-formats/model";
import { scriptProblem } from "../../script-formats/problems";
import type { ScriptReader } from "../../script-formats/process/reader";
import { galleryPathRule } from "../gallery/gallery-path";
import { scriptRule } from "../outbox/requests/batch-rules";
import { mediaRule } from "../outbox/requests/media-identity";
import { nameKey } from "../outbox/sending/find-batches-by-name";
import type { ApprovedPaths } from "../approvals/approved-paths";
import { audioProblem } from "../scripts/script-report";
import type { ScriptFiles } from "../scripts/script-files";
import { locateAudio } from "../scripts/source-audio";
import {
  cellName,
  cellsOf,
  isEmptyRow,
  isLocal,
  separatorOf,
  videoGalleryPath,
} from "./draft-rows";

/** The project that the rows would be sent to, and its cached data. */
export interface DryRunContext {
  workspaceId: string;
  /** The type is null if this version does not know it; the service validates the rows then. */
  type: ProjectType | null;
  /** Undefined where they are not known. */
  catalogueLanguages: readonly string[] | undefined;
  projectLanguages: readonly string[] | undefined;
  /** Keys of the names of cached and pending batches. */
  namesTaken: ReadonlySet<string>;
  targetFolder: string;
  settings: BatchSettings;
}

export interface DryRunDeps {
  reader: Pick<ScriptReader, "readBulk">;
  files: Pick<ScriptFiles, "read">;
  /**
   * SECURITY: an imported table may name any path; files that the user has not chosen are not
   * opened.
   */
  approved: Pick<ApprovedPaths, "isApproved">;
  isInGallery: (workspaceId: string, galleryPath: string) => boolean;
  /** Refreshes the gallery; resolves to whether its cached list is current. */
  isGalleryKnown: (workspaceId: string) => Promise<boolean>;
}

export interface DryRun {
  issues: BulkIssue[];
  checkedScripts: number;
}

const scriptsAtOnce = 2;
const filesAtOnce = 8;
/** Maximum number of problems reported of one script. */
const maxProblemsPerScript = 20;

/** Validates rows; empty ones are skipped. Rejects when the reader was stopped. */
export async function dryRun(
  deps: DryRunDeps,
  context: DryRunContext,
  given: readonly BulkRow[],
): Promise<DryRun> {
  const yieldIfDue = createYieldIfDue();
  const rows: BulkRow[] = [];
  for (const row of given) {
    if (!isEmptyRow(row)) rows.push(row);
    await yieldIfDue();
  }
  const issues: BulkIssue[] = [];
  const add: Add = (row, cell, rule, message, severity = "error") =>
    issues.push({ rowId: row.id, cell, severity, rule, message });
  await validateTemplate(deps, context, rows, add);
  checkNames(context, rows, add);
  await yieldIfDue();
  await checkVideos(deps, context, rows, add);
  await yieldIfDue();
  const checkedScripts = await checkScripts(deps, context, rows, add);
  return { issues, checkedScripts };
}

type Add = (
  row: BulkRow,
  cell: string,
  rule: string,
  message: string,
  severity?: ProblemSeverity,
) => void;

async function validateTemplate(
  { reader }: DryRunDeps,
  context: DryRunContext,
  rows: readonly BulkRow[],
  add: Add,
): Promise<void> {
  if (rows.length === 0) return;
  const yieldIfDue = createYieldIfDue();
  const cells: string[][] = [];
  for (const row of rows) {
    const script = isLocal(row.script) ? scriptStandIn(row.script) : row.script;
    const video = isLocal(row.video)
      ? videoGalleryPath(context.targetFolder, row.video)
      : row.video;
    cells.push(cellsOf(row, { script, video }));
    await yieldIfDue();
  }
  const read = await reader.readBulk(await writeBulk(cells), "bulk.xlsx");
  const [failure] = read.problems.filter(({ severity }) => severity === "error");
  if (failure)
    throw new AppError("internal", `the template cannot be read back: ${failure.message}`);
  const seen = new Set<number>();
  for (const found of read.rows) {
    const row = rows[found.row - 2];
    if (!row) continue;
    seen.add(found.row - 2);
    validateRow(context, row, found, add);
    await yieldIfDue();
  }
  // The row is empty once control characters and spaces are removed.
  rows.forEach((row, index) => {
    if (!seen.has(index)) add(row, "name", "required", "This row is empty when it is read.");
  });
}

/** Validates one row as the service reads it. */
function validateRow(context: DryRunContext, row: BulkRow, found: Scripts.BulkRow, add: Add): void {
  const reported = new Set<string>();
  const report = (cell: string, rule: string, message: string) => {
    if (reported.has(cell)) return;
    reported.add(cell);
    add(row, cell, rule, message);
  };
  for (const { severity, column, code, message } of found.problems)
    if (severity === "error") report(cellName(column), code, message);
  const settings: BatchSettings = { ...context.settings, ...found.settings };
  const { name, scriptPath, videoPath, languageCode } = found;
  if (context.type !== null) {
    const draft = { name, scriptPath, videoPath, languageCode, settings };
    for (const { field, rule } of checkBatch({ ...context, type: context.type }, draft))
      report(cells[field] ?? field, rule, `${field}: ${rule}`);
  }
  // The service rejects the request for invalid common settings, even where every row overrides
  // them.
  if (context.type !== null)
    for (const { field, rule } of checkSettings(context.type, context.settings))
      report(field, rule, `${field}: ${rule}, for all rows`);
  for (const name of Object.keys(row.settings))
    if (cellName(name) === "name") report(`settings.${name}`, "not-applicable", "no such setting");
}
const cells: Readonly<Partial<Record<string, string>>> = {
  scriptPath: "script",
  videoPath: "video",
  languageCode: "language",
};

/** Warns of duplicate names: the service accepts them. */
function checkNames({ namesTaken }: DryRunContext, rows: readonly BulkRow[], add: Add): void {
  const first = new Set<string>();
  for (const row of rows) {
    const key = nameKey(row.name);
    if (key !== "" && first.has(key))
      add(row, "name", "duplicate", "Another row has this name.", "warning");
    else if (namesTaken.has(key))
      add(row, "name", "name-taken", "A batch of this name exists or is pending.", "warning");
    first.add(key);
  }
}

async function checkVideos(
  deps: DryRunDeps,
  context: DryRunContext,
  rows: readonly BulkRow[],
  add: Add,
): Promise<void> {
  const named = rows.filter((row) => row.video.trim() !== "");
  const inGallery = named.filter(({ video }) => !isLocal(video) && !isAddress(video));
  const isKnown = inGallery.length > 0 && (await deps.isGalleryKnown(context.workspaceId));
  for (const row of inGallery) {
    const at = row.video.trim().normalize("NFC");
    if (galleryPathRule(at) !== null || deps.isInGallery(context.workspaceId, at)) continue;
    const severity = isKnown ? "error" : "warning";
    add(row, "video", "not-in-gallery", "The media gallery has no such file.", severity);
  }
  const local = named.filter(({ video }) => isLocal(video)).values();
  await forEachLimit(filesAtOnce, local, async (row) => {
    const file = row.video.trim();
    const ofName = mediaRule(file);
    if (ofName === null && !(await deps.approved.isApproved(file))) {
      addUnchecked(add, row, "video");
      return;
    }
    const rule = ofName ?? (await fileRule(file));
    if (rule !== null) add(row, "video", rule, `${path.basename(file)}: ${rule}`);
  });
}

const addUnchecked = (add: Add, row: BulkRow, cell: string) =>
  add(
    row,
    cell,
    "not-checked",
    "Not chosen in Dubyard: confirmed and checked at the start.",
    "warning",
  );

/** The error code of a local file that cannot be uploaded; null for none. */
async function fileRule(file: string): Promise<string | null> {
  try {
    const stats = await stat(file);
    if (!stats.isFile()) return "file-unreadable";
    return stats.size === 0 ? "file-empty" : null;
  } catch {
    return "file-missing";
  }
}

/**
 * Reads each script once, also where several rows name it. Resolves to the number of scripts read.
 */
async function checkScripts(
  deps: DryRunDeps,
  context: DryRunContext,
  rows: readonly BulkRow[],
  add: Add,
): Promise<number> {
  const rowsByScript = new Map<string, BulkRow[]>();
  for (const row of rows) {
    if (!isLocal(row.script)) continue;
    const file = row.script.trim();
    const rule = scriptRule(file);
    if (rule !== null) add(row, "script", rule, `${path.basename(file)}: ${rule}`);
    else if (!(await deps.approved.isApproved(file))) addUnchecked(add, row, "script");
    else {
      const key = JSON.stringify([file, row.language.trim(), separatorOf(row, context.settings)]);
      rowsByScript.set(key, [...(rowsByScript.get(key) ?? []), row]);
    }
  }
  await forEachLimit(scriptsAtOnce, rowsByScript.entries(), async ([key, named]) => {
    const [file, languageCode, speakerSeparator] = JSON.parse(key) as [string, string, string];
    const problems = await problemsOf(deps, context, { file, languageCode, speakerSeparator });
    for (const { severity, code, message, row: line, column, remedy } of problems) {
      // A missing language is reported at the language cell.
      if (column === "languageCode") continue;
      const at = [line === null ? "" : `row ${line}`, column ?? ""].filter((text) => text !== "");
      const text = [[...at, message].join(": "), remedy].filter((part) => part !== "").join(" ");
      for (const row of named) add(row, "script", code, text, severity);
    }
  });
  return rowsByScript.size;
}

/** A problem of a script, or an error of reading its file. */
type ReadProblem = Omit<Scripts.ScriptProblem, "code"> & { code: string };

async function problemsOf(
  deps: DryRunDeps,
  context: DryRunContext,
  { file, ...options }: { file: string; languageCode: string; speakerSeparator: string },
): Promise<ReadProblem[]> {
  const projectType = context.type ?? "audio-production";
  let script: Scripts.Script;
  try {
    ({ script } = await deps.files.read({ path: file, projectType, ...options }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message } = error;
    return [{ severity: "error", row: null, column: null, code, message }];
  }
  const problems = script.problems.toSorted(bySeverity).slice(0, maxProblemsPerScript);
  if (factsOfType(projectType).sourceAudio === "none") return problems;
  const references = new Set(script.lines.flatMap(({ sourceAudio }) => sourceAudio ?? []));
  const locations = await locateAudio(references, path.dirname(file), {
    isInGallery: (galleryPath) => deps.isInGallery(context.workspaceId, galleryPath),
  });
  for (const { sourceAudio, row } of script.lines) {
    const found = sourceAudio === null ? undefined : locations.get(sourceAudio);
    if (problems.length >= 2 * maxProblemsPerScript) break;
    const problem = found && audioProblem(found);
    if (problem) problems.push(scriptProblem(problem.code, row, "Source_Audio", problem.message));
  }
  return problems;
}
