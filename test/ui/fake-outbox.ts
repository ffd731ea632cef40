/** Scripts, the script store, the outbox and bulk tables in memory. */
import type { Events, Handlers } from "../../preload/contract";
import type { BulkDraft, BulkIssue, BulkMatch, BulkRow } from "../../preload/contract/bulk";
import type { BatchRequest, LanguagesRequest, OutboxEntry } from "../../preload/contract/outbox";
import type {
  Bucket,
  CheckedLine,
  ScriptProblem,
  ScriptReport,
  StoredScript,
} from "../../preload/contract/scripts";
import { someEntry, someLine, someReport, someOutbox } from "./fake-outbox-data";

type Groups = "scripts" | "scriptStore" | "outbox" | "bulk";
type BulkRequest = Awaited<ReturnType<Handlers["bulk"]["requests"]>>[number];
type BulkRequestRow = Awaited<ReturnType<Handlers["bulk"]["requestRows"]>>["rows"][number];

/** The data of this fake; a test may replace each part. */
export interface FakeOutbox {
  /** The result of the native dialog for a script; null for cancelled. */
  chosenScript: string | null;
  /** Whether the user's spreadsheet program can open a cell. */
  isAtCell: boolean;
  /** By path; other scripts have no problems. */
  reports: Record<string, Partial<ScriptReport>>;
  lines: CheckedLine[];
  store: {
    kind: "workspace" | "bucket" | "none";
    bucket: Bucket | null;
    hasSecret: boolean;
    urlLifetime: number | null;
  };
  stored: StoredScript[];
  entries: OutboxEntry[];
  /** By entry id. */
  batchRequests: Record<number, { request: BatchRequest; targetFolder: string }>;
  /** Requests that add languages to a batch, by entry id. */
  languageRequests: Record<number, LanguagesRequest>;
  drafts: BulkDraft[];
  /** By draft id. */
  rows: Record<number, BulkRow[]>;
  /** The result of matching files. */
  matches: BulkMatch[];
  ignored: string[];
  /** The content of an imported table; null for cancelled. */
  imported: { rows: BulkRow[]; problems: ScriptProblem[] } | null;
  /** Drafts with a pending request that a start replaces. */
  pendingDrafts: number[];
  /** Rejected requests by draft id, and their invalid cells. */
  rejections: Record<number, { entry: OutboxEntry; issues: BulkIssue[] }>;
  /** The result of a dry run. */
  issues: BulkIssue[];
  requests: (BulkRequest & { projectId: string })[];
  /** By request id. */
  requestRows: Record<string, BulkRequestRow[]>;
}

interface Tools {
  changed: (...topics: Events["changed"]["topics"]) => void;
  createError: (code: string, message?: string, details?: unknown) => Error;
  isOnline: (workspaceId: string) => boolean;
  /** Applies a delivered request to the lists. */
  delivered: {
    /** Returns the id of the batch. */
    createBatch: (projectId: string, name: string) => string;
    addLanguages: (batchId: string, languageIds: readonly string[]) => void;
  };
}

const failedWords = /fail|error|abort/i;
const doneWords = /complete|success|done/i;
/** The group of a row for the counts of its request. */
function groupOf({ status }: BulkRequestRow): "failed" | "done" | "open" {
  return failedWords.test(status) ? "failed" : doneWords.test(status) ? "done" : "open";
}
const cut = <T>(items: readonly T[], page: { offset: number; limit: number }) =>
  items.slice(page.offset, page.offset + page.limit);

