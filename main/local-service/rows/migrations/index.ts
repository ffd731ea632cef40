/**
 * Schema migrations of the database of a local workspace, in order: the file 001 migrates an empty
 * database to version 1. A released migration never changes, not even in its layout: SQLite stores
 * the text of its statements, and a restore compares the schema of a backup with that text.
 */
import type { Migrations } from "../../../common/database/database";
import filesUploads from "./001-files-uploads";
import projectsBatches from "./002-projects-batches";
import taskLanes from "./003-task-lanes";
import applicationId from "./004-application-id";
import taskAttempts from "./005-task-attempts";
import dubs from "./006-dubs";
import speechSpans from "./007-speech-spans";
import externalEngines from "./008-external-engines";
import reviews from "./009-reviews";
import exports from "./010-exports";
import findings from "./011-findings";
import lineChanges from "./012-line-changes";
import exportCounts from "./013-export-counts";
import decidedSounds from "./014-decided-sounds";
import exportSignatures from "./015-export-signatures";
import sourceSignatures from "./016-source-signatures";
import ignoredSounds from "./017-ignored-sounds";
import restoredObjects from "./018-restored-objects";
import untranslatedLines from "./019-untranslated-lines";
import pictures from "./020-pictures";
import localSettings from "./021-local-settings";
import editedLines from "./022-edited-lines";
import fittedGaps from "./023-fitted-gaps";
import lineLevels from "./024-line-levels";
import lineAppearance from "./025-line-appearance";
import schedules from "./026-schedules";
import languageVoices from "./027-language-voices";
import commentThreads from "./028-comment-threads";
import leases from "./029-leases";
import credentials from "./030-credentials";
import removalTimes from "./031-removal-times";
import fewerIndexEntries from "./032-fewer-index-entries";
import presence from "./033-presence";
import moving from "./034-moving";
import engineSets from "./035-engine-sets";
import deliveryPresets from "./036-delivery-presets";
import asked from "./037-asked";
import deliveredObjects from "./038-delivered-objects";

export const migrations: Migrations = [
  filesUploads,
  projectsBatches,
  taskLanes,
  applicationId,
  taskAttempts,
  dubs,
  speechSpans,
  externalEngines,
  reviews,
  exports,
  findings,
  lineChanges,
  exportCounts,
  decidedSounds,
  exportSignatures,
  sourceSignatures,
  ignoredSounds,
  restoredObjects,
  untranslatedLines,
  pictures,
  localSettings,
  editedLines,
  fittedGaps,
  lineLevels,
  lineAppearance,
  schedules,
  languageVoices,
  commentThreads,
  leases,
  credentials,
  removalTimes,
  fewerIndexEntries,
  presence,
  moving,
  engineSets,
  deliveryPresets,
  asked,
  deliveredObjects,
];
