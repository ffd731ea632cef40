/** Wiring of bulk drafts and requests, which are sent through the outbox. */
import type { Handlers } from "../../preload/contract";
import type { ScriptReader, ScriptRewriter } from "../script-formats/process/reader";
import { createFollowRequest } from "./bulk/follow-request";
import { createDrafts } from "./bulk/drafts";
import { createProjectFacts } from "./bulk/project-facts";
import { createBulkRequests } from "./bulk/requests";
import { createStartDraft } from "./bulk/start-draft";
import type { ConfirmFiles } from "./approvals/confirm-files";
import type { ComposedResources } from "./compose-resources";
import type { ComposedUploads } from "./compose-uploads";
import type { ComposedWorkspaces } from "./compose-workspaces";
import type { Context } from "./context";
import type { TargetProject } from "./outbox/requests/batch-rules";
import type { ScriptChoices } from "./scripts/script-choices";
import type { ScriptFiles } from "./scripts/script-files";
import type { BulkDraftStore } from "./bulk/draft-store";
import type { BulkRequestStore } from "./bulk/request-store";
import type { BulkEntries } from "./bulk/bulk-entries";
import type { RequestPoller } from "./bulk/request-poller";
import type { Outbox } from "./outbox/outbox";
import type { OutboxStore } from "./outbox/store/outbox-store";

interface ComposeBulkDeps {
  context: Context;
  base: ComposedWorkspaces;
  media: ComposedUploads;
  resources: ComposedResources;
  scripts: {
    files: ScriptFiles;
    choices: ScriptChoices;
    reader: Pick<ScriptReader, "readBulk"> & ScriptRewriter;
  };
  confirmFiles: ConfirmFiles;
  project: (workspaceId: string, projectId: string) => Promise<TargetProject>;
  drafts: BulkDraftStore;
  requests: BulkRequestStore;
  poller: RequestPoller;
  entries: BulkEntries;
  outbox: Outbox;
  outboxStore: OutboxStore;
  onChanged: () => void;
}

/** Wires the calls of bulk drafts and requests. */
export function composeBulk(deps: ComposeBulkDeps): Handlers["bulk"] {
  const { scripts, confirmFiles, project, drafts, requests, poller, entries, outbox } = deps;
  const { outboxStore, onChanged } = deps;
  const { now } = deps.context;
  const { approved, dialogs, workspaces } = deps.base;
  const { galleryStore: gallery, uploads, walk } = deps.media;
  const { lists, addedLanguages } = deps.resources;
  const { remote } = workspaces;

  const facts = createProjectFacts({ lists, outboxStore, project, addedLanguages });
  return {
    ...createDrafts({
      drafts,
      facts,
      reader: scripts.reader,
      choices: scripts.choices,
      walk,
      approved,
      dialogs,
      requireWorkspace: (workspaceId) => void remote(workspaceId),
      onChanged,
      now,
    }),
    ...createStartDraft({
      drafts,
      entries,
      facts,
      dryRun: {
        reader: scripts.reader,
        files: scripts.files,
        approved,
        isInGallery: gallery.has,
        async isGalleryKnown(workspaceId) {
          const isRead = await uploads.refreshGallery(workspaceId).then(
            () => true,
            () => false,
          );
          return isRead && gallery.status(workspaceId).readAt !== null;
        },
      },
      confirmFiles,
      outbox,
      outboxStore,
      onChanged,
      now,
    }),
    ...createBulkRequests({ store: requests, poller, drafts, onChanged, now }),
    follow: createFollowRequest({
      store: requests,
      remote,
      project,
      now,
      onFollowed() {
        poller.tick();
        onChanged();
      },
    }),
  };
}
