/**
 * `npm run bench -- engine [--lines 1000,10000] [--cores 1,2] [--engines own,on]`: takes of a
 * script by the service of a local workspace, with the programs of the application ("own") and with
 * installed ones ("on"), beside the whole text through the installed espeak-ng and flite. Lines per
 * second from the last voice to the last result in the gallery, and the largest resident memory of
 * the service with all of its processes (Linux). Last, as many takes in 20 languages, or in those
 * of `--languages`. Requires a build.
 */
import { spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { languageIds } from "../../main/local-service/catalogue/language-names";
import { sampleSentences } from "../../main/local-service/catalogue/sample-sentences";
import { castByName, english } from "../helpers/dub-material";
import type { LocalClient } from "../helpers/local-service";
import { bodyOf, createProject, uploadScript } from "../helpers/local-workspace";
import { print, untilCompleted, withService } from "./tools/engine-service";

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    lines: { type: "string", default: "1000" },
    cores: { type: "string", default: "1,2" },
    engines: { type: "string", default: "own,on" },
    languages: { type: "string", default: "20" },
  },
});
const numbers = (text: string) => text.split(",").map(Number);
/** Seconds for 1,000 lines on 2 cores. */
const goals: Readonly<Record<string, number>> = { own: 60, on: 30 };

const textOf = (index: number) => english[index % english.length] ?? "";
/** Seconds until a script of two characters is dubbed, and the largest memory. */
async function dub(service: { client: LocalClient; child: ChildProcess }, lines: number) {
  const { client } = service;
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
  // Flite and eSpeak NG.
  await castByName(client, project, { ANNA: "Savannah", BOB: "Brandon" });
  return untilCompleted(service, String(id));
}

async function measure(lines: number, cores: number, engine: string): Promise<void> {
  const { seconds, memory } = await withService({ cores, engine }, (service) =>
    dub(service, lines),
  );
  const goal = ((goals[engine] ?? NaN) * lines) / 1000;
  const share = cores === 2 ? `   ${seconds > goal ? "OVER" : "of"} ${goal} s` : "";
  print(
    `  ${engine.padEnd(4)} ${lines} lines, ${cores} cores: ${seconds.toFixed(1)} s, ` +
      `${(lines / seconds).toFixed(1)}/s, ${memory.toFixed(0)} MiB${share}`,
  );
}

/** Languages with a built-in voice, in the order of the catalogue. */
const spokenLanguages = languageIds.filter((id) => !["ja-jp", "th-th", "he-il"].includes(id));

/** Takes of sample sentences in several languages: `lines` in all of them together. */
async function measureLanguages(lines: number, count: number): Promise<void> {
  const languages = spokenLanguages.slice(0, count);
  const each = Math.ceil(lines / languages.length);
  const { seconds } = await withService({ cores: 2, engine: "own" }, async (service) => {
    const { client } = service;
    const project = await createProject(client, {
      type: "audio-production",
      targetLanguages: languages,
      sourceLanguage: undefined,
    });
    const header = languages.map((id) => `Text_${id.toUpperCase()}`).join(",");
    const texts = languages.map((id) => `"${sampleSentences[id] ?? ""}"`).join(",");
    const rows = Array.from({ length: each }, (_, index) => `${index},ANNA,${texts}`);
    const content = `ID,Character,${header}\n${rows.join("\n")}\n`;
    const scriptPath = await uploadScript(client, "script.csv", content);
    const { id } = bodyOf(
      await client.post(`/projects/${project}/batches`, { name: "One", scriptPath }),
      201,
    );
    while (bodyOf(await client.get(`/batches/${String(id)}`)).status === "ingesting")
      await wait(20);
    await castByName(client, project, { ANNA: "Ashley" });
    return untilCompleted(service, String(id));
  });
  const takes = each * languages.length;
  print(
    `  own  ${takes} takes in ${languages.length} languages, 2 cores: ${seconds.toFixed(1)} s, ` +
      `${(takes / seconds).toFixed(1)}/s`,
  );
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
const languageCount = Number(values.languages);
if (languageCount > 0) await measureLanguages(numbers(values.lines)[0] ?? 1000, languageCount);
