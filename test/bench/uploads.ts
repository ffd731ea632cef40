/**
 * `npm run bench -- uploads [--megabytes 1024] [--small 500] [--runs 3]`: speed and memory of uploads to the local
 * service on this computer, compared with curl and the same PUTs. Requires a build and curl.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    megabytes: { type: "string", default: "1024" },
    small: { type: "string", default: "500" },
    runs: { type: "string", default: "3" },
  },
});
const bigBytes = Number(values.megabytes) * 1024 ** 2;
const smallCount = Number(values.small);
const smallBytes = 100_000;
const partBytes = 16 * 1024 ** 2;
const cli = path.resolve("out/main/cli.cjs");

interface Figures {
  seconds: number;
  /** Memory of the client processes. */
  peakMebibytes: number;
}
interface Address {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-bench-"));
try {
  const big = path.join(folder, "big");
  const small = path.join(folder, "small");
  mkdirSync(big);
  mkdirSync(small);
  await writeRandom(path.join(big, "big.mov"), bigBytes);
  for (let index = 0; index < smallCount; index += 1) {
    writeFileSync(path.join(small, `${index}.wav`), randomBytes(smallBytes));
  }
  const loads = [
    { name: `1 file of ${values.megabytes} MiB`, source: big, bytes: bigBytes, curl: curlParts },
    {
      name: `${smallCount} files of 100 kB`,
      source: small,
      bytes: smallCount * smallBytes,
      curl: curlFiles,
    },
  ];
  for (const { name, source, bytes, curl } of loads) {
    const dubyardFigures: Figures[] = [];
    const curlFigures: Figures[] = [];
    // Alternately, so that other load affects both.
    for (let run = 0; run < Number(values.runs); run += 1) {
      dubyardFigures.push(await withService((address) => dubyard(address, source)));
      curlFigures.push(await withService((address) => curl(address, source)));
    }
    const [ours, theirs] = [median(dubyardFigures), median(curlFigures)];
    const rate = (figures: Figures) => (bytes / 1e6 / figures.seconds).toFixed(0);
    process.stdout.write(
      `${name}: dubyard ${rate(ours)} MB/s (${ours.seconds.toFixed(2)} s, ${ours.peakMebibytes} MiB), ` +
        `curl ${rate(theirs)} MB/s (${theirs.seconds.toFixed(2)} s), ratio ${(theirs.seconds / ours.seconds).toFixed(2)}\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function withService<T>(work: (address: Address) => Promise<T>): Promise<T> {
  const dataDir = path.join(folder, "service");
  const child = spawn(process.execPath, [cli, "serve", "--data", dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  try {
    return await work(JSON.parse(line) as Address);
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The whole command: start, plan, upload, exit. The start of Node.js is included, as that of curl is. */
async function dubyard({ baseUrl, clientId, clientSecret }: Address, source: string) {
  const state = path.join(folder, "state");
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [cli, "upload", source, "--base-url", baseUrl, "--state", state, "--json"],
    {
      env: { ...process.env, DUBYARD_CLIENT_ID: clientId, DUBYARD_CLIENT_SECRET: clientSecret },
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  let peak = 0;
  const watch = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // The process has just ended, or this system has no /proc.
    }
  }, 50);
  child.stdout.resume();
  const [code] = (await once(child, "exit")) as [number];
  clearInterval(watch);
  rmSync(state, { recursive: true, force: true });
  if (code !== 0) throw new Error(`dubyard upload ended with ${code}`);
  return { seconds: (performance.now() - startedAt) / 1000, peakMebibytes: Math.round(peak) };
}

async function call<T>(address: Address, at: string, body: unknown, token?: string): Promise<T> {
  const response = await fetch(address.baseUrl + at, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: token } : {}) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${at}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
async function tokenFor(address: Address): Promise<string> {
  return (await call<{ accessToken: string }>(address, "/auth/token", address)).accessToken;
}

/**
 * Signs all parts, lets curl send four at a time, and completes. curl computes no hashes; reading its ETags is not
 * measured.
 */
async function curlParts(address: Address, source: string): Promise<Figures> {
  const file = path.join(source, "big.mov");
  const pieces = path.join(folder, "pieces");
  mkdirSync(pieces, { recursive: true });
  execFileSync("split", ["-b", String(partBytes), "-a", "4", "-d", file, path.join(pieces, "p")]);
  const count = Math.ceil(bigBytes / partBytes);
  const startTime = performance.now();
  const token = await tokenFor(address);
  const of = { action: "presign", fileName: "big.mov", contentType: "video/mov" };
  const lines: string[] = [];
  let uploadId: string | undefined;
  for (let partNumber = 1; partNumber <= count; partNumber += 1) {
    const signed = await call<{ uploadId: string; uploadUrl: string }>(
      address,
      "/media/upload-url/multipart",
      { ...of, partNumber, ...(uploadId ? { uploadId } : {}) },
      token,
    );
    ({ uploadId } = signed);
    const piece = path.join(pieces, `p${String(partNumber - 1).padStart(4, "0")}`);
    lines.push(
      `upload-file = "${piece}"`,
      `url = "${signed.uploadUrl}"`,
      `header = "content-type: video/mov"`,
      `output = "/dev/null"`,
    );
  }
  await runCurl(lines);
  const seconds = (performance.now() - startTime) / 1000;
  rmSync(pieces, { recursive: true, force: true });
  return { seconds, peakMebibytes: 0 };
}

async function curlFiles(address: Address, source: string): Promise<Figures> {
  const begun = performance.now();
  const token = await tokenFor(address);
  const lines: string[] = [];
  for (let index = 0; index < smallCount; index += 1) {
    const body = { fileName: `small/${index}.wav`, contentType: "audio/wav" };
    const url = await call<string>(address, "/media/upload-url", body, token);
    lines.push(
      `upload-file = "${path.join(source, `${index}.wav`)}"`,
      `url = "${url}"`,
      `header = "content-type: audio/wav"`,
      `output = "/dev/null"`,
    );
  }
  await runCurl(lines);
  return { seconds: (performance.now() - begun) / 1000, peakMebibytes: 0 };
}

async function runCurl(lines: string[]): Promise<void> {
  const config = path.join(folder, "curl.txt");
  const each = lines.join("\n").replaceAll("\nupload-file", "\nnext\nupload-file");
  writeFileSync(
    config,
    `parallel\nparallel-max = 4\nno-progress-meter\nfail\nsilent\nshow-error\n${each}\n`,
  );
  const child = spawn("curl", ["--config", config], { stdio: ["ignore", "ignore", "inherit"] });
  const [code] = (await once(child, "exit")) as [number];
  if (code !== 0) throw new Error(`curl ended with ${code}`);
}

async function writeRandom(file: string, bytes: number): Promise<void> {
  const handle = await open(file, "w");
  const block = randomBytes(1024 ** 2);
  for (let written = 0; written < bytes; written += block.length) {
    block.writeUInt32LE(written / block.length, 0);
    await handle.write(block, 0, Math.min(block.length, bytes - written));
  }
  await handle.close();
}

function median(figures: Figures[]): Figures {
  const sorted = [...figures].sort((a, b) => a.seconds - b.seconds);
  return sorted[Math.floor(sorted.length / 2)] ?? { seconds: NaN, peakMebibytes: 0 };
}
