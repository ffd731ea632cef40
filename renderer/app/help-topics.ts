/**
 * Which part of the guide describes what is shown: one table each for errors, empty lists and
 * screens.
 */
import type { ErrorCode } from "../../preload/facts/error-codes";
import type { HelpTopic } from "../../preload/facts/help-topics";
import type { Screen } from "./routes";

export interface HelpTarget {
  topic: HelpTopic;
  /** The anchor of a heading, as in the English guide. */
  section?: string;
}

const problem = (section: string): HelpTarget => ({ topic: "troubleshooting", section });
const connection = problem("no-connection");
const network = problem("certificates-and-proxies");
const credentials = problem("credentials-are-refused");
const service = problem("the-service-reports-an-error");
const local = problem("the-local-workspace-does-not-start");
const file = problem("a-file-cannot-be-uploaded");
const space = problem("a-disk-is-full");
const report = problem("report-a-problem");
const lost: HelpTarget = { topic: "offline", section: "lost-responses" };

/**
 * The help for each error; null for errors whose own text says all. A code without an entry is a
 * compile error.
 */
export const errorTopics: Record<ErrorCode, HelpTarget | null> = {
  offline: { topic: "offline" },
  unreachable: connection,
  timeout: connection,
  "token-refused": credentials,
  "secret-missing": credentials,
  "secret-unreadable": credentials,
  "request-refused": credentials,
  "rate-limited": service,
  "service-error": service,
  "service-full": space,
  "invalid-input": null,
  "not-found": null,
  "unexpected-answer": connection,
  "list-too-long": null,
  "not-offered": null,
  certificate: network,
  "proxy-credentials": network,
  "proxy-failed": network,
  "local-service-failed": local,
  "folder-holds-workspace": null,
  "folder-in-use": local,
  "move-runs": null,
  "database-damaged": local,
  "database-missing": local,
  "rows-invalid": local,
  "copy-restored": lost,
  unconfirmed: lost,
  "file-missing": file,
  "drive-missing": file,
  "file-unreadable": file,
  "file-denied": file,
  "file-unwritable": null,
  "file-locked": file,
  "file-in-cloud": file,
  "file-changed": file,
  "file-growing": file,
  "file-replaced": file,
  "file-truncated": file,
  "file-empty": file,
  "path-not-approved": null,
  "not-confirmed": null,
  "forbidden-by-policy": null,
  "disk-full": space,
  "url-refused": service,
  "upload-lost": service,
  "etag-mismatch": file,
  "copy-differs": file,
  "complete-refused": service,
  "gallery-unknown": connection,
  "path-taken": { topic: "uploads", section: "the-plan" },
  "unknown-call": report,
  "sender-refused": report,
  internal: report,
};

/** The help for empty lists, and for parts of screens that need an explanation. */
export const emptyTopics = {
  projects: { topic: "start", section: "your-first-project" },
  overview: { topic: "start" },
  media: { topic: "uploads" },
  uploads: { topic: "uploads" },
  watchFolders: { topic: "uploads", section: "watch-folders" },
  batches: { topic: "scripts" },
  scriptProblems: problem("problems-in-a-script"),
  plan: { topic: "uploads", section: "accepted-formats" },
  bulk: { topic: "scripts", section: "many-batches-at-once" },
  casting: { topic: "casting" },
  voices: { topic: "casting", section: "more-voices" },
  glossary: { topic: "casting", section: "pronunciation" },
  lines: { topic: "scripts", section: "formats-of-scripts" },
  review: { topic: "review" },
  delivery: { topic: "delivery" },
  outbox: { topic: "offline", section: "the-outbox" },
  offline: { topic: "offline" },
} as const satisfies Record<string, HelpTarget>;

/** The topic that F1 opens on each screen. A screen without one is a compile error. */
export const screenTopics: Record<Screen, HelpTopic> = {
  overview: "start",
  projects: "start",
  project: "casting",
  "new-batch": "scripts",
  bulk: "scripts",
  batch: "dubbing",
  "pending-batch": "scripts",
  review: "review",
  delivery: "delivery",
  media: "uploads",
  uploads: "uploads",
  "watch-folders": "uploads",
  outbox: "offline",
  voices: "casting",
  users: "start",
  settings: "troubleshooting",
  help: "start",
};
