/** Batches: create, list, delete, assign members, add languages (interface §2.3, §4.2). */
import type { StatisticsRows, Statistics } from "../rows/batches/statistics-port";
import type { ProjectRows, TeamRows } from "../rows/projects/project-port";
import type { FileRows } from "../rows/file-port";
import type { Locks } from "../rows/lock-port";
import { randomUUID } from "node:crypto";
import { requireLanguage } from "../catalogue/lookup";
import { truncate } from "../../common/printable";
import { HttpError, invalid } from "../common/http-error";
import { expectProject, projectLock, requireProject } from "../projects/projects";
import type {
  Assignment,
  BatchRow,
  BatchRows,
  BatchSource,
  NamedLineRow,
  LineRows,
} from "../rows/batches/batch-port";
import { rejectAddress, requireUrl } from "../sources/locations";
import { planBatch, type BatchRequest } from "./rules";

export interface BatchesDeps {
  store: BatchRows &
    LineRows &
    StatisticsRows &
    Pick<ProjectRows, "findProject" | "listLanguages"> &
    Pick<TeamRows, "listTeam"> &
    Pick<FileRows, "findFile"> &
    Locks;
  now: () => number;
  /** Called after a change that ingestion or the removal of rows must process. */
  onNewWork: () => void;
  /** Called after batches or projects were deleted, before `onNewWork`. */
  onRemoved: () => void;
}

interface LanguageRequest {
  languageId: string;
  scriptPath?: string | undefined;
  speakerSeparator?: string | undefined;
}

export interface Batches {
  /**
   * Yields pages of batches in order. A batch that exists during the whole listing is yielded
   * exactly once. 404 for an unknown project.
   */
  list(projectId: string): Promise<AsyncGenerator<BatchRow[]>>;
  /** 404 for an unknown batch. */
  get(id: string): Promise<BatchRow>;
  /**
   * Stores a batch durably; ingestion follows in the background. 400 also for an unknown project:
   * the interface lists no 404 for this call.
   */
  create(projectId: string, request: BatchRequest): Promise<BatchRow>;
  /** Ignores unknown ids. */
  remove(ids: readonly string[]): Promise<void>;
  /**
   * 400 for an unknown batch, for a user outside of the project's team, and for a language the
   * batch does not have.
   */
  assign(id: string, assignments: readonly Assignment[]): Promise<void>;
  /**
   * Adds languages to the batch and its project; an existing language gets the new script. 400 for
   * an unknown batch or language.
   */
  addLanguages(id: string, languages: readonly LanguageRequest[]): Promise<void>;
  /** From what the batch was created. 404 for an unknown batch. */
  findSource(id: string): Promise<BatchSource | null>;
  /**
   * The number of lines, and up to `limit` of them after the one numbered `after`; none while the
   * batch is ingested. 404 for an unknown batch.
   */
  listLines(
    id: string,
    after: number,
    limit: number,
  ): Promise<{ total: number; lines: NamedLineRow[]; reports: ScriptReportRow[] }>;
  /** Numbers of the workspace's contents. */
  statistics(): Promise<Statistics>;
  /** 404 for an unknown batch. */
  listAssignments(id: string): Promise<Assignment[]>;
}

/** What reading a script assumed or left out, or why it failed. */
interface ScriptReportRow {
  /** The target language of a script; null for the script of the batch. */
  languageId: string | null;
  message: string;
}

const reportsOf = ({ note, translations }: BatchRow): ScriptReportRow[] =>
  [
    { languageId: null, message: note },
    ...translations.map((one) => ({ languageId: one.languageId, message: one.note })),
  ].filter(({ message }) => message !== "");

const pageSize = 1000;

/** The batch, or a 404 (for calls where the interface lists one). */
async function requireBatch(store: Pick<BatchRows, "findBatch">, id: string): Promise<BatchRow> {
  const batch = await store.findBatch(id);
  if (!batch) throw new HttpError(404, `batchId: there is no batch "${truncate(id)}"`);
  return batch;
}

