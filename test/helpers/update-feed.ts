/** A feed of releases on loopback: a signed list, files, and faults. */
import { createHash, generateKeyPairSync, randomBytes, type KeyObject } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { UpdateFeed, UpdateHost } from "../../main/backend/ports";
import {
  publicKeyText,
  signList,
  type ListedFile,
  type ListedRelease,
  type ReleaseList,
} from "../../resources/tools/release-list.mjs";

/** What the feed does with a request instead of the usual response. */
export type FeedFault =
  | { kind: "respond"; status: number; headers?: Record<string, string>; body?: string }
  /** The connection ends after this many bytes of the body. */
  | { kind: "break"; afterBytes: number }
  /** The response stops after this many bytes until the test ends. */
  | { kind: "stall"; afterBytes: number }
  /** More bytes than announced in the list, without a length. */
  | { kind: "endless" };

export interface TestFeed {
  feed: UpdateFeed;
  privateKey: KeyObject;
  /** Paths with the header Range, if any: "/file bytes=10-". */
  requests: string[];
  /** The bytes of a file in the feed. */
  addFile(bytes: Buffer, overrides?: Partial<ListedFile>): ListedFile;
  /** Publishes a list. */
  publish(list: Partial<ReleaseList>, key?: KeyObject): void;
  /** Publishes any text instead of a list. */
  publishText(text: string): void;
  /** The next request of this path gets a fault; later faults of it follow. */
  fault(path: string, fault: FeedFault): void;
  close(): Promise<void>;
}

export const listPath = "/releases.json";

export async function startFeed(): Promise<TestFeed> {
  const { privateKey } = generateKeyPairSync("ed25519");
  const files = new Map<string, Buffer>();
  const faults: { path: string; fault: FeedFault }[] = [];
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    const { url = "/", headers } = request;
    requests.push(headers.range === undefined ? url : `${url} ${headers.range}`);
    const at = faults.findIndex(({ path }) => path === url);
    respond(response, files.get(url), headers.range, faults.splice(at, at < 0 ? 0 : 1)[0]?.fault);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let version = 0;
  return {
    feed: { url: `${base}${listPath}`, keys: [publicKeyText(privateKey)], isLoopbackAllowed: true },
    privateKey,
    requests,
    addFile(bytes, overrides = {}) {
      const path = `/${randomBytes(4).toString("hex")}.AppImage`;
      files.set(path, bytes);
      return {
        os: "linux",
        arch: "x64",
        kind: "appimage",
        url: `${base}${path}`,
        size: bytes.length,
        sha512: createHash("sha512").update(bytes).digest("hex"),
        ...overrides,
      };
    },
    publish(list, key = privateKey) {
      version += 1;
      const expires = new Date(Date.now() + 3_600_000).toISOString();
      const complete = { metadataVersion: version, expires, releases: [], ...list };
      files.set(listPath, Buffer.from(signList(complete, key)));
    },
    publishText: (text) => void files.set(listPath, Buffer.from(text)),
    fault: (path, fault) => void faults.push({ path, fault }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function respond(
  response: http.ServerResponse,
  bytes: Buffer | undefined,
  range: string | undefined,
  fault: FeedFault | undefined,
): void {
  if (fault?.kind === "respond") {
    response.writeHead(fault.status, fault.headers).end(fault.body);
    return;
  }
  if (!bytes) {
    response.writeHead(404).end("not found");
    return;
  }
  if (fault?.kind === "endless") {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on("drain", more);
    more();
    return;
  }
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
  const body = bytes.subarray(from);
  response.writeHead(range === undefined ? 200 : 206, {
    "content-length": body.length,
    ...(range === undefined
      ? {}
      : { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
  });
  if (!fault) {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, fault.afterBytes), () => {
    // All these bytes arrive, then the end of the connection.
    if (fault.kind === "break") response.socket?.destroySoon();
  });
}

/** A release with one file. */
export const listedRelease = (
  version: string,
  files: ListedFile[],
  overrides: Partial<ListedRelease> = {},
): ListedRelease => ({
  version,
  date: "2026-11-28",
  notes: { en: `New in ${version}`, de: `Neu in ${version}` },
  rollout: 1,
  files,
  ...overrides,
});

/** The host of an installed AppImage; `installs` lists the files that were installed. */
export function testHost(
  feed: UpdateFeed | null,
  overrides: Partial<UpdateHost> = {},
): UpdateHost & { installed: string[]; restarts: () => number } {
  const installed: string[] = [];
  let restarts = 0;
  return {
    feed,
    installation: { kind: "appimage", os: "linux", arch: "x64", systemVersion: "6.1.0" },
    forcedMode: null,
    installer: {
      install: ({ version }) => {
        installed.push(version);
        return Promise.resolve();
      },
    },
    isReplaced: () => Promise.resolve(false),
    takeReverted: () => Promise.resolve(null),
    takeRefusal: () => Promise.resolve(null),
    restart: () => void (restarts += 1),
    installed,
    restarts: () => restarts,
    ...overrides,
  };
}
