/** Fetching of scripts and videos: limits, redirects, retries and private addresses. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { retryPolicies } from "../../../main/common/retry";
import { isPrivateAddress } from "../../../main/local-service/fetch/addresses";
import { createFetcher } from "../../../main/local-service/fetch/fetch";
import { findUnreachable } from "../../../main/local-service/fetch/check-urls";
import { genderOf } from "../../../main/local-service/ingest/gender";
import { builtInVoices } from "../../../main/local-service/catalogue/voices";
import { castVoices } from "../../../main/local-service/ingest/auto-casting";
import { scriptWorkerFile } from "../../helpers/programs";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import { createBatch, createProject, uploadScript } from "../../helpers/local-workspace";

let server: http.Server;
let origin: string;
let local: RunningLocalService;
const csv = "Character,Text_FR-FR\nAda,Un\n";
const mebibyte = 1024 ** 2;
/** "HEAD /path" of every request. */
let requests: string[] = [];

beforeAll(async () => {
  server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
    requests.push(`${request.method} ${pathname}`);
    // The first two requests to each of these paths fail.
    const isEarly = requests.filter((one) => one.endsWith(pathname)).length <= 2;
    const hops = Number(searchParams.get("hops"));
    if (pathname === "/hop") {
      const to = hops > 1 ? `/hop?hops=${hops - 1}` : "/script.csv";
      response.writeHead(302, { Location: to }).end();
    } else if (pathname === "/file")
      response.writeHead(302, { Location: "file:///etc/passwd" }).end();
    else if (pathname === "/silent.csv") response.writeHead(200).write("Character");
    else if (pathname === "/long.csv")
      response.writeHead(200, { "Content-Length": 51 * mebibyte }).end();
    else if (pathname === "/endless.csv") {
      const chunk = Buffer.alloc(mebibyte, "x");
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.writeHead(200).on("drain", more);
      more();
    } else if (pathname === "/busy.csv" && isEarly)
      response.writeHead(429, { "Retry-After": "0" }).end();
    else if (pathname.startsWith("/broken") && isEarly) response.writeHead(503).end();
    else if (pathname === "/cut.csv" && isEarly) response.destroy();
    else if (pathname === "/cut-later.csv" && isEarly)
      response.writeHead(200, { "Content-Length": 1000 }).write("x", () => response.destroy());
    else if (pathname === "/never.csv") response.writeHead(500).end();
    else if (pathname.startsWith("/get-only") && request.method === "HEAD")
      response.writeHead(Number(searchParams.get("status"))).end();
    else if (pathname.startsWith("/get-only"))
      response.writeHead(request.headers.range === "bytes=0-0" ? 206 : 500).end("x");
    else if (pathname === "/gone.csv") response.writeHead(410).end();
    else if (pathname === "/video.mp4") response.writeHead(200).end("video");
    else response.writeHead(200).end(csv);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Only a server that sends nothing reaches the limit of time: a busy computer sends 50 MB slowly.
  local = await startLocalService({
    scriptWorkerFile,
    allowPrivateUrls: true,
    durations: { fetchTimeoutMs: 120_000 },
  });
});
beforeEach(() => {
  requests = [];
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await local.remove();
});

