/**
 * `npm run bench -- uploads [--megabytes 1024] [--small 10000] [--huge 100000] [--runs 3] [--json
 * FILE]`: uploads of one large file and of many small ones by the terminal command, beside the
 * peers that are installed: curl with openssl, rclone, the AWS CLI. All send to the same service on
 * this computer, which discards the bytes. Whole commands are measured, alternately.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { createAuthority } from "../helpers/authority";
import { hashingRates } from "./tools/hashing-rates";
import { median } from "./tools/measure";
import { planTime, type PlanTime } from "./tools/plan-time";
import { dubyard, peers, type Sink, type Uploader, type UploadFigures } from "./tools/uploaders";

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    megabytes: { type: "string", default: "1024" },
    small: { type: "string", default: "10000" },
    huge: { type: "string", default: "100000" },
    runs: { type: "string", default: "3" },
    json: { type: "string" },
  },
});
const largeBytes = Number(values.megabytes) * 1024 ** 2;
const smallCount = Number(values.small);
const hugeCount = Number(values.huge);
const runs = Number(values.runs);
const smallBytes = 100_000;
/** Of the files whose number is compared: 100,000 of them fit into memory. */
const tinyBytes = 10_000;
const partBytes = 16 * 1024 ** 2;
/** Delay of each call in the scenario of a distant service. */
const distantMs = 50;
const distantCount = Math.min(2_000, smallCount);
const sinkProgram = path.resolve("test/bench/tools/upload-sink.mjs");

const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-bench-"));

interface Scenario {
  name: string;
  source: string;
  files: number;
  bytes: number;
  latencyMs?: number;
  isTls?: boolean;
  /** The peers that take part. Default: none. */
  comparedTo?: readonly Uploader[];
  runs?: number;
}
interface Result {
  scenario: string;
  uploader: string;
  figures: Figures;
  /** Duration of the other program divided by that of Dubyard. */
  ratio: number;
}
interface Figures extends UploadFigures {
  /** From the start of the command to the first PUT, in seconds. */
  firstPutSeconds: number;
}

/** Runs an upload with a new service. */
async function measureUpload(
  { source, latencyMs = 0, isTls = false }: Scenario,
  { upload }: Uploader,
): Promise<Figures> {
  const tls = isTls ? certificate() : null;
  const args = [sinkProgram, source, String(partBytes), String(latencyMs)];
  if (tls) args.push(tls.keyFile, tls.certFile);
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, "line")) as [string];
  const { baseUrl } = JSON.parse(line) as { baseUrl: string };
  let firstPutAt = NaN;
  lines.on("line", (text) => ({ firstPutAt } = JSON.parse(text) as { firstPutAt: number }));
  const startedAt = Date.now();
  try {
    const sink: Sink = { baseUrl, caFile: tls?.caFile };
    const figures = await upload(sink, source);
    return { ...figures, firstPutSeconds: (firstPutAt - startedAt) / 1000 };
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
}

