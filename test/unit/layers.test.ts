/** Import rules that the compiler cannot check. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
interface Import {
  /** The importing file and its import: a path from the top folder, or a package name. */
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
/** Forbidden imports of the files of a folder, one text each. */
const violatingImports = (folder: string, isAllowed: (one: Import) => boolean) =>
  imports
    .filter(({ from }) => isIn(folder)(from))
    .filter((one) => !isAllowed(one))
    .map(({ from, to }) => `${from} imports ${to}`);

test("imports are parsed in every form", () => {
  expect(imports.length).toBeGreaterThan(50);
  expect(imports).toContainEqual({
    from: "main/backend/dispatch.ts",
    to: "preload/contract",
    isTypeOnly: false,
  });
  expect(imports).toContainEqual({
    from: "main/backend/dispatch.ts",
    to: "main/common/log",
    isTypeOnly: true,
  });
});

test("only main/electron, main/index.ts and preload/index.ts import Electron", () => {
  const allowedFiles = ({ from }: Import) =>
    isIn("main/electron")(from) || from === "main/index.ts" || from === "preload/index.ts";
  const electron = imports.filter(({ to }) => /^electron($|[-/])/.test(to));
  expect(electron.length).toBeGreaterThan(3);
  expect(electron.filter((one) => !allowedFiles(one))).toEqual([]);
});

test("window and main import only preload from each other", () => {
  expect(violatingImports("main", ({ to }) => !isIn("renderer")(to))).toEqual([]);
  expect(
    violatingImports("renderer", ({ to }) => !isIn("main")(to) && !to.startsWith("node:")),
  ).toEqual([]);
  expect(violatingImports("renderer", ({ to }) => to !== "preload/index")).toEqual([]);
  // The bundle of the preload contains no schemas, so that it stays small.
  expect(
    violatingImports("preload", ({ to }) => !isIn("main")(to) && !isIn("renderer")(to)),
  ).toEqual([]);
  const bridge = imports.filter(
    ({ from, isTypeOnly }) => from === "preload/index.ts" && !isTypeOnly,
  );
  expect(bridge.map(({ to }) => to).sort()).toEqual(["electron", "preload/channels"]);
});

