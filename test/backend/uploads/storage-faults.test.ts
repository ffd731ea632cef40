/**
 * Faults of the storage and of "complete", judged by what the service has received; see
 * test/SCENARIOS.md.
 */
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFaultService, type FaultService, type ServiceFault } from "../../fakes/fault-service";
import {
  connectWorkspace,
  listUploads,
  startBackend,
  temporaryFolder,
  testTiming,
  uploadPaths,
  waitForUploads,
  writeMediaFile,
  type TestBackend,
} from "../../helpers/backend";
import { recordingLog } from "../../helpers/recording-log";
import { long } from "../../long";

const mebibyte = 1024 ** 2;
/** Three parts of 5 MiB and a rest: the smallest file that is sent in parts. */
const bigSize = 17 * mebibyte + 12_345;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: FaultService;
let test: TestBackend;
let workspaceId: string;
const { log, lines } = recordingLog();

beforeAll(async () => {
  folder = await temporaryFolder();
  service = await startFaultService({ idleMs: 200 });
  const timing = { ...testTiming, stallMs: 1_500 };
  test = startBackend(path.join(folder.path, "profile"), { timing, log });
  await setConnections(4);
  workspaceId = await connectWorkspace(test, service.baseUrl, service);
});
afterAll(async () => {
  await test.stop();
  await service.close();
  await folder.remove();
});

const setConnections = async (maxConnections: number) =>
  test.handlers.uploads.setSettings({
    maxConnections,
    partSize: 5 * mebibyte,
    bandwidthLimit: 0,
  });

let lastFile = 0;
/**
 * Writes a file and uploads it with these faults. Resolves with its requests when it is in the
 * gallery as a whole.
 */
async function send(size: number, fault: FaultService["fault"]) {
  const name = `${(lastFile += 1)}.mov`;
  const file = await writeMediaFile(folder.path, name, size);
  const from = service.requests.length;
  service.fault = (request) => (request.path === name ? fault(request) : null);
  await uploadPaths(test, workspaceId, [file]);
  await waitForUploads(test, workspaceId);
  service.fault = () => null;
  const upload = (await listUploads(test, workspaceId)).find((one) => one.name === name);
  expect(upload).toMatchObject({ state: "done", problem: null });
  expect(await service.isWhole(name, file)).toBe(true);
  const requests = service.requests.slice(from).filter(({ path: at }) => at === name);
  return {
    requests,
    created: service.created(name),
    count: (kind: string) => requests.filter((one) => one.kind === kind).length,
  };
}
/** The fault of the first request of a kind. */
const firstOf =
  (kind: string, fault: ServiceFault): FaultService["fault"] =>
  (request) =>
    request.kind === kind && request.attempt === 1 ? fault : null;

describe("complete", () => {
  it("that responds with 200 and an error in its body is sent again; white space before a body is awaited", async () => {
    const faults: ServiceFault[] = [
      { kind: "respond", status: 200, body: '{"error":{"code":"InternalError"}}' },
      { kind: "respond", status: 200, body: "<Error><Code>InternalError</Code></Error>" },
      { kind: "white-space", milliseconds: 300 },
    ];
    const { count, created } = await send(bigSize, ({ kind, attempt }) =>
      kind === "complete" ? (faults[attempt - 1] ?? null) : null,
    );
    expect(count("complete")).toBe(3);
    expect(count("put")).toBe(4);
    expect(created).toBe(1);
  });

  it("that sends white space for 4 minutes is awaited", { ...long, timeout: 300_000 }, async () => {
    const fault = { kind: "white-space", milliseconds: 240_000 } as const;
    const { count } = await send(bigSize, firstOf("complete", fault));
    expect(count("complete")).toBe(1);
  });
});

describe("a PUT", () => {
  it.each<[string, number, ServiceFault]>([
    ["of which the storage reads 100 bytes a second", 8 * mebibyte, { kind: "trickle", bytes: 10 }],
    ["that is read completely and gets no response", 100_000, { kind: "silent", isExecuted: true }],
  ])("%s is sent again after the stall time", async (_name, size, fault) => {
    const { requests, count } = await send(size, firstOf("put", fault));
    expect(count("put")).toBe(2);
    const [stalled, again] = requests.filter(({ kind }) => kind === "put");
    expect(again!.at - stalled!.at).toBeGreaterThan(1_400);
    expect(again!.at - stalled!.at).toBeLessThan(4_500);
  });

  it("that gets a 403 while its body is sent, and whose connection is closed, gets a new URL", async () => {
    const fault = { kind: "respond", status: 403, isEarly: true } as const;
    const { count } = await send(8 * mebibyte, firstOf("put", fault));
    expect(count("put")).toBe(2);
    expect(count("sign")).toBe(2);
  });

  it("over a connection that the service closed when it was idle fails without a displayed problem", async () => {
    const problems = () => lines.filter((line) => line.includes("uploads:") && /warn/i.test(line));
    const before = problems().length;
    for (let burst = 0; burst < 4; burst += 1) {
      const { count } = await send(1_000, () => null);
      expect(count("put")).toBeLessThanOrEqual(2);
      // Just when the service closes its connections.
      await new Promise((resolve) => setTimeout(resolve, 199));
    }
    expect(problems().length).toBe(before);
  });
});

it("names of any writing system and punctuation reach the service unchanged, in NFC", async () => {
  const names = [
    "cafe\u0301.mov",
    "caf\u00e9 2.mov",
    "🎬 日本語 עברית.wav",
    "a#b?c%20d%.mov",
    "space .mov",
    "two..mov",
    "'\"&<>;.mov",
    `${"é".repeat(125)}.mov`,
  ];
  const root = path.join(folder.path, "names");
  for (const name of names) await writeMediaFile(root, name, 10);
  await uploadPaths(test, workspaceId, [root]);
  await waitForUploads(test, workspaceId);
  const expected = names.map((name) => `names/${name.normalize("NFC")}`).sort();
  expect(
    service
      .paths()
      .filter((name) => name.startsWith("names/"))
      .sort(),
  ).toEqual(expected);
});

it("a token that expires while 40 files are signed is replaced once", async () => {
  await setConnections(16);
  const names = Array.from({ length: 40 }, (_, index) => `many/${index}.wav`);
  const files = await Promise.all(names.map((name) => writeMediaFile(folder.path, name, 1_000)));
  const tokens = () => service.requests.filter(({ kind }) => kind === "token").length;
  const before = tokens();
  let signed = 0;
  service.fault = ({ kind }) => {
    if (kind === "sign" && (signed += 1) === 10) service.revokeTokens();
    return null;
  };
  await uploadPaths(test, workspaceId, files);
  const uploads = await waitForUploads(test, workspaceId);
  expect(uploads.filter(({ state }) => state !== "done")).toEqual([]);
  expect(tokens() - before).toBe(1);
});
