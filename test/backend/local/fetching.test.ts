/** How scripts and videos are fetched: bounds, redirects, and whose addresses are asked. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPrivateAddress } from "../../../main/local/ingest/addresses";
import { createFetcher } from "../../../main/local/ingest/fetch";
import { genderOf } from "../../../main/local/ingest/gender";
import { castVoices } from "../../../main/local/ingest/auto-casting";
import { buildScriptWorker } from "../../fakes/local-build";
import { startLocal, type RunningLocal } from "../../fakes/local-service";
import { newBatch, newProject } from "../../fakes/local-workspace";

let server: http.Server;
let origin: string;
let worker: Awaited<ReturnType<typeof buildScriptWorker>>;
let local: RunningLocal;
const csv = "Character,Text_FR-FR\nAda,Un\n";
const mebibyte = 1024 ** 2;

beforeAll(async () => {
  server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
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
    } else if (pathname === "/gone.csv") response.writeHead(410).end();
    else if (pathname === "/video.mp4") response.writeHead(200).end("video");
    else response.writeHead(200).end(csv);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  worker = await buildScriptWorker();
  local = await startLocal({ ...worker, allowPrivateUrls: true, fetchTimeoutMs: 1000 });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await local.remove();
  await worker.remove();
});

describe("with private addresses allowed", () => {
  const batchOf = async (scriptPath: string) =>
    newBatch(local.client, await newProject(local.client, { type: "audio-production" }), {
      scriptPath,
    });

  it("a script is fetched, over five redirects at most", async () => {
    expect((await batchOf(`${origin}/script.csv?signature=secret`)).status).toBe("casting");
    expect((await batchOf(`${origin}/hop?hops=5`)).status).toBe("casting");
    const refused = await batchOf(`${origin}/hop?hops=6`);
    expect(refused.message).toBe("scriptPath: redirects more than 5 times");
  });

  it.each([
    ["/file", "leads to something that is neither http nor https"],
    ["/silent.csv", "takes more than 1 seconds"],
    ["/long.csv", "is larger than 50 MB"],
    ["/endless.csv", "is larger than 50 MB"],
    ["/gone.csv?signature=secret", "answers 410"],
  ])("%s fails: %s", async (path, message) => {
    const batch = await batchOf(origin + path);
    expect(batch.status).toBe("failed");
    expect(batch.message).toContain(message);
    expect(batch.message).not.toContain("secret");
  });

  it("a video's URL has to answer", async () => {
    const project = await newProject(local.client, { type: "media-dubbing" });
    const good = await newBatch(local.client, project, { videoPath: `${origin}/video.mp4` });
    expect(good.status).toBe("casting");
    const bad = await newBatch(local.client, project, { videoPath: `${origin}/gone.csv` });
    expect(bad.message).toContain("videoPath: 127.0.0.1");
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
])("%s is not asked unless that is allowed", async (host) => {
  let isAsked = false;
  const listen = () => (isAsked = true);
  server.on("connection", listen);
  const fetcher = createFetcher({ allowPrivateUrls: false, timeoutMs: 3000 });
  const url = new URL(`${host}:${new URL(origin).port}/script.csv`);
  await expect(fetcher.fetch(url, 1000, new AbortController().signal)).rejects.toThrow(
    "is an address of this computer or its own network",
  );
  await fetcher.close();
  server.off("connection", listen);
  expect(isAsked).toBe(false);
});

it("addresses of the world are not private", () => {
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
  ])("%s hints at %s", (name, gender) => expect(genderOf(name)).toBe(gender));

  it("spreads over the voices of the language, by turns where nothing is known", () => {
    const uncast = Array.from({ length: 24 }, (_, index) => ({
      id: String(index),
      name: `Voice ${index}`,
      voice: null,
    }));
    const cast = castVoices(uncast, uncast, "fr-fr");
    expect(cast).toHaveLength(24);
    expect(cast.slice(0, 3).map(({ voice }) => voice)).toEqual(["Amélie", "Antoine", "Camille"]);
    const uses = new Map<string, number>();
    for (const { voice } of cast) uses.set(voice, (uses.get(voice) ?? 0) + 1);
    expect([...uses.values()]).toEqual(Array(12).fill(2));
    expect(castVoices(uncast, uncast, "fr-fr")).toEqual(cast);
  });
});
