/** The certificate authorities that the administrator of the computer has set. */
import { readSmallFile } from "../../common/files";
import type { Log } from "../../common/log";
import { readAuthorities } from "./certificates";

/** The largest file of authorities that is read. */
export const maxAuthorityBytes = 1024 ** 2;

export interface ManagedAuthorities {
  /** As PEM, with a line break at the end; "" for none. */
  pem: string;
  subjects: string[];
}

/**
 * The authorities of a file; none for null. Without a usable file there are none, so that
 * connections that need them fail; the log says so.
 */
export function readManagedAuthorities(
  file: string | null,
  { now, log }: { now: () => number; log: Pick<Log, "warn"> },
): ManagedAuthorities {
  const none = { pem: "", subjects: [] };
  if (file === null) return none;
  try {
    const read = readAuthorities(readSmallFile(file, maxAuthorityBytes), now());
    if ("fault" in read) throw new Error(read.fault);
    const pem = read.pem.endsWith("\n") ? read.pem : `${read.pem}\n`;
    return { pem, subjects: read.authorities.map(({ subject }) => subject) };
  } catch (error) {
    log.warn("authorities: the file of the administrator cannot be used", error);
    return none;
  }
}
