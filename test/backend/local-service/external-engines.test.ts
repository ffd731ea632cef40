/** External engines: commands in real processes, and HTTP services on loopback. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Log } from "../../../main/common/log";
import { awaitsGrants, type ExternalEngine } from "../../../main/common/external-grants";
import type { RetryPolicy } from "../../../main/common/retry";
import { createExternalEngines } from "../../../main/local-service/engine/external/external-engines";
import { combineSpeech } from "../../../main/local-service/engine/speech/combined";
import type { EngineWait, SpeechRequest } from "../../../main/local-service/engine/ports";
import {
  commandEngine,
  grantsFor,
  httpEngine,
  startHttpEngine,
  toneFile,
} from "../../helpers/external-engines";
import { castByName } from "../../helpers/dub-material";
import { filesBelow, signIn, startLocalService } from "../../helpers/local-service";
import { bodyOf, createBatch, createProject, uploadScript } from "../../helpers/local-workspace";
import { localServiceEntry, scriptWorkerFile } from "../../helpers/programs";
import { recordingLog } from "../../helpers/recording-log";
import { createScriptedEngine } from "../../helpers/scripted-engine";
import { createSoundFiles, type SoundFiles } from "../../helpers/sound-files";

const closings: (() => Promise<void>)[] = [];
let folder: string;
let wav: string;
let sounds: SoundFiles;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "external-"));
  wav = path.join(folder, "tone.wav");
  writeFileSync(wav, toneFile());
  sounds = await createSoundFiles();
});
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await sounds.remove();
});

/** Engines that the user has confirmed. */
function open(engines: readonly ExternalEngine[], keys: Record<string, string> = {}) {
  const external = createExternalEngines({ baseMs: 1, maxAttempts: 4, maxDelayMs: 5000 });
  external.configure(engines);
  external.grant(grantsFor(engines, keys));
  closings.push(external.speech.close);
  return external;
}

const never = new AbortController().signal;
const requestOf = ({ id }: ExternalEngine, more: Partial<SpeechRequest> = {}): SpeechRequest => ({
  voice: {
    engine: `external:${id}`,
    languageId: "en-us",
    engineLanguage: "en-us",
    variant: "alloy",
    pitch: 0,
  },
  parts: [{ text: "Hello there." }],
  rate: 1,
  pitch: 1,
  range: 1,
  ...more,
});
const synthesize = (engine: ExternalEngine, signal = never, more: Partial<SpeechRequest> = {}) =>
  open([engine]).speech.synthesize(requestOf(engine, more), signal);
/** A command of `sh`; the script is an argument. */
const shell = (script: string, more: Parameters<typeof commandEngine>[2] = {}) =>
  commandEngine("/bin/sh", ["-c", script], more);

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    // A zombie has ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

