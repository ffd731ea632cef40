/** Rules of the documents: the length of README, links, and the table of where to change what. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** Folders without documents of this project. */
const otherFolders = new Set(["node_modules", "out", "dist", "output", ".git"]);
function markdownBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return otherFolders.has(entry.name) ? [] : markdownBelow(name);
    return entry.name.endsWith(".md") ? [name] : [];
  });
}
const documents = markdownBelow(".");

function namesBelow(folder: string): Set<string> {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  return new Set(
    entries.flatMap((entry) => {
      if (!entry.isDirectory()) return [entry.name];
      if (otherFolders.has(entry.name)) return [];
      return [...namesBelow(path.posix.join(folder, entry.name))];
    }),
  );
}

/** The text without code, in which brackets are no links. */
const prose = (text: string) => text.replace(/^```.*?^```/gms, "").replace(/`[^`\n]*`/g, "");
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));

it("README has at most 150 lines", () => {
  expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(150);
});

it("links and pictures of all documents exist", () => {
  const missing: string[] = [];
  let count = 0;
  for (const file of documents)
    for (const [, link = ""] of prose(read(file)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      count += 1;
      const [target = "", anchor] = link.split("#");
      const other =
        target === "" ? file : path.posix.join(path.posix.dirname(file), decodeURI(target));
      const isThere =
        existsSync(path.join(root, other)) &&
        (anchor === undefined || anchorsOf(other).includes(anchor));
      if (!isThere) missing.push(`${file}: ${link}`);
    }
  expect(count).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

it("files that a README names exist: paths from its folder or one above, names below its folder", () => {
  const missing: string[] = [];
  let count = 0;
  for (const file of documents.filter((one) => path.posix.basename(one) === "README.md")) {
    const folder = path.posix.dirname(file);
    const above = [folder];
    for (let at = folder; at !== "."; at = path.posix.dirname(at))
      above.push(path.posix.dirname(at));
    const below = namesBelow(folder);
    for (const [, code = ""] of read(file).matchAll(/`([\w./-]+\.(?:ts|svelte|mjs))`/g)) {
      count += 1;
      const isThere =
        below.has(code) || above.some((base) => existsSync(path.join(root, base, code)));
      if (!isThere) missing.push(`${file}: ${code}`);
    }
  }
  expect(count).toBeGreaterThan(60);
  expect(missing).toEqual([]);
});

it("every document of a folder is linked from another document", () => {
  const linked = new Set(
    documents.flatMap((file) =>
      [...read(file).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, link = ""]) =>
        path.posix.join(path.posix.dirname(file), link),
      ),
    ),
  );
  const readmes = documents.filter((file) => path.posix.basename(file) === "README.md");
  expect(readmes.length).toBeGreaterThan(10);
  const isKnown = (file: string) => linked.has(file) || linked.has(path.posix.dirname(file));
  expect(readmes.filter((file) => file !== "README.md" && !isKnown(file))).toEqual([]);
});

/** "`name` and `other` in `file`, `folder`": paths with the names that stand before them. */
function placesIn(cell: string): { file: string; names: string[] }[] {
  const places: { file: string; names: string[] }[] = [];
  let names: string[] = [];
  for (const [, code = ""] of cell.matchAll(/`([^`]+)`/g)) {
    const isPath = code.includes("/") || /\.(ts|yml|json|mjs)$/.test(code);
    if (!isPath) names.push(code);
    else {
      const before = places.at(-1);
      // "`errors` in `en/errors.ts` and `de/errors.ts`": the second file has the same names.
      const isSecond =
        names.length === 0 && before && cell.includes(`\`${before.file}\` and \`${code}\``);
      places.push({ file: code, names: isSecond ? before.names : names });
      names = [];
    }
  }
  expect(names, `the last names of "${cell}" have no file`).toEqual([]);
  return places;
}

it("the table of where to change what names files that contain what it says", () => {
  const [, table = ""] = read("main/README.md").split("## Where to change what");
  const rows = table
    .split("\n## ")[0]
    ?.split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) => line.split("|").map((cell) => cell.trim()));
  expect(rows?.length).toBeGreaterThan(20);
  const wrong: string[] = [];
  for (const [, change = "", where = ""] of rows ?? []) {
    const places = placesIn(where);
    expect(places.length, change).toBeGreaterThan(0);
    for (const { file, names } of places) {
      const location = path.join(root, file);
      if (!existsSync(location)) wrong.push(`${change}: ${file} does not exist`);
      else
        for (const name of names)
          if (!new RegExp(String.raw`\b(const|function|interface|type) ${name}\b`).test(read(file)))
            wrong.push(`${change}: ${file} does not declare ${name}`);
    }
  }
  expect(wrong).toEqual([]);
});

it("the parts that stay hand-written exist", () => {
  const [, section = ""] = read("CONTRIBUTING.md").split("## What stays hand-written");
  const files = [...(section.split("\n## ")[0] ?? "").matchAll(/`((?:main|renderer)\/[^`]+)`/g)];
  expect(files.length).toBeGreaterThan(5);
  for (const [, file = ""] of files) expect(existsSync(path.join(root, file)), file).toBe(true);
});
