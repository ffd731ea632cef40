/** Requests of the extension "clones", signed as by the application. */
import http from "node:http";
import { constants, copyFile, lstat, rm, writeFile } from "node:fs/promises";
import { signClone, type CloneGrant } from "../../main/common/clone-signature";
import type { LocalClient } from "./local-service";

export interface CloneLine {
  state: "copying" | "stored" | "comparing" | "compared" | "failed";
  copied?: number;
  compared?: number;
  isShared?: boolean;
  /** Of a comparison. */
  result?: string;
  status?: number;
  message?: string;
}

/** A request for a file as it is now. The default type is a video. */
export async function grantFor(sourcePath: string, fileName: string): Promise<CloneGrant> {
  const { size, mtimeNs, ino } = await lstat(sourcePath, { bigint: true });
  return {
    sourcePath,
    fileName,
    contentType: "video/mp4",
    size: Number(size),
    mtimeNs: String(mtimeNs),
    inode: String(ino),
    expiresAt: Date.now() + 60_000,
  };
}

/**
 * Signs and sends a request: for a clone, or for its comparison. `lines` is empty unless the status
 * is 200.
 */
export async function sendClone(
  client: LocalClient,
  key: Buffer,
  grant: CloneGrant,
  changes: Record<string, unknown> = {},
  path = "/local/clones",
) {
  const body = { ...grant, signature: signClone(key, grant), ...changes };
  const response = await client.post(path, body);
  const { status, text } = response;
  const lines =
    status === 200
      ? text
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as CloneLine)
      : [];
  return { status, text, lines, last: lines.at(-1) };
}

/**
 * Sends a request and resolves when some bytes are copied or compared, with the last line of its
 * response as a promise. Rejects if all are.
 */
export function beginClone(
  client: LocalClient,
  key: Buffer,
  grant: CloneGrant,
  path = "/local/clones",
): Promise<{ request: http.ClientRequest; last: Promise<CloneLine> }> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${client.baseUrl}${path}`, {
      method: "POST",
      headers: { Authorization: client.token, "Content-Type": "application/json" },
      agent: false,
    });
    request.once("error", reject);
    request.once("response", (response) => {
      let line: CloneLine = { state: "failed" };
      const last = new Promise<CloneLine>((done) => response.once("end", () => done(line)));
      response.on("error", () => undefined);
      response.on("data", (lines: Buffer) => {
        line = JSON.parse(lines.toString().trim().split("\n").at(-1) ?? "") as CloneLine;
        const { state, copied = 0, compared = 0 } = line;
        if (state !== "copying" && state !== "comparing")
          reject(new Error("the request ended before it could be interrupted"));
        else if (copied + compared > 0) resolve({ request, last });
      });
    });
    request.end(JSON.stringify({ ...grant, signature: signClone(key, grant) }));
  });
}

/** Whether the file system of a folder can share the blocks of files. */
export async function canReflink(folder: string): Promise<boolean> {
  const [from, to] = [`${folder}/reflink-from`, `${folder}/reflink-to`];
  await writeFile(from, "x".repeat(8192));
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    return false;
  } finally {
    await rm(from, { force: true });
    await rm(to, { force: true });
  }
}
