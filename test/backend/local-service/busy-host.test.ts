/** Hosts of media that are busy or stall: only the batches with media there wait, and say so. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../helpers/backend";
import { castByName } from "../../helpers/dub-material";
import { startExport, untilEnded } from "../../helpers/exports";
import {
  filesBelow,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { bodyOf, createProject, type Json } from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";
import { createScriptedAnalysis, type ScriptedAnalysis } from "../../helpers/scripted-analysis";

type Answer = "busy" | "stalled" | "gone" | "good";

let engine: ScriptedAnalysis;
let local: RunningLocalService;
let server: http.Server;
let host: string;
/** For paths that begin with a word; others are "good". */
let answers: Record<string, Answer>;
/** The paths of requests that are being answered. */
let open: string[];
/** Changes of `open`. */
let changes: EventTarget;
/** "GET /path" of every request. */
let requests: string[];

const videoBytes = Buffer.alloc(1_000, 1);
const script = "Character,Text_FR-FR\nAda,Un\n";
const twoLanguages = "Character,Text_FR-FR,Text_DE-DE\nAda,Un,Eins\n";
const timed = "1\n00:00:00,500 --> 00:00:01,900\nAda: Un\n";
const contents: Record<string, string> = {
  "/lines.csv": script,
  "/two.csv": twoLanguages,
  "/timed.srt": timed,
};

