/**
 * The user guide: complete in both languages, with the names of the window, and linked from errors
 * and empty lists.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { errorCodes } from "../../preload/facts/error-codes";
import { helpTopics } from "../../preload/facts/help-topics";
import { emptyTopics, errorTopics, screenTopics } from "../../renderer/app/help-topics";
import { searchGuide } from "../../renderer/features/help/search-guide";
import { parseTopic, readTopics } from "../../resources/tools/guide.mjs";

const folder = path.resolve(import.meta.dirname, "../../resources/help");
const languages = ["en", "de"] as const;
const read = (language: string, topic: string) =>
  readFileSync(path.join(folder, language, `${topic}.md`), "utf8");
const topicsIn = (language: string) => readTopics(read, language, helpTopics);
const headingsOf = (language: string, topic: string) =>
  parseTopic(read(language, topic)).blocks.flatMap((block) =>
    block.kind === "heading" ? [block] : [],
  );

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

async function stringsIn(language: string) {
  vi.resetModules();
  vi.stubGlobal("location", { search: `?language=${language}` });
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  return (await import("../../renderer/app/strings")).t;
}

describe.each(languages)("the guide in %s", (language) => {
  it("has a file for every topic, and no other", () => {
    const files = readdirSync(path.join(folder, language)).sort();
    expect(files).toEqual(helpTopics.map((topic) => `${topic}.md`).sort());
  });

  it("has the headings of the other language, each once in a topic", () => {
    for (const topic of helpTopics) {
      const own = headingsOf(language, topic);
      const depths = own.map(({ depth }) => depth);
      expect(depths, topic).toEqual(headingsOf("en", topic).map(({ depth }) => depth));
      expect(depths.length, topic).toBeGreaterThan(3);
      expect(new Set(own.map(({ id }) => id)).size, topic).toBe(own.length);
    }
  });

  it("links only to headings that exist", () => {
    expect(topicsIn(language).map(({ name }) => name)).toEqual(helpTopics);
  });

  it("has a picture in every topic, in its language; every picture is used", () => {
    const used = helpTopics.flatMap((topic) => {
      const { pictures } = parseTopic(read(language, topic));
      expect(pictures.length, topic).toBeGreaterThan(0);
      return pictures;
    });
    const files = readdirSync(path.join(folder, "pictures", language));
    expect([...used].sort()).toEqual(files.map((file) => `../pictures/${language}/${file}`).sort());
    for (const picture of used) expect(existsSync(path.join(folder, language, picture))).toBe(true);
  });

  it("names buttons and fields as the window does, and has its titles of topics", async () => {
    const strings = await stringsIn(language);
    const known = new Set(textsIn(strings));
    const names = helpTopics.flatMap((topic) =>
      [...read(language, topic).matchAll(/\*\*(.+?)\*\*/gs)].map(([, name = ""]) =>
        name.replaceAll(/\s+/g, " "),
      ),
    );
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    for (const topic of helpTopics)
      expect(read(language, topic)).toMatch(new RegExp(`^# ${strings.help.topics[topic]}\n`));
  });
});

it("the same section has the same id in both languages", () => {
  const ids = (language: string) =>
    topicsIn(language).flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === "heading" ? [block.id] : [])),
    );
  expect(ids("de")).toEqual(ids("en"));
});

it("errors, empty lists and screens refer to topics and sections that exist", () => {
  const sections = new Map(
    topicsIn("en").map(({ name, blocks }) => [
      name,
      blocks.flatMap((block) => (block.kind === "heading" ? [block.id] : [])),
    ]),
  );
  const targets = [...Object.values(errorTopics), ...Object.values(emptyTopics)];
  expect(targets.length).toBeGreaterThan(errorCodes.length);
  for (const target of targets) {
    if (target === null || !("section" in target)) continue;
    expect(sections.get(target.topic)).toContain(target.section);
  }
  for (const topic of Object.values(screenTopics)) expect(helpTopics).toContain(topic);
});

it.each([
  ["raw HTML", "# A\n\n<script>alert(1)</script>"],
  ["HTML in a line", "# A\n\nText with <b>markup</b>."],
  ["a link to another place", "# A\n\n[text](https://example.com)"],
  ["a link of a script", "# A\n\n[text](javascript:alert)"],
])("%s in the guide fails the build", (_name, markdown) => {
  expect(() => parseTopic(markdown)).toThrow(/guide/);
});

it("a link to a heading that does not exist fails the build", () => {
  const text = (language: string) => `# ${language}\n\n[a](#none)`;
  expect(() => readTopics(text, "de", ["start"])).toThrow("no heading for start#none");
});

describe("search", () => {
  const topics = topicsIn("de");

  it("finds all words in any order, without case and accents, with the matches marked", () => {
    const matches = searchGuide(topics, "SCHLUSSELBUND secret");
    const marked = matches.flatMap(({ snippet }) =>
      snippet.flatMap(({ text, isMatch }) => (isMatch ? [text.toLowerCase()] : [])),
    );
    expect(new Set(marked)).toEqual(new Set(["schlüsselbund", "secret"]));
    expect(searchGuide(topics, "schlüsselbund zebra")).toEqual([]);
  });

  it("lists sections with the words in their title first, and finds titles alone", () => {
    const [first] = searchGuide(topics, "überwachte ordner");
    expect(first).toMatchObject({ topic: "uploads", section: "watch-folders" });
  });

  it("finds every topic, and nothing for an empty search", () => {
    const found = new Set(searchGuide(topics, "e").map(({ topic }) => topic));
    expect([...found].sort()).toEqual([...helpTopics].sort());
    expect(searchGuide(topics, "  ")).toEqual([]);
  });

  it("cuts a long section around its first match", () => {
    const text = `${"vorher ".repeat(100)}treffer${" nachher".repeat(100)}`;
    const { blocks } = parseTopic(`# Titel\n\n${text}`);
    const [match] = searchGuide([{ name: "start", blocks, pictures: [] }], "treffer");
    const snippet = match?.snippet.map((part) => part.text).join("") ?? "";
    expect(snippet).toMatch(/^… .*treffer.* …$/);
    expect(snippet.length).toBeLessThan(200);
  });
});
