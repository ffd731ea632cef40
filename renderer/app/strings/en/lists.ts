import type { Rule } from "../../../../preload/facts/rules";

/** What every list of the service says of itself. */
export const lists = {
  asOf: (age: string) => `as of ${age}`,
  neverRead: "Not read yet",
  reading: "Reading…",
  group: "List",
  refresh: "Refresh",
  refreshList: (list: string) => `Refresh: ${list}`,
  refreshOffline: "This computer is offline",
  needsService: "This needs the service, which cannot be reached now",
  stale: (age: string) => `Shown as it was ${age}.`,
  noMatch: (search: string) => `Nothing matches “${search}”`,
  noMatchText: "Try fewer words.",
  failed: "This could not be read",
  offlineTitle: "Not read before",
  offlineText: "It will be here when the network is back.",
  sortUp: (column: string) => `Sort by ${column}, ascending`,
  sortDown: (column: string) => `Sort by ${column}, descending`,
};

/** What can be wrong with a file of this computer that a field names. */
type FileRule =
  | "not-media"
  | "not-a-script"
  | "not-in-gallery"
  | "file-missing"
  | "file-unreadable"
  | "file-empty"
  | "too-large";
/** What can be wrong with an address, a bucket, and the keys to it. */
type AddressRule =
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
type FormRule = "other-workspace" | "no-such-request" | "other-project";
/** What a field breaks, under the field: a rule of the interface, or one for files. */
export const rules: Record<Rule | FileRule | AddressRule | FormRule, string> = {
  required: "Needed",
  "too-long": "Too long",
  "control-character": "Holds a character that cannot be shown",
  "not-well-formed": "Holds a broken character",
  "not-a-location": "Neither a URL nor a path of the media gallery",
  "not-a-url": "Not a URL: it must begin with https:// or http://",
  "not-http": "Only http and https addresses can be fetched",
  "user-in-url": "An address must hold no user name or password",
  "not-applicable": "Does not apply to this type of project",
  "out-of-range": "Out of range",
  "not-a-language": "Not a language of the service",
  "not-an-email": "Not an e-mail address",
  "not-of-project": "Not a language of this project",
  doubled: "Named twice",
  "no-text-in-language": "The script has no text in this language",
  "other-workspace":
    "These credentials are of another workspace: none of this one’s projects is there. Add it as a new workspace",
  "no-such-request": "The service has no bulk request with this ID",
  "other-project": "None of the batches of this request is in this project",
  "not-media": "The service takes no media files of this kind",
  "not-a-script": "Not a kind of file that scripts are read from",
  "not-in-gallery": "The media gallery has no such file",
  "file-missing": "The file is not there",
  "file-unreadable": "The file cannot be read",
  "file-empty": "The file is empty",
  "too-large": "The file is too large",
  "not-secure": "Must begin with https://; http:// is for this computer only",
  "query-in-url": "An address must hold no query: the part after “?” or “#”",
  "not-a-bucket": "Not the name of a bucket: letters, digits, dots and hyphens",
  "needs-path-style": "This bucket needs its name in the path",
  "not-a-region": "Not a region; most look like eu-central-1, and some services say auto",
  "not-a-prefix": "Each part between slashes needs a name, without backslashes",
  "unknown-key": "The storage service does not know this access key",
  "wrong-secret": "The secret does not belong to this access key",
  "key-refused": "This access key may not do that in the bucket",
  "no-such-bucket": "There is no bucket of this name",
  "bucket-elsewhere": "The bucket is somewhere else",
};