describe.skipIf(process.platform === "win32")("commands", () => {
  test("speaks the text of standard input, and fills in placeholders without a shell", async () => {
    const log = path.join(folder, "arguments");
    const text = path.join(folder, "text");
    const script = `cat > ${text}; printf '%s\\n' "$@" > ${log}; cat ${wav}`;
    const engine = commandEngine("/bin/sh", [
      "-c",
      script,
      "sh",
      "{voice}",
      "{language}-{languageCode}",
      "{rate}",
      "{pitch}",
      "$(id); {unknown} 'x",
    ]);
    const sound = await synthesize(engine, never, {
      rate: 1.25,
      parts: [{ text: 'Say "hi";\n $(id)' }],
    });
    expect(sound.sampleRate).toBe(22_050);
    expect(sound.samples).toHaveLength(11_025);
    expect(readFileSync(text, "utf8")).toBe('Say "hi"; $(id)\n');
    expect(readFileSync(log, "utf8").trim().split("\n")).toEqual([
      "alloy",
      "en-us-en",
      "1.25",
      "1.00",
      "$(id); {unknown} 'x",
    ]);
  });

  test("has no secrets in its environment, and a lower priority", async () => {
    vi.stubEnv("DUBYARD_KEY_OTHER", "secret-value");
    const [environment, priority] = [path.join(folder, "env"), path.join(folder, "nice")];
    await synthesize(shell(`env > ${environment}; nice > ${priority}; cat ${wav}`));
    vi.unstubAllEnvs();
    expect(readFileSync(environment, "utf8")).toContain("PATH=");
    expect(readFileSync(environment, "utf8")).not.toContain("secret-value");
    expect(Number(readFileSync(priority, "utf8"))).toBeGreaterThan(os.getPriority());
  });

  test.each([
    ["dies", "echo a reason >&2; exit 3", "exit", "Test command: ended with code 3"],
    ["is killed", "kill -SEGV $$", "exit", "Test command: ended with SIGSEGV"],
    ["writes nothing", "exit 0", "empty", "Test command: the engine returned no data"],
    ["writes a text", "echo hello", "not-wav", "Test command: the engine did not return WAV data"],
  ])("a command that %s", async (_name, script, problem, message) => {
    await expect(synthesize(shell(script))).rejects.toMatchObject({ problem, message });
  });

  test("the reason of standard error is a detail, not part of the message", async () => {
    await expect(
      synthesize(shell("echo one; echo 'a \u001breason' >&2; exit 3")),
    ).rejects.toMatchObject({
      message: "Test command: ended with code 3",
      detail: "a \ufffdreason",
    });
  });

  test("an executable that is missing", async () => {
    const missing = commandEngine(path.join(folder, "missing"), []);
    await expect(synthesize(missing)).rejects.toMatchObject({ problem: "not-started" });
  });

  test("a gigantic output ends the command", async () => {
    const pid = path.join(folder, "pid");
    const engine = shell(`echo $$ > ${pid}; cat ${wav}; cat /dev/zero`);
    await expect(synthesize(engine)).rejects.toMatchObject({ problem: "too-large" });
    await vi.waitFor(() => expect(isRunning(Number(readFileSync(pid, "utf8")))).toBe(false), {
      timeout: 50_000,
    });
  });

  test("a hanging command ends at its deadline, with the processes that it started", async () => {
    const pids = path.join(folder, "pids");
    const script = `sleep 600 & echo $! $$ > ${pids}; wait`;
    const engine = shell(script, { deadlineSeconds: 1 });
    await expect(synthesize(engine)).rejects.toMatchObject({
      problem: "deadline",
      message: "Test command: takes more than 1 seconds",
    });
    const started = readFileSync(pids, "utf8").trim().split(" ").map(Number);
    expect(started).toHaveLength(2);
    await vi.waitFor(() => expect(started.filter(isRunning)).toEqual([]), { timeout: 50_000 });
  });

  test("a cancelled command ends, and rejects with the reason", async () => {
    const pid = path.join(folder, "cancelled");
    const controller = new AbortController();
    const reason = new Error("cancelled");
    const sound = synthesize(shell(`echo $$ > ${pid}; sleep 600`), controller.signal);
    const outcome = expect(sound).rejects.toBe(reason);
    await vi.waitFor(() => expect(existsSync(pid) && readFileSync(pid, "utf8")).toMatch(/\n/), {
      timeout: 50_000,
    });
    controller.abort(reason);
    await outcome;
    await vi.waitFor(() => expect(isRunning(Number(readFileSync(pid, "utf8")))).toBe(false), {
      timeout: 50_000,
    });
  });

  test("a process left behind by a command does not delay it, and ends", async () => {
    const pid = path.join(folder, "left");
    await synthesize(shell(`sleep 600 & echo $! > ${pid}; cat ${wav}`));
    await vi.waitFor(() => expect(isRunning(Number(readFileSync(pid, "utf8")))).toBe(false), {
      timeout: 50_000,
    });
  });

  test("transcribes each span of a file", async () => {
    const file = sounds.write("speech.wav", 1, new Int16Array(16_000 * 3).fill(500), 16_000);
    const sizes = path.join(folder, "sizes");
    const script = `wc -c < "$1" >> ${sizes}; echo '{"text":" Hello '$2'"}'`;
    const engine = commandEngine("/bin/sh", ["-c", script, "sh", "{file}", "{languageCode}"], {
      task: { kind: "transcription", languages: ["de-de"] },
    });
    const { transcriber } = open([engine]);
    expect([...transcriber.languages()]).toEqual(["de-de"]);
    const spans = [
      { startMs: 0, endMs: 1000 },
      { startMs: 1500, endMs: 2000 },
    ];
    const found = await transcriber.transcribe(file, spans, "de-de", { signal: never });
    expect(found).toEqual(spans.map((span) => ({ ...span, text: "Hello de" })));
    expect(readFileSync(sizes, "utf8").trim().split(/\s+/)).toEqual(["32044", "16044"]);
  });

  test("shortens the text of standard input; a text that is not shorter is an error", async () => {
    const task = { kind: "shortening" as const, languages: ["en-us"] };
    const shorten = (script: string) =>
      open([
        commandEngine("/bin/sh", ["-c", script, "sh", "{languageCode}", "{characters}"], { task }),
      ]).shortener.shorten(
        { text: "Good morning to all", languageId: "en-us", characters: 9 },
        never,
      );
    expect(await shorten(`read line; printf '%s %s\\n ok\\n' "$1" "$2"`)).toBe("en 9 ok");
    await expect(shorten("cat")).rejects.toThrow("returned no shorter text");
    await expect(shorten("printf ' '")).rejects.toThrow("returned no text");
    await expect(shorten("printf '\\377'")).rejects.toThrow("UTF-8");
    await expect(
      open([]).shortener.shorten({ text: "a", languageId: "en-us", characters: 1 }, never),
    ).rejects.toThrow("no external engine shortens en-us");
    expect([...open([]).shortener.languages()]).toEqual([]);
  });
});

