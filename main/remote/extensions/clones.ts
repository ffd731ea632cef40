/**
 * The extension "clones" of the service that this application has started: it copies a file of this
 * computer into the gallery, instead of receiving its bytes.
 */
import type { z } from "zod";
import { cloneLine, comparisonLine, type Comparison } from "../../../preload/local-service/clones";
import { AppError } from "../../common/errors";
import { signClone } from "../../common/clone-signature";
import type { Connection } from "../connection";
import type { Http } from "../http/http";
import { codeOfStatus, fromNetworkError } from "../http/http-errors";
import type { MediaFile } from "../media";
import { local, readForm } from "./read-form";
import { requireSigner } from "./signer";

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
   * Copies the file; resolves when it is in the gallery. `isShared`: the copy has the same blocks,
   * so that it cannot differ. Repeating it copies nothing if the former response was lost. Calls
   * `onCopied` with the bytes copied so far, in total, several times a second. Rejects with
   * "not-offered" if the service does not have the extension.
   */
  clone(
    file: ClonableFile,
    onCopied: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<{ isShared: boolean }>;
  /**
   * Has the service compare its copy with the file by hashes. Rejects like `clone`.
   */
  compare(file: ClonableFile, signal: AbortSignal): Promise<Comparison>;
}

/** Bytes of a line of the response, at most. */
const maxLineBytes = 64 * 1024;

type Line = z.infer<typeof cloneLine> | z.infer<typeof comparisonLine>;
type Failed = Extract<Line, { state: "failed" }>;

export function createClones(http: Http, connection: () => Promise<Connection>): Clones {
  /** Sends a signed request. Yields the lines of its response, and throws the failure in one. */
  async function* request<Sent extends Line>(
    path: string,
    file: ClonableFile,
    form: z.ZodType<Sent>,
    signal: AbortSignal,
  ): AsyncGenerator<Exclude<Sent, Failed>> {
    const { key, expiresAt } = await requireSigner(connection);
    const { sourcePath, fileName, contentType, size, mtimeNs, inode } = file;
    const grant = { sourcePath, fileName, contentType, size, mtimeNs, inode, expiresAt };
    const body = await http.stream({
      method: "POST",
      path,
      body: { ...grant, signature: signClone(key, grant) },
      // A restarted service has another key: the queue repeats the upload, which signs the request
      // again.
      isRepeatable: false,
      signal,
    });
    try {
      for await (const text of linesOf(body)) {
        const line = readForm(form, parse(text));
        if (line.state === "failed") throw failureOf(line);
        yield line as Exclude<Sent, Failed>;
      }
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
      for await (const line of request(`${local}/clones`, file, cloneLine, signal)) {
        onCopied(line.copied);
        if (line.state === "stored") return { isShared: line.isShared };
      }
      throw withoutResult();
    },
    async compare(file, signal) {
      const path = `${local}/clones/comparisons`;
      for await (const line of request(path, file, comparisonLine, signal))
        if (line.state === "compared") return line;
      throw withoutResult();
    },
  };
}

const withoutResult = () => new AppError("unreachable", "the response ended before its result");

function failureOf({ status, message }: Failed): AppError {
  return new AppError(codeOfStatus(status), message || `HTTP ${status}`, { details: { status } });
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    if (rest.length > maxLineBytes)
      throw new AppError("unexpected-answer", "a line of the response is too long");
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new AppError("unexpected-answer", "the response is not JSON", { cause: error });
  }
}
