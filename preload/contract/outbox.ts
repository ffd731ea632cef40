/** The outbox: batches and bulk requests that wait to be sent to the service. */
import { z } from "zod";
import { moment, problem } from "../model";
import { batchSettings } from "../model/resources";
import { call, filePath, id, inProject, inWorkspace, nothing, page } from "./call";

/** The source of a script or video of a request. */
export const source = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  /** A URL or a gallery path, as it was typed. */
  z.object({ kind: z.literal("location"), location: z.string().trim().max(10_000) }),
  /** A file on this computer: a video is uploaded, a script is put in the script store. */
  z.object({ kind: z.literal("file"), path: filePath }),
]);
export type Source = z.infer<typeof source>;

/** A batch to be created, before its files are stored where the service can fetch them. */
export const batchRequest = z.object({
  name: z.string().trim().max(1000),
  script: source,
  video: source,
  languageCode: z.string().trim().max(50),
  settings: batchSettings,
});
export type BatchRequest = z.infer<typeof batchRequest>;
/** A language to add to a batch, with its target script. */
export const batchLanguage = z.object({
  languageId: id,
  /** A URL or a file on this computer; "none" where the service is to translate. */
  script: source,
  /** For .srt scripts; "" for none. Not trimmed: " - " is a separator. */
  speakerSeparator: z.string().max(100),
});
export type BatchLanguage = z.infer<typeof batchLanguage>;
export const languagesRequest = z.object({
  batchId: id,
  batchName: z.string().max(1000),
  languages: z.array(batchLanguage).min(1).max(500),
});
export type LanguagesRequest = z.infer<typeof languagesRequest>;

/** Where in the gallery an order's files go: "" or ending in "/". */
export const targetFolder = z.string().max(1024);

export const outboxState = z.enum([
  "waiting", // for uploads, the network, or its turn
  "sending",
  "refused", // by the service, or because a file failed: needs the user
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
  /** What the entry waits for; all zero and false when it can be sent. */
  waitsFor: z.object({
    uploads: z.number(),
    failedUploads: z.number(),
    /** A script that is yet to be put in the store. */
    script: z.boolean(),
    network: z.boolean(),
  }),
  /**
   * Why it was refused, or what the last try met; null for nothing. Where a file of it failed: why, with the file's
   * name as its message, or null where its upload was called off.
   */
  problem: problem.nullable(),
  /** The fields that were refused. */
  fields: z.array(z.object({ field: z.string(), message: z.string() })),
  createdAt: moment,
  sentAt: moment.nullable(),
  /** The id of the batch or bulk request, "" until it is known. Of added languages: the batch they are for. */
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
  /** One entry; refuses with "not-found" for one that was removed. */
  entry: call(inWorkspace.extend({ entryId: z.number() }), outboxEntry),
  /** What an entry asks for, to be edited; null for a bulk request (its grid is edited instead). */
  order: call(
    inWorkspace.extend({ entryId: z.number() }),
    z.object({
      order: batchRequest.nullable(),
      /** Of added languages; null for other kinds. */
      languages: languagesRequest.nullable(),
      targetFolder,
      draftId: z.number().nullable(),
      /** The fields that were refused. */
      fields: z.array(z.object({ field: z.string(), message: z.string() })),
    }),
  ),
  /**
   * Adds a request: its row and the uploads it needs are on disk when this resolves. It is sent when everything is
   * there. Rejects with "invalid-input" and the fields if a rule is violated.
   */
  add: call(
    inProject.extend({ order: batchRequest, targetFolder }),
    z.object({ entryId: z.number() }),
  ),
  /**
   * Adds languages to a batch, as `add` adds a batch. `replaces` is an entry that was not sent yet and is replaced.
   */
  addLanguages: call(
    inProject.extend({ order: languagesRequest, replaces: z.number().nullable() }),
    z.object({ entryId: z.number() }),
  ),
  /** Replaces an entry that was not sent yet. */
  change: call(
    inWorkspace.extend({ entryId: z.number(), order: batchRequest, targetFolder }),
    nothing,
  ),
  /** Tries refused and waiting ones again now. */
  retry: call(inWorkspace.extend({ entryIds: z.array(z.number()).min(1).max(10_000) }), nothing),
  /** Takes entries out; uploads that they began go on. */
  drop: call(inWorkspace.extend({ entryIds: z.array(z.number()).min(1).max(10_000) }), nothing),
  /** Restores dropped entries: the undo of drop. */
  restore: call(inWorkspace.extend({ entryIds: z.array(z.number()).min(1).max(10_000) }), nothing),
  /** Takes those that were sent off the list. */
  clearSent: call(inWorkspace, nothing),
};
