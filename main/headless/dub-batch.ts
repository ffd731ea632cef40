/**
 * The batch of `dubyard dub`: its script and video, its lines, and the voices of its characters.
 */
import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { withKinds } from "../../preload/facts/line-kinds";
import type { Character } from "../../preload/model/resources";
import { languageIds, languageNames } from "../local-service/catalogue/language-names";
import type { CataloguedVoice } from "../local-service/catalogue/voices";
import { localModel } from "../local-service/catalogue/models";
import { safeName } from "../local-service/dubbing/names";
import { castVoices } from "../local-service/ingest/auto-casting";
import { foldName } from "../local-service/common/names";
import type { Remote } from "../remote/remote";
import type { ListChunks } from "../remote/http/tolerant-parse";
import type { DubArguments } from "./dub-arguments";
import { nearNames } from "./near-names";
import { invalid } from "./parse-arguments";
import type { PreparedScript } from "./script-notes";

interface DubbedLine {
  number: number;
  /** "" if the script has no ids. */
  lineId: string;
  character: string;
  /** The languages of `DubArguments` in which it has a text. */
  languageIds: string[];
}

export interface DubBatch {
  batchId: string;
  /** The beginning of the names of tracks and videos. */
  name: string;
  lines: DubbedLine[];
}

interface Creation {
  options: DubArguments;
  script: PreparedScript;
  signal: AbortSignal;
  onCopied: (share: number) => void;
}

/** Milliseconds between two requests for the state of a batch. */
export const pollMs = 50;
const linesPerPage = 1000;

/**
 * Creates the batch and assigns the voices; no take is made yet. Rejects with "invalid-input" for a
 * script, video, language or character that cannot be used; its message names it.
 */
export async function createDubBatch(
  { remote, voices }: { remote: Remote; voices: readonly CataloguedVoice[] },
  { options, script: prepared, signal, onCopied }: Creation,
): Promise<DubBatch> {
  await requireSpokenLanguages(remote, options.languages);
  const { script, video, languages } = options;
  const projectId = await createProject(remote, options);
  const onBedCopied = () => undefined;
  const bedPath =
    options.bed && (await copyMedia(remote, "bed", options.bed, { signal, onCopied: onBedCopied }));
  const name = safeName(path.parse((video?.file ?? script).normalize("NFC")).name);
  const created = await remote.batches.create(projectId, {
    name,
    scriptPath: withKinds(await storeScript(remote, prepared, signal), options.lineKinds),
    videoPath: video === null ? "" : await copyMedia(remote, "video", video, { signal, onCopied }),
    languageCode: prepared.isTemplate ? "" : (options.scriptLanguage ?? ""),
    settings: { ...settingsOf(options, prepared), ...(bedPath === null ? {} : { bedPath }) },
  });
  const batch = await waitForIngestion(remote, created, signal);
  if (batch.status === "failed") throw invalid(nameArguments(batch.message, options));
  for (const languageId of languages)
    if (!batch.translations.some((one) => one.languageId === languageId && one.status === "ready"))
      throw invalid(`--language ${languageId}: ${script} has no text in ${nameOf(languageId)}`);
  const lines = await readLines(remote, batch.id, languages, signal);
  await assignVoices({ remote, voices }, projectId, { lines, options, signal });
  return { batchId: batch.id, name, lines };
}

const nameOf = (languageId: string) => languageNames[languageId] ?? languageId;

async function requireSpokenLanguages(remote: Remote, languages: readonly string[]) {
  const known = await listAll(remote.catalogue.languages());
  for (const languageId of languages)
    if (!known.some((language) => language.id === languageId && language.isAudioSupported))
      throw invalid(`--language ${languageId}: no installed voice speaks ${nameOf(languageId)}`);
}

async function createProject(remote: Remote, { video, languages }: DubArguments): Promise<string> {
  // The interface requires a source language for a video. It is not dubbed, so any other language
  // serves.
  const source = languageIds.find((languageId) => !languages.includes(languageId)) ?? null;
  const project = await remote.projects.create({
    name: "Dub",
    type: video === null ? "audio-production" : "media-dubbing",
    model: localModel,
    sourceLanguage: video === null ? null : source,
    targetLanguages: languages,
  });
  return project.id;
}

const settingsOf = (
  {
    video,
    takes,
    keepsOriginal,
    speakerSeparator,
    fitGapMs,
    slowsShortTakes,
    holdsLastFrame,
    soundTrack,
  }: DubArguments,
  { isTemplate }: PreparedScript,
) => ({
  automaticInference: false,
  noOfAlternativeTakes: takes - 1,
  fitGapMs,
  slowsShortTakes,
  ...(speakerSeparator === null || isTemplate ? {} : { sourceSpeakerSeparator: speakerSeparator }),
  ...(soundTrack === null ? {} : { soundTrack }),
  ...(video === null
    ? {}
    : { autoCasting: false, removeBackgroud: !keepsOriginal, holdsLastFrame }),
});

