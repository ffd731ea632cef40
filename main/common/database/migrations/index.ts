/**
 * Schema migrations of the application database, in order: the file 001 migrates an empty database
 * to version 1. A released migration never changes; see test/fixtures/databases.
 */
import type { Migrations } from "../database";
import workspacesGalleryUploads from "./001-workspaces-gallery-uploads";
import lists from "./002-lists";
import scriptBuckets from "./003-script-buckets";
import outbox from "./004-outbox";
import bulk from "./005-bulk";
import uploadsListIndex from "./006-uploads-list-index";
import listsWithoutAnnounced from "./007-lists-without-announced";
import forms from "./008-forms";
import lostResponses from "./009-lost-responses";
import uploadSnapshots from "./010-upload-snapshots";
import followedRequests from "./011-followed-requests";
import needsAttention from "./012-needs-attention";
import batchOrigins from "./013-batch-origins";
import approvedPaths from "./014-approved-paths";
import capabilities from "./015-capabilities";
import uploadConflicts from "./016-upload-conflicts";
import outboxListing from "./017-outbox-listing";
import outboxStates from "./018-outbox-states";
import uploadsQueued from "./019-uploads-queued";
import watchFolders from "./020-watch-folders";
import uploadProblems from "./021-upload-problems";
import watchFolderList from "./022-watch-folder-list";
import finishedBefore from "./023-finished-before";
import copiedUploads from "./024-copied-uploads";
import sentContent from "./025-sent-content";
import listedUploads from "./026-listed-uploads";
import schedules from "./027-schedules";
import workspaceTeam from "./028-workspace-team";
import deliveryDownloads from "./029-delivery-downloads";

export const migrations: Migrations = [
  workspacesGalleryUploads,
  lists,
  scriptBuckets,
  outbox,
  bulk,
  uploadsListIndex,
  listsWithoutAnnounced,
  forms,
  lostResponses,
  uploadSnapshots,
  followedRequests,
  needsAttention,
  batchOrigins,
  approvedPaths,
  capabilities,
  uploadConflicts,
  outboxListing,
  outboxStates,
  uploadsQueued,
  watchFolders,
  uploadProblems,
  watchFolderList,
  finishedBefore,
  copiedUploads,
  sentContent,
  listedUploads,
  schedules,
  workspaceTeam,
  deliveryDownloads,
];
