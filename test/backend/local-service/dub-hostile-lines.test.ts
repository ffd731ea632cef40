/**
 * Lines that are enormous, in any writing system, or look like markup: each is made or fails with a
 * reason.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { castByName, waitForDub } from "../../helpers/dub-material";
import { startEngine } from "../../helpers/engine";
import { startLocalService } from "../../helpers/local-service";
import { bodyOf, createBatch, createProject, uploadScript } from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";
import { long } from "../../long";

interface Take {
  number: number;
  state: string;
  problem: string;
  measures: { durationMs: number; peak: number | null } | null;
}

const ordinary = "Das ist eine ganz gewöhnliche Zeile.";
const lines: readonly (readonly [text: string, expected: "made" | "silent" | RegExp | "either"])[] =
  [
    [ordinary, "made"],
    ["Wort ".repeat(100).trim(), "made"],
    ["\u202Eמה שלומך? مرحبا بكم", "either"],
    ["Привет, мир! Γειά σου Κόσμε. Hallo.", /no voice for German can read П р и в/],
    ["🎬🎬🎬👩‍🚀", "silent"],
    ['<speak><break time="9999s"/><audio src="file:///etc/passwd"/>Hallo</speak>', "made"],
    ["[[h@l'oU]] ist kein Phonem, a < b & c", "made"],
    ["--stdout -f /etc/passwd", "made"],
    ["... !!! ??? —", "silent"],
    ["Hal\u0007lo\u001b[31m Welt", "made"],
    ["Die Möwe sitzt am Hafen.", /glossary, "Möwe"/],
    [ordinary.replace("Zeile", "Zeile noch einmal"), "made"],
  ];

/** Dubs the lines in this order; the takes and the hashes of their files by text. */
async function dub(texts: readonly string[]) {
  const local = await startLocalService({ scriptWorkerFile, startEngine });
  onTestFinished(() => local.remove());
  const { client, dataDir } = local;
  const project = await createProject(client, {
    type: "audio-production",
    targetLanguages: ["de-de"],
    sourceLanguage: undefined,
  });
  const glossaryLine = {
    word: "Möwe",
    languageId: "de-de",
    phonemization: "m ow1 v ax",
    phonemizationLanguageId: "en-us",
    pronunciationLanguageId: "",
    pronounceAs: "",
    caseSensitive: false,
  };
  bodyOf(await client.post(`/local/projects/${project}/glossary`, glossaryLine), 201);
  const quoted = texts.map((text, index) => `${index},ANNA,"${text.replaceAll('"', '""')}"`);
  const content = `ID,Character,Text_DE-DE\n${quoted.join("\n")}\n`;
  const scriptPath = await uploadScript(client, "lines.csv", content);
  const batch = await createBatch(client, project, { scriptPath });
  await castByName(client, project, { ANNA: "Annika" });
  const { message } = await waitForDub(() => client, String(batch.id), "incomplete");
  const at = `/local/batches/${String(batch.id)}/takes/de-de`;
  const { takes } = bodyOf<{ takes: Take[] }>(await client.get(at));
  const hashes = new Map<string, string>();
  for (const { number, state } of takes) {
    if (state !== "made") continue;
    const name = `${String(number).padStart(4, "0")}_ANNA.wav`;
    const file = path.join(dataDir, "media/Dubs/Season one/One/DE-DE/takes", name);
    const hash = createHash("sha256")
      .update(await readFile(file))
      .digest("hex");
    hashes.set(texts[number - 1] ?? "", hash);
  }
  return { takes, hashes, message: String(message) };
}

it("are made or fail with a named reason, and stop nothing; the order of the work changes no byte", async () => {
  const texts = lines.map(([text]) => text);
  const [forward, backward] = await Promise.all([dub(texts), dub(texts.toReversed())]);
  expect(forward.takes).toHaveLength(lines.length);
  for (const [index, [, expected]] of lines.entries()) {
    const take = forward.takes[index];
    const isMade = take?.state === "made";
    if (expected instanceof RegExp) expect(take?.problem, `line ${index + 1}`).toMatch(expected);
    else if (expected === "made" || expected === "silent")
      expect(take, `line ${index + 1}`).toMatchObject({ state: "made", problem: "" });
    else expect(isMade || take?.problem !== "", `line ${index + 1}`).toBe(true);
    if (expected === "silent") expect(take?.measures?.peak).toBeNull();
    else if (isMade) expect(take.measures?.durationMs, `line ${index + 1}`).toBeGreaterThan(200);
  }
  // No pause of hours, and no file of the system, was spoken.
  for (const { measures } of forward.takes) expect(measures?.durationMs ?? 0).toBeLessThan(600_000);
  expect(forward.message).toMatch(/line 3: no voice for German can read/);
  expect([...forward.hashes].sort()).toEqual([...backward.hashes].sort());
});

it(
  "a line of 10,000 characters fails with its reason, and the next one is made",
  long,
  async () => {
    const { takes, message } = await dub(["Wort ".repeat(2_000).trim(), ordinary]);
    expect(takes.map(({ state }) => state)).toEqual(["failed", "made"]);
    expect(message).toContain("line 1: the line is longer than 10 minutes");
  },
);
