/** PDF documents of deliveries, read by others. Without the long test they cost about 2 s. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { extractText, getDocumentProxy } from "unpdf";
import { toDubbingScriptPdf } from "../../../../main/local-service/delivery/formats/dubbing-script-pdf";
import { toReportPdf } from "../../../../main/local-service/delivery/formats/report-pdf";
import { long } from "../../../long";
import { timelineLine, timelineOf } from "../../../helpers/timelines";

/** The texts of the pages, with single spaces. */
async function textsOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return text.map((page) => page.replace(/\s+/g, " "));
}

it("the dubbing script has its lines, a header on each page, and equal bytes at any time", async () => {
  const text = "¿El tren llegó a tiempo? Привет, ♪ мир ♪ 😀";
  const lines = Array.from({ length: 40 }, (_none, index) => timelineLine(index + 1, { text }));
  const timeline = timelineOf(lines);
  const pdf = await toDubbingScriptPdf(timeline);
  const pages = await textsOf(pdf);
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).toContain("Text as Recorded");
  const all = pages.join(" ");
  expect(all).toContain("Series · Episode 1 · es-ES");
  expect(all).toContain("01:00:02:00 01:00:03:00 ANNA ¿El tren llegó a tiempo?");
  // A character that no font has is named.
  expect(all.match(/Привет, ♪ мир ♪ \[U\+1F600\]/g)).toHaveLength(40);
  expect(Buffer.compare(Buffer.from(pdf), Buffer.from(await toDubbingScriptPdf(timeline)))).toBe(0);
});

it("a row that is longer than a page goes on on the next one, with all of its words", async () => {
  const words = Array.from({ length: 700 }, (_none, index) => `w${index}.`);
  const line = timelineLine(1, { text: `${words.join(" ")} ${"x".repeat(300)}` });
  const all = (await textsOf(await toDubbingScriptPdf(timelineOf([line])))).join(" ");
  for (const word of words) expect(all).toContain(word);
  expect(all.match(/x/g)?.length).toBeGreaterThanOrEqual(300);
});

it("the report has one page, also for much that was found", async () => {
  const lines = Array.from({ length: 40 }, (_none, index) =>
    timelineLine(index + 1, {
      state: index === 0 ? "ready" : "approved",
      checks: [{ name: `check${index}`, severity: "warning", detail: "", ignoredBy: null }],
      comments: [
        { at: 1, text: "Louder", by: "Mia", isResolved: index > 2 },
        { at: 1, text: "Why?", by: "Ben", isResolved: index > 2, isReply: true },
      ],
    }),
  );
  const measures = {
    channels: 2 as const,
    loudness: -23.04,
    dialogue: -23,
    truePeak: -1.2,
    rms: -25,
    noiseFloor: -60,
    gain: 1,
    limiting: 0,
    target: { loudness: -23, truePeak: -1 },
  };
  const name = `es-ES/stems/${"a-very-long-name-".repeat(6)}`;
  const files = Array.from({ length: 30 }, (_none, index) => ({
    path: `${name}${index}.wav`,
    problem: "",
    finding: "too loud ".repeat(20),
    measures,
  }));
  const pages = await textsOf(
    await toReportPdf(timelineOf(lines), { preset: "broadcast-eu", files }),
  );
  expect(pages).toHaveLength(1);
  for (const expected of [
    "Delivery report",
    "Series · Episode 1 · es-ES",
    "40 of 1 characters",
    "1 not approved",
    "3 open, 37 resolved",
    "33 more in checks.csv",
    "23 more in loudness.csv",
    "-23.0",
    "broadcast-eu",
  ])
    expect(pages[0]).toContain(expected);
});

const hasReader = spawnSync("pdftotext", ["-v"]).error === undefined;

it.skipIf(!hasReader)(
  "scripts in all writing systems are read by Poppler, with embedded fonts",
  { ...long, timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "pdfs-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const texts: Record<string, string> = {
      "ar-ar": "مرحبا بالعالم كيف حالك اليوم",
      "he-il": "שלום עולם מה נשמע",
      "fa-ir": "سلام دنیا چطوری",
      "zh-cn": "今天天气很好，我们去公园散步吧。",
      "yue-hk": "佢哋喺度做乜嘢，冇人知。",
      "ja-jp": "今日はとても良い天気ですね。",
      "ko-kr": "안녕하세요 세계",
      "th-th": "สวัสดีชาวโลก",
      "hi-in": "हिन्दी में नमस्ते",
      "ta-in": "வணக்கம் கொடு",
      "te-in": "తెలుగు క్షేత్రం",
      "kn-in": "ಕನ್ನಡ",
      "pa-in": "ਪੰਜਾਬੀ",
      "am-et": "አማርኛ",
      "ka-ge": "ქართული",
      "hy-am": "Հայերեն",
      "vi-vn": "Xin chào thế giới",
      "el-gr": "Γειά σου Κόσμε",
    };
    for (const [languageId, text] of Object.entries(texts)) {
      const file = path.join(folder, `${languageId}.pdf`);
      const timeline = timelineOf([timelineLine(1, { text })], { languageId });
      writeFileSync(file, await toDubbingScriptPdf(timeline));
      const run = (program: string, ...of: string[]) =>
        spawnSync(program, of, { encoding: "utf8" }).stdout;
      const found = run("pdftotext", "-layout", file, "-").normalize("NFKC");
      const plain = found.replace(/[\u200e\u200f\u202a-\u202e]/g, "");
      for (const word of text.normalize("NFKC").split(" "))
        expect([languageId, plain]).toEqual([languageId, expect.stringContaining(word)]);
      expect(plain).not.toContain("[U+");
      const fonts = run("pdffonts", file).trim().split("\n").slice(2);
      for (const font of fonts) expect(font).toMatch(/CID TrueType +Identity-H +yes yes yes/);
    }
  },
);
