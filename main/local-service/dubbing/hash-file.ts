import { createFileHasher } from "../../common/file-hasher";

/** The size and the MD5 of a file, in hexadecimal; read in a thread. */
export async function hashFile(
  file: string,
  signal: AbortSignal,
): Promise<{ bytes: number; md5: string }> {
  const hasher = createFileHasher();
  try {
    const { size: bytes, md5 } = await hasher.hash(file, Number.MAX_SAFE_INTEGER, { signal });
    return { bytes, md5 };
  } finally {
    hasher.close();
  }
}
