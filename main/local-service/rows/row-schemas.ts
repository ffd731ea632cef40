/**
 * The values that the rows of each table may have. SQLite checks their types only. SECURITY: rows
 * may be those of a prepared backup or folder: an id must not be a path, and no value may make each
 * request that reads it fail.
 */
import { z } from "zod";
import { projectTypes } from "../../../preload/facts/project-types";
import { lineEdits } from "../../../preload/facts/line-edits";
import { roles } from "../../../preload/facts/roles";
import { lineSchemas, madeLine } from "./review/line-schemas";
import {
  count,
  due,
  flag,
  givenId,
  id,
  json,
  languageId,
  maxText,
  number,
  sha256,
  text,
  time,
} from "./row-values";
import { presetName } from "../../../preload/local-service/delivery-presets";
import { localSettings } from "../../../preload/local-service/local-settings";
import { day } from "../../../preload/local-service/schedules";
import { batchSettings } from "./batches/settings-schema";
import { isDeliveredPath } from "../../common/delivered-path";
import { fileNameProblem } from "../objects/file-rules";
import { isLocation } from "../objects/object-path";
import { scriptId, scriptLocation } from "../objects/script-location";
import { batchStatuses, translationStatuses } from "../../../preload/facts/batch-statuses";
import { dubStates } from "../../../preload/local-service/dubs";
import { exportStates } from "../../../preload/local-service/exports";
import type { ChannelCount, TakeScan } from "../engine/ports";
import { exportKinds, type ExportFile, type FileMeasures } from "./exports/export-port";
import type { TaskRow } from "./batches/ingestion-port";
import type { TranslationRow } from "./batches/batch-port";
import type { TakeState } from "./dubs/dub-port";
import { projectStatuses } from "./projects/project-port";

/** Tables whose rows a restore copies, parents first. */
export const restoredTables = [
  "users",
  "projects",
  "project_languages",
  "team",
  "characters",
  "character_voices",
  "glossary",
  "bulk_requests",
  "batches",
  "translations",
  "assignments",
  "batch_characters",
  "lines",
  "line_edits",
  "line_texts",
  "line_reviews",
  "line_history",
  "dubs",
  "takes",
  "comments",
  "ignored_checks",
  "dub_folders",
  "bulk_rows",
  "tasks",
  "exports",
  "export_files",
  "scripts",
  "external_engines",
  "delivery_presets",
] as const;
export type RestoredTable = (typeof restoredTables)[number];

/** Maximum length of the snapshot of a delivery, which contains all lines. */
const maxSnapshot = 512 * 1024 ** 2;
/** Maximum length of the rows of lines that were replaced. */
const maxReplaced = 64 * 1024 ** 2;
const length = z.number().nonnegative();
/** Of projects and batches. */
const scheduled = { due_on: day.nullable(), schedule_note: text };
const takeFile = z
  .string()
  .refine((location) => location.startsWith("takes/") && isLocation(location), "is no take");
const deliveredFile = z
  .string()
  .refine(
    (location) => location.startsWith("deliveries/") && isLocation(location),
    "is no file of a delivery",
  );
/** Whether a location is below media/ or renamed/. */
const isMediaLocation = (location: string) =>
  /^(media|renamed)\//.test(location) && isLocation(location);
/** Digital silence has the level -Infinity. */
const level = z.union([z.number(), z.literal(-Infinity)]);

/** The names of a type of the ports, which the compiler completes. */
const oneOf = <T extends string>(names: Record<T, true>) => z.enum(Object.keys(names) as T[]);
/** The numbers of a type of the ports, which the compiler completes. */
const oneOfNumbers = <T extends number>(values: Record<T, true>) =>
  z.literal(Object.keys(values).map(Number) as T[]);
/** `removed`: its rows are being deleted. */
const batchStatus = z.enum([...batchStatuses, "removed"]);
const translationStatus = z.enum(translationStatuses);
const translationType = oneOf<TranslationRow["type"]>({ source: true, target: true });
const dubState = z.enum(dubStates);
const takeState = oneOf<TakeState>({ queued: true, made: true, failed: true, outdated: true });

