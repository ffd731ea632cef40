/**
 * The environment of tests of uploads: a backend, and a local service behind a proxy that injects
 * faults.
 */
import path from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import type { LocalService } from "../../main/local-service/server";
import type { LocalServiceOptions } from "../../main/local-service/service-options";
import type { Upload } from "../../preload/model";
import {
  connectWorkspace,
  hashOf,
  listUploads,
  startBackend,
  temporaryFolder,
  uploadPaths,
  waitForUploads,
  writeMediaFile,
  type TestBackend,
  type TestBackendDeps,
} from "./backend";
import { startFaultProxy, type FaultProxy } from "./fault-proxy";
import { startService } from "./new-databases";

export const mebibyte = 1024 ** 2;
/** Three parts of 5 MiB and a rest. */
export const bigSize = 17 * mebibyte + 12_345;
export const partsOfBig = 4;
export const multipart = /\/media\/upload-url\/multipart$/;
export const objects = /^\/objects\//;

type ServiceOptions = Partial<LocalServiceOptions>;

export interface UploadHarness {
  folder: string;
  service: LocalService;
  proxy: FaultProxy;
  test: TestBackend;
  workspaceId: string;
  /** Starts the service on the same data folder. The running one must be closed before. */
  startService: (options?: ServiceOptions) => Promise<void>;
  /** Starts the backend with the same profile. The running one must be stopped before. */
  start: (overrides?: TestBackendDeps) => Promise<void>;
  /** The path of a source file. */
  source: (name: string) => string;
  /** The path of a gallery file in the data folder of the service. */
  stored: (name: string) => string;
  /** Writes a source file of random bytes; returns its path. */
  writeSource: (name: string, size: number) => Promise<string>;
  /** Writes "big.mov", which is uploaded in parts. */
  big: () => Promise<string>;
  /** Writes "small.wav", which is uploaded in one PUT. */
  small: () => Promise<string>;
  startUploads: (paths: string[]) => Promise<void>;
  listUploads: () => Promise<Upload[]>;
  waitForUploads: () => Promise<Upload[]>;
  /**
   * Waits until all uploads are done, and compares the stored files of these names with their
   * sources.
   */
  expectDone: (...names: string[]) => Promise<void>;
  /** Stalls the first PUT of a part after its first bytes; the promise resolves then. */
  blockPart: (number: number) => Promise<void>;
  /** The numbers of the parts that the service accepted, in the order of its responses. */
  acceptedParts: () => (number | null)[];
  /** The number of requests with this method whose path and body match. */
  countOf: (method: string, where: RegExp, body?: RegExp) => number;
}

/** Registers hooks that set up a new environment for each test of the file. */
export function useUploadHarness(): UploadHarness {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
  const harness: UploadHarness = {
    folder: "",
    service: undefined as never,
    proxy: undefined as never,
    test: undefined as never,
    workspaceId: "",
    async startService(options = {}) {
      const dataDir = path.join(harness.folder, "service");
      harness.service = await startService({ dataDir, ...options });
    },
    async start(overrides = {}) {
      harness.test = startBackend(path.join(harness.folder, "profile"), overrides);
      await harness.test.handlers.uploads.setSettings({
        maxConnections: 2,
        partSize: 5 * mebibyte,
        bandwidthLimit: 0,
      });
      const { test, proxy, service } = harness;
      harness.workspaceId = await connectWorkspace(test, proxy.baseUrl, service);
    },
    source: (name) => path.join(harness.folder, "source", name),
    stored: (name) => path.join(harness.folder, "service", "media", name),
    writeSource: (name, size) => writeMediaFile(path.join(harness.folder, "source"), name, size),
    big: () => harness.writeSource("big.mov", bigSize),
    small: () => harness.writeSource("small.wav", 100_000),
    startUploads: (paths) => uploadPaths(harness.test, harness.workspaceId, paths),
    listUploads: () => listUploads(harness.test, harness.workspaceId),
    waitForUploads: () => waitForUploads(harness.test, harness.workspaceId),
    async expectDone(...names) {
      const uploads = await harness.waitForUploads();
      expect(uploads.map(({ name, state, problem }) => ({ name, state, problem }))).toEqual(
        uploads.map(({ name }) => ({ name, state: "done", problem: null })),
      );
      for (const name of names)
        expect(await hashOf(harness.stored(name))).toBe(await hashOf(harness.source(name)));
    },
    blockPart: (number) =>
      harness.proxy.injectFault({
        method: "PUT",
        path: new RegExp(`partNumber=${number}`),
        fault: { kind: "stall", afterBytes: 1 },
        times: 1,
      }),
    acceptedParts: () =>
      harness.proxy.requests
        .filter(
          ({ method, status, partNumber }) => method === "PUT" && status === 200 && partNumber,
        )
        .map(({ partNumber }) => partNumber),
    countOf: (method, where, body = /(?:)/) =>
      harness.proxy.requests.filter(
        (request) =>
          request.method === method && where.test(request.path) && body.test(request.body),
      ).length,
  };
  beforeEach(async () => {
    temporary = await temporaryFolder();
    harness.folder = temporary.path;
    await harness.startService();
    harness.proxy = await startFaultProxy(() => harness.service.baseUrl);
    await harness.start();
  });
  afterEach(async () => {
    await harness.test.stop();
    await harness.proxy.close();
    await harness.service.close();
    await temporary.remove();
  });
  return harness;
}
