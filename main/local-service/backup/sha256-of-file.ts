import { createFileHasher } from "../../common/file-hasher";

/** The SHA-256 of a file, in hexadecimal digits. */
export async function sha256OfFile(file: string, signal: AbortSignal): Promise<string> {
  const hasher = createFileHasher();
  try {
    return (await hasher.hash(file, Number.MAX_SAFE_INTEGER, { signal })).sha256;
  } finally {
    hasher.close();
  }
}