const settings = json(batchSettings);
const plannedBatch = z.looseObject({
  id,
  projectId: id,
  name: text,
  scriptPath: text.nullable(),
  videoPath: text.nullable(),
  languageCode: languageId.nullable(),
  settings: batchSettings,
  translations: z.array(z.looseObject({ languageId, type: translationType })),
});
/** JSON has no -Infinity: null is digital silence. */
const scanLevel = z.number().nullable() as unknown as z.ZodType<number>;
const scan = z.looseObject({
  durationMs: scanLevel,
  levelDb: scanLevel,
  speechDb: scanLevel,
  endDb: scanLevel,
  silenceStartMs: scanLevel,
  silenceEndMs: scanLevel,
  silenceInsideMs: scanLevel,
  fullScaleSamples: scanLevel,
} satisfies Record<keyof TakeScan, z.ZodType>) satisfies z.ZodType<TakeScan>;
const measured = z.number().nullable();
const measures = z.looseObject({
  channels: oneOfNumbers<ChannelCount>({ 1: true, 2: true, 6: true }),
  loudness: measured,
  dialogue: measured,
  truePeak: measured,
  rms: measured,
  noiseFloor: measured,
  dynamics: z
    .looseObject({ range: measured, maxMomentary: measured, maxShortTerm: measured })
    .optional(),
  gain: measured,
  limiting: measured,
  notKept: text.optional(),
  target: z.looseObject({ loudness: measured, truePeak: z.number() }).nullable(),
} satisfies Record<keyof FileMeasures, z.ZodType>) satisfies z.ZodType<FileMeasures>;

/**
 * By table, the schemas of all of its columns. Files are not copied: a restore publishes their
 * bytes.
 */
