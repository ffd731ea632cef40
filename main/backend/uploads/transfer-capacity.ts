/** How many files are active at the same time. */
import { singlePutLimit } from "./transfer/parts";
import type { UploadRow } from "./store/upload-rows";

/** As many files are active at least, if there are so many requests. */
const minFiles = 4;
/**
 * Active files beyond the number of requests, at most: they are checked and signed while the others
 * are sent.
 */
const maxSpareFiles = 16;
/**
 * The same while all active files are brief: checking, storing and signing them takes longer than
 * their requests.
 */
const maxSpareBriefFiles = 64;
/** The requests of files of at most this many bytes are brief. */
const briefBytes = 1024 ** 2;

export interface SentFile {
  row: Pick<UploadRow, "workspaceId" | "size">;
  /** The complete file is at the service, and its result is being stored. */
  isSent: boolean;
}

/**
 * Whether another file of a workspace may be started: its `active` ones do not use all requests,
 * or are so few that a small file would wait for a large one. Few files are started before
 * others are complete. Those of other workspaces are not counted: a service without a response
 * must not prevent the uploads to another one.
 */
export function hasCapacity(
  active: Iterable<SentFile>,
  workspaceId: string,
  { requests, maxConnections }: { requests: number; maxConnections: number },
): boolean {
  let files = 0;
  let used = 0;
  let isBrief = true;
  for (const { row, isSent } of active) {
    if (isSent || row.workspaceId !== workspaceId) continue;
    files += 1;
    used += row.size > singlePutLimit ? requests : 1;
    isBrief &&= row.size <= briefBytes;
  }
  // After an overload there may be one request; the number grows again only while another file
  // waits for it.
  let spare = isBrief ? maxSpareBriefFiles : Math.min(maxSpareFiles, requests);
  if (maxConnections === 1) spare = 0;
  return files < Math.min(minFiles, requests) || used < requests + spare;
}
