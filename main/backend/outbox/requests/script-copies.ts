/**
 * Copies of scripts that are uploaded in their place: with gallery paths of their source audio, or
 * in a format that a hosted service knows.
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { parseKinds } from "../../../../preload/facts/line-kinds";
import type { ProjectType } from "../../../../preload/model/resources";
import { maxFileBytes } from "../../../script-formats/limits";
import { formatOf } from "../../../script-formats/format";
import type { ReadOptions } from "../../../script-formats/model";
import type { ScriptRewriter } from "../../../script-formats/process/reader";
import { readBounded, writeWhole } from "../../../common/files";
import { invalidScript, withField, type LocalScript } from "./local-script";
import type { ScriptChoices } from "../../scripts/script-choices";
import { makePrivateFolder } from "../../../common/private-files";

interface UploadTarget {
  entryId: number;
  workspaceId: string;
  projectType: ProjectType;
}

interface Copy {
  name: string;
  bytes: Uint8Array;
}

export interface ScriptCopiesDeps {
  /** The folder of copies; an entry's copies are deleted once it is sent. */
  folder: string;
  choices: Pick<ScriptChoices, "of">;
  reader: ScriptRewriter;
  /** Whether a workspace is of our own service, which reads every format. */
  isLocal: (workspaceId: string) => boolean;
}

export function createScriptCopies(deps: ScriptCopiesDeps) {
  /** Resolves when leftovers are deleted; the folder must not be written to before. */
  let isCleared: Promise<unknown> = Promise.resolve();
  const folderOf = (entryId: number) => path.join(deps.folder, String(entryId));

  /**
   * The file to upload: the script itself, or a copy whose source audio has gallery paths, in a
   * format that the service knows.
   */
  async function fileToUpload(
    { entryId, workspaceId, projectType }: UploadTarget,
    script: LocalScript & { index: number; field: string },
    audio: ReadonlyMap<string, string>,
  ): Promise<string> {
    const isLocal = deps.isLocal(workspaceId);
    const hasChoices = Object.keys(deps.choices.of(script.path)).length > 0;
    if (isLocal && audio.size === 0 && !hasChoices) return script.path;
    const { bytes } = await withField(script, () => readBounded(script.path, maxFileBytes));
    if (bytes === null) throw invalidScript(script, "too-large");
    // The cells of an .ods are not replaced: its lines are written as a workbook.
    const isOds = formatOf(path.basename(script.path), bytes) === "ods";
    const isKept = isLocal && !isOds && !hasChoices;
    const target = { purpose: projectType, isForOwnService: isLocal };
    const copy =
      (isKept ? null : await convert(script, target, bytes, audio)) ??
      (audio.size === 0 ? null : await withAudio(script, bytes, audio));
    return copy === null ? script.path : writeCopy(entryId, script.index, copy);
  }

  /** The script in a format that every service knows; null if it is in one. */
  async function convert(
    script: LocalScript & { field: string },
    target: Pick<ReadOptions, "purpose" | "isForOwnService">,
    bytes: Uint8Array,
    audio: ReadonlyMap<string, string>,
  ): Promise<Copy | null> {
    const { languageCode, speakerSeparator, lineKinds = "" } = script;
    const kinds = parseKinds(lineKinds) ?? {};
    const choices = deps.choices.of(script.path);
    const options = { ...target, languageCode, speakerSeparator, kinds, ...choices };
    const { base: name, name: stem } = path.parse(script.path);
    const converted = await deps.reader.convertScript(bytes, name, options, audio);
    if (converted.refusal !== null) throw invalidScript(script, converted.refusal);
    if (converted.bytes === null) return null;
    return { name: `${stem}.${converted.extension}`, bytes: converted.bytes };
  }

  async function withAudio(
    script: LocalScript & { field: string },
    bytes: Uint8Array,
    audio: ReadonlyMap<string, string>,
  ): Promise<Copy> {
    const name = path.basename(script.path);
    const copy = await deps.reader.rewriteAudio(bytes, name, audio);
    if (copy.bytes === null) throw invalidScript(script, "file-unreadable");
    return { name, bytes: copy.bytes };
  }

  async function writeCopy(entryId: number, index: number, { name, bytes }: Copy) {
    const folder = path.join(folderOf(entryId), String(index));
    await isCleared;
    makePrivateFolder(folder);
    const file = path.join(folder, name);
    await writeWhole(file, bytes);
    return file;
  }

  return {
    fileToUpload,
    /**
     * Deletes copies that an earlier run of the program left: it is unknown which of them were
     * uploaded.
     */
    clear(): Promise<void> {
      const cleared = rm(deps.folder, { recursive: true, force: true });
      isCleared = cleared.catch(() => undefined);
      return cleared;
    },
    /** Deletes the copies of an entry. */
    discard: (entryId: number) => rm(folderOf(entryId), { recursive: true, force: true }),
  };
}