/** Returns the URL of the script in the service. */
async function storeScript(
  remote: Remote,
  { bytes, extension }: PreparedScript,
  signal: AbortSignal,
): Promise<string> {
  const { url } = await remote.scripts.put(`script${extension}`, bytes, signal);
  return url;
}

/** Copies a file into the gallery, or shares its blocks; returns its path there. */
async function copyMedia(
  remote: Remote,
  name: "video" | "bed",
  { file, contentType }: NonNullable<DubArguments["video"]>,
  { signal, onCopied }: { signal: AbortSignal; onCopied: (share: number) => void },
): Promise<string> {
  const fileName = `${name}${path.extname(file).toLowerCase()}`;
  // The service copies regular files only, not links.
  const sourcePath = await realpath(file);
  const { size, mtimeNs, ino } = await lstat(sourcePath, { bigint: true });
  await remote.extensions.clones.clone(
    {
      sourcePath,
      fileName,
      contentType,
      size: Number(size),
      mtimeNs: String(mtimeNs),
      inode: String(ino),
    },
    (copied) => onCopied(size === 0n ? 1 : copied / Number(size)),
    signal,
  );
  return fileName;
}

type RemoteBatch = Awaited<ReturnType<Remote["batches"]["get"]>>;

async function waitForIngestion(
  remote: Remote,
  { projectId, id }: RemoteBatch,
  signal: AbortSignal,
): Promise<RemoteBatch> {
  for (;;) {
    const batch = await remote.batches.get(projectId, id, signal);
    if (batch.status !== "ingesting") return batch;
    await delay(pollMs, undefined, { signal });
  }
}

/**
 * A message of the service with the arguments of the command instead of the fields of the
 * interface.
 */
const nameArguments = (message: string, { script, video }: DubArguments) =>
  message
    .replace(/^scriptPath: /, () => `${script}: `)
    .replace(/^videoPath: /, () => `${video?.file ?? "--video"}: `)
    .replace(": the project has none of its languages", ": --language names none of its languages");

async function readLines(
  remote: Remote,
  batchId: string,
  languages: readonly string[],
  signal: AbortSignal,
): Promise<DubbedLine[]> {
  const read: DubbedLine[] = [];
  for (let page = 1; ; page += 1) {
    signal.throwIfAborted();
    const { lines, total } = await remote.extensions.batches.lines(batchId, page, linesPerPage);
    for (const { number, lineId, character, texts } of lines) {
      const spoken = languages.filter((languageId) => texts[languageId] !== undefined);
      read.push({ number, lineId, character, languageIds: spoken });
    }
    if (read.length >= total || lines.length === 0) return read;
  }
}

/**
 * Assigns the voices of the arguments, then those of the rule of auto-casting to the other
 * characters.
 */
async function assignVoices(
  { remote, voices }: { remote: Remote; voices: readonly CataloguedVoice[] },
  projectId: string,
  context: { lines: readonly DubbedLine[]; options: DubArguments; signal: AbortSignal },
): Promise<void> {
  const { lines, options, signal } = context;
  const listed = await listAll(remote.casting.characters(projectId, signal));
  const byName = new Map(listed.map((character) => [foldName(character.name), character]));
  const inOrder = new Set<Character>();
  for (const { character } of lines) {
    const found = byName.get(foldName(character));
    if (found) inOrder.add(found);
  }
  const assigned = new Map<string, string>();
  const inLanguages: { characterId: string; languageId: string; voice: string }[] = [];
  for (const { character, languageId, voice } of options.voices) {
    const found = byName.get(foldName(character));
    const problem = (message: string) => invalid(`--voice ${character}=${voice}: ${message}`);
    if (!found) {
      const near = nearNames(
        character,
        [...inOrder].map(({ name }) => name),
      );
      throw problem(`the script has no character "${character}"${near}`);
    }
    if (languageId === null) assigned.set(found.id, voice);
    else inLanguages.push({ characterId: found.id, languageId, voice });
  }
  const castable = [...inOrder].map(({ id, name }) => {
    return { id, name, voice: assigned.get(id) ?? null };
  });
  const uncast = castable.filter(({ voice }) => voice === null);
  for (const { characterId, voice } of castVoices(castable, uncast, {
    languageIds: options.languages,
    voices,
  }))
    assigned.set(characterId, voice);
  const silent = castable.find(({ id }) => !assigned.has(id));
  if (silent) throw invalid(`no installed voice fits ${silent.name}; choose one with --voice`);
  for (const [characterId, voice] of assigned) {
    signal.throwIfAborted();
    await remote.casting.assignVoice(projectId, characterId, voice);
  }
  for (const assignment of inLanguages) {
    signal.throwIfAborted();
    await remote.extensions.casting.assignLanguageVoice(projectId, assignment);
  }
}

async function listAll<T>(chunks: ListChunks<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const { rows } of chunks) all.push(...rows);
  return all;
}
