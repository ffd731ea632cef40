import type { ErrorCode } from "../../../../preload/model";

export interface ErrorText {
  /** What happened, short enough for a row. */
  sentence: string;
  /** What the user can do, or what happens automatically. */
  remedy: string;
  /** The remedy after a call that Dubyard does not repeat. Default: `remedy`. */
  once?: string;
}

/** A text for every error code of the main process. */
export const errors: Record<ErrorCode, ErrorText> = {
  offline: {
    sentence: "This computer is offline",
    remedy: "Continues automatically when the network is back.",
    once: "Try again when the network is back.",
  },
  unreachable: {
    sentence: "The service is not responding",
    remedy: "Check the address and the network. Dubyard keeps trying.",
    once: "Check the address and the network, then try again.",
  },
  timeout: {
    sentence: "The service took too long to respond",
    remedy: "Dubyard tries again automatically.",
    once: "Try again.",
  },
  "token-refused": {
    sentence: "The service refuses the credentials",
    remedy: "Replace the client ID and secret of this workspace.",
  },
  "secret-missing": {
    sentence: "The secret was not saved when Dubyard quit",
    remedy: "Enter it again.",
  },
  "secret-unreadable": {
    sentence: "The secret could not be read from the keychain",
    remedy: "Unlock the keychain and try again, or enter the secret again.",
  },
  "request-refused": {
    sentence: "The service refused this request",
    remedy: "Check the input, or ask the operator of the service.",
  },
  "rate-limited": {
    sentence: "The service limits the number of requests",
    remedy: "Continues automatically after the time the service requested.",
    once: "Try again later.",
  },
  "service-error": {
    sentence: "The service reported an error",
    remedy:
      "Dubyard tries again automatically. If the problem persists, contact the operator of the service.",
    once: "Try again later. If the problem persists, contact the operator of the service.",
  },
  "service-full": {
    sentence: "The service is out of storage space",
    remedy: "Free up space there, then retry.",
  },
  "invalid-input": {
    sentence: "The input is not valid",
    remedy: "Check your input.",
  },
  "not-found": {
    sentence: "Not found",
    remedy: "Refresh to see the current state.",
  },
  "unexpected-answer": {
    sentence: "Unexpected response from the service",
    remedy: "Try again. For a new workspace, check the base URL.",
  },
  "list-too-long": {
    sentence: "The list is too long to be shown completely",
    remedy: "Find the missing rows at the service.",
  },
  certificate: {
    sentence: "The service’s certificate is not trusted",
    remedy:
      "Check the clock of this computer. If your network inspects connections, add its certificate authority in the settings, section Network. Otherwise contact the operator of the service.",
  },
  "proxy-credentials": {
    sentence: "The proxy requires a valid user name and password",
    remedy: "Enter them in the settings, section Network.",
  },
  "proxy-failed": {
    sentence: "No connection through the proxy",
    remedy: "Check the proxy in the settings, section Network. Dubyard keeps trying.",
    once: "Check the proxy in the settings, section Network, then try again.",
  },
  "local-service-failed": {
    sentence: "The local workspace could not be started",
    remedy: "Try again. The log has the details.",
  },
  "folder-holds-workspace": {
    sentence: "This folder belongs to a workspace",
    remedy: "Choose an empty folder. “Add workspace” opens the workspace that is in it.",
  },
  "folder-in-use": {
    sentence: "Another program is using this data folder",
    remedy: "Close it, or choose another folder.",
  },
  "move-runs": {
    sentence: "Another program is moving this workspace now",
    remedy:
      "Let it end, or stop it there. If it was ended without a report, it can be continued here after two minutes.",
  },
  "database-damaged": {
    sentence: "The workspace’s database is damaged",
    remedy: "Restore the newest copy. The damaged file is kept beside it.",
  },
  "rows-invalid": {
    sentence: "The workspace has rows with invalid values, and may have been changed elsewhere",
    remedy:
      "Nothing was changed. Open it anyway only if you trust its origin: what such rows belong to may not be shown.",
  },
  "database-missing": {
    sentence: "The workspace’s database is missing from its folder",
    remedy: "Restore the newest copy, or put the file back. Nothing in the folder was changed.",
  },
  "copy-restored": {
    sentence: "Restored from a copy: may already have been sent",
    remedy: "Check the project, then retry or remove it.",
  },
  "file-missing": {
    sentence: "The file was moved or deleted",
    remedy: "Continues automatically when it is back at its path.",
    once: "Put it back at its path, or choose another one.",
  },
  "drive-missing": {
    sentence: "The disk of the file is not connected",
    remedy: "Connect the disk or network drive. Continues automatically then.",
    once: "Connect the disk or network drive, then try again.",
  },
  "file-unreadable": {
    sentence: "The file could not be read",
    remedy: "Check its disk for errors, then retry.",
  },
  "file-denied": {
    sentence: "You have no permission to read the file",
    remedy: "Change its permissions. Continues automatically then.",
    once: "Change its permissions, then try again.",
  },
  "file-unwritable": {
    sentence: "The file could not be written",
    remedy: "Choose another name or folder, or check its permissions and its disk. Then try again.",
  },
  "file-locked": {
    sentence: "Another program has locked the file",
    remedy: "Close it there. Dubyard tries again automatically.",
    once: "Close it there, then try again.",
  },
  "file-in-cloud": {
    sentence: "The file is only in the cloud",
    remedy: "Have its cloud program download it. Continues automatically then.",
    once: "Have its cloud program download it, then try again.",
  },
  "file-changed": {
    sentence: "File changed while uploading",
    remedy: "Start again when no program is writing to it.",
  },
  "file-growing": {
    sentence: "Still being written",
    remedy: "Sent automatically once the file stops changing.",
    once: "Try again once the file stops changing.",
  },
  "file-replaced": {
    sentence: "Replaced by another file",
    remedy: "The new file is sent automatically once it stops changing.",
    once: "Try again once the file stops changing.",
  },
  "file-truncated": {
    sentence: "The file became shorter",
    remedy: "Check that it is complete, then retry to send it as it is now.",
  },
  "file-empty": {
    sentence: "The file is empty",
    remedy: "Export it again, then retry.",
  },
  "path-not-approved": {
    sentence: "This file was not chosen in Dubyard",
    remedy: "Choose the file again, or drop it on the window.",
  },
  "forbidden-by-policy": {
    sentence: "Not allowed by the administrator of this computer",
    remedy: "Ask your administrator to allow it.",
  },
  "not-confirmed": {
    sentence: "Not confirmed",
    remedy: "Try again and confirm the files or the address in the dialog.",
  },
  "disk-full": {
    sentence: "This computer’s disk is full",
    remedy: "Free up space: Dubyard must record what has been sent.",
  },
  "url-refused": {
    sentence: "The storage refused the upload",
    remedy: "Retry. If it fails again, ask the operator of the storage.",
  },
  "upload-lost": {
    sentence: "This upload no longer exists at the service",
    remedy: "Retry: the upload starts from the beginning.",
  },
  "etag-mismatch": {
    sentence: "The storage did not confirm the data that was sent",
    remedy: "Retry. If it fails again, ask the operator of the storage.",
  },
  "copy-differs": {
    sentence: "The copy in the gallery differs from the file",
    remedy: "Retry: the file is copied again.",
  },
  "complete-refused": {
    sentence: "The service refused to assemble the parts",
    remedy: "Retry: the upload starts from the beginning.",
  },
  "gallery-unknown": {
    sentence: "The media gallery could not be read",
    remedy:
      "The upload starts once the gallery can be read, so that no file is overwritten unnoticed.",
  },
  "path-taken": {
    sentence: "Now exists in the gallery",
    remedy: "Replace the file there, keep both under different names, or skip this upload.",
  },
  unconfirmed: {
    sentence: "Sent, but not found in the gallery",
    remedy: "Refresh the media gallery; retry if it does not appear.",
  },
  "not-offered": {
    sentence: "The service does not offer this",
    remedy: "Available in a local workspace.",
  },
  "unknown-call": {
    sentence: "This window does not match the application’s version",
    remedy: "Restart Dubyard.",
  },
  "sender-refused": {
    sentence: "This window is not allowed to do that",
    remedy: "Restart Dubyard.",
  },
  internal: {
    sentence: "Something unexpected went wrong",
    remedy: "Try again. The log has the details.",
  },
};

/** Both parts in one line. An unknown code reads as `internal`. */
export function problemSentence(code: ErrorCode, isRepeated: boolean): string {
  const text = Object.hasOwn(errors, code) ? errors[code] : errors.internal;
  return `${text.sentence}. ${isRepeated ? text.remedy : (text.once ?? text.remedy)}`;
}