export const rowSchemas = {
  files: z.strictObject({
    path: z
      .string()
      .refine((name) => fileNameProblem(name) === null, "is one that the gallery does not accept"),
    location: z
      .string()
      .refine(isMediaLocation, "is that of a file that the gallery does not accept"),
    folded: text.nullable(),
    size: count,
    etag: text,
    content_type: text,
  }),
  ...lineSchemas,
  users: z.strictObject({
    id,
    first_name: text,
    last_name: text,
    email: text,
    folded_email: text,
    created_at: time,
  }),
  projects: z.strictObject({
    id,
    name: text,
    status: z.enum([...projectStatuses, "removed"]),
    type: z.enum(projectTypes),
    model: text,
    source_language: languageId.nullable(),
    created_at: time,
    updated_at: time,
    ...scheduled,
  }),
  project_languages: z.strictObject({ project_id: id, position: count, language_id: languageId }),
  team: z.strictObject({ project_id: id, user_id: id, role: z.enum(roles) }),
  characters: z.strictObject({
    id,
    project_id: id,
    name: text,
    folded: text,
    voice: text.nullable(),
    created_at: time,
    updated_at: time,
  }),
  character_voices: z.strictObject({ character_id: id, language_id: languageId, voice: text }),
  glossary: z.strictObject({
    id,
    project_id: id,
    word: text,
    language_id: languageId,
    phonemization: text,
    phonemization_language_id: text,
    pronunciation_language_id: text,
    pronounce_as: text,
    case_sensitive: flag,
    created_at: time,
    updated_at: time,
  }),
  bulk_requests: z.strictObject({
    id,
    project_id: id,
    script_path: text,
    settings,
    is_read: flag,
    failure: text.nullable(),
    created_at: time,
    signature: text,
  }),
  batches: z.strictObject({
    id,
    project_id: id,
    name: text,
    status: batchStatus,
    note: text,
    character_count: count,
    uncast_count: count,
    script_path: text.nullable(),
    video_path: text.nullable(),
    language_code: languageId.nullable(),
    settings,
    created_at: time,
    updated_at: time,
    awaits_transcription: flag,
    signature: text,
    picture_ms: length.nullable(),
    picture_rate: length.nullable(),
    local_settings: json(localSettings),
    line_set: count,
    ...scheduled,
  }),
  translations: z.strictObject({
    batch_id: id,
    position: count,
    language_id: languageId,
    type: translationType,
    status: translationStatus,
    note: text,
    script_path: text.nullable(),
    speaker_separator: text.nullable(),
    text_set: flag,
    spare_from: z.int().nullable(),
    signature: text,
  }),
  assignments: z.strictObject({ batch_id: id, language_id: languageId, user_id: id }),
  batch_characters: z.strictObject({ batch_id: id, character_id: id }),
  line_edits: z.strictObject({
    id: number,
    batch_id: id,
    kind: z.enum(lineEdits),
    at: time,
    by: text,
    after_line: count,
    // The rows are read with the schemas of their tables; see line-edit-rows.ts.
    replaced: json(z.unknown(), maxReplaced),
    made: json(z.array(madeLine)),
    is_undone: flag,
  }),
  dubs: z.strictObject({
    batch_id: id,
    language_id: languageId,
    state: dubState,
    note: text,
    priority: z.int(),
    requested_at: time,
    is_check_due: due,
    findings_state: due,
    planned: count,
    made: count,
    failed: count,
    outdated: count,
    untranslated: count,
  }),
  takes: z.strictObject({
    id: number,
    batch_id: id,
    language_id: languageId,
    /** The negative identity of a line that was removed. */
    number: z.int().refine((value) => value !== 0, "is no line"),
    variant: count,
    key: z.string().regex(/^[\w-]{1,200}$/, "is no key"),
    state: takeState,
    problem: text,
    voice: text,
    location: takeFile.nullable(),
    speech: takeFile.nullable(),
    bytes: count.nullable(),
    sha256: sha256.nullable(),
    md5: z
      .string()
      .regex(/^[0-9a-f]{32}$/, "is no MD5")
      .nullable(),
    duration_ms: length.nullable(),
    speed: length.nullable(),
    loudness: level.nullable(),
    peak: level.nullable(),
    pitch: length.nullable(),
    made_at: time.nullable(),
    scan: json(scan).nullable(),
    priority: z.int(),
    is_to_choose: flag,
    requested_by: text,
    text: text.nullable(),
    fit: text.nullable(),
  }),
  dub_folders: z.strictObject({
    batch_id: id,
    folder: z.string().refine((name) => fileNameProblem(name) === null, "is no folder"),
    folded: text,
  }),
  bulk_rows: z.strictObject({
    request_id: id,
    position: count,
    row_number: z.int(),
    name: text,
    failure: text.nullable(),
    batch_id: id.nullable(),
    plan: json(plannedBatch).nullable(),
  }),
  tasks: z
    .strictObject({
      id: z.int(),
      kind: oneOf<TaskRow["kind"]>({ batch: true, language: true, bulk: true }),
      batch_id: id.nullable(),
      language_id: languageId.nullable(),
      request_id: id.nullable(),
      project_id: text,
      lane: text,
      turn: z.int(),
      step: oneOf<TaskRow["step"]>({ read: true, cast: true }),
      is_held: flag,
    })
    .refine(
      ({ kind, ...task }) => (kind === "bulk" ? task.request_id : task.batch_id) !== null,
      "has no batch",
    ),
  exports: z.strictObject({
    // What cannot be read of the request and the snapshot is no delivery that can continue; see
    // export-rows.ts.
    id,
    batch_id: id,
    request: text,
    snapshot: z.string().max(maxSnapshot),
    folder: text,
    version: z.int(),
    state: z.enum(exportStates),
    problem: text,
    created_at: time,
    files: count,
    made: count,
    failed: count,
    findings: count,
    signature: text,
    kind: z.enum(exportKinds),
    expires_at: time.nullable(),
  }),
  export_files: z.strictObject({
    export_id: id,
    position: count,
    path: z.string().max(maxText).refine(isDeliveredPath, "is not a path of a delivery"),
    state: oneOf<ExportFile["state"]>({ waiting: true, made: true, failed: true }),
    bytes: count.nullable(),
    sha256: sha256.nullable(),
    problem: text,
    finding: text,
    measures: json(measures).nullable(),
    location: deliveredFile.nullable(),
  }),
  scripts: z
    .strictObject({
      id: z.string().regex(scriptId, "is not an id"),
      name: text,
      size: count,
      location: z.string(),
      created_at: time,
    })
    .refine((row) => row.location === scriptLocation(row.id), "names a file outside of the backup"),
  external_engines: z.strictObject({ id: givenId, settings: json(z.unknown()) }),
  delivery_presets: z.strictObject({
    id: givenId,
    name: presetName,
    // Choices of another version cannot be read, and stay; see preset-rows.ts.
    choices: json(z.unknown()),
    revision: number,
  }),
} satisfies Record<RestoredTable | "files", z.ZodType>;

/** Tables whose rows a restore does not copy, with the reason. */
export const otherTables = {
  publishing: "changes in progress",
  removals: "changes in progress",
  restored_objects: "changes in progress",
  pending_restores: "changes in progress",
  uploads: "changes in progress",
  parts: "changes in progress",
  spent_urls: "belong to the key of a workspace",
  leases: "work in progress",
  speech_spans: "found again in the video",
  line_findings: "found again in the lines",
  review_revisions: "begin again, so that clients read all lines",
  line_changes: "begin again, so that clients read all lines",
  credentials: "belong to a service",
  invitations: "belong to a service",
  audit: "belongs to a service",
  moving: "belongs to a service",
  engine_sets: "belong to the services of a database",
  workers: "belong to the services of a database",
  settings: "belong to the services of a database",
  asked: "made again when it is asked for",
  presence: "of the persons who are connected now",
} as const;
