/**
 * Pending requests for single batches: validation, the files they need, and the request that is
 * sent.
 */
import { originOf } from "../../../../preload/contract/batch-sources";
import type { BatchRequest, LanguagesRequest } from "../../../../preload/contract/outbox";
import type { Remote } from "../../../remote/remote";
import type { Batches } from "../../batches/batches";
import { readTargetFolder } from "../../gallery/gallery-path";
import type { ConfirmFiles } from "../../approvals/confirm-files";
import type { NewOutboxEntry, OutboxRow } from "../store/entry-rows";
import type { OutboxStore } from "../store/outbox-store";
import { withGroup } from "../../lists/batch-group";
import type { RequestMedia } from "./request-media";
import type { RequiredMedia } from "./media-identity";
import type { RequestKind } from "./request-kind";
import { createBatchDrafts, type BatchDraftsDeps } from "./batch-drafts";
import { createBatchRules, type BatchRulesDeps, type TargetProject } from "./batch-rules";

export interface RequestTarget {
  workspaceId: string;
  projectId: string;
}

export interface BatchEntriesDeps extends BatchRulesDeps, BatchDraftsDeps {
  store: OutboxStore;
  batches: Pick<Batches, "created" | "saveOrigin">;
  media: RequestMedia;
  /** The languages that are added once a batch is created; see language-entries.ts. */
  languages: BatchRulesDeps["languages"] & {
    addFor: (
      batch: Pick<OutboxRow, "workspaceId" | "projectId" | "projectName">,
      request: LanguagesRequest,
    ) => void;
  };
  confirmFiles: Pick<ConfirmFiles, "outside">;
  remote: (workspaceId: string) => Remote;
  project: (workspaceId: string, projectId: string) => Promise<TargetProject>;
  /** How long after a lost response a batch may still appear, in milliseconds. */
  reconcileMs: number;
}

export type BatchEntries = ReturnType<typeof createBatchEntries>;

export function createBatchEntries(deps: BatchEntriesDeps) {
  const { store } = deps;
  const validate = createBatchRules(deps);
  const { requiredMedia, toDraft } = createBatchDrafts(deps);

  const read = (row: OutboxRow) => JSON.parse(store.body(row.id) ?? "{}") as BatchRequest;

  function saveOrigin(row: OutboxRow, batchId: string): void {
    deps.batches.saveOrigin(row.workspaceId, batchId, originOf(read(row), row.targetFolder));
  }

  /** Stores what follows from a created batch; its other languages are sent next. */
  function persist(row: OutboxRow, batchId: string): void {
    saveOrigin(row, batchId);
    const { name, targets = [] } = read(row);
    if (targets.length > 0)
      deps.languages.addFor(row, { batchId, batchName: name, languages: targets });
  }

  const kind: RequestKind = {
    reconcileMs: deps.reconcileMs,
    isResent: true,
    names: ({ name }) => [name],
    recovered: (row, batchId) => ({
      resultId: batchId,
      persist: () => persist(row, batchId),
      onPersisted: () => deps.batches.created(row.workspaceId, row.projectId, null),
    }),
    async prepare(row) {
      const { workspaceId, projectId } = row;
      const request = read(row);
      const project = await deps.project(workspaceId, projectId);
      const draft = await toDraft(row, project, request);
      if (draft === null) {
        // The script names other files than when the entry was added.
        const files = await requiredMedia(workspaceId, project, request, row.targetFolder);
        const known = await deps.media.identify(workspaceId, files);
        await deps.media.assign(row.id, workspaceId, known);
        return null;
      }
      return {
        async send() {
          const batch = withGroup(await deps.remote(workspaceId).batches.create(projectId, draft));
          return {
            resultId: batch.id,
            persist: () => persist(row, batch.id),
            onPersisted: () => deps.batches.created(workspaceId, projectId, batch),
          };
        },
      };
    },
  };

  return {
    kind,
    read,
    /**
     * Checks a request. Resolves to its entry and the files that it needs in the gallery. Rejects
     * with "invalid-input" and the fields, and with "not-confirmed" where the user does not confirm
     * its files.
     */
    async check(
      { workspaceId, projectId }: RequestTarget,
      request: BatchRequest,
      targetFolder: string,
    ): Promise<{ entry: NewOutboxEntry; files: RequiredMedia[] }> {
      const folder = readTargetFolder(targetFolder);
      const project = await deps.project(workspaceId, projectId);
      await validate(workspaceId, project, request);
      const files = await requiredMedia(workspaceId, project, request, folder);
      await deps.confirmFiles.outside(files);
      const entry: NewOutboxEntry = {
        workspaceId,
        projectId,
        projectName: project.name,
        kind: "batch",
        name: request.name.normalize("NFC").trim(),
        targetFolder: folder,
        body: JSON.stringify(request),
        hasScript: request.script.kind === "file",
        draftId: null,
      };
      return { entry, files };
    },
  };
}
