/**
 * A virtual service and its storage, with faults. It keeps its own truth: which version of a file
 * each object consists of. All delays are timers, which a virtual clock controls.
 */
import { randomUUID } from "node:crypto";
import { AppError } from "../../../../../main/common/errors";
import type {
  PutExecutor,
  PutResponse,
  PutTask,
} from "../../../../../main/backend/uploads/transfer/put-executor";
import { fromNetworkError } from "../../../../../main/remote/http/http-errors";
import type { Media, MediaFile } from "../../../../../main/remote/media";
import { digest, type VirtualFiles } from "./virtual-files";

/** A stored range of a file. `version` null: bytes of several versions, or damaged bytes. */
interface Piece {
  etag: string;
  offset: number;
  size: number;
  version: number | null;
  /** Damaged, and stored after its late request was aborted. */
  replacesLate?: boolean;
}
interface Multipart {
  path: string;
  parts: Map<number, Piece>;
}
interface SignedUrl {
  path: string;
  upload: string | null;
  part: number;
  signedAt: number;
}

/** What can fail, at each request. */
const putFaults = [
  "no-connection",
  "lost-response",
  "stalled",
  "slow",
  "refused",
  "rate-limited",
  "overloaded",
  "damaged",
  "no-etag",
  "web-page",
  "token-expired",
  "conflict",
  "redirected",
  "upload-deleted",
] as const;
/** Successful answers to "complete" that do not say whether it was executed. */
const completeFaults = ["executed", "not-executed"] as const;
const callFaults = ["no-connection", "lost-response", "overloaded", "rate-limited"] as const;

const urlLifetimeMs = 15 * 60_000;
/** How late a late response is. */
const lateMs = 5_000;

export interface ServiceOptions {
  files: VirtualFiles;
  random: () => number;
  stallMs: number;
  /** The parts of every file, by number, whose first response is late. Default: none. */
  lateParts?: readonly number[] | undefined;
  /** The clock of the service, in milliseconds. */
  now: () => number;
  /** Called when a client does what it must never do. */
  onViolation: (text: string) => void;
  /** Called before and after each effect of a request. */
  onPoint?: () => void;
}

/** A request that arrived. */
export interface ServiceRequest {
  kind: "sign" | "begin" | "complete" | "list" | "put";
  path: string;
  /** The number of a part; 1 for a whole file. */
  part: number;
  /** When it was sent, on the clock of the service. */
  at: number;
  /** It had its effect. */
  isExecuted: boolean;
}

/**
 * "lost": requests fail at once. "black-hole": they get no response. "names-lost": they fail,
 * because their host name is not resolved; active requests continue. "overloaded": PUTs get a 503.
 */
export type Connection = "good" | "lost" | "black-hole" | "names-lost" | "overloaded";