/** The batch, or a 400 (for calls where the interface lists no 404). */
async function expectBatch(store: Pick<BatchRows, "findBatch">, id: string): Promise<BatchRow> {
  const batch = await store.findBatch(id);
  if (!batch) throw invalid("batchId", `there is no batch "${truncate(id)}"`);
  return batch;
}

export function createBatches({ store, now, onNewWork, onRemoved }: BatchesDeps): Batches {
  async function* pages(projectId: string): AsyncGenerator<BatchRow[]> {
    let after: BatchRow | null = null;
    for (;;) {
      const page: BatchRow[] = await store.listBatches(projectId, after, pageSize);
      yield page;
      after = page.at(-1) ?? null;
      if (after === null || page.length < pageSize) return;
    }
  }

  /** Runs `work` with the batch while holding its project's lock. */
  async function withProjectLock<T>(id: string, work: (batch: BatchRow) => Promise<T>): Promise<T> {
    const { projectId } = await expectBatch(store, id);
    return store.exclusively(projectLock(projectId), async () =>
      work(await expectBatch(store, id)),
    );
  }

  return {
    async list(projectId) {
      await requireProject(store, projectId);
      return pages(projectId);
    },
    get: (id) => requireBatch(store, id),
    async create(projectId, request) {
      const batch = await store.exclusively(projectLock(projectId), async () => {
        const project = await expectProject(store, projectId);
        const languages = await store.listLanguages(projectId);
        const planned = planBatch({ project, languages }, request, randomUUID());
        await rejectAddress(store, "videoPath", planned.videoPath);
        return store.addBatch(planned, now());
      });
      onNewWork();
      return batch;
    },
    async remove(ids) {
      await store.removeBatches(ids);
      onRemoved();
      onNewWork();
    },
    assign: (id, assignments) =>
      withProjectLock(id, async (batch) => {
        const team = new Set((await store.listTeam(batch.projectId)).map((member) => member.id));
        const languageIds = new Set(batch.translations.map(({ languageId }) => languageId));
        const checked = assignments.map((assignment, index) => {
          const field = `members[${index}]`;
          if (!team.has(assignment.userId))
            throw invalid(
              `${field}.userId`,
              `"${truncate(assignment.userId)}" is not in the project's team`,
            );
          const languageId = requireLanguage(`${field}.languageId`, assignment.languageId);
          if (!languageIds.has(languageId))
            throw invalid(`${field}.languageId`, `"${languageId}" is not a language of the batch`);
          return { userId: assignment.userId, languageId };
        });
        await store.assignMembers(id, checked);
      }),
    async addLanguages(id, languages) {
      await withProjectLock(id, async (batch) => {
        const checked = languages.map(({ languageId, scriptPath, speakerSeparator }, index) => ({
          languageId: requireLanguage(`languages[${index}].languageId`, languageId),
          scriptPath:
            scriptPath === undefined
              ? null
              : requireUrl(`languages[${index}].scriptPath`, scriptPath),
          speakerSeparator: speakerSeparator ?? null,
        }));
        await store.addBatchLanguages(id, batch.projectId, checked, now());
      });
      onNewWork();
    },
    async findSource(id) {
      await requireBatch(store, id);
      return store.findBatchSource(id);
    },
    async listLines(id, after, limit) {
      const batch = await requireBatch(store, id);
      const reports = reportsOf(batch);
      // The lines of an unfinished ingestion are incomplete.
      if (batch.status === "ingesting") return { total: 0, lines: [], reports };
      const total = await store.countLines(id);
      return { total, lines: await store.listLines(id, after, limit), reports };
    },
    statistics: () => store.statistics(),
    async listAssignments(id) {
      await requireBatch(store, id);
      return store.listAssignments(id);
    },
  };
}
