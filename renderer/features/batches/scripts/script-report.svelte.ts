import type { ProjectType } from "../../../../preload/model/resources";
import { api } from "../../../app/api";
import { query } from "../../../app/query.svelte";
import type { BatchForm } from "../new-batch/batch-form";

/** A local script file ("" for none), and the options for parsing it. */
export type ScriptInput = Pick<
  BatchForm,
  "scriptFile" | "languageCode" | "sourceSpeakerSeparator" | "lineKinds"
>;

/**
 * The report on the local script of a form; updated when the file changes on disk or its options
 * change. `report` is undefined without a file, or while the file is read for the first time.
 */
export function scriptReport(
  workspaceId: string,
  projectType: ProjectType,
  form: () => ScriptInput,
) {
  const result = query(["scripts"], () => {
    const { scriptFile: path, languageCode, lineKinds } = form();
    const { sourceSpeakerSeparator: speakerSeparator } = form();
    if (path === "") return null;
    const options = { projectType, languageCode, speakerSeparator, lineKinds };
    return api.scripts.check({ workspaceId, path, ...options });
  });
  // The file is watched on disk while it is shown.
  const file = $derived(form().scriptFile);
  $effect(() => {
    const path = file;
    if (path === "") return;
    return () => void api.scripts.release({ paths: [path] }).catch(() => undefined);
  });
  return {
    get report() {
      return result.error === null && result.data?.path === file ? result.data : undefined;
    },
    get problem() {
      return result.error;
    },
    refresh: () => result.refresh(),
  };
}
