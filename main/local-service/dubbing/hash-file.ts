import type { ObjectStore } from "../objects/port";

/** The size and the MD5 of an object, in hexadecimal; read in a thread. */
export async function hashFile(
  objects: ObjectStore,
  location: string,
  signal: AbortSignal,
): Promise<{ bytes: number; md5: string }> {
  const bytes = (await objects.sizeAt(location)) ?? 0;
  const { md5 } = await objects.hash(location, bytes, { signal });
  return { bytes, md5 };
}
