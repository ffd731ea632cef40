/** Reads descriptions of packs: those of installed packs, and those of a catalogue file. */
import { z } from "zod";
import { AppError } from "../../../common/errors";
import { readSmallFile } from "../../../common/files";
import { languageIds } from "../../catalogue/language-names";
import { packCatalogue, type PackDescription } from "./catalogue";
import { isPackPath } from "./entry-path";

const text = z.string().min(1).max(200);
/** SECURITY: inside the folder of the pack. */
export const packPath = z.string().refine(isPackPath, "must be a path inside the pack");
const file = packPath.max(200);
const language = z.enum(languageIds as [string, ...string[]]);
const languages = z.array(language).min(1);
const url = z.url({ protocol: /^https?$/ }).max(2000);

const model = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("vits"),
    model: file,
    tokens: file,
    lexicon: file.optional(),
    dataFolder: file.optional(),
  }),
  z.object({
    type: z.literal("kokoro"),
    model: file,
    voices: file,
    tokens: file,
    dataFolder: file,
    lexicon: file.optional(),
  }),
]);
const voice = z.object({
  name: text,
  gender: z.enum(["female", "male"]),
  age: z.enum(["young", "adult", "senior"]),
  timbre: text,
  speaker: z.int().min(0).max(100_000),
});
const contents = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("voices"),
    languages,
    model,
    voices: z.array(voice).min(1).max(1000),
  }),
  z.object({
    kind: z.literal("transcription"),
    languages,
    encoder: file,
    decoder: file,
    tokens: file,
  }),
  z.object({ kind: z.literal("voice-activity"), model: file }),
  z.object({ kind: z.literal("speakers"), embedding: file }),
  z.object({
    kind: z.literal("translation"),
    from: language,
    to: language,
    model: file,
    lexicalShortlist: file,
    vocabularies: z.array(file).min(1).max(2),
  }),
]);

const described = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,60}$/),
  name: text,
  contents,
  installedBytes: z.int().min(0),
  licence: text,
  publisher: text,
  page: url,
  downloads: z
    .array(
      z.object({
        url,
        bytes: z.int().min(1),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        checksumUrl: url.nullable(),
        format: z.enum(["tar.bz2", "tar.gz", "gz", "plain"]),
      }),
    )
    .min(1)
    .max(20),
});

export const packDescription = described as unknown as z.ZodType<PackDescription>;

const maxCatalogueBytes = 16 * 1024 ** 2;

/**
 * The catalogue of the application, or that of the file in the variable DUBYARD_PACK_CATALOGUE: a
 * JSON array of descriptions, for packs from a server of one's own, and for tests.
 * @throws AppError "invalid-input"
 */
export function readPackCatalogue(env = process.env): readonly PackDescription[] {
  const named = env["DUBYARD_PACK_CATALOGUE"] ?? "";
  if (named === "") return packCatalogue;
  const invalid = (reason: string) =>
    new AppError("invalid-input", `DUBYARD_PACK_CATALOGUE: ${reason}`);
  let given: unknown;
  try {
    given = JSON.parse(readSmallFile(named, maxCatalogueBytes).toString());
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
  const parsed = z.array(packDescription).safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
}
