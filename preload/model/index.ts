/**
 * The entities both sides of the window speak of: the resources of the service's interface and our own.
 * Pure data: schemas and the types inferred from them.
 */
import { z } from "zod";
import { capabilityNames } from "../facts/capabilities";
import { textSizes } from "../facts/text-sizes";

/** Everything that may go wrong in a way we expect. The sentence a user reads is in the renderer's strings. */
export const errorCodes = [
  // the service and the connection to it
  "offline", // this computer has no network
  "unreachable", // no connection to the service (refused, name not found, reset)
  "timeout", // the service did not answer in time
  "token-refused", // 401 after a refresh and a new token, or 403 for every call: the credentials need the user
  "secret-missing", // the client secret was in memory only and ended with the application: no service was contacted
  "secret-unreadable", // the keychain does not release the client secret: no service was contacted
  "request-refused", // 403 for this request, while others are answered with the same token
  "rate-limited", // 429
  "service-error", // 5xx
  "service-full", // 507: no room left at the service
  "invalid-input", // 400, or input that our own contract refuses
  "not-found", // 404
  "unexpected-answer", // an answer whose body is none of the shapes we know
  "list-too-long", // a list was read as far as we keep it; what is beyond is left out
  "certificate", // TLS certificate refused
  // the local workspace
  "local-service-failed", // its process could not be started
  "folder-in-use", // another process has this data folder open
  "database-damaged", // SQLite finds a database damaged; a copy of it may be restored
  "database-missing", // a workspace's database is missing beside its media or key
  // files
  "copy-restored", // known from a restored copy of the database: it may have been sent since the copy was made
  "file-missing",
  "file-unreadable",
  "file-changed",
  "file-empty",
  "path-not-approved", // a path that the user has not chosen in this application
  "not-confirmed", // the user did not confirm files or an address in the native dialog
  "disk-full", // no room for our own database
  // uploads
  "url-refused", // 403 on a fresh pre-signed URL
  "upload-lost", // the service no longer knows the upload id
  "etag-mismatch", // what arrived is not what was sent, by its ETag or Content-MD5, twice
  "complete-refused", // the service refuses to put the parts together
  "gallery-unknown", // the gallery could not be read, so that it is not known whether the path is free
  "path-taken", // a file came to this gallery path after the upload was planned
  "unconfirmed", // sent, but the gallery does not show it
  "not-offered", // the service does not have this extension
  // ourselves
  "unknown-call",
  "sender-refused",
  "internal",
] as const;
export const errorCode = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof errorCode>;

/** An error as it crosses to the window: never a secret, never a pre-signed URL. */
export const problem = z.object({
  code: errorCode,
  message: z.string(),
  /** When the newest usable copy of a damaged or missing database was made, in milliseconds since 1970. */
  copyMadeAt: z.number().optional(),
});
export type Problem = z.infer<typeof problem>;

/** A moment, in milliseconds since 1970. */
export const moment = z.number();

export const workspaceKind = z.enum(["local", "hosted"]);
export type WorkspaceKind = z.infer<typeof workspaceKind>;

/** How the access token is sent: the raw token, or with "Bearer " before it (interface-notes § Authentication). */
export const authScheme = z.enum(["raw", "bearer"]);
export type AuthScheme = z.infer<typeof authScheme>;

/** What we know of the way to a workspace's service. */
export const connectionState = z.enum([
  "unknown", // not tried yet
  "starting", // the local service is being started
  "online",
  "offline", // this computer has no network
  "unreachable", // the service does not answer
  "token-refused", // the credentials need the user
  "secret-missing", // the client secret is not available: the service was not contacted
]);
export type ConnectionState = z.infer<typeof connectionState>;

