/**
 * `npm run bench -- uploads [--megabytes 1024] [--small 10000] [--runs 3] [--json FILE]`: uploads of one large file and of
 * many small ones by the command line, beside the peers that are installed: curl with openssl, rclone, the AWS CLI. All
 * send to the same service on this computer, which discards the bytes. Whole commands are measured, alternately.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { measure, median, type Figures } from "./tools/measure";

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    megabytes: { type: "string", default: "1024" },
    small: { type: "string", default: "10000" },
    runs: { type: "string", default: "3" },
    json: { type: "string" },
  },
});
const largeBytes = Number(values.megabytes) * 1024 ** 2;
const smallCount = Number(values.small);
const runs = Number(values.runs);
const smallBytes = 100_000;
const partBytes = 16 * 1024 ** 2;
/** Delay of each call in the scenario of a distant service. */
const distantMs = 50;
const distantCount = Math.min(2_000, smallCount);
const cli = path.resolve("out/main/cli.cjs");
const sinkProgram = path.resolve("test/bench/tools/upload-sink.mjs");

const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-bench-"));

/** A program that uploads a folder to the service. */
type Uploader = (baseUrl: string, source: string) => Promise<Figures>;

const dubyard: Uploader = async (baseUrl, source) => {
  const state = path.join(folder, "state");
  try {
    return await measure(
      process.execPath,
      [cli, "upload", source, "--base-url", baseUrl, "--state", state, "--json"],
      { DUBYARD_CLIENT_ID: "bench", DUBYARD_CLIENT_SECRET: "bench" },
    );
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
};

/** curl sends ready parts or files, four at a time, to URLs that are known before; openssl computes the MD5 first. */
const curl: Uploader = (baseUrl, source) => {
  const lines: string[] = [];
  const name = path.basename(source);
  for (const file of filesOf(source)) {
    const put = (piece: string, part: number) =>
      lines.push(
        `upload-file = "${piece}"`,
        `url = "${baseUrl}/put/${encodeURIComponent(`${name}/${path.basename(file)}`)}?part=${part}"`,
        `output = "/dev/null"`,
      );
    const pieces = path.join(folder, "pieces", path.basename(file));
    const parts = name === "large" ? readdirSync(pieces).sort() : null;
    if (parts) parts.forEach((piece, index) => put(path.join(pieces, piece), index + 1));
    else put(file, 1);
  }
  const config = path.join(folder, "curl.txt");
  const each = lines.join("\n").replaceAll("\nupload-file", "\nnext\nupload-file");
  writeFileSync(
    config,
    `parallel\nparallel-max = 4\nno-progress-meter\nfail\nsilent\nshow-error\n${each}\n`,
  );
  const hash = `find ${source} -type f -print0 | xargs -0 openssl md5 > ${folder}/md5.txt`;
  return measure("sh", ["-c", `${hash} && exec curl --config ${config}`]);
};

const s3Environment = (baseUrl: string) => ({
  AWS_ACCESS_KEY_ID: "bench",
  AWS_SECRET_ACCESS_KEY: "bench",
  AWS_DEFAULT_REGION: "us-east-1",
  AWS_ENDPOINT_URL: `${baseUrl}/s3`,
  // An old rclone cannot load a bundle of certificates; HTTP needs none.
  AWS_CA_BUNDLE: "",
  AWS_CONFIG_FILE: path.join(folder, "aws-config"),
});
const rclone: Uploader = (baseUrl, source) => {
  const remote = `:s3,provider=Other,env_auth=true,region=us-east-1,force_path_style=true,endpoint='${baseUrl}/s3':bucket/${path.basename(source)}`;
  const options = ["--s3-chunk-size=16Mi", "--s3-no-check-bucket", "--config=/dev/null", "-q"];
  return measure("rclone", ["copy", source, remote, ...options], s3Environment(baseUrl));
};
const awsCli: Uploader = (baseUrl, source) => {
  const settings = "[default]\ns3 =\n  multipart_chunksize = 16MB\n  addressing_style = path\n";
  writeFileSync(path.join(folder, "aws-config"), settings);
  const to = `s3://bucket/${path.basename(source)}`;
  const options = ["--recursive", "--no-progress", "--quiet", `--endpoint-url=${baseUrl}/s3`];
  return measure("aws", ["s3", "cp", source, to, ...options], s3Environment(baseUrl));
};

/** The peers that are installed, with their versions. */
function peers(): { name: string; version: string; upload: Uploader }[] {
  const all = [
    { name: "openssl, curl", program: ["curl", "--version"], upload: curl },
    { name: "rclone", program: ["rclone", "version"], upload: rclone },
    { name: "aws-cli", program: ["aws", "--version"], upload: awsCli },
  ];
  return all.flatMap(({ name, program: [program = "", option = ""], upload }) => {
    const { status, stdout } = spawnSync(program, [option], { encoding: "utf8" });
    return status === 0 ? [{ name, version: stdout.split("\n")[0] ?? "", upload }] : [];
  });
}

const filesOf = (source: string) => readdirSync(source).map((name) => path.join(source, name));

/** Runs `work` with the base URL of a new service. */
async function withSink<T>(
  source: string,
  latencyMs: number,
  work: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const args = [sinkProgram, source, String(partBytes), String(latencyMs)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  try {
    return await work((JSON.parse(line) as { baseUrl: string }).baseUrl);
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
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

function writeSmall(name: string, count: number): string {
  const source = path.join(folder, name);
  mkdirSync(source);
  for (let index = 0; index < count; index += 1)
    writeFileSync(path.join(source, `${index}.wav`), randomBytes(smallBytes));
  return source;
}

async function writeLarge(): Promise<string> {
  const source = path.join(folder, "large");
  const pieces = path.join(folder, "pieces", "large.mov");
  mkdirSync(source);
  mkdirSync(pieces, { recursive: true });
  const file = path.join(source, "large.mov");
  await writeRandom(file, largeBytes);
  execFileSync("split", ["-b", String(partBytes), "-a", "4", "-d", file, path.join(pieces, "p")]);
  return source;
}

interface Scenario {
  name: string;
  source: string;
  files: number;
  bytes: number;
  latencyMs: number;
  isCompared: boolean;
}
interface Result {
  scenario: string;
  uploader: string;
  figures: Figures;
  /** Duration of the other program divided by that of Dubyard. */
  ratio: number;
}

async function run(scenario: Scenario, others: ReturnType<typeof peers>): Promise<Result[]> {
  const uploaders = [
    { name: "dubyard", upload: dubyard },
    ...(scenario.isCompared ? others : []),
  ].map((uploader) => ({ ...uploader, figures: [] as Figures[] }));
  // Alternately, so that other load affects all of them.
  for (let round = 0; round < runs; round += 1)
    for (const { upload, figures } of uploaders)
      figures.push(
        await withSink(scenario.source, scenario.latencyMs, (url) => upload(url, scenario.source)),
      );
  const own = median(uploaders[0]?.figures ?? []).seconds;
  return uploaders.map(({ name, figures }) => {
    const middle = median(figures);
    const { seconds, cpuSeconds, peakMebibytes } = middle;
    const rate =
      scenario.files > 1
        ? `${(scenario.files / seconds).toFixed(0)} files/s`
        : `${(scenario.bytes / 1e6 / seconds).toFixed(0)} MB/s`;
    process.stdout.write(
      `${scenario.name}: ${name} ${seconds.toFixed(2)} s, ${rate}, ` +
        `${cpuSeconds.toFixed(1)} CPU s, ${peakMebibytes} MiB, ratio ${(seconds / own).toFixed(2)}\n`,
    );
    return { scenario: scenario.name, uploader: name, figures: middle, ratio: seconds / own };
  });
}

try {
  const others = peers();
  const small = { files: smallCount, bytes: smallCount * smallBytes };
  const distant = { files: distantCount, bytes: distantCount * smallBytes };
  const large = { files: 1, bytes: largeBytes, source: await writeLarge() };
  const scenarios: Scenario[] = [
    { name: `1 file of ${values.megabytes} MiB`, ...large, latencyMs: 0, isCompared: true },
    {
      name: `1 file of ${values.megabytes} MiB, ${distantMs} ms per call`,
      ...large,
      latencyMs: distantMs,
      isCompared: false,
    },
    {
      name: `${smallCount} files of 100 kB`,
      ...small,
      source: writeSmall("small", smallCount),
      latencyMs: 0,
      isCompared: true,
    },
    {
      name: `${distantCount} files of 100 kB, ${distantMs} ms per call`,
      ...distant,
      source: writeSmall("distant", distantCount),
      latencyMs: distantMs,
      isCompared: false,
    },
  ];
  const results: Result[] = [];
  for (const scenario of scenarios) results.push(...(await run(scenario, others)));
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
    writeFileSync(values.json, `${JSON.stringify({ machine, versions, results }, null, 2)}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
