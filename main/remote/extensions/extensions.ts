/**
 * Extensions of a local workspace's service: requests that are not in the interface. Their paths are below "/local",
 * and `GET /local` announces them.
 */
import type {
  Assignment,
  Character,
  GlossaryFields,
  GlossaryLine,
  ScriptLine,
  User,
} from "../../../preload/model/resources";
import { capabilityNames, type Capabilities } from "../../../preload/facts/capabilities";
import { AppError } from "../../common/errors";
import type { Http } from "../http/http";
import { limits } from "../http/limits";
import { createExportCalls, type ExportCalls } from "./exports";
import { createDubCalls, type DubCalls } from "./dubs";
import { createExternalCalls, type ExternalCalls } from "./external";
import { createFileCalls, type FileCalls } from "./files";
import { createReviewCalls, type ReviewCalls } from "./review";
import { createSourceCalls, type SourceCalls } from "./sources";
import { createMaintenanceCalls, type MaintenanceCalls } from "./maintenance";
import { characterPath, toCharacter, toGlossaryLine } from "../casting";
import { toUser } from "../team";
import { batchPath } from "../batches";
import { projectPath } from "../projects";
import {
  fieldsOf,
  idOf,
  number,
  readRow,
  readRows,
  displayText,
  text,
  texts,
  type Fields,
  type ListChunks,
} from "../http/tolerant-parse";

export type UserFields = Omit<User, "id">;
export interface LinesPage {
  total: number;
  lines: ScriptLine[];
}
export interface ImportTally {
  added: number;
  changed: number;
  /** Row numbers begin at 1; row 1 is the header. */
  problems: { row: number; message: string }[];
}

type RemoteSource =
  | { kind: "none" }
  | { kind: "location"; location: string }
  /** The service does not disclose the rest of the URL. */
  | { kind: "name"; name: string };
/** The input that a batch was created from. The settings are unparsed. */
export interface RemoteOrigin {
  script: RemoteSource;
  video: RemoteSource;
  /** "" if there is no language code. */
  languageCode: string;
  settings: unknown;
}

/** The response to `GET /local`. */
export interface Announcement {
  /** Names of the supported groups of calls. */
  extensions: string[];
  /** A capability without an entry is unknown, not unsupported. */
  capabilities: Capabilities;
}

export interface Extensions
  extends
    MaintenanceCalls,
    DubCalls,
    ExternalCalls,
    ReviewCalls,
    SourceCalls,
    ExportCalls,
    FileCalls {
  /** The announcement; empty if the service has no path "/local". Rejects if the service is unreachable. */
  announced(): Promise<Announcement>;
  /** Extension "users". */
  addUser(fields: UserFields): Promise<User>;
  changeUser(userId: string, fields: UserFields): Promise<User>;
  deleteUser(userId: string): Promise<void>;
  /** Extension "characters". */
  renameCharacter(projectId: string, characterId: string, name: string): Promise<Character>;
  /** Returns the remaining character. */
  mergeCharacter(projectId: string, characterId: string, intoId: string): Promise<Character>;
  /** Extension "glossary". */
  addLine(projectId: string, fields: GlossaryFields): Promise<GlossaryLine>;
  changeLine(projectId: string, lineId: string, fields: GlossaryFields): Promise<GlossaryLine>;
  deleteLine(projectId: string, lineId: string): Promise<void>;
  importLines(projectId: string, csv: string): Promise<ImportTally>;
  /** Extension "lines". Page numbers begin at 1. */
  lines(batchId: string, page: number, limit: number): Promise<LinesPage>;
  assignments(batchId: string, signal?: AbortSignal): ListChunks<Assignment>;
  /** Extension "voice-samples": a WAV file. */
  voiceSample(voice: string): Promise<Uint8Array>;
  /** Extension "batch-origins". */
  batchOrigin(batchId: string): Promise<RemoteOrigin>;
}

function toRemoteSource(value: unknown): RemoteSource {
  const fields = fieldsOf(value);
  if (!fields) return { kind: "none" };
  const location = text(fields["location"]);
  return location === ""
    ? { kind: "name", name: text(fields["name"]) }
    : { kind: "location", location };
}

/** Base path of the extensions. */
const local = "/local";
const maxAnnounced = 100;
const maxProblems = 1000;

