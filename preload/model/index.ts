/**
 * The entities shared by the renderer and the main process: resources of the service's interface and of the
 * application. Schemas and the types inferred from them.
 */
import { z } from "zod";
import { capabilityNames } from "../facts/capabilities";
import { textSizes } from "../facts/text-sizes";

/** The codes of all expected errors. The texts for the user are in the renderer's strings. */
export const errorCodes = [
  // the service and the connection to it
  "offline", // this computer has no network
  "unreachable", // no connection to the service (refused, name not found, reset)
  "timeout", // the service did not respond in time
  "token-refused", // 401 after a refresh and a new token, or 403 for every call: the user must change the credentials
  "secret-missing", // the client secret was in memory only and is lost after a restart: no service was contacted
  "secret-unreadable", // the client secret cannot be read from the keychain: no service was contacted
  "request-refused", // 403 for this request, while others with the same token succeed
  "rate-limited", // 429
  "service-error", // 5xx
  "service-full", // 507: the service has no storage space left
  "invalid-input", // 400, or input that violates the contract
  "not-found", // 404
  "unexpected-answer", // the body of a response has an unknown format
  "list-too-long", // a list exceeds the cache limit; items beyond the limit are omitted
  "certificate", // TLS certificate rejected
  // the local workspace
  "local-service-failed", // its process could not be started
  "folder-in-use", // another process has this data folder open
  "database-damaged", // SQLite reports a database as damaged; a copy of it may be restored
  "database-missing", // a workspace's database is missing, but its media or key exist
  // files
  "copy-restored", // restored from a copy of the database: the request may have been sent after the copy was made
  "file-missing",
  "file-unreadable",
  "file-changed",
  "file-empty",
  "path-not-approved", // a path that the user has not chosen in this application
  "not-confirmed", // the user did not confirm files or an address in the native dialog
  "disk-full", // no disk space for the application's database
  // uploads
  "url-refused", // 403 for a new pre-signed URL
  "upload-lost", // the upload id no longer exists at the service
  "etag-mismatch", // the ETag or Content-MD5 did not match the sent bytes in two attempts
  "complete-refused", // the service rejects the request to assemble the parts
  "gallery-unknown", // the gallery could not be read, so it is unknown whether the path is free
  "path-taken", // a file was created at this gallery path after the upload was planned
  "unconfirmed", // sent, but the gallery does not list it
  "not-offered", // the service does not have this extension
  // the application
  "unknown-call",
  "sender-refused",
  "internal",
] as const;
export const errorCode = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof errorCode>;

/** An error as sent to the window. It contains no secrets and no pre-signed URLs. */
export const problem = z.object({
  code: errorCode,
  message: z.string(),
  /** The time of the newest usable copy of a damaged or missing database, in milliseconds since 1970. */
  copyMadeAt: z.number().optional(),
});
export type Problem = z.infer<typeof problem>;

/** A point in time, in milliseconds since 1970. */
export const timestamp = z.number();

export const workspaceKind = z.enum(["local", "hosted"]);
export type WorkspaceKind = z.infer<typeof workspaceKind>;

/** How the access token is sent: the raw token, or with "Bearer " before it (interface-notes § Authentication). */
export const authScheme = z.enum(["raw", "bearer"]);
export type AuthScheme = z.infer<typeof authScheme>;

/** The state of the connection to a workspace's service. */
export const connectionState = z.enum([
  "unknown", // no attempt yet
  "starting", // the local service is being started
  "online",
  "offline", // this computer has no network
  "unreachable", // the service does not respond
  "token-refused", // the user must change the credentials
  "secret-missing", // the client secret is not available: the service was not contacted
]);
export type ConnectionState = z.infer<typeof connectionState>;

/** A workspace with its service, hosted or local. The secret is never part of it. */
export const workspace = z.object({
  id: z.string(),
  name: z.string(),
  kind: workspaceKind,
  /** The URL of a hosted workspace; "" for a local one, whose URL is known only while its service runs. */
  baseUrl: z.string(),
  clientId: z.string(),
  authScheme,
  /** The data folder of a local workspace; "" for a hosted one. */
  dataDir: z.string(),
  state: connectionState,
  /** The last connection error, or null. */
  problem: problem.nullable(),
  /** Whether its secret is stored permanently; false if no keychain is available. */
  isSecretPersistent: z.boolean(),
  /** The extensions of the interface that its service offers ("users", "glossary", "lines"…); none if hosted. */
  extensions: z.array(z.string()),
  /** The capabilities announced by its service; a capability without an entry is unknown. */
  capabilities: z.partialRecord(z.enum(capabilityNames), z.boolean()),
});
export type Workspace = z.infer<typeof workspace>;

/** A row of a gallery folder. A folder's path ends in "/". */
export const galleryEntry = z.object({
  path: z.string(),
  name: z.string(),
  isFolder: z.boolean(),
  /** The number of files below a folder, at any depth; 1 for a file. */
  fileCount: z.number(),
});
export type GalleryEntry = z.infer<typeof galleryEntry>;

/** Why a dropped file is skipped. */
export const skipReason = z.enum([
  "type", // neither audio nor video of the accepted formats
  "empty",
  "unreadable",
  "link", // a symbolic link to a target outside the dropped folder, or a cycle
  "special", // a socket, pipe or device
  "too-large", // larger than 10,000 parts of the maximum size
  "name", // a name that the gallery does not allow
  "duplicate", // another file of this drop has the same gallery path after normalisation
  "hidden", // hidden and system files: .DS_Store, Thumbs.db, ._x
  "already-queued", // the same file is already in the queue for the same path
]);
export type SkipReason = z.infer<typeof skipReason>;