describe("with private addresses allowed", () => {
  const batchOf = async (scriptPath: string, { client } = local) =>
    createBatch(client, await createProject(client, { type: "audio-production" }), { scriptPath });

  it("a script is fetched, with at most five redirects", async () => {
    expect((await batchOf(`${origin}/script.csv?signature=secret`)).status).toBe("casting");
    expect((await batchOf(`${origin}/hop?hops=5`)).status).toBe("casting");
    const rejected = await batchOf(`${origin}/hop?hops=6`);
    expect(rejected.message).toBe("scriptPath: redirects more than 5 times");
  });

  it.each([
    ["/file", "redirects to a URL that is neither http nor https"],
    ["/long.csv", "is larger than 50 MB"],
    ["/endless.csv", "is larger than 50 MB"],
    ["/gone.csv?signature=secret", "responds with status 410"],
  ])("%s fails: %s", async (path, message) => {
    const batch = await batchOf(origin + path);
    expect(batch.status).toBe("failed");
    expect(batch.message).toContain(message);
    expect(batch.message).not.toContain("secret");
  });

  it("a server that sends no more fails the batch after the limit of time", async () => {
    const impatient = await startLocalService({
      scriptWorkerFile,
      allowPrivateUrls: true,
      durations: { fetchTimeoutMs: 2000 },
    });
    try {
      const batch = await batchOf(`${origin}/silent.csv`, impatient);
      expect(batch).toMatchObject({ status: "failed" });
      expect(batch.message).toContain("takes more than 2 seconds");
    } finally {
      await impatient.remove();
    }
  });

  it("each source audio is checked once, and unreachable ones are reported by row", async () => {
    const project = await createProject(local.client);
    const batch = async (...audio: string[]) => {
      const rows = audio.map((one) => `Ada,Un,${one}`);
      const content = ["Character,Text_FR-FR,Source_Audio", ...rows].join("\n");
      const scriptPath = await uploadScript(local.client, "lines.csv", content);
      return createBatch(local.client, project, { scriptPath });
    };
    const [one, two] = [`${origin}/get-only/1.wav?status=405`, `${origin}/2.wav`];
    expect(await batch(one, two, two, two)).toMatchObject({ status: "ready" });
    expect(requests.sort()).toEqual(["GET /get-only/1.wav", "HEAD /2.wav", "HEAD /get-only/1.wav"]);
    const invalid = await batch(two, `${origin}/gone.csv?signature=secret`, "lost.wav");
    expect(invalid.status).toBe("failed");
    const { host } = new URL(origin);
    expect(invalid.message).toBe(
      `scriptPath: row 3, Source_Audio: ${host} responds with status 410; ` +
        "row 4, Source_Audio: is not in the media gallery",
    );
  });

  it("a video's URL must be reachable", async () => {
    const project = await createProject(local.client, { type: "media-dubbing" });
    const valid = await createBatch(local.client, project, { videoPath: `${origin}/video.mp4` });
    expect(valid.status).toBe("casting");
    const invalidOne = await createBatch(local.client, project, {
      videoPath: `${origin}/gone.csv`,
    });
    expect(invalidOne.message).toContain("videoPath: 127.0.0.1");
  });
});

it.each([
  "http://127.0.0.1",
  "http://localhost",
  "http://[::1]",
  "http://[::ffff:127.0.0.1]",
  "http://[::ffff:7f00:1]",
  "http://0x7f.1",
  "http://017700000001",
  "http://2130706433",
  "http://0.0.0.0",
  "http://10.0.0.1",
  "http://192.168.1.1",
  "http://169.254.169.254",
  "http://[fe80::1]",
  "http://[fd00::1]",
  "http://[64:ff9b::7f00:1]",
])("%s is not contacted unless that is allowed", async (host) => {
  let isAsked = false;
  const listen = () => (isAsked = true);
  server.on("connection", listen);
  const fetcher = createFetcher({ allowPrivateUrls: false, timeoutMs: 3000 });
  const url = new URL(`${host}:${new URL(origin).port}/script.csv`);
  await expect(fetcher.fetch(url, 1000, new AbortController().signal)).rejects.toThrow(
    "is an address of this computer or its local network",
  );
  await fetcher.close();
  server.off("connection", listen);
  expect(isAsked).toBe(false);
});

describe("transient errors are retried", () => {
  const signal = new AbortController().signal;
  const withFetcher = async <T>(
    work: (fetcher: ReturnType<typeof createFetcher>) => Promise<T>,
    options: Partial<Parameters<typeof createFetcher>[0]> = {},
  ) => {
    const quick = { allowPrivateUrls: true, policy: { ...retryPolicies.download, baseMs: 1 } };
    const fetcher = createFetcher({ ...quick, ...options });
    try {
      return await work(fetcher);
    } finally {
      await fetcher.close();
    }
  };

  it.each(["/busy.csv", "/broken.csv", "/cut.csv", "/cut-later.csv"])("%s", async (path) => {
    const bytes = await withFetcher((fetcher) =>
      fetcher.fetch(new URL(origin + path), 1000, signal),
    );
    expect(Buffer.from(bytes).toString()).toBe(csv);
    expect(requests).toEqual(Array(3).fill(`GET ${path}`));
  });

  it("at most three times, and not permanent errors", async () => {
    const fetch = (path: string, options = {}) =>
      withFetcher((fetcher) => fetcher.fetch(new URL(origin + path), 1000, signal), options);
    await expect(fetch("/never.csv")).rejects.toThrow("responds with status 500");
    expect(requests).toHaveLength(4);
    requests = [];
    await expect(fetch("/gone.csv")).rejects.toThrow("responds with status 410");
    expect(requests).toHaveLength(1);
    const slow = { timeoutMs: 200, policy: { ...retryPolicies.download, baseMs: 60_000 } };
    await expect(fetch("/never.csv", slow)).rejects.toThrow("responds with status 500");
  });

  it("a URL is checked with HEAD, or with GET if HEAD is rejected", async () => {
    const probe = async (path: string) => {
      requests = [];
      await withFetcher((fetcher) => fetcher.probe(new URL(origin + path), signal));
      return requests.map((one) => one.split(" ")[0]);
    };
    expect(await probe("/script.csv")).toEqual(["HEAD"]);
    for (const status of [403, 405, 501])
      expect(await probe(`/get-only?status=${status}`)).toEqual(["HEAD", "GET"]);
    expect(await probe("/broken.wav")).toEqual(["HEAD", "HEAD", "HEAD"]);
    await expect(probe("/gone.csv")).rejects.toThrow("responds with status 410");
    expect(requests).toHaveLength(1);
  });
});

