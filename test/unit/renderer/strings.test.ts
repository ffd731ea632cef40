/** The catalogues of the window: the same shape, nothing left in English, every function answers. */
import { beforeAll, describe, expect, test, vi } from "vitest";

type Catalogue = Record<string, unknown>;
type Format = typeof import("../../../renderer/app/format");

/** What is the same in both languages: names, units, words that German took over. */
const sameInBoth: readonly string[] = [
  ..."Dubyard English Deutsch MB s ID Online online offline Uploads Uploads: Batch Batches Team".split(
    " ",
  ),
  ..."Details Name Status Video Text Manager Editor Problem Code System in optional".split(" "),
];
/** Functions of words of the contract, which no sample is. */
const known: Readonly<Record<string, readonly unknown[]>> = {
  "workspace.kind": ["local", "online"],
  "capabilities.lacking": [["inference", "translation"]],
};

/** The window's modules as they are loaded in a language. */
async function load(language: string): Promise<{ catalogue: Catalogue; format: Format }> {
  vi.resetModules();
  vi.stubGlobal("location", { search: `?language=${language}` });
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  const { t } = await import("../../../renderer/app/strings");
  const format = await import("../../../renderer/app/format");
  return { catalogue: t, format };
}

/** Every leaf with its path: "uploads.states.part". */
function leaves(value: unknown, path = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, child]) =>
    leaves(child, path === "" ? name : `${path}.${name}`),
  );
}

/** What a parameter may be; a function of the catalogue takes one of these for each. */
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

/** The first arguments that both functions make a sentence of. */
function argumentsFor(functions: readonly ((...given: unknown[]) => unknown)[]): unknown[] | null {
  const length = Math.max(...functions.map((one) => one.length));
  return (
    tuples(length).find((given) =>
      functions.every((one) => {
        try {
          return isGood(one(...given));
        } catch {
          return false;
        }
      }),
    ) ?? null
  );
}

/** Whether a sentence has words beside what it was given, and what is the same in both languages. */
function speaks(text: unknown): boolean {
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

describe("the catalogues", () => {
  test("have the same shape", () => {
    const shape = (catalogue: Catalogue) =>
      leaves(catalogue)
        .map(([path, leaf]) => `${path}: ${typeof leaf}`)
        .sort();
    expect(shape(de)).toEqual(shape(en));
  });

  test("leave nothing in English, and nothing empty", () => {
    const english = new Map(leaves(en));
    const same = leaves(de).filter(([path, text]) => {
      expect(text, path).not.toBe("");
      return text === english.get(path) && typeof text === "string";
    });
    const unexpected = same.filter(([, text]) => speaks(text));
    expect(unexpected).toEqual([]);
  });

  test("answer whatever they are asked, in their own words", () => {
    const english = new Map(leaves(en));
    const silent: string[] = [];
    const same: string[] = [];
    for (const [path, leaf] of leaves(de)) {
      const other = english.get(path);
      if (typeof leaf !== "function" || typeof other !== "function") continue;
      const both = [leaf, other] as ((...given: unknown[]) => unknown)[];
      const given = known[path] ?? argumentsFor(both);
      if (!given) silent.push(path);
      else if (both[0]?.(...given) === both[1]?.(...given) && speaks(both[0]?.(...given)))
        same.push(path);
    }
    expect(silent).toEqual([]);
    expect(same).toEqual([]);
  });

  test("say one and many apart", () => {
    const count = de["count"] as Record<string, (number: number) => string>;
    expect(count["uploads"]?.(1)).toBe("1 Upload");
    expect(count["uploads"]?.(1234)).toBe("1.234 Uploads");
    expect(count["uploads"]?.(0)).toBe("0 Uploads");
  });
});

describe("German numbers, lists and ages", () => {
  test("are as they are written there", () => {
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
