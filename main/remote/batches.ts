/** The requests of interface §4.2 for batches. */
import type { BatchDraft } from "../../preload/facts/rules";
import type { Assignment, Batch, Translation } from "../../preload/model/resources";
import type { Http } from "./http/http";
import { projectPath } from "./projects";
import { fieldsOf, type Fields } from "./http/fields";
import {
  flag,
  idOf,
  timestamp,
  number,
  readRow,
  readRows,
  displayText,
  text,
  type ListChunks,
} from "./http/tolerant-parse";

/** A batch as returned by the service. `group` is derived elsewhere. */
export type RemoteBatch = Omit<Batch, "group">;

/** A language to add to a batch. "" means that a field is not set. */
export interface NewBatchLanguage {
  languageId: string;
  scriptPath: string;
  speakerSeparator: string;
}

export interface Batches {
  list(projectId: string, signal?: AbortSignal): ListChunks<RemoteBatch>;
  get(projectId: string, batchId: string, signal?: AbortSignal): Promise<RemoteBatch>;
  /**
   * Empty fields of the draft are not sent. Not retried: after a lost response the batch may have
   * been created.
   */
  create(projectId: string, draft: BatchDraft): Promise<RemoteBatch>;
  delete(batchIds: readonly string[]): Promise<void>;
  assignMembers(batchId: string, members: readonly Assignment[]): Promise<void>;
  /** Not retried: the scripts could be imported twice. */
  addLanguages(batchId: string, languages: readonly NewBatchLanguage[]): Promise<void>;
}

/** Maximum number of languages of one batch. It is higher than any realistic number. */
const maxTranslations = 1000;

export const batchPath = (batchId: string) => `/batches/${encodeURIComponent(batchId)}`;
/** Removes the fields whose value is "". */
const withoutEmpty = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));

export function createBatches(http: Http): Batches {
  return {
    list: (projectId, signal) =>
      readRows(http, { path: `${projectPath(projectId)}/batches`, signal }, (fields) =>
        toBatch(projectId, fields),
      ),
    async get(projectId, batchId, signal) {
      const path = batchPath(batchId);
      const response = await http.json({ method: "GET", path, isRepeatable: true, signal });
      return readRow(response, (fields) => toBatch(projectId, fields));
    },
    async create(projectId, { name, scriptPath, videoPath, languageCode, settings }) {
      const chosen = Object.entries(settings).filter(([, value]) => value !== undefined);
      const response = await http.json({
        method: "POST",
        path: `${projectPath(projectId)}/batches`,
        body: {
          name,
          ...withoutEmpty({ scriptPath, videoPath, languageCode }),
          ...(chosen.length === 0 ? {} : { settings: Object.fromEntries(chosen) }),
        },
        isRepeatable: false,
      });
      return readRow(response, (fields) => toBatch(projectId, { name, ...fields }));
    },
    async delete(batchIds) {
      const body = { batchIds };
      await http.json({ method: "POST", path: "/batches/delete", body, isRepeatable: true });
    },
    async assignMembers(batchId, members) {
      await http.json({
        method: "POST",
        path: `${batchPath(batchId)}/assign-member`,
        body: { members },
        isRepeatable: true,
      });
    },
    async addLanguages(batchId, languages) {
      await http.json({
        method: "POST",
        path: `${batchPath(batchId)}/languages`,
        body: {
          languages: languages.map(({ languageId, scriptPath, speakerSeparator }) => ({
            languageId,
            ...withoutEmpty({ scriptPath, speakerSeparator }),
          })),
        },
        isRepeatable: false,
      });
    },
  };
}

function toBatch(projectId: string, fields: Fields): RemoteBatch | null {
  const id = idOf(fields["id"]);
  if (id === null) return null;
  const percentage = number(fields["completionPercentage"], 0);
  return {
    id,
    projectId: idOf(fields["projectId"]) ?? projectId,
    name: text(fields["name"]),
    status: displayText(fields["status"]),
    message: displayText(fields["message"]),
    completionPercentage: Math.min(100, Math.max(0, percentage)),
    translations: toTranslations(fields["translations"]),
    isCastingCompleted: flag(fields["isCastingCompleted"]),
    createdAt: timestamp(fields["createdAt"]),
    updatedAt: timestamp(fields["updatedAt"]),
  };
}

/** A language that occurs twice is included once. */
function toTranslations(value: unknown): Translation[] {
  if (!Array.isArray(value)) return [];
  const found = new Map<string, Translation>();
  for (const element of value.slice(0, maxTranslations)) {
    const fields = fieldsOf(element);
    const languageId = fields && idOf(fields["languageId"]);
    if (languageId === null || found.has(languageId)) continue;
    const isCompleted = flag(fields?.["isCompleted"]);
    found.set(languageId, {
      languageId,
      type: displayText(fields?.["type"]),
      isCompleted,
      status: displayText(fields?.["status"]),
    });
  }
  return [...found.values()];
}