/** The action for files whose gallery path exists. The user chooses once for all files of a plan. */
export const conflictChoice = z.enum(["skip", "replace", "rename"]);
export type ConflictChoice = z.infer<typeof conflictChoice>;

/** A file of a plan. */
export const planEntry = z.object({
  /** Position in the plan, from 0. */
  index: z.number(),
  /** The path below the dropped folder, "/" between segments. */
  relativePath: z.string(),
  /** The target path in the gallery; "" if the file is skipped. */
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
  /** The names of the dropped items, for the title. */
  roots: z.array(z.string()),
  counts: z.object({ new: z.number(), conflict: z.number(), skipped: z.number() }),
  /** The number of skipped files by reason. */
  skipped: z.record(z.string(), z.number()),
  /** The bytes of new files and of files in conflict. */
  newBytes: z.number(),
  conflictBytes: z.number(),
  /** The time of the last gallery sync; null if there was none, and conflicts may then be missing. */
  galleryReadAt: timestamp.nullable(),
  /** Why the gallery could not be read for this plan. An older state is used, so conflicts may be missing. */
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

/** Why a file is sent again from its beginning although parts were sent before. */
export const restartReason = z.enum([
  "file-rewritten", // the content of sent parts has changed, although size and modification time are the same
  "parts-unknown", // the file may have been rewritten, and sent parts have no checksum for a comparison
]);
export type RestartReason = z.infer<typeof restartReason>;

/** The upload of one file to the gallery. */
export const upload = z.object({
  id: z.number(),
  workspaceId: z.string(),
  /** The file name; the target is `galleryPath`. */
  name: z.string(),
  galleryPath: z.string(),
  /** The file on this computer. */
  sourcePath: z.string(),
  size: z.number(),
  state: uploadState,
  /** Confirmed bytes. Bytes in transit are reported by the event "uploadsProgressed". */
  sentBytes: z.number(),
  /** Confirmed parts and all parts; 0 for a single PUT. */
  doneParts: z.number(),
  partCount: z.number(),
  /** Why the upload failed, or why it waits while queued; null otherwise. */
  problem: problem.nullable(),
  /** The time of the next attempt after a failure. */
  nextTryAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  /** The reason of the last restart from the beginning; null for none. */
  restartReason: restartReason.nullable(),
  /** The storage's ETags are not checksums, so the stored bytes could not be verified. */
  isUnverified: z.boolean(),
});
export type Upload = z.infer<typeof upload>;

/** The filters of the upload list. */
export const uploadFilter = z.enum(["all", "active", "waiting", "paused", "failed", "done"]);
export type UploadFilter = z.infer<typeof uploadFilter>;

/** Counts and sizes of a workspace's upload queue. Cancelled uploads are not included. */
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
  /** Bytes per second over the last seconds; 0 if there is no data transfer. */
  speed: z.number(),
  /** Remaining seconds at this speed; null if unknown. */
  secondsLeft: z.number().nullable(),
  /** The user has paused the whole queue. */
  isPaused: z.boolean(),
  /** Why the queue of this workspace is suspended although uploads are waiting; null if it is not suspended. */
  suspension: problem.extend({ until: timestamp.nullable() }).nullable(),
});
export type UploadSummary = z.infer<typeof uploadSummary>;

/** The progress of an active upload: confirmed bytes and bytes in transit. The number never decreases. */
export const uploadProgress = z.object({
  id: z.number(),
  sentBytes: z.number(),
  speed: z.number(),
  secondsLeft: z.number().nullable(),
});
export type UploadProgress = z.infer<typeof uploadProgress>;

/** Settings of the upload queue. */
export const uploadSettings = z.object({
  /** The number of files that are uploaded at the same time. */
  parallelFiles: z.number().int().min(1).max(16),
  /** The number of concurrent PUT requests over all files. */
  parallelParts: z.number().int().min(1).max(16),
  /** Bytes per part; 0 selects a size by file size. */
  partSize: z.union([
    z.literal(0),
    z
      .number()
      .int()
      .min(5 * 1024 ** 2)
      .max(5 * 1024 ** 3),
  ]),
  /** Bytes per second over all requests; 0 for no limit. */
  bandwidthLimit: z.number().int().min(0),
});
export type UploadSettings = z.infer<typeof uploadSettings>;

/** The network settings for connections to services. */
export const networkSettings = z.object({
  /** The system's proxy, the proxy at `proxyUrl`, or a direct connection. */
  proxy: z.enum(["system", "manual", "none"]).default("system"),
  /** "http://proxy.example:3128", without a user name or password. Stored even if `proxy` is not "manual". */
  proxyUrl: z.string().max(2000).default(""),
});
export type NetworkSettings = z.infer<typeof networkSettings>;

export const theme = z.enum(["system", "light", "dark"]);
export type Theme = z.infer<typeof theme>;
/** The appearance of the window. "system", or 1 for the text size, selects the setting of the system. */
export const appearance = z.object({
  theme: theme.default("system"),
  contrast: z.enum(["system", "more"]).default("system"),
  motion: z.enum(["system", "reduced"]).default("system"),
  /** The scale of the whole window. */
  textSize: z.union(textSizes.map((size) => z.literal(size))).default(1),
});
export type Appearance = z.infer<typeof appearance>;

/** The language of the window. "system" is the desktop's language if it is translated, otherwise English. */
export const languageChoice = z.enum(["system", "en", "de"]);
export type LanguageChoice = z.infer<typeof languageChoice>;

/** The kinds of events that show a system notification while the window is not focused. */
export const notificationSettings = z.object({
  uploads: z.boolean().default(true),
  batches: z.boolean().default(true),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;