export function createVirtualService(options: ServiceOptions) {
  const { files, random, stallMs, now, onViolation, onPoint = () => undefined } = options;
  const { lateParts = [] } = options;
  const urls = new Map<string, SignedUrl>();
  const uploads = new Map<string, Multipart>();
  /** The pieces of each object by gallery path. */
  const objects = new Map<string, Piece[]>();
  const requests: ServiceRequest[] = [];
  /** Fails each request that waits. */
  const waiting = new Set<(error: Error) => void>();
  let connection: Connection = "good";
  let faultRate = 0;
  let lastUpload = 0;
  /** Requests of earlier processes end without an effect on the present one. */
  let process = 0;
  const startsWithoutId = new Map<string, number>();
  /** The parts whose late response is over, and the files by path. */
  const wereLate = new Set<string>();

  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const fault = <T>(list: readonly T[]): T | null => (random() < faultRate ? pick(list) : null);
  const failures = {
    "no-connection": () => new AppError("unreachable", "connection refused"),
    "lost-response": () => new AppError("unreachable", "connection reset"),
    overloaded: () => new AppError("service-error", "busy"),
    "rate-limited": () => new AppError("rate-limited", "slow down", { retryAfterMs: 5_000 }),
  } as const;

  /** Resolves after a time of the virtual clock; never after the end of the client's process. */
  function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const own = process;
    return new Promise((resolve, reject) => {
      const onFailure = (error: Error) => end(() => reject(error));
      const end = (settle: () => void) => {
        clearTimeout(timer);
        waiting.delete(onFailure);
        signal?.removeEventListener("abort", onAbort);
        if (own === process) settle();
      };
      const onAbort = () => end(() => reject(signal?.reason as Error));
      const timer = setTimeout(() => end(resolve), milliseconds);
      waiting.add(onFailure);
      if (signal?.aborted) onAbort();
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  const failWaiting = (error: Error) => {
    for (const onFailure of [...waiting]) onFailure(error);
  };
  /** Rejects if the request cannot arrive. */
  async function connect(signal: AbortSignal | undefined): Promise<void> {
    if (connection === "good" || connection === "overloaded") return;
    if (connection === "names-lost") {
      await delay(10, signal);
      const failure = Object.assign(new Error("getaddrinfo EAI_AGAIN"), { code: "EAI_AGAIN" });
      throw fromNetworkError(failure, "https://storage.example/");
    }
    const isLost = connection === "lost";
    await delay(isLost ? 10 : stallMs, signal);
    throw isLost ? failures["no-connection"]() : new AppError("timeout", "no response");
  }
  function record(request: Omit<ServiceRequest, "at" | "isExecuted">): ServiceRequest {
    const recorded = { ...request, at: now(), isExecuted: false };
    requests.push(recorded);
    return recorded;
  }
  /** Executes the effect of a request. */
  function execute<T>(request: ServiceRequest, effect: () => T): T {
    onPoint();
    const result = effect();
    request.isExecuted = true;
    onPoint();
    return result;
  }

  function sign(url: Omit<SignedUrl, "signedAt">): string {
    const address = `https://storage.example/${urls.size + 1}?signature=${randomUUID()}`;
    urls.set(address, { ...url, signedAt: now() });
    return address;
  }

  /** Answers a call of the service; `effect` happens unless the request does not arrive. */
  async function call<T>(
    signal: AbortSignal | undefined,
    target: Omit<ServiceRequest, "at" | "isExecuted">,
    effect: () => T,
  ): Promise<T> {
    const request = record(target);
    await connect(signal);
    const failure = fault(callFaults);
    await delay(5 + random() * 100, signal);
    if (failure !== null && failure !== "lost-response") throw failures[failure]();
    const own = process;
    const result = execute(request, effect);
    // The process was killed by the effect.
    if (own !== process) await new Promise(() => undefined);
    if (failure === "lost-response") throw failures[failure]();
    return result;
  }

  const media: Media = {
    uploadUrl: ({ fileName }, signal) =>
      call(signal, { kind: "sign", path: fileName, part: 1 }, () =>
        sign({ path: fileName, upload: null, part: 1 }),
      ),
    async presignPart({ fileName }, { partNumber, uploadId }, signal) {
      if (uploadId === null) {
        const active = (startsWithoutId.get(fileName) ?? 0) + 1;
        startsWithoutId.set(fileName, active);
        if (active > 1) onViolation(`two uploads of ${fileName} are started at the same time`);
      }
      const own = process;
      try {
        const kind = uploadId === null ? "begin" : "sign";
        return await call(signal, { kind, path: fileName, part: partNumber }, () => {
          if (uploadId === null) lastUpload += 1;
          const id = uploadId ?? `upload ${lastUpload}`;
          if (uploadId === null) uploads.set(id, { path: fileName, parts: new Map() });
          else if (!uploads.has(id)) throw new AppError("not-found", "no such upload");
          return {
            uploadId: id,
            uploadUrl: sign({ path: fileName, upload: id, part: partNumber }),
          };
        });
      } finally {
        if (uploadId === null && own === process)
          startsWithoutId.set(fileName, (startsWithoutId.get(fileName) ?? 1) - 1);
      }
    },
    complete: ({ fileName }: MediaFile, { uploadId, parts }, signal) =>
      call(signal, { kind: "complete", path: fileName, part: 0 }, () => {
        if (fault(["upload-deleted"]) !== null) uploads.delete(uploadId);
        const upload = uploads.get(uploadId);
        if (!upload) throw new AppError("not-found", "no such upload");
        const pieces = parts.map(({ partNumber, etag }) => {
          const piece = upload.parts.get(partNumber);
          if (piece?.etag !== etag) throw new AppError("invalid-input", "parts: unknown ETag");
          return piece;
        });
        const answer = fault(completeFaults);
        if (answer === "not-executed") return "unclear";
        uploads.delete(uploadId);
        objects.set(fileName, pieces);
        return answer === null ? "completed" : "unclear";
      }),
    async *files(signal) {
      yield await call(signal, { kind: "list", path: "", part: 0 }, () => [...objects.keys()]);
    },
    deleteFiles: () => Promise.resolve(),
  };

  function isLate({ path, upload, part }: SignedUrl): boolean {
    const key = JSON.stringify([path, upload, part]);
    if (!lateParts.includes(part) || wereLate.has(key)) return false;
    wereLate.add(key);
    return true;
  }
  /** Stores what arrived of a PUT. */
  function store(url: SignedUrl, piece: Piece): void {
    if (url.upload === null) objects.set(url.path, [piece]);
    else uploads.get(url.upload)?.parts.set(url.part, piece);
  }

  function respond(status: number, etag?: string): PutResponse {
    const headers = { ...(etag === undefined ? {} : { etag }), "retry-after": undefined };
    return { status, headers, text: "", md5: "", found: null };
  }

  async function put(
    { url: address, sourcePath, range, contentMd5 }: PutTask,
    onSent: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<PutResponse> {
    const url = urls.get(address);
    if (!url) throw new Error(`unknown URL ${address}`);
    if (now() - url.signedAt > urlLifetimeMs) onViolation("a URL older than 15 minutes was used");
    const request = record({ kind: "put", path: url.path, part: url.part });
    await connect(signal);
    const failure = fault(putFaults);
    if (failure === "no-connection") {
      await delay(10, signal);
      throw failures[failure]();
    }
    const before = files.versionFor(sourcePath, range);
    await delay(10 + random() * 200, signal);
    const half = Math.floor(range.size / 2);
    onSent(half);
    if (failure === "stalled") {
      await delay(stallMs, signal);
      throw new AppError("timeout", "no response");
    }
    // Longer than other URLs that were requested at the same time may be used.
    if (failure === "slow" && random() < 0.1) await delay(urlLifetimeMs, signal);
    if (failure === "refused") return respond(403);
    if (failure === "web-page")
      return { ...respond(200, '"65f1a2b3-1c2d"'), text: "<!doctype html><title>Sign in</title>" };
    if (failure === "token-expired") return { ...respond(400), text: "<Code>ExpiredToken</Code>" };
    if (failure === "conflict") return { ...respond(409), text: "<Code>OperationAborted</Code>" };
    if (failure === "redirected") {
      urls.delete(address);
      const location = sign(url);
      return { ...respond(307), headers: { location } };
    }
    if (failure === "rate-limited") return { ...respond(429), headers: { "retry-after": "3" } };
    if (failure === "overloaded" || connection === "overloaded") return respond(503);
    if (failure === "upload-deleted" && url.upload !== null) uploads.delete(url.upload);
    if (url.upload !== null && !uploads.has(url.upload)) return respond(404);
    await delay(10 + random() * 200, signal);
    const after = files.versionFor(sourcePath, range);
    onSent(range.size - half);
    const sent =
      before === after
        ? { md5: digest(sourcePath, before, range), version: before }
        : { md5: digest(sourcePath, -before * 100_000 - after, range), version: null };
    const isDamaged = failure === "damaged";
    const etag = isDamaged ? digest("damaged", before, range) : sent.md5;
    if (contentMd5 !== undefined && contentMd5 !== etag)
      return { ...respond(400), text: "<Code>BadDigest</Code>" };
    const own = process;
    const isStoredLate = isLate(url);
    const storePart = () =>
      execute(request, () =>
        store(url, {
          etag: `"${etag}"`,
          ...range,
          version: isDamaged ? null : sent.version,
          replacesLate: isStoredLate && isDamaged,
        }),
      );
    if (isStoredLate) {
      // What arrived is stored late, also after the client aborted the request.
      const storing = delay(lateMs).then(storePart);
      storing.catch(() => undefined);
      await Promise.race([storing, delay(2 * lateMs, signal)]);
    } else storePart();
    if (own !== process) await new Promise(() => undefined);
    if (failure === "lost-response") throw failures[failure]();
    if (failure === "no-etag") return { ...respond(200), md5: sent.md5 };
    return { ...respond(200, `"${etag}"`), md5: sent.md5 };
  }

  const executor: PutExecutor = {
    execute: put,
    prepare: () => undefined,
    refreshConnections: () => failWaiting(new AppError("unreachable", "connection closed")),
    close: () => Promise.resolve(),
  };

  return {
    media,
    executor,
    /** The probability that a request fails. */
    setFaultRate: (rate: number) => void (faultRate = rate),
    /** The client's process was killed: its requests have no effect any more. */
    killClient(): void {
      process += 1;
      startsWithoutId.clear();
    },
    paths: () => [...objects.keys()],
    /** All requests in the order in which they were sent. */
    requests: (): readonly ServiceRequest[] => requests,
    setConnection(next: Connection): void {
      connection = next;
      if (next === "lost") failWaiting(failures["no-connection"]());
    },
    /** The service deletes unfinished uploads. */
    expireUploads: () => uploads.clear(),
    /**
     * The ETag of a part; undefined if it does not exist. Null if its upload does not, or if a
     * request that was damaged and aborted has replaced the part since: then "complete" is
     * rejected, and the file is sent again.
     */
    partEtag(uploadId: string, part: number): string | undefined | null {
      const upload = uploads.get(uploadId);
      const piece = upload?.parts.get(part);
      return !upload || piece?.replacesLate ? null : piece?.etag;
    },
    /** The version and size of an object; null if it is not exactly one version of a file. */
    object(path: string): { version: number; size: number } | null {
      const pieces = objects.get(path) ?? [];
      const [first] = pieces;
      if (!first || first.version === null) return null;
      let offset = 0;
      for (const piece of pieces) {
        if (piece.version !== first.version || piece.offset !== offset) return null;
        offset += piece.size;
      }
      return { version: first.version, size: offset };
    },
  };
}