/** A remote to talk to, hosted or local. The secret is never part of it. */
export const workspace = z.object({
  id: z.string(),
  name: z.string(),
  kind: workspaceKind,
  /** For a hosted workspace; "" for the local one, whose address is known only while it runs. */
  baseUrl: z.string(),
  clientId: z.string(),
  authScheme,
  /** Where a local workspace lives on disk; "" for a hosted one. */
  dataDir: z.string(),
  state: connectionState,
  /** The last thing that went wrong on the way to it, or null. */
  problem: problem.nullable(),
  /** Whether its secret outlives this session (false where no keychain is available). */
  isSecretKept: z.boolean(),
  /** What its service offers beyond the interface ("users", "glossary", "lines"…); none for a hosted one. */
  extensions: z.array(z.string()),
  /** What its service can do, as it announced it; a capability without an entry is unknown. */
  capabilities: z.partialRecord(z.enum(capabilityNames), z.boolean()),
});
export type Workspace = z.infer<typeof workspace>;

/** A row of a gallery folder. A folder's path ends in "/". */
export const galleryEntry = z.object({
  path: z.string(),
  name: z.string(),
  isFolder: z.boolean(),
  /** Files below a folder, at any depth; 1 for a file. */
  fileCount: z.number(),
});
export type GalleryEntry = z.infer<typeof galleryEntry>;

/** Why a file of a drop is left out. */
export const skipReason = z.enum([
  "type", // neither audio nor video of the accepted formats
  "empty",
  "unreadable",
  "link", // a link that leads out of the dropped folder, or in a circle
  "special", // a socket, pipe or device
  "too-large", // over what 10,000 parts can hold
  "name", // a name the gallery cannot hold
  "duplicate", // another file of this drop has the same gallery path after normalisation
  "hidden", // hidden and system files: .DS_Store, Thumbs.db, ._x
  "already-queued", // the same file is already in the queue for the same path
]);
export type SkipReason = z.infer<typeof skipReason>;

/** What to do with files whose gallery path is taken: asked once for all. */
export const conflictChoice = z.enum(["skip", "replace", "rename"]);
export type ConflictChoice = z.infer<typeof conflictChoice>;

/** A file of a plan. */
export const planEntry = z.object({
  /** Position in the plan, from 0. */
  index: z.number(),
  /** The path below the dropped folder, "/" between segments. */
  relativePath: z.string(),
  /** Where it would go; "" when it is skipped. */
  galleryPath: z.string(),
  size: z.number(),
  status: z.enum(["new", "conflict", "skipped"]),
  reason: skipReason.nullable(),
});
export type PlanEntry = z.infer<typeof planEntry>;

/** The plan of an upload, shown before anything is queued. */
export const plan = z.object({
  id: z.string(),
  workspaceId: z.string(),
  /** "reading" while the folders are walked. */
  state: z.enum(["reading", "ready", "failed"]),
  problem: problem.nullable(),
  /** Target folder in the gallery: "" or ending in "/". */
  targetFolder: z.string(),
  conflictChoice: conflictChoice.nullable(),
  /** The names that were dropped, for the title. */
  roots: z.array(z.string()),
  counts: z.object({ new: z.number(), conflict: z.number(), skipped: z.number() }),
  /** How many files are skipped for each reason. */
  skipped: z.record(z.string(), z.number()),
  /** Bytes of new files, and of those in conflict. */
  newBytes: z.number(),
  conflictBytes: z.number(),
  /** When the gallery was last read, or null when it never was: conflicts may be missing then. */
  galleryReadAt: moment.nullable(),
  /** Why the gallery could not be read for this plan: it is compared with an older state, and conflicts may be missing. */
  galleryProblem: problem.nullable(),
});
export type Plan = z.infer<typeof plan>;

export const uploadState = z.enum([
  "queued",
  "preparing",
  "uploading",
  "completing",
  "done",
  "paused",
  "failed",
  "cancelled",
]);
export type UploadState = z.infer<typeof uploadState>;

/** Why a file is sent again from its beginning although parts of it had been sent. */
export const restartReason = z.enum([
  "file-rewritten", // parts sent are not what the file holds now, although its size and time are the same
  "parts-unknown", // it may have been rewritten, and parts sent have no checksum to compare
]);
export type RestartReason = z.infer<typeof restartReason>;

