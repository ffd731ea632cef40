/** The codes of errors as plain data: threads that send files read them without the schemas. */

/** The codes of all expected errors. The texts for the user are in the renderer's strings. */
export const errorCodes = [
  // the service and the connection to it
  "offline", // this computer has no network
  "unreachable", // no connection to the service (refused, name not found, reset)
  "timeout", // the service did not respond in time
  // 401 after a refresh and a new token, or 403 for every call: the user must change the
  // credentials
  "token-refused",
  // the client secret was in memory only and is lost after a restart: no service was contacted
  "secret-missing",
  // the client secret cannot be read from the keychain: no service was contacted
  "secret-unreadable",
  "request-refused", // 403 for this request, while others with the same token succeed
  "rate-limited", // 429
  "service-error", // 5xx
  "service-full", // 507: the service has no storage space left
  "invalid-input", // 400, or input that violates the contract
  "not-found", // 404
  "unexpected-answer", // the body of a response has an unknown format
  "list-too-long", // a list exceeds the cache limit; items beyond the limit are omitted
  "not-offered", // the service does not have this extension
  "certificate", // TLS certificate rejected
  "proxy-credentials", // 407: the proxy requires a user name and password, or rejects them
  "proxy-failed", // the proxy does not respond, or cannot connect to the service
  // the local workspace
  "local-service-failed", // its process could not be started
  "folder-holds-workspace", // a folder for new data is, or is inside of, that of a workspace
  "folder-in-use", // another process has this data folder open
  "move-runs", // another program moves this workspace
  "database-damaged", // SQLite reports a database as damaged; a copy of it may be restored
  "rows-invalid", // a workspace from elsewhere has rows with values that no row has
  "database-missing", // a workspace's database is missing, but its media or key exist
  // pending requests
  // restored from a copy of the database: the request may have been sent after the copy was made
  "copy-restored",
  "unconfirmed", // the request may have been sent, and its result is not known yet
  // files
  "file-missing",
  "drive-missing", // the file was on a disk or network drive that is not connected
  "file-unreadable", // the disk reports an error
  "file-denied", // no permission to read it
  "file-unwritable", // a file that the application makes cannot be written at its path
  "file-locked", // another program has it open
  "file-in-cloud", // a placeholder whose content could not be downloaded
  "file-changed",
  "file-growing", // another program is writing to it
  "file-replaced", // another file has its name
  "file-truncated", // shorter than when it was queued
  "file-empty",
  "path-not-approved", // a path that the user has not chosen in this application
  "not-confirmed", // the user did not confirm files or an address in the native dialog
  "forbidden-by-policy", // the administrator of this computer does not allow it
  "disk-full", // no disk space for the application's database
  // uploads
  "url-refused", // 403 for a new pre-signed URL
  "upload-lost", // the upload id no longer exists at the service
  "etag-mismatch", // the ETag or Content-MD5 did not match the sent bytes in two attempts
  "copy-differs", // the copy of a local workspace does not have the bytes of its file
  "complete-refused", // the service rejects the request to assemble the parts
  "gallery-unknown", // the gallery could not be read, so it is unknown whether the path is free
  "path-taken", // a file was created at this gallery path after the upload was planned
  // the application
  "unknown-call",
  "sender-refused",
  "internal",
] as const;
export type ErrorCode = (typeof errorCodes)[number];