let issued: { keyFile: string; certFile: string; caFile: string } | null = null;
/** The certificate of 127.0.0.1, made at the first call. */
function certificate() {
  if (issued) return issued;
  const authority = createAuthority(folder);
  const { key, cert } = authority.issue("IP:127.0.0.1");
  issued = {
    keyFile: path.join(folder, "sink.key"),
    certFile: path.join(folder, "sink.pem"),
    caFile: authority.file,
  };
  writeFileSync(issued.keyFile, key);
  writeFileSync(issued.certFile, cert);
  return issued;
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

/** Files in folders of 1,000. */
function writeFiles(name: string, count: number, bytes: number): string {
  const source = path.join(folder, name);
  const isNested = count > 20_000;
  mkdirSync(source);
  for (let index = 0; index < count; index += 1) {
    const parent = isNested ? path.join(source, String(Math.floor(index / 1_000))) : source;
    if (isNested && index % 1_000 === 0) mkdirSync(parent);
    writeFileSync(path.join(parent, `${index}.wav`), randomBytes(bytes));
  }
  return source;
}

const piecesFolder = path.join(folder, "pieces");
async function writeLarge(): Promise<string> {
  const source = path.join(folder, "large");
  mkdirSync(source);
  mkdirSync(piecesFolder);
  const file = path.join(source, "large.mov");
  await writeRandom(file, largeBytes);
  const prefix = path.join(piecesFolder, "p");
  execFileSync("split", ["-b", String(partBytes), "-a", "4", "-d", file, prefix]);
  return source;
}

async function run(scenario: Scenario): Promise<Result[]> {
  const { files, bytes, comparedTo = [] } = scenario;
  const uploaders = [dubyard(folder), ...comparedTo].map((uploader) => ({
    uploader,
    figures: [] as Figures[],
  }));
  // Alternately, so that other load affects all of them.
  for (let round = 0; round < (scenario.runs ?? runs); round += 1)
    for (const { uploader, figures } of uploaders)
      figures.push(await measureUpload(scenario, uploader));
  const own = median(uploaders[0]?.figures ?? []).seconds;
  return uploaders.map(({ uploader: { name }, figures }) => {
    const middle = median(figures);
    const { seconds, cpuSeconds, peakMebibytes, loopDelay, firstPutSeconds } = middle;
    const rate =
      files > 1
        ? `${(files / seconds).toFixed(0)} files/s`
        : `${(bytes / 1e6 / seconds).toFixed(0)} MB/s`;
    const delay = loopDelay
      ? `, loop delay ${loopDelay.p99.toFixed(1)} ms (99 %), ${loopDelay.max.toFixed(0)} ms (max)`
      : "";
    const first = Number.isNaN(firstPutSeconds)
      ? ""
      : `, first PUT ${firstPutSeconds.toFixed(2)} s`;
    process.stdout.write(
      `${scenario.name}: ${name} ${seconds.toFixed(2)} s, ${rate}, ` +
        `${cpuSeconds.toFixed(1)} CPU s, ${peakMebibytes} MiB, ratio ${(seconds / own).toFixed(2)}${first}${delay}\n`,
    );
    return { scenario: scenario.name, uploader: name, figures: middle, ratio: seconds / own };
  });
}

try {
  const isLarge = (file: string) => file.endsWith(".mov");
  const others = peers(folder, {
    partBytes,
    piecesOf: (file) => (isLarge(file) ? piecesFolder : null),
  });
  const hashing = await hashingRates();
  for (const { bodies, joint, single } of hashing)
    process.stdout.write(
      `MD5 of ${bodies} bodies at a time on one core: ${(joint / 1e6).toFixed(0)} MB/s, ` +
        `with OpenSSL ${(single / 1e6).toFixed(0)} MB/s, ratio ${(joint / single).toFixed(2)}\n`,
    );
  const large = { files: 1, bytes: largeBytes, source: await writeLarge() };
  const small = {
    files: smallCount,
    bytes: smallCount * smallBytes,
    source: writeFiles("small", smallCount, smallBytes),
  };
  const largeName = `1 file of ${values.megabytes} MiB`;
  const results: Result[] = [
    ...(await run({ ...large, name: largeName, comparedTo: others })),
    ...(await run({ ...large, name: `${largeName}, HTTPS`, isTls: true, comparedTo: others })),
    ...(await run({
      ...large,
      name: `${largeName}, ${distantMs} ms per call`,
      latencyMs: distantMs,
    })),
    ...(await run({ ...small, name: `${smallCount} files of 100 kB`, comparedTo: others })),
    ...(await run({
      name: `${distantCount} files of 100 kB, ${distantMs} ms per call`,
      files: distantCount,
      bytes: distantCount * smallBytes,
      source: writeFiles("distant", distantCount, smallBytes),
      latencyMs: distantMs,
    })),
  ];
  rmSync(small.source, { recursive: true });
  const plans: PlanTime[] = [];
  for (const count of hugeCount > 0 ? [Math.min(10_000, hugeCount), hugeCount] : []) {
    const source = writeFiles(`tiny ${count}`, count, tinyBytes);
    const time = await planTime(folder, source);
    plans.push(time);
    process.stdout.write(
      `plan of ${time.files} files: ${time.plan.toFixed(2)} s, queued ${time.queue.toFixed(2)} s later\n`,
    );
    const name = `${count} files of 10 kB`;
    results.push(...(await run({ name, source, files: count, bytes: count * tinyBytes, runs: 1 })));
    rmSync(source, { recursive: true });
  }
  if (values.json !== undefined) {
    const { cpus, totalmem, release } = os;
    const machine = {
      processor: cpus()[0]?.model ?? "",
      cores: cpus().length,
      gibibytes: Math.round(totalmem() / 1024 ** 3),
      system: `${os.type()} ${release()}`,
      node: process.version,
    };
    const versions = Object.fromEntries(others.map(({ name, version }) => [name, version]));
    writeFileSync(
      values.json,
      `${JSON.stringify({ machine, versions, hashing, plans, results }, null, 2)}\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