test("in preload, facts stand below the model, the forms of /local and the contract", () => {
  const folders = ["facts", "model", "local-service", "contract"];
  const rowOf = (file: string) => folders.findIndex((name) => isIn(`preload/${name}`)(file));
  const inPreload = imports.filter(({ from, to }) => rowOf(from) >= 0 && rowOf(to) >= 0);
  expect(inPreload.length).toBeGreaterThan(50);
  const upward = inPreload.filter(({ from, to }) => rowOf(to) > rowOf(from));
  expect(upward.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test("zod is one copy, and is imported in one way", () => {
  const files = [...new Set(imports.filter(({ to }) => isIn("zod")(to)).map(({ from }) => from))];
  expect(files.length).toBeGreaterThan(50);
  const others = files.filter(
    (file) =>
      !/^import (type )?\{ z \} from "zod";$/m.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(others).toEqual([]);
  const lock = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")) as {
    packages: object;
  };
  const copies = Object.keys(lock.packages).filter((name) => /(^|\/)node_modules\/zod$/.test(name));
  expect(copies).toEqual(["node_modules/zod"]);
});

test("the window imports no schemas, because its policy forbids code generation", () => {
  const values = imports.filter(
    ({ from, to, isTypeOnly }) => isIn("renderer")(from) && isIn("preload")(to) && !isTypeOnly,
  );
  expect(values.length).toBeGreaterThan(3);
  const files = new Set(values.map(({ to }) => `${to}.ts`));
  for (const file of files)
    for (const { from, to, isTypeOnly } of imports)
      if (from === file && isIn("preload")(to) && !isTypeOnly) files.add(`${to}.ts`);
  const creators = imports.filter(({ from, to }) => files.has(from) && to === "zod");
  expect(creators.map(({ from }) => from)).toEqual([]);
});

/** The documents with a picture of the rows. */
const pictures: Readonly<Record<string, string>> = {
  "main/backend": "README.md",
  "main/local-service": "main/local-service/README.md",
  "main/local-service/rows": "main/local-service/README.md",
};

/**
 * Folders in rows, top row first; the documents above show them. A folder imports only folders of
 * lower rows, not of its own or a higher row. Type imports count.
 */
const rows: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "main/backend": [
    ["bulk"],
    ["outbox"],
    ["batches", "casting", "deliveries", "dubs", "review", "samples"],
    ["projects", "team", "glossary", "overview"],
    ["scripts"],
    ["lists"],
    ["links", "downloads"],
    ["workspaces", "watch-folders"],
    ["uploads"],
    ["gallery", "diagnostics", "updates"],
    ["connectivity", "approvals"],
    ["settings"],
  ],
  "main/local-service": [
    ["ingest", "routes"],
    ["backup", "batches", "delivery", "move", "operations", "review"],
    ["checks", "dubbing", "projects", "scripts"],
    ["access", "engines", "media", "sources", "work"],
    ["rows"],
    ["engine"],
    ["catalogue", "fetch", "objects"],
    ["common"],
  ],
  "main/local-service/rows": [
    ["exports", "review"],
    ["dubs"],
    ["projects"],
    ["batches"],
    ["migrations", "postgres"],
  ],
};

/** Files beside the folders of a row that stand below all of them. */
const lowest: Readonly<Record<string, readonly string[]>> = {
  "main/backend": ["main/backend/context", "main/backend/ports", "main/backend/timing"],
  "main/local-service": [],
  "main/local-service/rows": [
    "main/local-service/rows/found-scopes",
    "main/local-service/rows/lease-port",
    "main/local-service/rows/leases",
    "main/local-service/rows/lock-port",
    "main/local-service/rows/row-values",
    "main/local-service/rows/scopes",
    "main/local-service/rows/source-signer",
    "main/local-service/rows/sqlite-driver",
    "main/local-service/rows/stored-files",
    "main/local-service/rows/to-promise",
    "main/local-service/rows/unit-of-work",
  ],
};

describe.each(Object.entries(rows))("the folders of %s", (parent, folderRows) => {
  const folderOf = (file: string) =>
    file.startsWith(`${parent}/`)
      ? /^([^/.]+)\//.exec(file.slice(parent.length + 1))?.[1]
      : undefined;
  const rowOf = (folder: string) => folderRows.findIndex((row) => row.includes(folder));

  test("have a row each", () => {
    const folders = readdirSync(path.join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    expect(folders.sort()).toEqual(folderRows.flat().sort());
  });

  test("are in the picture of the document", () => {
    const document = readFileSync(path.join(root, pictures[parent] ?? ""), "utf8");
    const shown = folderRows.map((row) => row.join(" · ")).join("\n");
    expect(document).toContain(`\n${shown}\n`);
  });

  test("import only folders of lower rows", () => {
    const violatingImport = imports.filter(({ from, to }) => {
      const own = folderOf(from);
      if (own === undefined || !isIn(parent)(to)) return false;
      const other = folderOf(to);
      if (other === undefined) return !lowest[parent]?.includes(to);
      return own !== other && rowOf(own) >= rowOf(other);
    });
    expect(violatingImport.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });
});

describe("main", () => {
  const backend = "main/backend";
  /** Each folder with the folders that it may import, besides itself and preload. */
  const below: Record<string, string[]> = {
    "main/common": [],
    "main/script-formats": ["main/common"],
    "main/remote": ["main/common", "main/script-formats"],
    "main/backend": ["main/common", "main/script-formats", "main/remote"],
    // A bucket can have the objects of a workspace, and packs are downloaded through proxies.
    "main/local-service": [
      "main/common",
      "main/script-formats",
      "main/remote/s3",
      "main/remote/http",
    ],
    "main/headless": [
      "main/common",
      "main/script-formats",
      "main/remote",
      "main/backend",
      "main/local-service",
    ],
  };
  for (const [folder, allowed] of Object.entries(below)) {
    test(`${folder} imports ${allowed.join(", ") || "nothing of main"}`, () => {
      const isAllowed = ({ to }: Import) =>
        isPackage(to) ||
        isIn("preload")(to) ||
        isIn(folder)(to) ||
        allowed.some((other) => isIn(other)(to));
      expect(violatingImports(folder, isAllowed)).toEqual([]);
    });
  }

  test("the ports of the backend import nothing of the backend except retry policies", () => {
    const of = (file: string) =>
      imports.filter(({ from, to }) => from === file && isIn(backend)(to)).map(({ to }) => to);
    expect(of("main/backend/ports.ts")).toEqual(["main/backend/timing"]);
    expect(of("main/backend/timing.ts")).toEqual([]);
  });

  test("only the terminal commands run the local service in their process", () => {
    const violations = imports.filter(
      ({ from, to, isTypeOnly }) =>
        isIn("main/local-service")(to) &&
        !isIn("main/local-service")(from) &&
        !isTypeOnly &&
        !isIn("main/headless")(from),
    );
    expect(violations).toEqual([]);
  });
});

test("no import cycles, including type imports", () => {
  const files = new Set(imports.map(({ from }) => from));
  const fileOf = (name: string) =>
    [name, `${name}.ts`, `${name}/index.ts`].find((candidate) => files.has(candidate));
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const target = fileOf(to);
    if (target !== undefined) targets.set(from, (targets.get(from) ?? new Set()).add(target));
  }
  const finished = new Set<string>();
  const path: string[] = [];
  const circles: string[] = [];
  const visit = (file: string): void => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push([...path.slice(start), file].join(" → "));
    if (start >= 0 || finished.has(file)) return;
    path.push(file);
    for (const target of targets.get(file) ?? []) visit(target);
    path.pop();
    finished.add(file);
  };
  for (const file of files) visit(file);
  expect(circles).toEqual([]);
});

describe("renderer", () => {
  test("no feature imports another feature", () => {
    const featureOf = (file: string) => /^renderer\/features\/([^/]+)\//.exec(`${file}/`)?.[1];
    const crossing = imports.filter(({ from, to }) => {
      const own = featureOf(from);
      const other = featureOf(to);
      return own !== undefined && other !== undefined && own !== other;
    });
    // The shell is the frame around the other features, so it may import them.
    expect(crossing.filter(({ from }) => featureOf(from) !== "shell")).toEqual([]);
  });

  const folders = (...names: string[]) => names.map((name) => isIn(`renderer/${name}`));
  const notIn = (forbidden: ((file: string) => boolean)[]) => (one: Import) =>
    !forbidden.some((isForbidden) => isForbidden(one.to));

  test("ui imports neither domain, features nor calls to main", () => {
    const isCalls = (file: string) => file === "renderer/app/api";
    expect(
      violatingImports("renderer/ui", notIn([...folders("domain", "features"), isCalls])),
    ).toEqual([]);
  });

  test("app imports neither ui, domain nor features", () => {
    const forbidden = notIn(folders("ui", "domain", "features"));
    expect(violatingImports("renderer/app", forbidden)).toEqual([]);
  });

  test("domain imports no feature", () => {
    expect(violatingImports("renderer/domain", notIn(folders("features")))).toEqual([]);
  });
});