describe("HTTP services", () => {
  async function serve(respond: Parameters<typeof startHttpEngine>[0]) {
    const server = await startHttpEngine(respond);
    closings.push(server.close);
    return server;
  }
  const key = "sk-secret-key-1234567890";
  const speakWith = (engine: ExternalEngine, more: Partial<SpeechRequest> = {}) =>
    open([engine], { [engine.id]: key }).speech.synthesize(requestOf(engine, more), never);

  test("sends model, voice, text and speed with the key", async () => {
    const server = await serve((_request, response) => response.end(toneFile()));
    const sound = await speakWith(httpEngine(`${server.baseUrl}/`), { rate: 1.2 });
    expect(sound.samples).toHaveLength(11_025);
    const [request] = server.received;
    expect(request?.path).toBe("/v1/audio/speech");
    expect(request?.authorization).toBe(`Bearer ${key}`);
    expect(JSON.parse(request?.body.toString() ?? "")).toEqual({
      model: "tts-1",
      voice: "alloy",
      input: "Hello there.",
      response_format: "wav",
      speed: 1.2,
    });
  });

  test("transcribes spans as multipart forms", async () => {
    const text = { text: "Guten Tag.", segments: [{ start: 0, end: 1, text: "Guten Tag." }] };
    const server = await serve((_request, response) => response.end(JSON.stringify(text)));
    const file = sounds.write("http.wav", 1, new Int16Array(16_000).fill(500), 16_000);
    const engine = httpEngine(server.baseUrl, {
      task: { kind: "transcription", languages: ["de-de"] },
    });
    const span = { startMs: 0, endMs: 1000 };
    const { transcriber } = open([engine], { [engine.id]: key });
    expect(await transcriber.transcribe(file, [span], "de-de", { signal: never })).toEqual([
      { ...span, text: "Guten Tag." },
    ]);
    const [request] = server.received;
    expect(request?.path).toBe("/v1/audio/transcriptions");
    const body = request?.body.toString("latin1") ?? "";
    for (const part of ['name="model"\r\n\r\ntts-1', 'name="language"\r\n\r\nde', "verbose_json"])
      expect(body).toContain(part);
    expect(body).toContain('filename="speech.wav"');
  });

  test("a transcription waits for the delay that its engine asks for", async () => {
    let requests = 0;
    const server = await serve((_request, response) => {
      requests += 1;
      if (requests === 2) response.writeHead(503, { "retry-after": "1" }).end();
      else response.end(JSON.stringify({ text: `${requests}` }));
    });
    const engine = httpEngine(server.baseUrl, {
      task: { kind: "transcription", languages: ["de-de"] },
    });
    const external = createExternalEngines({ baseMs: 1, maxAttempts: 4, maxDelayMs: 500 });
    closings.push(external.transcriber.close);
    external.configure([engine]);
    external.grant(grantsFor([engine]));
    const file = sounds.write("waits.wav", 1, new Int16Array(32_000).fill(500), 16_000);
    const spans = [0, 1000].map((startMs) => ({ startMs, endMs: startMs + 1000 }));
    const waits: (EngineWait | null)[] = [];
    const options = { signal: never, onWait: (wait: EngineWait | null) => waits.push(wait) };
    const found = await external.transcriber.transcribe(file, spans, "de-de", options);
    expect(found.map(({ text }) => text)).toEqual(["1", "3"]);
    expect(waits).toEqual([
      {
        reason: expect.stringContaining("status 503") as string,
        until: expect.any(Number) as number,
      },
      null,
    ]);
    // The end of the work ends the wait.
    requests = 1;
    const end = new AbortController();
    const onWait = () => end.abort(new Error("deleted"));
    await expect(
      external.transcriber.transcribe(file, spans, "de-de", { signal: end.signal, onWait }),
    ).rejects.toThrow("deleted");
  });

  test("a transcription asks again after a change of the engines, and not without end", async () => {
    const server = await serve((_request, response) =>
      response.writeHead(503, { "retry-after": "3600" }).end(),
    );
    const engine = httpEngine(server.baseUrl, {
      task: { kind: "transcription", languages: ["de-de"] },
    });
    const external = createExternalEngines({ baseMs: 1, maxAttempts: 4, maxDelayMs: 500 }, 2);
    closings.push(external.transcriber.close);
    external.configure([engine]);
    external.grant(grantsFor([engine]));
    const file = sounds.write("changes.wav", 1, new Int16Array(16_000).fill(500), 16_000);
    const onWait = (wait: EngineWait | null) => wait && external.configure([engine]);
    const options = { signal: never, onWait };
    const spans = [{ startMs: 0, endMs: 1000 }];
    await expect(external.transcriber.transcribe(file, spans, "de-de", options)).rejects.toThrow(
      "status 503",
    );
    expect(server.received).toHaveLength(3);
  });

  test("shortens a text by a chat completion", async () => {
    const answer = { choices: [{ message: { content: "\n Morning, all\n" } }] };
    const server = await serve((_request, response) => response.end(JSON.stringify(answer)));
    const engine = httpEngine(server.baseUrl, {
      task: { kind: "shortening", languages: ["en-us"] },
    });
    const { shortener } = open([engine], { [engine.id]: key });
    const request = { text: "Good morning to all", languageId: "en-us", characters: 12 };
    expect(await shortener.shorten(request, never)).toBe("Morning, all");
    const [received] = server.received;
    expect(received?.path).toBe("/v1/chat/completions");
    expect(received?.authorization).toBe(`Bearer ${key}`);
    expect(JSON.parse(received?.body.toString() ?? "")).toEqual({
      model: "tts-1",
      messages: [
        { role: "system", content: expect.stringContaining("at most 12 characters") as string },
        { role: "user", content: "Good morning to all" },
      ],
    });
  });

  test("a service that limits its rate is tried again after the time that it names", async () => {
    const times: number[] = [];
    const server = await serve((_request, response) => {
      times.push(performance.now());
      if (times.length < 2) response.writeHead(429, { "retry-after": "1" }).end();
      else response.end(toneFile());
    });
    await speakWith(httpEngine(server.baseUrl));
    expect(times).toHaveLength(2);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(950);
  });

  test.each([
    [401, "key-refused", 1],
    [403, "key-refused", 1],
    [404, "rejected", 1],
    [429, "busy", 4],
    [503, "server-error", 4],
  ])("status %i is %s after %i requests", async (status, problem, requests) => {
    const reason = JSON.stringify({ error: { message: `No, ${key} is\u0007 wrong` } });
    const server = await serve((_request, response) => response.writeHead(status).end(reason));
    const error: unknown = await speakWith(httpEngine(server.baseUrl)).catch((e: unknown) => e);
    expect(error).toMatchObject({ problem });
    expect(String(error)).toContain(`status ${status}`);
    expect(server.received).toHaveLength(requests);
    // SECURITY: the service repeats the key.
    expect(JSON.stringify(error) + String(error)).not.toContain(key);
    const detail = problem === "key-refused" ? "" : "No, [key] is\ufffd wrong";
    expect(error).toMatchObject({ detail });
  });

  test("does not follow a redirect to another origin", async () => {
    const other = await serve((_request, response) => response.end(toneFile()));
    const server = await serve((_request, response) =>
      response.writeHead(307, { location: `${other.baseUrl}/audio/speech` }).end(),
    );
    await expect(speakWith(httpEngine(server.baseUrl))).rejects.toMatchObject({
      problem: "redirect",
      message: expect.stringContaining(`redirects to ${other.origin}`) as string,
    });
    expect(other.received).toEqual([]);
  });

  test("a service that hangs, one that breaks off, one that is closed", async () => {
    const hanging = await serve(() => undefined);
    const engine = httpEngine(hanging.baseUrl, { deadlineSeconds: 1 });
    await expect(speakWith(engine)).rejects.toMatchObject({ problem: "deadline" });
    const breaking = await serve((_request, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("RIFF", () => response.destroy());
    });
    await expect(speakWith(httpEngine(breaking.baseUrl))).rejects.toMatchObject({
      problem: "unreachable",
    });
    await breaking.close();
    await expect(speakWith(httpEngine(breaking.baseUrl))).rejects.toMatchObject({
      problem: "unreachable",
      message: expect.stringContaining("ECONNREFUSED") as string,
    });
  });

  test("a response that is not sound, and one that never ends", async () => {
    const text = await serve((_request, response) => response.end("{}"));
    await expect(speakWith(httpEngine(text.baseUrl))).rejects.toMatchObject({ problem: "not-wav" });
    const endless = await serve((_request, response) => {
      const chunk = Buffer.alloc(1024 ** 2);
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", write).on("error", () => undefined);
      write();
    });
    await expect(speakWith(httpEngine(endless.baseUrl))).rejects.toMatchObject({
      problem: "too-large",
    });
  });

  test("http to another computer is refused before a request is sent", async () => {
    await expect(speakWith(httpEngine("http://speech.example/v1"))).rejects.toThrow(/https/);
  });
});

