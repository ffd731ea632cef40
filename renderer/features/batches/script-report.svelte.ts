import type { ProjectType } from "../../../preload/model/resources";
import { api } from "../../app/api";
import { query } from "../../app/query.svelte";
import type { BatchForm } from "./draft";

/** A script file of this computer ("" for none), and how it is read. */
export type ScriptReading = Pick<
  BatchForm,
  "scriptFile" | "languageCode" | "sourceSpeakerSeparator"
>;

/**
 * What is in the script of this computer that a form names; read again when the file changes on disk or is to be read
 * otherwise. `report` is undefined while there is none, or while it is read the first time.
 */
export function scriptReport(
  workspaceId: string,
  projectType: ProjectType,
  form: () => ScriptReading,
) {
  const answer = query(["scripts"], () => {
    const { scriptFile: path, languageCode, sourceSpeakerSeparator: speakerSeparator } = form();
    if (path === "") return null;
    return api.scripts.check({ workspaceId, path, projectType, languageCode, speakerSeparator });
  });
  // It is watched for as long as it is shown.
  const file = $derived(form().scriptFile);
  $effect(() => {
    const path = file;
    if (path === "") return;
    return () => void api.scripts.release({ paths: [path] }).catch(() => undefined);
  });
  return {
    get report() {
      return answer.error === null && answer.data?.path === file ? answer.data : undefined;
    },
    get problem() {
      return answer.error;
    },
  };
}