export function createExtensions(http: Http): Extensions {
  const linePath = (projectId: string, lineId: string) =>
    `${local}${projectPath(projectId)}/glossary/${encodeURIComponent(lineId)}`;
  const userPath = (userId: string) => `${local}/users/${encodeURIComponent(userId)}`;
  return {
    async announced() {
      const response = await http
        .json({ method: "GET", path: local, isRepeatable: true, isProbe: true })
        .catch((error: unknown) => {
          const missingCodes = ["not-found", "invalid-input", "unexpected-answer"];
          if (error instanceof AppError && missingCodes.includes(error.code)) return null;
          throw error;
        });
      const fields = fieldsOf(response);
      return {
        extensions: texts(fields?.["extensions"]).slice(0, maxAnnounced),
        capabilities: toCapabilities(fieldsOf(fields?.["capabilities"])),
      };
    },
    async addUser(fields) {
      const path = `${local}/users`;
      const response = await http.json({ method: "POST", path, body: fields, isRepeatable: false });
      return readRow(response, (found) => toUser({ ...fields, ...found }));
    },
    async changeUser(userId, fields) {
      const path = userPath(userId);
      const response = await http.json({ method: "PUT", path, body: fields, isRepeatable: true });
      return readRow(response, toUser);
    },
    async deleteUser(userId) {
      await http.json({ method: "DELETE", path: userPath(userId), isRepeatable: true });
    },
    async renameCharacter(projectId, characterId, name) {
      const path = `${local}${characterPath(projectId, characterId)}`;
      const body = { name };
      const response = await http.json({ method: "PUT", path, body, isRepeatable: true });
      return readRow(response, toCharacter);
    },
    async mergeCharacter(projectId, characterId, intoCharacterId) {
      const path = `${local}${characterPath(projectId, characterId)}/merge`;
      const body = { intoCharacterId };
      const response = await http.json({ method: "POST", path, body, isRepeatable: false });
      return readRow(response, toCharacter);
    },
    async addLine(projectId, fields) {
      const path = `${local}${projectPath(projectId)}/glossary`;
      const response = await http.json({ method: "POST", path, body: fields, isRepeatable: false });
      return readRow(response, toGlossaryLine);
    },
    async changeLine(projectId, lineId, fields) {
      const path = linePath(projectId, lineId);
      const response = await http.json({ method: "PUT", path, body: fields, isRepeatable: true });
      return readRow(response, toGlossaryLine);
    },
    async deleteLine(projectId, lineId) {
      await http.json({ method: "DELETE", path: linePath(projectId, lineId), isRepeatable: true });
    },
    async importLines(projectId, csv) {
      const path = `${local}${projectPath(projectId)}/glossary/import`;
      const body = { csv };
      const response = fieldsOf(
        await http.json({ method: "POST", path, body, isRepeatable: false, timeoutMs: 120_000 }),
      );
      const problems = Array.isArray(response?.["problems"]) ? response["problems"] : [];
      return {
        added: number(response?.["added"], 0),
        changed: number(response?.["changed"], 0),
        problems: problems.slice(0, maxProblems).map((element) => {
          const problem = fieldsOf(element);
          return { row: number(problem?.["row"], 0), message: displayText(problem?.["message"]) };
        }),
      };
    },
    async voiceSample(voice) {
      const path = `${local}/voices/${encodeURIComponent(voice)}/sample`;
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of await http.stream({ method: "GET", path, isRepeatable: true })) {
        chunks.push(chunk as Uint8Array);
        size += (chunk as Uint8Array).length;
        if (size > limits.voiceSampleBytes)
          throw new AppError("unexpected-answer", "the sample of the voice is too long");
      }
      return Buffer.concat(chunks);
    },
    async batchOrigin(batchId) {
      const path = `${local}${batchPath(batchId)}/origin`;
      const response = await http.json({ method: "GET", path, isRepeatable: true });
      return readRow(response, (fields) => ({
        script: toRemoteSource(fields["script"]),
        video: toRemoteSource(fields["video"]),
        languageCode: text(fields["languageCode"]),
        settings: fields["settings"],
      }));
    },
    async lines(batchId, page, limit) {
      const response = fieldsOf(
        await http.json({
          method: "GET",
          path: `${local}${batchPath(batchId)}/lines`,
          query: { page: String(page), limit: String(limit) },
          isRepeatable: true,
        }),
      );
      const lines = Array.isArray(response?.["lines"]) ? response["lines"] : null;
      if (!lines) throw new AppError("unexpected-answer", "the response contains no lines");
      return {
        total: number(response?.["total"], lines.length),
        lines: lines.flatMap((element, index) => {
          const fields = fieldsOf(element);
          return fields ? [toLine(fields, (page - 1) * limit + index + 1)] : [];
        }),
      };
    },
    ...createMaintenanceCalls(http, local),
    ...createDubCalls(http, local),
    ...createReviewCalls(http, local),
    ...createSourceCalls(http, local),
    ...createExportCalls(http, local),
    ...createExternalCalls(http, local),
    ...createFileCalls(http, local),
    assignments: (batchId, signal) =>
      readRows(http, { path: `${local}${batchPath(batchId)}/members`, signal }, toAssignment),
  };
}

/** Known capabilities with a boolean value. All other entries are ignored and count as not announced. */
function toCapabilities(fields: Fields | null): Capabilities {
  const announced = capabilityNames.flatMap((name) => {
    const value = fields?.[name];
    return typeof value === "boolean" ? [[name, value] as const] : [];
  });
  return Object.fromEntries(announced);
}

function toLine(fields: Fields, position: number): ScriptLine {
  const spoken = fieldsOf(fields["texts"]) ?? {};
  const audio = text(fields["sourceAudio"]);
  const milliseconds = (value: unknown) => {
    const found = number(value, Number.NaN);
    return Number.isNaN(found) ? null : found;
  };
  return {
    number: number(fields["number"], position),
    lineId: text(fields["lineId"]),
    character: text(fields["character"]),
    // SECURITY: a URL may be signed, and its signature must not reach the renderer. A path is unchanged.
    sourceAudio: /^https?:/i.test(audio.trim()) ? displayText(audio) : audio,
    emotion: text(fields["emotion"]),
    intensity: text(fields["intensity"]),
    startMs: milliseconds(fields["startMs"]),
    endMs: milliseconds(fields["endMs"]),
    texts: Object.fromEntries(Object.entries(spoken).map(([id, value]) => [id, text(value)])),
  };
}

function toAssignment(fields: Fields): Assignment | null {
  const userId = idOf(fields["userId"]);
  const languageId = idOf(fields["languageId"]);
  return userId === null || languageId === null ? null : { userId, languageId };
}
