/**
 * The strings of the window: the same structure in both languages, everything translated, every
 * function valid.
 */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { movedTables } from "../../../main/local-service/rows/moved-tables";

type Catalogue = Record<string, unknown>;
type Format = typeof import("../../../renderer/app/format");

/** Texts that are the same in both languages: names, units, loan words. */
const sameInBoth: readonly string[] = [
  ..."Dubyard English Deutsch MB s ID Online online offline Uploads Uploads: Batch Batches Team".split(
    " ",
  ),
  ..."Details Name Status Video Text Manager Editor Problem Code System Proxy Region Bucket Limit in optional Streaming Podcast Take Takes Emotion Normal Stems Session".split(
    " ",
  ),
];
/** Functions with parameters of the contract's types, for which no sample fits. */
const known: Readonly<Record<string, readonly unknown[]>> = {
  "scripts.problems": [{ errors: 1, warnings: 2, notes: 3 }],
  "workspace.kind": ["local", "online"],
  "serviceTexts.status": ["completed"],
  "serviceTexts.message": ["All lines are synthesised"],
  "capabilities.lacking": [["inference", "translation"]],
  "plan.leftOutReason": ["clip.mxf", "format"],
  "maintenance.problem": [{ kind: "gallery", name: "wort", problem: "missing" }],
  "moves.step": [{ step: "rows", table: "lines" }],
  "moves.report": [{ rows: 1, files: 2, takes: 3 }, "3 MB"],
  "moves.problem": [{ name: "wort", problem: "missing" }],
  "engine.installText": [
    { download: "3 MB", host: "wort", publisher: "wort", page: "wort", licence: "wort" },
  ],
};

/** Loads the window's modules in a language. */
async function load(
  language: string,
  dates = "",
): Promise<{ catalogue: Catalogue; format: Format }> {
  vi.resetModules();
  const region = dates === "" ? "" : `&dates=${encodeURIComponent(dates)}`;
  vi.stubGlobal("location", { search: `?language=${language}${region}` });
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  const { t } = await import("../../../renderer/app/strings");
  const format = await import("../../../renderer/app/format");
  return { catalogue: t, format };
}

/** Every text and function with its path: "uploads.states.part". */
function leaves(value: unknown, path = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, child]) =>
    leaves(child, path === "" ? name : `${path}.${name}`),
  );
}

/** Sample arguments; every function accepts one of them for each parameter. */
const samples: readonly unknown[] = [
  3,
  "wort",
  ["wort", "zwei"],
  { code: "offline", message: "" },
  null,
];
const tuples = (length: number): unknown[][] =>
  length === 0
    ? [[]]
    : tuples(length - 1).flatMap((rest) => samples.map((sample) => [...rest, sample]));