beforeEach(async () => {
  answers = {};
  open = [];
  requests = [];
  changes = new EventTarget();
  server = http.createServer((request, response) => {
    const { method = "", url = "" } = request;
    requests.push(`${method} ${url}`);
    const word = /^\/([a-z]+)/.exec(url)?.[1] ?? "";
    const content = Object.hasOwn(contents, url) ? Buffer.from(contents[url] ?? "") : videoBytes;
    const head = { "content-type": "video/mp4", "content-length": content.length };
    const answer = answers[`${method} ${word}`] ?? (method === "HEAD" ? "good" : answers[word]);
    if (answer === "gone") response.writeHead(404).end();
    else if (answer === "busy") response.writeHead(503, { "retry-after": "3600" }).end();
    else if (answer === "stalled") {
      open.push(url);
      changes.dispatchEvent(new Event("change"));
      response.on("close", () => {
        open.splice(open.indexOf(url), 1);
        changes.dispatchEvent(new Event("change"));
      });
      if (method === "GET") response.writeHead(200, head).write(content.subarray(0, 10));
    } else response.writeHead(200, head).end(method === "HEAD" ? undefined : content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  engine = createScriptedAnalysis();
  engine.mixer = {
    ...engine.mixer,
    async mix({ file }) {
      await writeFile(file, "mix");
      return { bytes: 3, md5: "0".repeat(32), sha256: "0".repeat(64) };
    },
  };
  engine.media = {
    ...engine.media,
    mux: async ({ file }) => {
      await writeFile(file, "dub");
      return "";
    },
    measurePicture: () => Promise.resolve({ ms: 8_000 }),
  };
  local = await startLocalService({
    scriptWorkerFile,
    allowPrivateUrls: true,
    startEngine: () => Promise.resolve(engine),
  });
});
afterEach(async () => {
  await local.remove();
  server.closeAllConnections();
  server.close();
});

const at = (name: string) => `http://${host}/${name}`;
async function untilOpen(count: number): Promise<void> {
  while (open.length !== count) await once(changes, "change");
}
const projectOf = (type: string) =>
  createProject(local.client, { type, targetLanguages: ["fr-fr"], sourceLanguage: "en-us" });
async function add(project: string, fields: Json): Promise<string> {
  const body = {
    name: "A",
    languageCode: "fr-fr",
    ...fields,
  };
  const created = await local.client.post(`/projects/${project}/batches`, body);
  return String(bodyOf(created, 201).id);
}
const batchOf = async (id: string) => bodyOf(await local.client.get(`/batches/${id}`));
const until = (id: string, expected: Json) =>
  expect.poll(() => batchOf(id)).toMatchObject(expected);
const remove = async (...batchIds: string[]) =>
  bodyOf(await local.client.post("/batches/delete", { batchIds }), 204);
/** Dubs a batch of one line without any media at a host. */
async function dubPlain(): Promise<void> {
  const project = await projectOf("audio-production");
  const id = await add(project, { scriptPath: at("lines.csv") });
  await until(id, { status: "casting", message: expect.stringContaining("1 of 1") as string });
  await castByName(local.client, project, { Ada: "Amélie" });
  await until(id, { status: "completed" });
}
const addVideo = async (name: string, scriptPath = at("lines.csv"), project?: string) =>
  add(project ?? (await projectOf("media-dubbing")), {
    videoPath: at(name),
    scriptPath,
    settings: { sourceSpeakerSeparator: ":" },
  });
const waits = (message: string | RegExp) => ({
  message: expect.stringMatching(message) as string,
});

describe("a busy host of videos", () => {
  it("does not keep other batches from being dubbed, and is named with the next attempt", async () => {
    answers = { busy: "busy" };
    const project = await projectOf("media-dubbing");
    const busy = await Promise.all(
      [1, 2, 3, 4, 5].map((number) => addVideo(`busy${number}.mp4?key=secret`, undefined, project)),
    );
    const message = `Waiting for the video at ${host}: it responds with status 503; next attempt in 10 minutes`;
    for (const id of busy) await until(id, waits(message));
    await dubPlain();
    await until(await addVideo("good.mp4"), { status: "completed" });
    await until(await addVideo("good.mp4", undefined, project), { status: "completed" });
    expect(String((await batchOf(busy[0] ?? "")).message)).not.toContain("secret");
    expect(requests.filter((request) => request.startsWith("GET /busy"))).toHaveLength(5);
    const listed = bodyOf<Json[]>(await local.client.get(`/projects/${project}/batches`));
    expect(listed.filter((batch) => String(batch.message).includes(message))).toHaveLength(5);
  });

  it("does not keep other dubs from being finished", async () => {
    answers = { busy: "busy" };
    const busy = await addVideo("busy.mp4", at("timed.srt"));
    await until(busy, waits("Waiting for the video"));
    expect(await batchOf(busy)).toMatchObject({ status: "inferring", completionPercentage: 99 });
    await until(await addVideo("good.mp4", at("timed.srt")), { status: "completed" });
  });

  it("does not keep other videos from being transcribed", async () => {
    answers = { busy: "busy" };
    engine.transcribedLanguages.add("en-us");
    const project = await projectOf("media-dubbing");
    const fields = { languageCode: undefined, settings: { automaticInference: false } };
    for (let number = 1; number <= 6; number += 1) {
      const id = await add(project, { ...fields, videoPath: at(`busy${number}.mp4`) });
      await until(id, waits("Waiting for the video"));
    }
    const good = await add(project, { ...fields, videoPath: at("good.mp4") });
    await until(good, { status: "ready" });
    expect((await batchOf(good)).message).toContain("Texts are transcribed automatically");
  });

  it("an engine without a response does not keep scripts and videos of other languages from being read, and is ended with its batches", async () => {
    engine.transcribedLanguages.add("en-us").add("de-de");
    let ended = 0;
    const transcribe = engine.transcriber?.transcribe.bind(engine.transcriber);
    engine.transcriber = {
      ...engine.transcriber!,
      transcribe: (file, spans, languageId, options) =>
        languageId === "de-de"
          ? transcribe!(file, spans, languageId, options)
          : new Promise((_resolve, reject) =>
              options.signal.addEventListener("abort", () => {
                ended += 1;
                reject(options.signal.reason as Error);
              }),
            ),
    };
    const project = await projectOf("media-dubbing");
    const fields = { languageCode: undefined, settings: { automaticInference: false } };
    const silent: string[] = [];
    for (let number = 1; number <= 6; number += 1)
      silent.push(await add(project, { ...fields, videoPath: at(`film${number}.mp4`) }));
    // Four videos of a language are transcribed at the same time.
    const transcribed = async () =>
      (await Promise.all(silent.map(batchOf))).filter(({ message }) =>
        String(message).includes("0 of 4 spans"),
      ).length;
    await expect.poll(transcribed).toBe(4);
    const german = await createProject(local.client, {
      type: "media-dubbing",
      targetLanguages: ["fr-fr"],
      sourceLanguage: "de-de",
    });
    await until(await add(german, { ...fields, videoPath: at("good.mp4") }), { status: "ready" });
    await dubPlain();
    await remove(...silent);
    await expect.poll(() => ended).toBeGreaterThanOrEqual(4);
  });

  it("that has no video blocks all languages, and is asked again when a dub is started", async () => {
    answers = { gone: "gone" };
    const project = await createProject(local.client, {
      type: "media-dubbing",
      targetLanguages: ["fr-fr", "de-de"],
      sourceLanguage: "en-us",
    });
    const id = await add(project, { videoPath: at("gone.mp4"), scriptPath: at("two.csv") });
    const problem = `videoPath: ${host} responds with status 404`;
    await until(id, waits(`fr-fr: ${problem}. de-de: ${problem}`));
    const downloads = () => requests.filter((request) => request === "GET /gone.mp4").length;
    expect(downloads()).toBe(1);
    answers = {};
    bodyOf(await local.client.post(`/local/batches/${id}/dubs/start`, {}));
    await until(id, { status: "completed" });
    expect(downloads()).toBe(2);
  });

  it("does not delay other deliveries", async () => {
    const folder = await temporaryFolder();
    const [first, second] = [await addVideo("film.mp4"), await addVideo("other.mp4")];
    for (const id of [first, second]) await until(id, { status: "completed" });
    answers = { film: "busy" };
    const request = {
      languages: ["fr-fr"],
      parts: ["subtitles"],
      preset: "online",
      includeUnapproved: true,
      folder: folder.path,
    };
    const waiting = await startExport(local.client, first, request);
    await until(first, waits("Waiting for the video"));
    const made = await startExport(local.client, second, request);
    expect(await untilEnded(() => local.client, made)).toMatchObject({ state: "made" });
    const cancelled = await local.client.post(`/local/exports/${waiting.exportId}/cancel`, {});
    bodyOf(cancelled, 204);
    expect(await batchOf(first)).not.toMatchObject(waits("Waiting for the video"));
    await folder.remove();
  });
});

describe("the download of a video that stalls", () => {
  const untilStalled = async () => {
    answers = { slow: "stalled" };
    const id = await addVideo("slow.mp4");
    await untilOpen(1);
    await until(id, waits(`Downloading the video from ${host}: 0 of 1 MB`));
    return id;
  };
  const untilNoFiles = () =>
    vi.waitFor(async () => expect(await filesBelow(path.join(local.dataDir, "work"))).toEqual([]), {
      timeout: 50_000,
    });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ["its batch is deleted", (id) => remove(id)],
    [
      "its project is deleted",
      async (id) => {
        const { projectId } = await batchOf(id);
        bodyOf(await local.client.call("DELETE", `/projects/${String(projectId)}`), 204);
      },
    ],
    [
      "its dub is stopped",
      async (id) => bodyOf(await local.client.post(`/local/batches/${id}/dubs/stop`, {})),
    ],
  ])("ends when %s", async (_name, end) => {
    const id = await untilStalled();
    await end(id);
    await untilOpen(0);
    await untilNoFiles();
    await dubPlain();
  });

  it("ends when the service closes", async () => {
    await untilStalled();
    await Promise.all([local.close(), untilOpen(0)]);
  });

  it("goes on while another language of its batch needs it", async () => {
    answers = { slow: "stalled" };
    const project = await createProject(local.client, {
      type: "media-dubbing",
      targetLanguages: ["fr-fr", "de-de"],
      sourceLanguage: "en-us",
    });
    const id = await add(project, { videoPath: at("slow.mp4"), scriptPath: at("two.csv") });
    await untilOpen(1);
    const stop = (languageIds: string[]) =>
      local.client.post(`/local/batches/${id}/dubs/stop`, { languageIds });
    bodyOf(await stop(["de-de"]));
    expect(open).toHaveLength(1);
    await until(id, waits("Downloading the video"));
    bodyOf(await stop(["fr-fr"]));
    await untilOpen(0);
  });
});

describe("a host that does not respond", () => {
  /** Another name of the host: its places are its own. */
  const atOther = (name: string) => at(name).replace("127.0.0.1", "localhost");
  const count = 6;
  const addSix = (add: (number: number) => Promise<string>) =>
    Promise.all(Array.from({ length: count }, (_, index) => add(index + 1)));

  it("with scripts keeps no others from being read, and its requests end with their batches", async () => {
    answers = { slow: "stalled" };
    const project = await projectOf("audio-production");
    const slow = await addSix((number) => add(project, { scriptPath: atOther(`slow${number}`) }));
    await untilOpen(4);
    const host = new URL(atOther("")).host;
    const queued = `Waiting for the script at ${host}: other downloads are in progress`;
    await until(slow.at(-1) ?? "", waits(queued));
    await dubPlain();
    await remove(...slow);
    await untilOpen(0);
  });

  it("with videos that are checked keeps no scripts from being read", async () => {
    answers = { "HEAD slow": "stalled" };
    const project = await projectOf("media-dubbing");
    const slow = await addSix((number) =>
      add(project, { videoPath: atOther(`slow${number}.mp4`), scriptPath: at("lines.csv") }),
    );
    await untilOpen(4);
    await dubPlain();
    await remove(...slow);
    await untilOpen(0);
  });

  it("with target scripts keeps no others from being read", async () => {
    answers = { slow: "stalled" };
    const project = await projectOf("audio-production");
    const scriptPath = atOther("slow");
    const slow = await addSix(async () => {
      const id = await add(project, { scriptPath: at("lines.csv") });
      await until(id, { status: "casting" });
      const languages = [{ languageId: "de-de", scriptPath }];
      bodyOf(await local.client.post(`/batches/${id}/languages`, { languages }), 204);
      return id;
    });
    await untilOpen(4);
    await dubPlain();
    await remove(...slow);
    await untilOpen(0);
  });

  it("with templates of bulk requests keeps no scripts from being read, and its requests end with the project", async () => {
    answers = { slow: "stalled" };
    const project = await projectOf("audio-production");
    const bulk = { scriptPath: atOther("slow") };
    await addSix(async () => {
      const started = await local.client.post(`/projects/${project}/batches/bulk`, bulk);
      return String(bodyOf(started).requestId);
    });
    // The last place is for a batch that is created by hand.
    await untilOpen(3);
    await dubPlain();
    await remove(await add(await projectOf("audio-production"), { scriptPath: at("lines.csv") }));
    expect(open).toHaveLength(3);
    bodyOf(await local.client.call("DELETE", `/projects/${project}`), 204);
    await untilOpen(0);
  });
});

describe("source audio at a busy host", () => {
  const addAudio = async (name: string) => {
    const file = `script-${name}.csv`;
    contents[`/${file}`] = `Character,Text_FR-FR,Source_Audio\nAda,Un,${at(`${name}.wav`)}\n`;
    return add(await projectOf("line-dubbing"), { scriptPath: at(file) });
  };

  it("does not keep other batches from being dubbed while it is measured", async () => {
    answers = { audio: "busy" };
    const waiting = await addAudio("audio");
    await until(waiting, waits("Waiting for the source audio"));
    await dubPlain();
    await until(await addAudio("other"), { status: "completed" });
    await remove(waiting);
  });

  it("does not keep other scripts from being read while it is checked", async () => {
    answers = { "HEAD audio": "stalled" };
    const waiting = [];
    for (const letter of "abcdef") waiting.push(await addAudio(`audio-${letter}`));
    await until(waiting[0] ?? "", waits(`Checking the source audio at ${host}`));
    await dubPlain();
    await remove(...waiting);
    await untilOpen(0);
  });
});

it("an unexpected error keeps only its own batch waiting, which says so", async () => {
  const { probe } = engine.media;
  engine.media.probe = () => Promise.reject(new Error("input/output error"));
  contents["/odd.csv"] = `Character,Text_FR-FR,Source_Audio\nAda,Un,${at("odd.wav")}\n`;
  const failing = await add(await projectOf("line-dubbing"), { scriptPath: at("odd.csv") });
  await until(
    failing,
    waits(/fr-fr: an unexpected error, which the log describes; next attempt in \d+ seconds/),
  );
  await dubPlain();
  engine.media.probe = probe;
  bodyOf(await local.client.post(`/local/batches/${failing}/dubs/start`, {}));
  await until(failing, { status: "completed" });
});
