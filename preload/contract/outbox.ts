/**
 * The outbox: requests for batches, bulk requests and added languages that wait to be sent to the
 * service.
 */
import { z } from "zod";
import { timestamp, problem } from "../model";
import { batchSettings } from "../model/resources";
import { call, filePath, id, inProject, inWorkspace, nothing, page } from "./call";

/** The source of a script or video of a request. */
const source = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  /** A URL or a gallery path, as typed. */
  z.object({ kind: z.literal("location"), location: z.string().trim().max(10_000) }),
  /**
   * A file on this computer. A video is uploaded to the gallery, a script to the script store.
   * `lineKinds`: which kinds of text of a script are lines, as in `formatKinds`.
   */
  z.object({
    kind: z.literal("file"),
    path: filePath,
    lineKinds: z.string().max(200).optional(),
  }),
]);
export type Source = z.infer<typeof source>;

/** A language to be added to a batch, with its target script. */
const batchLanguage = z.object({
  languageId: id,
  /** A URL or a file on this computer; "none" if the service translates the text. */
  script: source,
  /** For subtitles; "" for none. Not trimmed: " - " is a separator. */
  speakerSeparator: z.string().max(100),
});
export type BatchLanguage = z.infer<typeof batchLanguage>;
/** A batch to create. Its files are not uploaded yet. */
const batchRequest = z.object({
  name: z.string().trim().max(1000),
  script: source,
  video: source,
  languageCode: z.string().trim().max(50),
  settings: batchSettings,
  /** Languages that are added to the batch once it is created. */
  targets: z.array(batchLanguage).max(100).optional(),
});
export type BatchRequest = z.infer<typeof batchRequest>;
const languagesRequest = z.object({
  batchId: id,
  batchName: z.string().max(1000),
  languages: z.array(batchLanguage).min(1).max(500),
});
export type LanguagesRequest = z.infer<typeof languagesRequest>;

/** The gallery folder for the files of a request: "" or ending in "/". */
export const targetFolder = z.string().max(1024);

const outboxState = z.enum([
  "waiting", // for uploads, the network, or earlier requests
  "sending",
  "refused", // rejected by the service, or a file failed: requires an action of the user
  "sent",
]);
export type OutboxState = z.infer<typeof outboxState>;
export const outboxEntry = z.object({
  id: z.number(),
  projectId: z.string(),
  projectName: z.string(),
  /** A new batch, a bulk request, or languages to add to a batch. */
  kind: z.enum(["batch", "bulk", "languages"]),
  name: z.string(),
  state: outboxState,
  /** What the entry waits for; all zero and false if it can be sent. */
  waitsFor: z.object({
    uploads: z.number(),
    failedUploads: z.number(),
    /** A script is not in the script store yet. */
    script: z.boolean(),
    network: z.boolean(),
  }),
  /**
   * The reason of the rejection, or the error of the last attempt; null for none. If a file of the
   * request failed, the error of the file with the file name as its message; null if the upload of
   * the file was cancelled.
   */
  problem: problem.nullable(),
  /** The rejected fields. */
  fields: z.array(z.object({ field: z.string(), message: z.string() })),
  createdAt: timestamp,
  sentAt: timestamp.nullable(),
  /**
   * The id of the batch or bulk request; "" until it is known. For added languages, the id of their
   * batch.
   */
  resultId: z.string(),
});
export type OutboxEntry = z.infer<typeof outboxEntry>;

export const outbox = {
  list: call(
    inWorkspace.extend({
      /** "" for all projects. */
      projectId: z.string(),
      filter: outboxState.or(z.enum(["all", "open"])),
      ...page.shape,
    }),
    z.object({
      entries: z.array(outboxEntry),
      total: z.number(),
      counts: z.record(outboxState, z.number()),
    }),
  ),
  /** One entry; rejects with "not-found" if it was removed. */
  entry: call(inWorkspace.extend({ entryId: z.number() }), outboxEntry),
  /**
   * The content of an entry, for editing. `request` is null for a bulk request, whose draft is
   * edited instead.
   */
  request: call(
    inWorkspace.extend({ entryId: z.number() }),
    z.object({
      request: batchRequest.nullable(),
      /** The added languages; null for other kinds. */
      languages: languagesRequest.nullable(),
      targetFolder,
      draftId: z.number().nullable(),
      /** The rejected fields. */
      fields: z.array(z.object({ field: z.string(), message: z.string() })),
    }),
  ),
  /**
   * Creates a batch. The entry and the uploads that it needs are on disk before anything is sent.
   * Resolves to the entry: "sent" with the id of the batch if it was delivered within
   * `deliveryWaitMs` (main/backend/timing.ts), else "waiting" or "sending"; it is then sent without
   * the caller. Rejects with "invalid-input" and the fields if a rule is violated, and with the
   * error of the service if that rejects the request within this time: no entry remains then.
   */
  add: call(inProject.extend({ request: batchRequest, targetFolder }), outboxEntry),
  /**
   * Adds languages to a batch, as `add` creates a batch. `replaces` is the id of an unsent entry
   * that is replaced; the call does not wait for its delivery.
   */
  addLanguages: call(
    inProject.extend({ request: languagesRequest, replaces: z.number().nullable() }),
    outboxEntry,
  ),
  /** Replaces the content of an unsent entry. */
  change: call(
    inWorkspace.extend({ entryId: z.number(), request: batchRequest, targetFolder }),
    nothing,
  ),
  /** Retries rejected and waiting entries now. */
  retry: call(inWorkspace.extend({ entryIds: z.array(z.number()).min(1).max(10_000) }), nothing),
  /** Removes entries. Uploads that they started continue. */
  drop: call(inWorkspace.extend({ entryIds: z.array(z.number()).min(1).max(10_000) }), nothing),
  /** Undo of `drop`: restores removed entries. */
  restore: call(inWorkspace.extend({ entryIds: z.array(z.number()).min(1).max(10_000) }), nothing),
  /** Removes sent entries from the list. */
  clearSent: call(inWorkspace, nothing),
};