describe("confirmation", () => {
  test("engines without confirmation of these settings have no voices and speak nothing", async () => {
    const engine = commandEngine("/bin/cat", ["/dev/null"]);
    const external = open([engine]);
    let changes = 0;
    external.onChange(() => (changes += 1));
    expect(external.speech.voices().map(({ name }) => name)).toEqual(["Vera"]);
    const version = external.speech.version(requestOf(engine).voice);
    const changed = commandEngine("/bin/cat", ["/etc/passwd"]);
    external.configure([changed]);
    expect(external.speech.voices()).toEqual([]);
    expect(external.state(changed)).toEqual({ isConfirmed: false, hasKey: false });
    await expect(external.speech.synthesize(requestOf(changed), never)).rejects.toThrow(
      "not confirmed",
    );
    external.grant(grantsFor([changed]));
    expect(external.speech.voices()).toHaveLength(1);
    expect(external.speech.version(requestOf(engine).voice)).not.toBe(version);
    expect(changes).toBe(2);
  });
});

describe.skipIf(process.platform === "win32")("of a workspace", () => {
  const settingsOf = ({ settings }: ExternalEngine) => settings;
  const path1 = "/local/external-engines/command-1";

  /** A service with external engines beside a scripted one. */
  async function startService(options: { log?: Log } = {}, policy?: RetryPolicy) {
    const external = createExternalEngines(policy);
    const scripted = createScriptedEngine();
    const local = await startLocalService({
      scriptWorkerFile,
      ...options,
      startEngine: () =>
        Promise.resolve({
          ...scripted,
          external,
          onChange: external.onChange,
          speech: combineSpeech({ builtIn: scripted.speech, external: external.speech }),
        }),
    });
    closings.push(local.remove, external.speech.close);
    return local;
  }

  test("settings are stored, and used once they are confirmed", async () => {
    const local = await startService();
    const { client } = local;
    const engine = commandEngine("/bin/cat", [wav]);
    expect((await client.call("PUT", path1, settingsOf(engine))).json).toMatchObject({
      settings: settingsOf(engine),
      isConfirmed: false,
      hasKey: false,
    });
    expect((await client.post(`${path1}/test`, {})).status).toBe(409);
    const voices = async () => JSON.stringify((await client.get("/voices?language=en-us")).json);
    expect(await voices()).not.toContain("Vera");
    local.address().grantExternal(grantsFor([engine]));
    expect(await voices()).toContain("Vera");
    const { json } = await client.post(`${path1}/test`, {});
    expect(json).toMatchObject({ isSuccess: true, text: null });
    expect(json).toMatchObject({ sound: { durationMs: 500, sampleRate: 22_050, levelDb: -15.3 } });
    // Other settings are not confirmed.
    const other = commandEngine("/bin/cat", ["/etc/passwd"]);
    await client.call("PUT", path1, settingsOf(other));
    expect((await client.post(`${path1}/test`, {})).status).toBe(409);
    local.address().grantExternal(grantsFor([other]));
    expect((await client.post(`${path1}/test`, {})).json).toMatchObject({
      isSuccess: false,
      problem: "not-wav",
    });
    expect((await client.call("DELETE", path1)).status).toBe(204);
    expect((await client.call("DELETE", path1)).status).toBe(404);
    expect((await client.get("/local/external-engines")).json).toEqual({ engines: [] });
  });

  // About 0.3 s.
  test("a client that disconnects ends the work of the engine for its request", async () => {
    const closed: Promise<unknown>[] = [];
    // It never answers.
    const server = await startHttpEngine((_request, response) => {
      closed.push(once(response, "close"));
    });
    closings.push(server.close);
    const { log, lines } = recordingLog();
    const local = await startService({ log });
    const { client } = local;
    const task = { kind: "shortening" as const, languages: ["fr-fr"] };
    const engine = httpEngine(server.baseUrl, { task });
    const engineAt = `/local/external-engines/${engine.id}`;
    bodyOf(await client.call("PUT", engineAt, settingsOf(engine)));
    local.address().grantExternal(grantsFor([engine], { [engine.id]: "sk-key" }));
    const project = await createProject(client, {
      type: "audio-production",
      sourceLanguage: undefined,
    });
    const script = "ID,Character,Text_FR-FR\r\n1,Ada,Bonjour tout le monde\r\n";
    const { id } = await createBatch(client, project, {
      scriptPath: await uploadScript(client, "s.csv", script),
    });
    const calls = [
      {
        at: `/local/batches/${String(id)}/lines/1/fr-fr/shortened-text`,
        body: { text: "Bonjour" },
      },
      { at: `${engineAt}/test`, body: {} },
    ];
    for (const [index, { at, body }] of calls.entries()) {
      const disconnecting = new AbortController();
      const answer = fetch(client.baseUrl + at, {
        method: "POST",
        headers: { Authorization: client.token, "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal: disconnecting.signal,
      });
      answer.catch(() => undefined);
      await expect.poll(() => server.received.length).toBe(index + 1);
      disconnecting.abort();
      await expect(answer).rejects.toThrow();
      await closed[index];
    }
    expect(lines.filter((line) => line.startsWith("error"))).toEqual([]);
  });

  test("a restored backup has its engines, which are not used before a confirmation", async () => {
    const [from, to] = [await startService(), await startService()];
    const engine = commandEngine("/bin/cat", [wav]);
    const key = "sk-secret-of-a-backup";
    from.address().grantExternal(grantsFor([engine], { [engine.id]: key }));
    await from.client.call("PUT", path1, settingsOf(engine));
    expect((await from.client.get("/local/external-engines")).text).toContain('"hasKey":true');
    const backup = path.join(folder, "backup");
    expect((await from.client.post("/local/backup", { folder: backup })).status).toBe(200);
    for (const name of await filesBelow(backup))
      expect(readFileSync(path.join(backup, name)).includes(key)).toBe(false);
    expect((await to.client.post("/local/restore", { folder: backup })).status).toBe(200);
    expect((await to.client.get("/local/external-engines")).json).toMatchObject({
      engines: [{ id: engine.id, isConfirmed: false, hasKey: false }],
    });
    expect((await to.client.post(`${path1}/test`, {})).status).toBe(409);
  });

  describe("that asks for a delay", () => {
    const scriptedVoice = "Annika";
    /** Until it is 0 the engine asks for this delay, in seconds. */
    let delaySeconds: number;
    let server: Awaited<ReturnType<typeof startHttpEngine>>;
    let local: Awaited<ReturnType<typeof startService>>;

    beforeEach(async () => {
      delaySeconds = 3600;
      server = await startHttpEngine((_request, response) => {
        if (delaySeconds === 0) response.end(toneFile());
        else response.writeHead(429, { "retry-after": String(delaySeconds) }).end();
      });
      closings.push(server.close);
      local = await startService({}, { baseMs: 1, maxAttempts: 4, maxDelayMs: 500 });
      const engine = httpEngine(server.baseUrl);
      await local.client.call("PUT", "/local/external-engines/http-1", settingsOf(engine));
      local.address().grantExternal(grantsFor([engine]));
    });

    /** A batch of two lines, each with a voice. */
    async function dub(...voices: string[]): Promise<string> {
      const { client } = local;
      const project = await createProject(client, {
        type: "audio-production",
        targetLanguages: ["de-de"],
      });
      const lines = voices.map((_voice, index) => `${"ABC"[index]},Eins\n`).join("");
      const script = `Character,Text_DE-DE\n${lines}`;
      const { id } = await createBatch(client, project, {
        scriptPath: await uploadScript(client, "lines.csv", script),
      });
      const names = voices.map((voice, index) => [`${"ABC"[index]}`, voice]);
      await castByName(client, project, Object.fromEntries(names) as Record<string, string>);
      return String(id);
    }
    const batchOf = async (id: string) => bodyOf(await local.client.get(`/batches/${id}`));
    const until = (id: string, expected: object) =>
      expect.poll(() => batchOf(id)).toMatchObject(expected);
    const busy = () =>
      new RegExp(
        `The external engine is busy; next attempt in (600|59\\d) seconds: Test service: ${new URL(server.baseUrl).host} limits the number of requests \\(status 429\\)`,
      );
    const waits = () => ({ message: expect.stringMatching(busy()) as string });

    test("keeps its takes queued, with a note of their batches; all others are made", async () => {
      const [first, second] = [await dub("Vera", scriptedVoice), await dub("Vera")];
      for (const id of [first, second]) await until(id, waits());
      await until(first, { message: expect.stringContaining("1 of 2 takes") as string });
      await until(await dub(scriptedVoice), { status: "completed" });
      expect(server.received.length).toBeLessThanOrEqual(2);
      // A dub that is stopped waits no longer.
      bodyOf(await local.client.post(`/local/batches/${second}/dubs/stop`, {}));
      await until(second, { message: expect.not.stringMatching(busy()) as string });
      expect(await batchOf(first)).toMatchObject(waits());
      await local.client.post("/batches/delete", { batchIds: [first] });
      await until(await dub(scriptedVoice), { status: "completed" });
    });

    test("is asked again when a dub is started, and after a change of the engines", async () => {
      const id = await dub("Vera");
      await until(id, waits());
      const start = () => local.client.post(`/local/batches/${id}/dubs/start`, {});
      bodyOf(await start());
      await expect.poll(() => server.received.length).toBe(2);
      await until(id, waits());
      delaySeconds = 0;
      const engine = httpEngine(server.baseUrl);
      const settings = { ...settingsOf(engine), name: "Other name" };
      local.address().grantExternal(grantsFor([engine, { ...engine, settings }]));
      await local.client.call("PUT", "/local/external-engines/http-1", settings);
      await until(id, { status: "completed" });
    });

    test("is used again after the delay", async () => {
      delaySeconds = 1;
      const id = await dub("Vera");
      await until(id, {
        message: expect.stringContaining("The external engine is busy") as string,
      });
      delaySeconds = 0;
      await until(id, { status: "completed" });
    });
  });

  test("invalid settings are refused by field", async () => {
    const { client } = await startService();
    const command = settingsOf(commandEngine("/bin/cat", []));
    const service = (baseUrl: string) => settingsOf(httpEngine(baseUrl));
    const vera = { name: "Vera", gender: "female", languages: ["en-us"], engineVoice: "x" };
    const speech = (voices: unknown) => ({ ...command, task: { kind: "speech", voices } });
    const cases: [unknown, string][] = [
      [{ ...command, name: " " }, "name"],
      [settingsOf(commandEngine("cat", [])), "connection.file"],
      [settingsOf(commandEngine("/bin/cat", ["a\0b"])), "connection.args"],
      [{ ...command, task: { kind: "transcription", languages: ["en-us"] } }, "connection.args"],
      [service("http://speech.example/v1"), "connection.baseUrl"],
      [service("https://user:pass@speech.example"), "connection.baseUrl"],
      [service("ftp://speech.example"), "connection.baseUrl"],
      [speech([]), "task.voices"],
      [speech([{ ...vera, name: "Savannah" }]), "task.voices[0].name"],
      [speech([vera, vera]), "task.voices[1].name"],
      [speech([{ ...vera, languages: ["xx-xx"] }]), "task.voices[0].languages[0]"],
      [{ ...command, deadlineSeconds: 0 }, "deadlineSeconds"],
    ];
    for (const [body, field] of cases) {
      const { status, json } = await client.call("PUT", path1, body);
      expect([status, (json as { message: string }).message.split(": ")[0]]).toEqual([400, field]);
    }
  });

  test("a killed service leaves no process of a command, and its key nowhere", async () => {
    const dataDir = mkdtempSync(path.join(folder, "service-"));
    const pid = path.join(folder, "orphan");
    const engine = shell(`sleep 600 & echo $! $$ > ${pid}; wait`);
    const key = "sk-secret-of-a-process";
    const child = fork(localServiceEntry, ["--data", dataDir, awaitsGrants], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { ...process.env, DUBYARD_ENGINE: "own" },
    });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => output.push(chunk));
    const ended = once(child, "exit");
    const messages: { type: string; address?: Parameters<typeof signIn>[0] }[] = [];
    child.on("message", (message) => messages.push(message as (typeof messages)[number]));
    child.send({
      type: "external-grants",
      id: 1,
      grants: grantsFor([engine], { [engine.id]: key }),
    });
    const ready = await vi.waitFor(() => {
      const found = messages.find(({ type }) => type === "ready");
      if (!found?.address) throw new Error("not ready");
      return found.address;
    }, 50_000);
    expect(messages[0]).toEqual({ type: "external-granted", id: 1 });
    const client = await signIn(ready);
    const { text } = await client.call("PUT", path1, settingsOf(engine));
    expect(text).toContain('"isConfirmed":true,"hasKey":true');
    const test = client.post(`${path1}/test`, {}).catch(() => null);
    await vi.waitFor(
      () => expect(existsSync(pid) && readFileSync(pid, "utf8")).toMatch(/\n/),
      50_000,
    );
    child.kill("SIGKILL");
    await Promise.all([ended, test]);
    const started = readFileSync(pid, "utf8").trim().split(" ").map(Number);
    await vi.waitFor(() => expect(started.filter(isRunning)).toEqual([]), { timeout: 50_000 });
    expect(text + Buffer.concat(output).toString()).not.toContain(key);
    for (const name of await filesBelow(dataDir))
      expect(readFileSync(path.join(dataDir, name)).includes(key)).toBe(false);
  });
});
