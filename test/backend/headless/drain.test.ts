/**
 * `dubyard serve` stops in order, as a process: about 3 s, most of it two starts. Requires a build.
 */
import { once } from "node:events";
import http from "node:http";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, it } from "vitest";
import { temporaryFolder } from "../../helpers/backend";
import { startCommand } from "../../helpers/commands";
import { bytesOf, sendRequest, signIn, type LocalClient } from "../../helpers/local-service";
import { long } from "../../long";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let child: ReturnType<typeof startCommand>;
let ended: Promise<[number | null, string | null]>;
let errors: string;
let client: LocalClient;
let metricsUrl: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  child.kill("SIGKILL");
  await ended;
  await folder.remove();
});

async function serve(...args: string[]): Promise<void> {
  const all = ["serve", "--data", path.join(folder.path, "served"), "--metrics-port", "0", ...args];
  child = startCommand({ clientId: "", clientSecret: "" }, all);
  ended = once(child, "close") as typeof ended;
  errors = "";
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const address = JSON.parse(line) as Parameters<typeof signIn>[0] & { metricsUrl: string };
  ({ metricsUrl } = address);
  client = await signIn(address);
}

const body = bytesOf(1000);
/** Begins the upload of a file; its body is sent by the caller. The service waits for it. */
async function beginUpload() {
  const contentType = "video/mp4";
  const signed = await client.post("/media/upload-url", { fileName: "a.mp4", contentType });
  const headers = {
    "Content-Type": contentType,
    "Content-Length": String(body.length),
    Expect: "100-continue",
  };
  const put = http.request(signed.json as string, { method: "PUT", headers, agent: false });
  const response = once(put, "response") as Promise<[http.IncomingMessage]>;
  put.flushHeaders();
  await once(put, "continue");
  return { put, response };
}

/** Sends the signal, and waits until the service is not ready. */
async function stop(): Promise<void> {
  const at = `${new URL(client.baseUrl).origin}/readyz`;
  expect((await sendRequest(at)).status).toBe(200);
  child.kill("SIGTERM");
  await expect.poll(async () => (await sendRequest(at)).status).toBe(503);
}

it.skipIf(process.platform === "win32")(
  "serve lets a running request end after SIGTERM, refuses new ones, and exits with 0",
  async () => {
    await serve("--drain", "600");
    const { put, response } = await beginUpload();
    await stop();
    const { origin } = new URL(client.baseUrl);
    expect((await sendRequest(`${origin}/healthz`)).status).toBe(200);
    const refused = await client.get("/models");
    expect([refused.status, refused.json]).toEqual([503, { message: "the service stops" }]);
    expect(refused.headers).toMatchObject({ connection: "close", "retry-after": "5" });
    const metrics = async () => (await sendRequest(metricsUrl)).text;
    expect(await metrics()).toContain("dubyard_ready 0\n");
    // A request is counted until its connection is closed, which may be after its response.
    await expect.poll(metrics).toContain("dubyard_http_requests_running 1\n");
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);

    put.end(body);
    const [stored] = await response;
    stored.resume();
    expect(stored.statusCode).toBe(200);
    expect(await ended).toEqual([0, null]);
    expect(errors).not.toContain("requests are ended");

    await serve();
    expect(await client.files()).toEqual(["a.mp4"]);
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  },
);

it.skipIf(process.platform === "win32").each([
  ["after the limit", "1"],
  ["after another signal", "3600"],
])("serve ends a request that goes on %s, and exits with 0", long, async (_when, seconds) => {
  await serve("--drain", seconds);
  const { response } = await beginUpload();
  const isReset = expect(response).rejects.toMatchObject({ code: "ECONNRESET" });
  if (seconds === "3600") {
    await stop();
    const interrupt = () => {
      child.kill("SIGTERM");
      return child.exitCode;
    };
    await expect.poll(interrupt, { interval: 100, timeout: 30_000 }).toBe(0);
  } else {
    // The limit may be over before the state is seen.
    child.kill("SIGTERM");
  }
  expect(await ended).toEqual([0, null]);
  await isReset;
  expect(errors).toContain("serve: running requests are ended: 1");
});
