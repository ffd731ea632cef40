/**
 * The extension "clones" of the service that this application has started: it copies a file of this computer into the
 * gallery, instead of receiving its bytes.
 */
import { AppError } from "../common/errors";
import { signClone } from "../common/clone-signature";
import type { Connection } from "./connection";
import { isLoopbackUrl } from "./routes";
import type { Http } from "./http";
import { clean, codeOfStatus, fromNetworkError } from "./http-errors";
import type { MediaFile } from "./media";
import { fieldsOf, number, text } from "./tolerant-parse";

/** A file on this computer; see `CloneGrant` for its identity. */
export interface ClonableFile extends MediaFile {
  sourcePath: string;
  /** Bytes. */
  size: number;
  mtimeNs: string;
  inode: string;
}

export interface Clones {
  /**
   * Copies the file; resolves when it is in the gallery. Repeating it copies nothing if the former response was lost.
   * Calls `onCopied` with the bytes copied so far, in total, several times a second. Rejects with "not-offered" if the
   * service does not have the extension.
   */
  clone(file: ClonableFile, onCopied: (bytes: number) => void, signal: AbortSignal): Promise<void>;
}

/** Milliseconds until a signed request may begin. */
const signatureLifeMs = 60_000;
/** Bytes of a line of the response, at most. */
const maxLineBytes = 64 * 1024;

export function createClones(http: Http, connection: () => Promise<Connection>): Clones {
  return {
    async clone(file, onCopied, signal) {
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
        path: "/local/clones",
        body: { ...grant, signature },
        // A restarted service has another key: the queue repeats the upload, which signs the request again.
        isRepeatable: false,
        signal,
      });
      try {
        await readResult(body, onCopied);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw fromNetworkError(error);
      } finally {
        // A copy that is not complete ends with the connection.
        body.destroy();
      }
    },
  };
}

/** Reads lines until the result. A response without a result is not a success. */
async function readResult(
  body: AsyncIterable<Uint8Array>,
  onCopied: (bytes: number) => void,
): Promise<void> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    if (rest.length > maxLineBytes)
      throw new AppError("unexpected-answer", "a line of the response is too long");
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (isResult(line, onCopied)) return;
  }
  throw new AppError("unreachable", "the response ended before its result");
}

/** Whether the line reports that the file is stored. Throws the failure that it reports. */
function isResult(line: string, onCopied: (bytes: number) => void): boolean {
  const fields = fieldsOf(parse(line));
  const state = text(fields?.["state"]);
  if (state === "failed") {
    const status = number(fields?.["status"], 0);
    const message = clean(text(fields?.["message"])) || `HTTP ${status}`;
    throw new AppError(codeOfStatus(status), message, { details: { status } });
  }
  if (state !== "copying" && state !== "stored")
    throw new AppError("unexpected-answer", "the response has an unexpected format (state)");
  onCopied(number(fields?.["copied"], 0));
  return state === "stored";
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new AppError("unexpected-answer", "the response is not JSON", { cause: error });
  }
}
