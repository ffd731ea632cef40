/** The source audio on this computer that scripts name. */
import path from "node:path";
import { factsOfType } from "../../../../preload/facts/project-types";
import type { ProjectType } from "../../../../preload/model/resources";
import { maxFileBytes } from "../../../script-formats/limits";
import { stampOf } from "../../../common/files";
import type { ScriptFiles } from "../../scripts/script-files";
import { sourceAudioProblem } from "../../../../preload/facts/source-audio";
import { cellOfAudio } from "../../scripts/script-report";
import { locateAudio, pathOf } from "../../scripts/source-audio";
import { invalidScript, withField, type LocalScript } from "./local-script";

export interface ScriptAudioDeps {
  files: Pick<ScriptFiles, "read">;
  isInGallery: (workspaceId: string, galleryPath: string) => boolean;
}

export function createScriptAudio(deps: ScriptAudioDeps) {
  /**
   * The local files of a script's source audio, by the text in the script: those of the entry
   * (`own`), also where they no longer exist, and those that exist. `outside`: files not below the
   * script's folder. `missing`: the problem of the first reference that was not found, or of a
   * script that cannot be read.
   */
  async function localAudio(
    workspaceId: string,
    projectType: ProjectType,
    script: LocalScript,
    own: readonly string[],
  ): Promise<{ local: Map<string, string>; outside: Set<string>; missing: string | null }> {
    const local = new Map<string, string>();
    const outside = new Set<string>();
    if (factsOfType(projectType).sourceAudio === "none") return { local, outside, missing: null };
    const { script: found } = await deps.files.read({ ...script, projectType });
    if (found.lines.length === 0 && found.problems.some(({ severity }) => severity === "error"))
      return { local, outside, missing: "file-unreadable" };
    const references = new Set(found.lines.flatMap(({ sourceAudio }) => sourceAudio ?? []));
    const folder = path.dirname(script.path);
    const known = new Map(own.map((file) => [file.normalize("NFC"), file]));
    for (const reference of references) {
      const file = known.size === 0 ? null : pathOf(reference, folder, process.platform);
      const ownFile = file === null ? undefined : known.get(file.normalize("NFC"));
      if (ownFile !== undefined) local.set(reference, ownFile);
    }
    const others = new Set([...references].filter((reference) => !local.has(reference)));
    const locations = await locateAudio(others, folder, {
      isInGallery: (galleryPath) => deps.isInGallery(workspaceId, galleryPath),
    });
    let missing: string | null = null;
    for (const [reference, location] of locations) {
      if (location.kind === "local") {
        local.set(reference, location.path);
        if (location.isOutside) outside.add(location.path);
      } else if (location.kind === "missing")
        missing ??= sourceAudioProblem(
          location.code,
          cellOfAudio(found, reference),
          path.basename(reference),
        );
    }
    return { local, outside, missing };
  }

  /**
   * Reads a script's stamp and source audio. Rejects with "invalid-input" where it cannot be read.
   */
  async function readScript(
    workspaceId: string,
    projectType: ProjectType,
    script: LocalScript & { field: string },
    own: readonly string[],
  ) {
    return withField(script, async () => {
      const stamp = await stampOf(script.path);
      if (stamp.size > maxFileBytes) throw invalidScript(script, "too-large");
      return { stamp, ...(await localAudio(workspaceId, projectType, script, own)) };
    });
  }

  return { localAudio, readScript };
}
