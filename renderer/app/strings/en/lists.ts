import type { ExternalEngineRule } from "../../../../preload/facts/external-engines";
import type { Rule } from "../../../../preload/facts/rules";
import type { WatchFolderRule } from "../../../../preload/facts/watch-folders";

/** Texts shared by all lists of a service. */
export const lists = {
  asOf: (age: string) => `as of ${age}`,
  neverRead: "Not read yet",
  reading: "Reading…",
  group: "List",
  refresh: "Refresh",
  refreshList: (list: string) => `Refresh: ${list}`,
  refreshOffline: "This computer is offline",
  needsService: "Requires the service, which is not reachable",
  stale: (age: string) => `Showing data from ${age}.`,
  noMatch: (search: string) => `Nothing matches “${search}”`,
  noMatchText: "Try fewer words.",
  failed: "This could not be read",
  offlineTitle: "Not available offline",
  offlineText: "Loaded when the network is back.",
  sortUp: (column: string) => `Sort by ${column}, ascending`,
  sortDown: (column: string) => `Sort by ${column}, descending`,
};

/** Problems of a file on this computer that a field refers to. */
type FileRule =
  | "not-media"
  | "not-a-script"
  | "not-in-gallery"
  | "file-missing"
  | "drive-missing"
  | "file-unreadable"
  | "file-denied"
  | "file-locked"
  | "file-changed"
  | "file-empty"
  | "too-large"
  | "script-errors"
  | "separator-needed";
/** Problems of a URL, a bucket and its access key. */
type UrlRule =
  | "not-secure"
  | "query-in-url"
  | "not-a-bucket"
  | "needs-path-style"
  | "not-a-region"
  | "not-a-prefix"
  | "unknown-key"
  | "wrong-secret"
  | "key-refused"
  | "no-such-bucket"
  | "bucket-elsewhere";
/** Rules of single forms. */
type FormRule =
  | "not-an-invitation"
  | "invitation-refused"
  | "other-workspace"
  | "no-such-request"
  | "other-project"
  | "incomplete-date";
export type RuleName = Rule | FileRule | UrlRule | FormRule | WatchFolderRule | ExternalEngineRule;
/** The message below a field for each rule it violates. */
export const rules: Record<RuleName, string> = {
  required: "Required",
  "too-long": "Too long",
  "control-character": "Contains a control character",
  "not-well-formed": "Contains an invalid character",
  "not-a-location": "Neither a URL nor a path in the media gallery",
  "not-a-url": "Not a URL: it must begin with https:// or http://",
  "not-http": "Only http and https URLs can be fetched",
  "user-in-url": "The URL must not contain a user name or password",
  "not-applicable": "Does not apply to this type of project",
  "out-of-range": "Out of range",
  "not-a-language": "Not a language of the service",
  "not-an-email": "Not an e-mail address",
  "not-of-project": "Not a language of this project",
  duplicate: "Listed twice",
  colon: "A user name cannot contain a colon",
  "same-as-video": "This is the video itself: its sound has the original voices",
  "no-text-in-language": "The script has no text in this language",
  "not-an-invitation": "Not the link of an invitation. It ends with “/join#” and a code",
  "invitation-refused":
    "The service does not accept this invitation: it is wrong, was used, or has expired. Ask for a new one",
  "other-workspace":
    "These credentials belong to another workspace: it contains none of this workspace’s projects. Add it as a new workspace",
  "no-such-request": "The service has no bulk request with this ID",
  "other-project": "None of the batches of this request is in this project",
  "incomplete-date": "The date is incomplete and was not saved",
  "not-media": "The service does not accept this type of media file",
  "not-a-script":
    "Not a script: .xlsx, .ods, .csv, .srt, .vtt, .ass, .ttml, .sbv, .stl, .docx, .txt and .pdf are possible",
  "not-in-gallery": "Not in the media gallery",
  "file-missing": "The file does not exist",
  "drive-missing": "The disk of the file is not connected",
  "file-unreadable": "The file cannot be read",
  "file-denied": "You have no permission to read the file",
  "file-locked": "Another program has locked the file",
  "file-changed": "File changed while uploading",
  "file-empty": "The file is empty",
  "too-large": "The file is too large",
  "script-errors":
    "The script contains errors. This service needs it in another format, in which lines would be missing: correct the errors first",
  "separator-needed":
    "This service takes subtitles as .srt, which needs a speaker separator for the characters: enter one, such as “:”",
  "not-secure": "Must begin with https://; http:// is for this computer only",
  "query-in-url": "The URL must not contain a query (the part after “?” or “#”)",
  "not-a-bucket": "Not the name of a bucket: letters, digits, dots and hyphens",
  "needs-path-style": "This bucket requires path-style URLs",
  "not-a-region": "Not a region; most look like eu-central-1, and some services use auto",
  "not-a-prefix": "Each part between slashes needs a name, without backslashes",
  "unknown-key": "Unknown access key",
  "wrong-secret": "The secret does not belong to this access key",
  "key-refused": "This access key has no permission for the bucket",
  "no-such-bucket": "No bucket with this name",
  "bucket-elsewhere": "The bucket is in another region",
  "folder-watched": "This folder is already watched for the same target folder",
  "folder-of-workspace": "The folder contains the media of a local workspace, or is inside of it",
  "pattern-empty": "Empty pattern",
  "pattern-too-long": "This pattern is too long",
  "too-many-patterns": "Too many patterns: at most 50",
  "too-many-wildcards": "At most three “*” and two “{…}” are possible between two slashes",
  "unmatched-braces": "Each “{” needs a “}” before the next slash",
  "needs-file": "Must contain {file}",
  "voice-exists": "Another voice has this name",
  "too-many-arguments": "Too many arguments: at most 100",
};