/** The upload of one file to the gallery. */
export const upload = z.object({
  id: z.number(),
  workspaceId: z.string(),
  /** The file's name, and where it goes. */
  name: z.string(),
  galleryPath: z.string(),
  /** The file on this computer. */
  sourcePath: z.string(),
  size: z.number(),
  state: uploadState,
  /** Confirmed bytes; bytes in transit are reported by the event "uploadsProgressed". */
  sentBytes: z.number(),
  /** Parts confirmed and in all; 0 parts for a single PUT. */
  doneParts: z.number(),
  partCount: z.number(),
  /** Why it failed, or why it waits while queued; null otherwise. */
  problem: problem.nullable(),
  /** When it will be tried again, while it waits after a failure. */
  nextTryAt: moment.nullable(),
  finishedAt: moment.nullable(),
  /** Why it was last sent again from its beginning; null when it was not. */
  restartReason: restartReason.nullable(),
  /** The storage's ETags are not checksums, so that what arrived could not be compared with what was sent. */
  isUnverified: z.boolean(),
});
export type Upload = z.infer<typeof upload>;

/** The groups that the list of uploads can be narrowed to. */
export const uploadFilter = z.enum(["all", "active", "waiting", "paused", "failed", "done"]);
export type UploadFilter = z.infer<typeof uploadFilter>;

/** The whole queue of a workspace in numbers. "total" leaves cancelled ones out. */
export const uploadSummary = z.object({
  counts: z.object({
    all: z.number(),
    active: z.number(),
    waiting: z.number(),
    paused: z.number(),
    failed: z.number(),
    done: z.number(),
  }),
  totalBytes: z.number(),
  sentBytes: z.number(),
  /** Bytes a second over the last seconds; 0 when nothing moves. */
  speed: z.number(),
  /** Seconds left at this speed, or null if unknown. */
  secondsLeft: z.number().nullable(),
  /** The whole queue is paused by the user. */
  isPaused: z.boolean(),
  /** Why nothing of this workspace moves although something waits; null when it does. */
  hold: problem.extend({ until: moment.nullable() }).nullable(),
});
export type UploadSummary = z.infer<typeof uploadSummary>;

/** How far an active upload is: bytes confirmed and on the way, never going back. */
export const uploadProgress = z.object({
  id: z.number(),
  sentBytes: z.number(),
  speed: z.number(),
  secondsLeft: z.number().nullable(),
});
export type UploadProgress = z.infer<typeof uploadProgress>;

/** Settings of the upload queue. */
export const uploadSettings = z.object({
  /** Files at work at the same time. */
  parallelFiles: z.number().int().min(1).max(16),
  /** PUT requests open at the same time, over all files. */
  parallelParts: z.number().int().min(1).max(16),
  /** Bytes a part; 0 chooses by file size. */
  partSize: z.union([
    z.literal(0),
    z
      .number()
      .int()
      .min(5 * 1024 ** 2)
      .max(5 * 1024 ** 3),
  ]),
  /** Bytes a second over all requests; 0 for no limit. */
  bandwidthLimit: z.number().int().min(0),
});
export type UploadSettings = z.infer<typeof uploadSettings>;

/** How services are reached. */
export const networkSettings = z.object({
  /** As the system says, by the address below, or straight. */
  proxy: z.enum(["system", "manual", "none"]).default("system"),
  /** "http://proxy.example:3128"; without a user name or password. Kept while it is not in use. */
  proxyUrl: z.string().max(2000).default(""),
});
export type NetworkSettings = z.infer<typeof networkSettings>;

export const theme = z.enum(["system", "light", "dark"]);
export type Theme = z.infer<typeof theme>;
/** What each of these leaves to the system is "system" or, for the text's size, 1. */
export const appearance = z.object({
  theme: theme.default("system"),
  contrast: z.enum(["system", "more"]).default("system"),
  motion: z.enum(["system", "reduced"]).default("system"),
  /** The whole window's scale. */
  textSize: z.union(textSizes.map((size) => z.literal(size))).default(1),
});
export type Appearance = z.infer<typeof appearance>;

/** The interface's language; "system" takes the desktop's where there is a catalogue of it, else English. */
export const languageChoice = z.enum(["system", "en", "de"]);
export type LanguageChoice = z.infer<typeof languageChoice>;

/** What the system is to show a notification for, while the window is not focused. */
export const notificationSettings = z.object({
  uploads: z.boolean().default(true),
  batches: z.boolean().default(true),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;
