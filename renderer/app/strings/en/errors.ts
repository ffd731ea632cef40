import type { ErrorCode } from "../../../../preload/model";

/** What happened, short enough for a row; and what the user can do, or what happens by itself. */
export interface ErrorText {
  sentence: string;
  wayOut: string;
}

/** Every code main may answer with. */
export const errors: Record<ErrorCode, ErrorText> = {
  offline: {
    sentence: "This computer is offline",
    wayOut: "It goes on by itself when the network is back.",
  },
  unreachable: {
    sentence: "The service does not answer",
    wayOut: "Check the address and the network. Dubyard keeps trying.",
  },
  timeout: {
    sentence: "The service took too long to answer",
    wayOut: "Dubyard tries again by itself.",
  },
  "token-refused": {
    sentence: "The service refuses the credentials",
    wayOut: "Replace the client ID and secret of this workspace.",
  },
  "secret-missing": {
    sentence: "The secret was kept only until Dubyard was quit",
    wayOut: "Enter it again.",
  },
  "secret-unreadable": {
    sentence: "The keychain does not release the secret",
    wayOut: "Unlock the keychain and try again, or enter the secret again.",
  },
  "request-refused": {
    sentence: "The service refused this request",
    wayOut: "The details show what it answered.",
  },
  "rate-limited": {
    sentence: "The service asks to slow down",
    wayOut: "It goes on by itself after the time the service asked for.",
  },
  "service-error": {
    sentence: "The service has a problem",
    wayOut: "Dubyard tries again by itself. If it lasts, ask your service.",
  },
  "service-full": {
    sentence: "No room is left at the service",
    wayOut: "Make room there, then retry.",
  },
  "invalid-input": {
    sentence: "This is not accepted",
    wayOut: "Check what was entered. The details name the reason.",
  },
  "not-found": {
    sentence: "This was not found",
    wayOut: "Refresh to see what exists.",
  },
  "unexpected-answer": {
    sentence: "The service gave an answer Dubyard does not understand",
    wayOut: "Try again. For a new workspace, check the base URL.",
  },
  "list-too-long": {
    sentence: "The list is longer than Dubyard shows: some of its rows are missing",
    wayOut: "Look for what is missing at the service itself.",
  },
  certificate: {
    sentence: "The service’s certificate is not trusted",
    wayOut: "Ask who runs the service. Dubyard does not connect without a valid certificate.",
  },
  "local-service-failed": {
    sentence: "The local workspace could not be started",
    wayOut: "Try again. If it lasts, copy the details for support.",
  },
  "folder-in-use": {
    sentence: "Another program has this data folder open",
    wayOut: "Close it, or choose another folder.",
  },
  "database-damaged": {
    sentence: "The workspace’s database is damaged",
    wayOut: "Restore the newest copy. The damaged file is kept beside it.",
  },
  "database-missing": {
    sentence: "The workspace’s database is missing from its folder",
    wayOut: "Restore the newest copy, or put the file back. Nothing in the folder was changed.",
  },
  "copy-restored": {
    sentence: "Restored from a copy: it may have been sent already",
    wayOut: "Check the project, then retry or remove it.",
  },
  "file-missing": {
    sentence: "The file is not where it was",
    wayOut: "Put it back or connect its disk, then retry.",
  },
  "file-unreadable": {
    sentence: "The file could not be read",
    wayOut: "Check its permissions and its disk, then retry.",
  },
  "file-changed": {
    sentence: "File changed while uploading",
    wayOut: "Start it again when nothing writes to it any more.",
  },
  "file-empty": {
    sentence: "The file is empty",
    wayOut: "Export it again, then retry.",
  },
  "path-not-approved": {
    sentence: "This file was not chosen in Dubyard",
    wayOut: "Choose the file again, or drop it on the window.",
  },
  "not-confirmed": {
    sentence: "Not confirmed",
    wayOut: "Try again and confirm the files or the address in the dialog.",
  },
  "disk-full": {
    sentence: "No room is left on this computer’s disk",
    wayOut: "Make room: Dubyard has to write down what is sent.",
  },
  "url-refused": {
    sentence: "The storage refused the upload",
    wayOut: "Retry. The details show what it answered.",
  },
  "upload-lost": {
    sentence: "The service no longer knows this upload",
    wayOut: "Retry: it starts from its beginning.",
  },
  "etag-mismatch": {
    sentence: "The storage did not confirm what was sent",
    wayOut: "Retry. The details show what it answered.",
  },
  "complete-refused": {
    sentence: "The service refused to put the parts together",
    wayOut: "Retry: it starts from its beginning.",
  },
  "gallery-unknown": {
    sentence: "The media gallery could not be read",
    wayOut: "The upload starts once it can, so that no file there is overwritten unseen.",
  },
  "path-taken": {
    sentence: "Now exists in the gallery",
    wayOut: "Replace the file there, keep both under different names, or skip this upload.",
  },
  unconfirmed: {
    sentence: "Sent, but not seen in the gallery",
    wayOut: "Refresh the media gallery; retry if it does not appear.",
  },
  "not-offered": {
    sentence: "The service does not offer this",
    wayOut: "It works in a local workspace.",
  },
  "unknown-call": {
    sentence: "This window does not fit the application",
    wayOut: "Quit Dubyard and start it again.",
  },
  "sender-refused": {
    sentence: "This window may not do that",
    wayOut: "Quit Dubyard and start it again.",
  },
  internal: {
    sentence: "Something unexpected went wrong",
    wayOut: "Try again. The log has the details.",
  },
};

/** Both in one line, for toasts and forms. A code from a newer main still gets a sentence. */
export function problemSentence(code: ErrorCode): string {
  const text = Object.hasOwn(errors, code) ? errors[code] : errors.internal;
  return `${text.sentence}. ${text.wayOut}`;
}
