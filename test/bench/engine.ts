/**
 * `npm run bench -- engine [--lines 1000,10000] [--cores 1,2] [--engines own,on]`: takes of a script by the service of a
 * local workspace, with the programs of the application ("own") and with installed ones ("on"), beside the whole text
 * through the installed espeak-ng and flite. Lines per second from the last voice to the last result in the gallery,
 * and the largest resident memory of the service with all of its processes (Linux). Requires a build.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { castByName, english } from "../helpers/dub-material";
import { signIn, type LocalClient } from "../helpers/local-service";
import { bodyOf, createProject, uploadScript } from "../helpers/local-workspace";
import { localServiceEntry } from "../helpers/programs";

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    lines: { type: "string", default: "1000" },
    cores: { type: "string", default: "1,2" },
    engines: { type: "string", default: "own,on" },
  },
});
const numbers = (text: string) => text.split(",").map(Number);
/** Seconds for 1,000 lines on 2 cores. */
const goals: Readonly<Record<string, number>> = { own: 60, on: 30 };

const textOf = (index: number) => english[index % english.length] ?? "";
const print = (text: string) => process.stdout.write(`${text}\n`);

/** The resident memory of a process and of all processes below it, in MiB. */
function memoryOf(root: number): number {
  const parents = new Map<number, { parent: number; kib: number }>();
  for (const name of existsSync("/proc") ? readdirSync("/proc") : []) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      const field = (key: string) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
      parents.set(Number(name), { parent: field("PPid"), kib: field("VmRSS") });
    } catch {
      // The process has ended.
    }
  }
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id)?.parent ?? 0;
    return id === root || (parent > 1 && isBelow(parent));
  };
  let kib = 0;
  for (const [id, found] of parents) if (isBelow(id)) kib += found.kib;
  return kib / 1024;
}

async function startService(dataDir: string, cores: number, engine: string) {
  const service = [process.execPath, localServiceEntry, "--data", dataDir] as const;
  const list = Array.from({ length: cores }, (_, index) => index).join(",");
  const [program, ...args] =
    process.platform === "linux" ? ["taskset", "-c", list, ...service] : service;
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, DUBYARD_ENGINE: engine },
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return {
    child,
    client: await signIn(JSON.parse(line.toString()) as Parameters<typeof signIn>[0]),
  };
}

/** Seconds until a script of two characters is dubbed, and the largest memory. */
async function dub(client: LocalClient, child: ChildProcess, lines: number) {
  const project = await createProject(client, {
    type: "audio-production",
    targetLanguages: ["en-us"],
    sourceLanguage: undefined,
  });
  const rows = Array.from(
    { length: lines },
    (_, index) => `${index},${index % 2 === 0 ? "ANNA" : "BOB"},"${textOf(index)}"`,
  );
  const content = `ID,Character,Text_EN-US\n${rows.join("\n")}\n`;
  const scriptPath = await uploadScript(client, "script.csv", content);
  const at = `/projects/${project}/batches`;
  const { id } = bodyOf(await client.post(at, { name: "One", scriptPath }), 201);
  const statusOf = async () => bodyOf(await client.get(`/batches/${String(id)}`)).status;
  while ((await statusOf()) === "ingesting") await wait(20);
  const startedAt = performance.now();
  // Flite and eSpeak NG.
  await castByName(client, project, { ANNA: "Savannah", BOB: "Brandon" });
  let memory = 0;
  while ((await statusOf()) !== "completed") {
    memory = Math.max(memory, memoryOf(child.pid ?? 0));
    await wait(250);
  }
  return { seconds: (performance.now() - startedAt) / 1000, memory };
}

async function measure(lines: number, cores: number, engine: string): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-bench-"));
  const { child, client } = await startService(folder, cores, engine);
  try {
    const { seconds, memory } = await dub(client, child, lines);
    const goal = ((goals[engine] ?? NaN) * lines) / 1000;
    const share = cores === 2 ? `   ${seconds > goal ? "OVER" : "of"} ${goal} s` : "";
    print(
      `  ${engine.padEnd(4)} ${lines} lines, ${cores} cores: ${seconds.toFixed(1)} s, ` +
        `${(lines / seconds).toFixed(1)}/s, ${memory.toFixed(0)} MiB${share}`,
    );
  } finally {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The whole text through an installed program, in one call. */
function measureProgram(program: string, lines: number): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-bench-"));
  const text = path.join(folder, "text");
  writeFileSync(text, Array.from({ length: lines }, (_, index) => textOf(index)).join("\n"));
  const wav = path.join(folder, "sound.wav");
  const args =
    program === "flite" ? ["-voice", "slt", "-f", text, "-o", wav] : ["-f", text, "-w", wav];
  const startedAt = performance.now();
  const { status, error } = spawnSync(program, args, { stdio: "ignore" });
  const seconds = (performance.now() - startedAt) / 1000;
  rmSync(folder, { recursive: true, force: true });
  if (error || status !== 0) print(`  ${program}: not installed`);
  else
    print(
      `  ${program} alone, ${lines} lines in one call: ${seconds.toFixed(1)} s, ${(lines / seconds).toFixed(1)}/s`,
    );
}

for (const lines of numbers(values.lines)) {
  for (const program of ["espeak-ng", "flite"]) measureProgram(program, lines);
  for (const engine of values.engines.split(","))
    for (const cores of numbers(values.cores)) await measure(lines, cores, engine);
}
