/** Who may import whom: what the compiler cannot tell. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
interface Import {
  /** The importing file, and what it imports: a path from the top folder, or a package's name. */
  from: string;
  to: string;
  isTypeOnly: boolean;
}

const statement =
  /(?:^|[\n;>])\s*(import|export)\s+(type\s)?(?:[^"';()]*?\sfrom\s+)?["']([^"']+)["']/g;
const dynamic = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), "utf8");
  const resolve = (target: string) =>
    target.startsWith(".")
      ? path.posix.join(path.posix.dirname(file), target).replace(/\.(ts|svelte)$/, "")
      : target;
  return [
    ...[...text.matchAll(statement)].map(([, , type, target = ""]) => ({
      from: file,
      to: resolve(target),
      isTypeOnly: type !== undefined,
    })),
    ...[...text.matchAll(dynamic)].map(([, target = ""]) => ({
      from: file,
      to: resolve(target),
      isTypeOnly: false,
    })),
  ];
}

const imports = ["main", "preload", "renderer"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(folder, file.split(path.sep).join("/")))
    .filter((file) => /\.(ts|svelte)$/.test(file) && !file.endsWith(".d.ts"))
    .flatMap(importsOf),
);
const isIn = (folder: string) => (file: string) => file === folder || file.startsWith(`${folder}/`);
const isPackage = (name: string) => !/^(main|preload|renderer|test|resources)(\/|$)/.test(name);
/** The imports of a folder's files that are not allowed, as lines to read. */
const offenders = (folder: string, isAllowed: (one: Import) => boolean) =>
  imports
    .filter(({ from }) => isIn(folder)(from))
    .filter((one) => !isAllowed(one))
    .map(({ from, to }) => `${from} imports ${to}`);

test("the imports are read as they are written", () => {
  expect(imports.length).toBeGreaterThan(50);
  expect(imports).toContainEqual({
    from: "main/answer.ts",
    to: "preload/contract",
    isTypeOnly: false,
  });
  expect(imports).toContainEqual({ from: "main/answer.ts", to: "main/log", isTypeOnly: true });
});

test("only main/electron, main/index.ts and preload/index.ts know Electron", () => {
  const mayKnow = ({ from }: Import) =>
    isIn("main/electron")(from) || from === "main/index.ts" || from === "preload/index.ts";
  const electron = imports.filter(({ to }) => /^electron($|[-/])/.test(to));
  expect(electron.length).toBeGreaterThan(3);
  expect(electron.filter((one) => !mayKnow(one))).toEqual([]);
});

test("nothing reaches around the seam between window and main", () => {
  expect(offenders("main", ({ to }) => !isIn("renderer")(to))).toEqual([]);
  expect(offenders("renderer", ({ to }) => !isIn("main")(to) && !to.startsWith("node:"))).toEqual(
    [],
  );
  expect(offenders("renderer", ({ to }) => to !== "preload/index")).toEqual([]);
  // The preload's bundle holds no schema: it is small enough to be read.
  expect(offenders("preload", ({ to }) => !isIn("main")(to) && !isIn("renderer")(to))).toEqual([]);
  const bridge = imports.filter(
    ({ from, isTypeOnly }) => from === "preload/index.ts" && !isTypeOnly,
  );
  expect(bridge.map(({ to }) => to).sort()).toEqual(["electron", "preload/channels"]);
});

test("the window holds no schemas: its policy forbids the code that they make", () => {
  const values = imports.filter(
    ({ from, to, isTypeOnly }) => isIn("renderer")(from) && isIn("preload")(to) && !isTypeOnly,
  );
  expect(values.length).toBeGreaterThan(3);
  const files = new Set(values.map(({ to }) => `${to}.ts`));
  for (const file of files)
    for (const { from, to, isTypeOnly } of imports)
      if (from === file && isIn("preload")(to) && !isTypeOnly) files.add(`${to}.ts`);
  const makers = imports.filter(({ from, to }) => files.has(from) && to === "zod");
  expect(makers.map(({ from }) => from)).toEqual([]);
});

describe("main", () => {
  /** Each folder with the folders below it that it may know. Anything may know the small files at main's top. */
  const below: Record<string, string[]> = {
    "main/store": [],
    "main/remote": [],
    "main/scripts": [],
    "main/uploads": ["main/store", "main/remote", "main/scripts"],
    "main/services": ["main/uploads", "main/store", "main/remote", "main/scripts"],
    "main/handlers": ["main/services", "main/uploads", "main/store"],
  };
  const isTopFile = (file: string) => /^main\/[^/]+$/.test(file);
  for (const [folder, allowed] of Object.entries(below)) {
    test(`${folder} imports downwards only`, () => {
      const isAllowed = ({ to, isTypeOnly }: Import) =>
        isPackage(to) ||
        isIn("preload")(to) ||
        isIn(folder)(to) ||
        allowed.some((other) => isIn(other)(to)) ||
        // The composition root and the entries are above everything; types of its ports are not.
        (isTopFile(to) && (isTypeOnly || !["main/backend", "main/index", "main/cli"].includes(to)));
      expect(offenders(folder, isAllowed)).toEqual([]);
    });
  }

  test("the local service is a program of its own", () => {
    const shared = [
      "main/errors",
      "main/log",
      "main/private-files",
      "main/printable",
      "main/store/copies",
      "main/store/database",
      "main/store/inspect",
      "main/store/lock",
    ];
    expect(
      offenders(
        "main/local",
        ({ to }) =>
          isPackage(to) ||
          isIn("main/local")(to) ||
          isIn("main/scripts")(to) ||
          isIn("preload")(to) ||
          shared.includes(to),
      ),
    ).toEqual([]);
    // And nobody reaches into it, over HTTP apart; only the headless program starts it in its own process.
    const intruders = imports.filter(
      ({ from, to, isTypeOnly }) =>
        isIn("main/local")(to) &&
        !isIn("main/local")(from) &&
        !isTypeOnly &&
        !isIn("main/headless")(from),
    );
    expect(intruders).toEqual([]);
  });
});

describe("renderer", () => {
  test("no feature imports another feature", () => {
    const featureOf = (file: string) => /^renderer\/features\/([^/]+)\//.exec(`${file}/`)?.[1];
    const crossing = imports.filter(({ from, to }) => {
      const own = featureOf(from);
      const other = featureOf(to);
      return own !== undefined && other !== undefined && own !== other;
    });
    // The shell is the frame that the others are shown in: it alone may know them.
    expect(crossing.filter(({ from }) => featureOf(from) !== "shell")).toEqual([]);
  });

  test("the components of ui/ know neither features nor the service", () => {
    expect(
      offenders(
        "renderer/ui",
        ({ to }) => !isIn("renderer/features")(to) && to !== "renderer/lib/api",
      ),
    ).toEqual([]);
  });

  test("lib/ knows no feature", () => {
    expect(offenders("renderer/lib", ({ to }) => !isIn("renderer/features")(to))).toEqual([]);
  });
});