/** Handlers that use `state`, which tests may read and change. */
export function createFakeOutbox(
  given: Partial<FakeOutbox>,
  { changed, createError, isOnline, delivered }: Tools,
) {
  const state: FakeOutbox = { ...someOutbox(), ...given };
  let nextId = 1000;
  /** Removed entries, for undo. */
  const dropped = new Map<number, OutboxEntry>();

  const draft = (id: number): BulkDraft => {
    const found = state.drafts.find((one) => one.id === id);
    if (!found) throw createError("not-found");
    return found;
  };
  const entry = (id: number): OutboxEntry => {
    const found = state.entries.find((one) => one.id === id);
    if (!found) throw createError("not-found");
    return found;
  };
  const rowsOf = (draftId: number) => state.rows[draftId] ?? [];
  function setDraft(id: number, change: Partial<BulkDraft>): void {
    draft(id);
    state.drafts = state.drafts.map((one) =>
      one.id === id ? { ...one, ...change, updatedAt: Date.now() } : one,
    );
    changed("bulk");
  }
  function addDraft(projectId: string, name: string, rows: BulkRow[]): BulkDraft {
    const made: BulkDraft = {
      id: nextId++,
      projectId,
      name,
      rowCount: rows.length,
      settings: {},
      columns: [],
      targetFolder: "",
      updatedAt: Date.now(),
    };
    state.drafts = [made, ...state.drafts];
    state.rows[made.id] = rows;
    changed("bulk");
    return made;
  }
  function addEntry(
    change: Pick<OutboxEntry, "projectId" | "kind" | "name"> & { resultId?: string },
  ): OutboxEntry {
    const made: OutboxEntry = {
      id: nextId++,
      projectName: change.projectId,
      state: "waiting",
      waitsFor: { uploads: 0, failedUploads: 0, script: false, network: false },
      problem: null,
      fields: [],
      createdAt: Date.now(),
      sentAt: null,
      resultId: "",
      ...change,
    };
    state.entries = [made, ...state.entries];
    changed("outbox");
    return made;
  }
  function setEntries(ids: readonly number[], change: Partial<OutboxEntry>): void {
    state.entries = state.entries.map((one) =>
      ids.includes(one.id) ? { ...one, ...change } : one,
    );
    changed("outbox");
  }

  const handlers: Pick<Handlers, Groups> = {
    scripts: {
      choose: () => (state.chosenScript === null ? null : { path: state.chosenScript }),
      check: ({ path }) => ({ ...someReport(path), ...state.reports[path] }),
      lines: ({ path, ...page }) => {
        const count = { ...someReport(path), ...state.reports[path] }.lineCount;
        const lines =
          state.lines.length > 0
            ? state.lines
            : Array.from({ length: count }, (_, at) => someLine(at + 1));
        return { lines: cut(lines, page), total: lines.length };
      },
      release: () => undefined,
      openInProgram: () => ({ isAtCell: state.isAtCell }),
      saveTemplate: ({ kind }) => ({ path: `/home/sam/${kind}-template.xlsx` }),
    },
    scriptStore: {
      get: () => state.store,
      test: () => ({ milliseconds: 131 }),
      setBucket: ({ bucket }) => {
        state.store = { kind: "bucket", bucket, hasSecret: true, urlLifetime: 604_800 };
        changed("scripts");
      },
      removeBucket: () => {
        state.store = { kind: "none", bucket: null, hasSecret: false, urlLifetime: null };
        changed("scripts");
      },
      list: () => ({ scripts: state.stored, isTruncated: false }),
      delete: ({ scriptIds }) => {
        state.stored = state.stored.filter(({ id }) => !scriptIds.includes(id));
        changed("scripts");
      },
    },
    outbox: {
      list: ({ projectId, filter, ...page }) => {
        const own = state.entries.filter((one) => projectId === "" || one.projectId === projectId);
        const all = own.filter(
          (one) =>
            filter === "all" || one.state === filter || (filter === "open" && one.state !== "sent"),
        );
        const of = (name: OutboxEntry["state"]) => own.filter((one) => one.state === name).length;
        return {
          entries: cut(all, page),
          total: all.length,
          counts: {
            waiting: of("waiting"),
            sending: of("sending"),
            refused: of("refused"),
            sent: of("sent"),
          },
        };
      },
      entry: ({ entryId }) => entry(entryId),
      request: ({ entryId }) => {
        const { kind } = entry(entryId);
        const kept = state.batchRequests[entryId];
        const languages = state.languageRequests[entryId] ?? null;
        if (languages)
          return {
            request: null,
            languages,
            targetFolder: "",
            draftId: null,
            fields: entry(entryId).fields,
          };
        return kind === "bulk"
          ? {
              request: null,
              languages: null,
              targetFolder: "",
              draftId: state.drafts[0]?.id ?? null,
              fields: [],
            }
          : {
              request: kept?.request ?? {
                name: entry(entryId).name,
                script: { kind: "none" },
                video: { kind: "location", location: "season-2/S02E04.mov" },
                languageCode: "",
                settings: {},
              },
              languages: null,
              targetFolder: kept?.targetFolder ?? "",
              draftId: null,
              fields: entry(entryId).fields,
            };
      },
      // Requests with local files stay pending here.
      add: ({ workspaceId, projectId, request, targetFolder }) => {
        const { id } = addEntry({ projectId, kind: "batch", name: request.name });
        state.batchRequests[id] = { request, targetFolder };
        const isLocal = request.script.kind === "file" || request.video.kind === "file";
        if (!isLocal && isOnline(workspaceId))
          setEntries([id], {
            state: "sent",
            sentAt: Date.now(),
            resultId: delivered.createBatch(projectId, request.name),
          });
        return entry(id);
      },
      addLanguages: ({ workspaceId, projectId, request, replaces }) => {
        const { batchId, batchName } = request;
        const { id } =
          replaces === null
            ? addEntry({ projectId, kind: "languages", name: batchName, resultId: batchId })
            : entry(replaces);
        state.languageRequests[id] = request;
        setEntries([id], { state: "waiting", problem: null, fields: [] });
        const isLocal = request.languages.some(({ script }) => script.kind === "file");
        if (replaces === null && !isLocal && isOnline(workspaceId)) {
          delivered.addLanguages(
            batchId,
            request.languages.map(({ languageId }) => languageId),
          );
          setEntries([id], { state: "sent", sentAt: Date.now() });
        }
        return entry(id);
      },
      change: ({ entryId, request, targetFolder }) => {
        entry(entryId);
        state.batchRequests[entryId] = { request, targetFolder };
        setEntries([entryId], { name: request.name, state: "waiting", problem: null, fields: [] });
      },
      retry: ({ entryIds }) =>
        setEntries(entryIds, { state: "waiting", problem: null, fields: [] }),
      drop: ({ entryIds }) => {
        for (const id of entryIds) dropped.set(id, entry(id));
        state.entries = state.entries.filter(({ id }) => !entryIds.includes(id));
        changed("outbox");
      },
      restore: ({ entryIds }) => {
        const back = entryIds.flatMap((id) => dropped.get(id) ?? []);
        state.entries = [...back, ...state.entries];
        changed("outbox");
      },
      clearSent: () => {
        state.entries = state.entries.filter((one) => one.state !== "sent");
        changed("outbox");
      },
    },
    bulk: {
      drafts: ({ projectId }) =>
        state.drafts
          .filter((one) => one.projectId === projectId)
          .map((one) => ({ ...one, rowCount: rowsOf(one.id).length })),
      createDraft: ({ projectId, name }) => addDraft(projectId, name, []),
      draft: ({ draftId }) => ({ draft: draft(draftId), rows: rowsOf(draftId) }),
      changeDraft: ({ draftId, workspaceId: _workspaceId, ...change }) => {
        const entries = Object.entries(change).filter(([, value]) => value !== undefined);
        setDraft(draftId, Object.fromEntries(entries));
      },
      deleteDraft: ({ draftId }) => {
        state.drafts = state.drafts.filter(({ id }) => id !== draftId);
        changed("bulk");
      },
      saveRows: ({ draftId, rows, order }) => {
        const kept = new Map(rowsOf(draftId).map((row) => [row.id, row]));
        for (const row of rows) kept.set(row.id, row);
        state.rows[draftId] = (order ?? [...kept.keys()]).flatMap((id) => kept.get(id) ?? []);
        setDraft(draftId, {});
      },
      match: () => ({ matches: state.matches, ignored: state.ignored }),
      chooseAndMatch: () => ({ matches: state.matches, ignored: state.ignored }),
      importRows: () => state.imported,
      exportRows: ({ format }) => ({ path: `/home/sam/season-2.${format}` }),
      dryRun: ({ draftId }) => ({
        issues: state.issues,
        checkedScripts: rowsOf(draftId).filter(({ script }) => script !== "").length,
      }),
      waiting({ draftId }) {
        const isPending = state.pendingDrafts.includes(draftId);
        const { projectId, name } = draft(draftId);
        const entry = isPending ? someEntry({ id: 99, kind: "bulk", projectId, name }) : null;
        return state.rejections[draftId] ?? { entry, issues: [] };
      },
      start: ({ draftId, rowIds, restName }) => {
        const { projectId, name } = draft(draftId);
        const isReplacement = state.pendingDrafts.includes(draftId);
        const entryId = addEntry({ projectId, kind: "bulk", name }).id;
        state.pendingDrafts = [...state.pendingDrafts, draftId];
        const rest = rowsOf(draftId).filter(({ id }) => rowIds !== null && !rowIds.includes(id));
        if (restName === undefined || rest.length === 0)
          return { entryId, restId: null, isReplacement };
        state.rows[draftId] = rowsOf(draftId).filter((row) => !rest.includes(row));
        return { entryId, restId: addDraft(projectId, restName, rest).id, isReplacement };
      },
      follow({ projectId, requestId }) {
        const known = state.requests.find((one) => one.requestId === requestId);
        if (known) return { projectId: known.projectId, isNew: false };
        if (requestId === "nothing")
          throw createError("invalid-input", "requestId", [
            { field: "requestId", message: "no-such-request" },
          ]);
        state.requests = [
          {
            ...{ projectId, requestId, name: requestId, isSentHere: false, isLost: false },
            ...{ rowCount: 1, status: "processing", progress: 40 },
            ...{ sentAt: Date.now(), readAt: Date.now(), problem: null },
            counts: { done: 0, failed: 0, open: 1 },
          },
          ...state.requests,
        ];
        state.requestRows[requestId] = [{ id: "", name: "Ep 1", status: "queued", message: "" }];
        changed("bulk");
        return { projectId, isNew: true };
      },
      requests: ({ projectId }) => state.requests.filter((one) => one.projectId === projectId),
      requestRows: ({ requestId, filter, ...page }) => {
        const all = (state.requestRows[requestId] ?? []).filter(
          (row) => filter === "all" || groupOf(row) === filter,
        );
        return { rows: cut(all, page), total: all.length };
      },
      retryFailed: ({ projectId, requestId }) => {
        const failed = (state.requestRows[requestId] ?? []).filter(
          (row) => groupOf(row) === "failed",
        );
        return addDraft(
          projectId,
          "Failed rows",
          failed.map(({ name }, at) => ({
            id: at + 1,
            name,
            video: `season-2/${name}.mov`,
            script: "",
            language: "",
            settings: {},
          })),
        );
      },
    },
  };
  return { state, handlers };
}