it("URLs are checked with limited concurrency and within a time limit", async () => {
  const urls = Array.from({ length: 300 }, (_, index) => new URL(`https://example.com/${index}`));
  const { signal } = new AbortController();
  let open = 0;
  let maximum = 0;
  let count = 0;
  const answering = {
    async probe() {
      count += 1;
      maximum = Math.max(maximum, (open += 1));
      await new Promise(setImmediate);
      open -= 1;
    },
  };
  expect(await findUnreachable(answering, [...urls, ...urls], signal)).toEqual(new Map());
  expect([count, maximum]).toEqual([300, 16]);
  const publicOnly = createFetcher({ allowPrivateUrls: false });
  const local = urls.map(({ pathname }) => new URL(`http://127.0.0.1${pathname}`));
  const rejected = await findUnreachable(publicOnly, local, signal);
  await publicOnly.close();
  expect(rejected.size).toBe(300);
  const reported = [...rejected.values()].filter((one) => one.includes("local network"));
  expect(reported.length).toBeGreaterThanOrEqual(100);
  expect(reported.length).toBeLessThan(120);
  const silent = {
    probe: (_url: URL, bounded: AbortSignal) =>
      new Promise<void>((resolve) =>
        AbortSignal.any([bounded]).addEventListener("abort", () => resolve()),
      ),
  };
  const unchecked = await findUnreachable(silent, urls, signal, 60);
  expect(unchecked.get("https://example.com/299")).toContain("checking all URLs takes more than");
});

it("public addresses are not private", () => {
  for (const address of ["1.1.1.1", "8.8.8.8", "172.32.0.1", "2606:4700:4700::1111"])
    expect([address, isPrivateAddress(address)]).toEqual([address, false]);
  for (const address of ["172.31.255.255", "100.64.0.1", "::", "no address"])
    expect([address, isPrivateAddress(address)]).toEqual([address, true]);
});

describe("automatic casting", () => {
  it.each([
    ["GUARD (F)", "female"],
    ["Guard_M", "male"],
    ["CHILD 2 - f", "female"],
    ["Old Woman", "female"],
    ["Mr Smith", "male"],
    ["KING", "male"],
    ["Greta", "female"],
    ["Santiago Jones", "male"],
    ["Mrs King", null],
    ["Narrator", null],
    ["Frank", null],
  ])("%s suggests %s", (name, gender) => expect(genderOf(name)).toBe(gender));

  const french = { languageIds: ["fr-fr"], voices: builtInVoices };
  it("uses all voices of the language, with alternating genders if the gender is unknown", () => {
    const uncast = Array.from({ length: 24 }, (_, index) => ({
      id: String(index),
      name: `Voice ${index}`,
      voice: null,
    }));
    const cast = castVoices(uncast, uncast, french);
    expect(cast).toHaveLength(24);
    expect(cast.slice(0, 3).map(({ voice }) => voice)).toEqual(["Amélie", "Antoine", "Camille"]);
    const uses = new Map<string, number>();
    for (const { voice } of cast) uses.set(voice, (uses.get(voice) ?? 0) + 1);
    expect([...uses.values()]).toEqual(Array(12).fill(2));
    expect(castVoices(uncast, uncast, french)).toEqual(cast);
  });
});