const isGood = (text: unknown) =>
  typeof text === "string" && text !== "" && !/undefined|NaN|null|\[object/.test(text);

/** The first sample arguments that both functions accept. */
function argumentsFor(functions: readonly ((...input: unknown[]) => unknown)[]): unknown[] | null {
  const length = Math.max(...functions.map((one) => one.length));
  return (
    tuples(length).find((args) =>
      functions.every((one) => {
        try {
          return isGood(one(...args));
        } catch {
          return false;
        }
      }),
    ) ?? null
  );
}

/**
 * Whether a text contains words other than the arguments and what is the same in both languages.
 */
function hasOwnWords(text: unknown): boolean {
  const words = String(text).match(/\p{L}+:?/gu) ?? [];
  const given = [...samples.flat().map(String), ...sameInBoth];
  return words.some((word) => !given.includes(word) && !given.includes(word.replace(":", "")));
}

let en: Catalogue;
let de: Catalogue;
let german: Format;
beforeAll(async () => {
  ({ catalogue: en } = await load("en"));
  ({ catalogue: de, format: german } = await load("de"));
});

describe("the strings of the window", () => {
  test("have the same structure in both languages", () => {
    const shape = (catalogue: Catalogue) =>
      leaves(catalogue)
        .map(([path, leaf]) => `${path}: ${typeof leaf}`)
        .sort();
    expect(shape(de)).toEqual(shape(en));
  });

  test("name every table that is moved", () => {
    for (const { moves } of [en, de] as { moves: { tables: object } }[])
      expect(Object.keys(moves.tables).sort()).toEqual([...movedTables].sort());
  });

  test("are translated completely", () => {
    const english = new Map(leaves(en));
    const same = leaves(de).filter(([path, text]) => {
      expect(text, path).not.toBe("");
      return text === english.get(path) && typeof text === "string";
    });
    const unexpected = same.filter(([, text]) => hasOwnWords(text));
    expect(unexpected).toEqual([]);
  });

  test("are texts for all arguments", () => {
    const english = new Map(leaves(en));
    const withoutWords: string[] = [];
    const same: string[] = [];
    for (const [path, leaf] of leaves(de)) {
      const other = english.get(path);
      if (typeof leaf !== "function" || typeof other !== "function") continue;
      const both = [leaf, other] as ((...given: unknown[]) => unknown)[];
      const given = known[path] ?? argumentsFor(both);
      if (!given) withoutWords.push(path);
      else if (both[0]?.(...given) === both[1]?.(...given) && hasOwnWords(both[0]?.(...given)))
        same.push(path);
    }
    expect(withoutWords).toEqual([]);
    expect(same).toEqual([]);
  });

  test("name one take and several takes that are generated", () => {
    const queued = (catalogue: Catalogue) =>
      [1, 2].map((catalogue["review"] as { queued: (number: number) => string }).queued);
    expect(queued(en)).toEqual(["Generating 1 take", "Generating 2 takes"]);
    expect(queued(de)).toEqual(["1 Take wird erzeugt", "2 Takes werden erzeugt"]);
  });

  test("name the words that a problem of a script quotes, in German quotation marks", () => {
    const { problem } = de["scripts"] as {
      problem: (code: string, message: string, details?: object) => string;
    };
    expect(problem("left-out-number", "Left out: only a number (“42”, “7”).")).toBe(
      "Nur eine Zahl; ausgelassen: „42“, „7“.",
    );
    expect(problem("character-unreadable", "A character could not be read: “d\ufffdj”.")).toBe(
      "Ein Zeichen ist nicht lesbar: „d\ufffdj“. Berichtigen Sie es in der Datei.",
    );
    expect(problem("lines-missing", "The script has no lines.")).toBe(
      "Das Skript hat keine Zeilen.",
    );
    expect(problem("damaged", "“a.xlsx”: The file is damaged.")).not.toContain("a.xlsx");
    const assumed = { assumed: "Windows-1250, “Łódź”" };
    expect(problem("encoding", "It was read as Windows-1250: check “Łódź”.", assumed)).toContain(
      "Angenommen: Windows-1250, „Łódź“.",
    );
    expect(problem("no-such-code", "Something “else”.")).toBe("Something “else”.");
  });

  test("name what a problem of a script lists without quotes", () => {
    const { problem } = de["scripts"] as { problem: (code: string, message: string) => string };
    const cases: [code: string, message: string, text: string][] = [
      [
        "columns-recognised",
        "Columns were recognised by their names: Speaker as Character, Dialogue as Text_EN-US.",
        "Spalten wurden an ihren Namen erkannt: Speaker als Character, Dialogue als Text_EN-US.",
      ],
      [
        "names-joined",
        "Spellings of one name were joined: “ANNA” as Anna, “Bén” as Ben, and 2 more.",
        "Schreibweisen desselben Namens wurden zusammengefasst: „ANNA“ als Anna, „Bén“ als Ben und 2 weitere.",
      ],
      [
        "columns-ignored",
        "Columns that were not read: Notes, Director and 3 more.",
        "Diese Spalten werden nicht gelesen: Notes, Director und 3 weitere.",
      ],
      [
        "frame-rate-stated",
        "Times with frames were read with 29.97 frames per second, as this row states, without drop frames.",
        "Zeitangaben mit Einzelbildern wurden mit der Bildrate gelesen, die in dieser Zeile steht: ohne Drop Frame.",
      ],
      [
        "document-columns-ignored",
        "Columns that were not read: Time, column 4.",
        "Nicht alle Spalten dieser Tabelle wurden gelesen: Time, Spalte 4.",
      ],
      [
        "rows-hidden",
        "Hidden rows were left out (2): 3, 7.",
        "Ausgeblendete Zeilen wurden ausgelassen: 3, 7.",
      ],
      [
        "document-table-guessed",
        "This table has no header. Read as character: column 1; as text: column 2.",
        "Diese Tabelle hat keine Kopfzeile: Figur Spalte 1, Text Spalte 2. Figur und Text wurden am Inhalt der Spalten erkannt.",
      ],
      [
        "column-twice",
        "The column ID occurs twice. The first one is used.",
        "Die Spalte ID kommt zweimal vor. Die erste wird verwendet.",
      ],
      [
        "column-missing",
        "Row 1 needs the column SCRIPT_PATH or VIDEO_PATH.",
        "Eine Spalte fehlt: SCRIPT_PATH oder VIDEO_PATH.",
      ],
      [
        "text-language-missing",
        "The column Dialogue has texts, and it may mean EN-US or EN-GB.",
        "Diese Spalte enthält Text, nennt aber seine Sprache nicht: Dialogue, EN-US oder EN-GB. Ordnen Sie die Spalten zu.",
      ],
      [
        "lines-time-shifted",
        "The times of the file are 500 ms later than those of the batch",
        "Die Zeiten der Datei sind 500 ms später als die des Batches.",
      ],
      [
        "page-columns",
        "Pages 1, 2 and 5: the text is in columns. They were read one after the other.",
        "Seiten 1, 2 und 5: Der Text steht in Spalten. Sie wurden nacheinander gelesen.",
      ],
    ];
    for (const [code, message, text] of cases) expect(problem(code, message)).toBe(text);
  });

  test("promise a repetition only of work that is repeated, and no details where none are shown", () => {
    const promise =
      /keeps trying|automatically|versucht es weiterhin|automatisch|details (show|give)|Details (zeigen|nennen)/;
    for (const catalogue of [en, de]) {
      const textOf = catalogue["problem"] as (problem: object) => string;
      const codes = Object.keys(catalogue["errors"] as object);
      const promising = codes.filter((code) => promise.test(textOf({ code, message: "" })));
      expect(promising).toEqual([]);
    }
    const repeated = en["repeatedProblem"] as (problem: object) => string;
    expect(repeated({ code: "unreachable", message: "" })).toContain("Dubyard keeps trying");
  });

  test("distinguish singular and plural", () => {
    const count = de["count"] as Record<string, (number: number) => string>;
    expect(count["uploads"]?.(1)).toBe("1 Upload");
    expect(count["uploads"]?.(1234)).toBe("1.234 Uploads");
    expect(count["uploads"]?.(0)).toBe("0 Uploads");
  });
});

describe("German numbers, lists and ages", () => {
  test("use German formats", () => {
    const plain = (text: string) => text.replace(/\s/g, " ");
    expect(plain(german.formatBytes(12_300_000_000))).toBe("12,3 GB");
    expect(plain(german.formatSpeed(118_000_000))).toBe("118 MB/s");
    expect(plain(german.formatPercent(42, 100))).toBe("42 %");
    expect(plain(german.formatDuration(247))).toBe("4 Min.");
    expect(plain(german.formatDuration(7800))).toBe("2 Std. 10 Min.");
    expect(plain(german.formatCountdown(185))).toBe("3 Min. 5 Sek.");
    expect(german.formatAge(0, 180_000)).toBe("vor 3 Minuten");
    expect(german.formatAge(0, 86_400_000)).toBe("gestern");
    expect(german.formatAge(0, 3000)).toBe("jetzt");
    expect(german.formatList(["Anna", "Bruno", "Cem"])).toBe("Anna, Bruno und Cem");
    expect(german.formatLanguage("fr-fr")).toBe("Französisch (Frankreich)");
    expect(german.formatPartSize(64 * 1024 ** 2)).toBe("64 MiB");
  });
});

test("dates and times are as in the region of the desktop; numbers as in the language", async () => {
  const afternoon = new Date(2026, 10, 21, 14, 2).getTime();
  const seen = async (language: string, dates: string) => {
    const { format } = await load(language, dates);
    // Intl may separate with narrow spaces.
    return [format.formatTime(afternoon), format.formatNumber(1234)].map((text) =>
      text.replace(/\s/g, " "),
    );
  };
  expect(await seen("en", "")).toEqual(["2:02 PM", "1,234"]);
  expect(await seen("en", "en-GB")).toEqual(["14:02", "1,234"]);
  expect(await seen("de", "de-CH")).toEqual(["14:02", "1.234"]);
  // Another language than that of the window, and nonsense, change nothing.
  expect(await seen("en", "de-DE")).toEqual(["2:02 PM", "1,234"]);
  expect(await seen("en", "en-<script>")).toEqual(["2:02 PM", "1,234"]);
});
