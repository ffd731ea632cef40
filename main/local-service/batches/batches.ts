/** Batches: created, listed, deleted, their members and languages (interface §2.3, §4.2). */
import { randomUUID } from "node:crypto";
import { requireLanguage, shortened } from "../catalogue/lookup";
import { HttpProblem, invalid } from "../problem";
import { expectProject, projectTurn, requireProject } from "../projects/projects";
import type { Assignment, BatchRow } from "../rows/batch-port";
import type { LocalStore } from "../rows/port";
import { requireUrl } from "./locations";
import { planBatch, type BatchRequest } from "./rules";

export interface BatchesDeps {
  store: LocalStore;
  now: () => number;
  /** There is something to ingest, or to be taken away. */
  onWork: () => void;
}

export interface LanguageRequest {
  languageId: string;
  scriptPath?: string | undefined;
  speakerSeparator?: string | undefined;
}

export interface Batches {
  /** Pages in order; every batch that is there throughout comes exactly once. 404 for an unknown project. */
  list(projectId: string): Promise<AsyncGenerator<BatchRow[]>>;
  /** 404 for an unknown batch. */
  get(id: string): Promise<BatchRow>;
  /** It is on disk, and will be ingested. 400 for an unknown project too: the interface lists no 404 here. */
  create(projectId: string, request: BatchRequest): Promise<BatchRow>;
  /** What is not there is fine. */
  remove(ids: readonly string[]): Promise<void>;
  /** 400 for an unknown batch, for who is not in the project's team, and for a language that the batch has not. */
  assign(id: string, assignments: readonly Assignment[]): Promise<void>;
  /** To the batch and its project. 400 for an unknown batch or language. A language it has gets the new script. */
  addLanguages(id: string, languages: readonly LanguageRequest[]): Promise<void>;
  /** Who is assigned; 404 for an unknown batch. */
  listAssignments(id: string): Promise<Assignment[]>;
}

const pageSize = 1000;

/** The batch, or a 404 (for calls where the interface lists one). */
export async function requireBatch(store: LocalStore, id: string): Promise<BatchRow> {
  const batch = await store.findBatch(id);
  if (!batch) throw new HttpProblem(404, `batchId: there is no batch "${shortened(id)}"`);
  return batch;
}

/** The batch, or a 400 (for calls where the interface lists no 404). */
async function expectBatch(store: LocalStore, id: string): Promise<BatchRow> {
  const batch = await store.findBatch(id);
  if (!batch) throw invalid("batchId", `there is no batch "${shortened(id)}"`);
  return batch;
}

export function createBatches({ store, now, onWork }: BatchesDeps): Batches {
  async function* pages(projectId: string): AsyncGenerator<BatchRow[]> {
    let after: BatchRow | null = null;
    for (;;) {
      const page: BatchRow[] = await store.listBatches(projectId, after, pageSize);
      yield page;
      after = page.at(-1) ?? null;
      if (after === null || page.length < pageSize) return;
    }
  }

  /** Runs `work` with the batch while nobody else changes its project. */
  async function inTurn<T>(id: string, work: (batch: BatchRow) => Promise<T>): Promise<T> {
    const { projectId } = await expectBatch(store, id);
    return store.exclusively(projectTurn(projectId), async () =>
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
      const batch = await store.exclusively(projectTurn(projectId), async () => {
        const project = await expectProject(store, projectId);
        const languages = await store.listLanguages(projectId);
        return store.addBatch(planBatch({ project, languages }, request, randomUUID()), now());
      });
      onWork();
      return batch;
    },
    async remove(ids) {
      await store.removeBatches(ids);
      onWork();
    },
    assign: (id, assignments) =>
      inTurn(id, async (batch) => {
        const team = new Set((await store.listTeam(batch.projectId)).map((member) => member.id));
        const spoken = new Set(batch.translations.map(({ languageId }) => languageId));
        const checked = assignments.map((assignment, index) => {
          const field = `members[${index}]`;
          if (!team.has(assignment.userId))
            throw invalid(
              `${field}.userId`,
              `"${shortened(assignment.userId)}" is not in the project's team`,
            );
          const languageId = requireLanguage(`${field}.languageId`, assignment.languageId);
          if (!spoken.has(languageId))
            throw invalid(`${field}.languageId`, `"${languageId}" is not a language of the batch`);
          return { userId: assignment.userId, languageId };
        });
        await store.assignMembers(id, checked);
      }),
    async addLanguages(id, languages) {
      await inTurn(id, async (batch) => {
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
      onWork();
    },
    async listAssignments(id) {
      await requireBatch(store, id);
      return store.listAssignments(id);
    },
  };
}
