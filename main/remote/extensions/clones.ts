/**
 * The extension "clones" of the service that this application has started: it copies a file of this computer into the
 * gallery, instead of receiving its bytes.
 */
import { AppError } from "../../common/errors";
import { signClone } from "../../common/clone-signature";
import type { Connection } from "../connection";
import { isLoopbackUrl } from "../http/routes";
import type { Http } from "../http/http";
import { clean, codeOfStatus, fromNetworkError } from "../http/http-errors";
import type { MediaFile } from "../media";
import { fieldsOf, number, text } from "../http/tolerant-parse";

/** A file on this computer; see `CloneGrant` for its identity. */
export interface ClonableFile extends MediaFile {
  sourcePath: string;
  /** Bytes. */
  size: number;
  mtimeNs: string;
  inode: string;
}

export type Comparison = "same" | "differs" | "changed";

export interface Clones {
  /**
   * Copies the file; resolves when it is in the gallery. `isShared`: the copy has the same blocks, so that it cannot
   * differ. Repeating it copies nothing if the former response was lost. Calls `onCopied` with the bytes copied so far, in
   * total, several times a second. Rejects with "not-offered" if the service does not have the extension.
   */
  clone(
    file: ClonableFile,
    onCopied: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<{ isShared: boolean }>;
  /**
   * Has the service compare its copy with the file by hashes. "changed": one of them is another file now. Rejects like
   * `clone`.
   */
  compare(file: ClonableFile, signal: AbortSignal): Promise<Comparison>;
}

/** Milliseconds until a signed request may begin. */
const signatureLifeMs = 60_000;
/** Bytes of a line of the response, at most. */
const maxLineBytes = 64 * 1024;

export function createClones(http: Http, connection: () => Promise<Connection>): Clones {
  /** Sends a signed request, and resolves with the last line of its response. */
  async function request(
    requestPath: string,
    file: ClonableFile,
    readLine: (line: Line) => Line | null,
    signal: AbortSignal,
  ): Promise<Line> {
    const { baseUrl, cloneKey } = await connection();
    // SECURITY: paths of this computer are sent to this computer only.
    if (cloneKey === undefined || !isLoopbackUrl(baseUrl))
      throw new AppError("not-offered", 'the service does not offer "clones"');
    const { sourcePath, fileName, contentType, size, mtimeNs, inode } = file;
    const expiresAt = Date.now() + signatureLifeMs;
    const grant = { sourcePath, fileName, contentType, size, mtimeNs, inode, expiresAt };
    const signature = signClone(Buffer.from(cloneKey, "base64url"), grant);
    const body = await http.stream({
      method: "POST",
      path: requestPath,
      body: { ...grant, signature },
      // A restarted service has another key: the queue repeats the upload, which signs the request again.
      isRepeatable: false,
      signal,
    });
    try {
      return await readResult(body, readLine);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw fromNetworkError(error);
    } finally {
      // A copy that is not complete ends with the connection.
      body.destroy();
    }
  }

  return {
    async clone(file, onCopied, signal) {
      const readLine = (line: Line) => {
        const isStored = isState(line, "copying", "stored");
        onCopied(number(line["copied"], 0));
        return isStored ? line : null;
      };
      const last = await request("/local/clones", file, readLine, signal);
      return { isShared: last["isShared"] === true };
    },
    async compare(file, signal) {
      const readLine = (line: Line) => (isState(line, "comparing", "compared") ? line : null);
      const last = await request("/local/clones/comparisons", file, readLine, signal);
      const result = comparisons.find((known) => known === last["result"]);
      if (result === undefined) throw unexpected("result");
      return result;
    },
  };
}

type Line = Record<string, unknown>;
const comparisons: readonly Comparison[] = ["same", "differs", "changed"];

const unexpected = (field: string) =>
  new AppError("unexpected-answer", `the response has an unexpected format (${field})`);

/** Whether the line has the last state. Throws the failure that it reports. */
function isState(line: Line, progress: string, last: string): boolean {
  const state = text(line["state"]);
  if (state === "failed") {
    const status = number(line["status"], 0);
    const message = clean(text(line["message"])) || `HTTP ${status}`;
    throw new AppError(codeOfStatus(status), message, { details: { status } });
  }
  if (state !== progress && state !== last) throw unexpected("state");
  return state === last;
}

/** Reads lines until `readLine` returns one. A response without a result is not a success. */
async function readResult(
  body: AsyncIterable<Uint8Array>,
  readLine: (line: Line) => Line | null,
): Promise<Line> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    if (rest.length > maxLineBytes)
      throw new AppError("unexpected-answer", "a line of the response is too long");
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const last = readLine(fieldsOf(parse(line)) ?? {});
      if (last !== null) return last;
    }
  }
  throw new AppError("unreachable", "the response ended before its result");
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new AppError("unexpected-answer", "the response is not JSON", { cause: error });
  }
}
