/** Fills the form of a batch from its files: dropped scripts, and the names of files. */
import { untrack } from "svelte";
import { maxNameLength } from "../../../../preload/facts/rules";
import type { BatchForm } from "./batch-form";
import { arrangeScripts, needsLanguage, suggestFromNames } from "./suggest-from-names";

interface FillFromFilesOptions {
  form: () => BatchForm;
  /** A pending request is edited: its names are kept. */
  isEdited: boolean;
  /** The languages of the project; null until they are known. */
  languageIds: () => readonly string[] | null;
}

/** Call during the initialization of the component that shows the form. */
export function fillFromFiles({ form, isEdited, languageIds }: FillFromFilesOptions) {
  /** Dropped scripts: they are arranged once the languages of the project are known. */
  let droppedScripts = $state.raw<readonly string[]>([]);
  $effect(() => {
    const known = languageIds();
    if (droppedScripts.length === 0 || known === null) return;
    const dropped = droppedScripts;
    untrack(() => {
      const { script: main, targets } = arrangeScripts(dropped, known);
      form().scriptFile = main;
      form().targets = targets;
      if (targets.length > 0) form().languageCode = "";
      droppedScripts = [];
    });
  });
  // The names of the files suggest the name of a new batch and the language of its script.
  $effect(() => {
    const { scriptFile, videoFile } = form();
    const known = languageIds();
    if (isEdited || known === null || (scriptFile === "" && videoFile === "")) return;
    const suggested = suggestFromNames(scriptFile, videoFile, known);
    untrack(() => {
      if (form().name.trim() === "") form().name = suggested.name.slice(0, maxNameLength);
      if (form().languageCode === "" && needsLanguage(scriptFile))
        form().languageCode = suggested.languageId;
    });
  });

  return {
    /** The user has dropped these scripts. */
    dropScripts: (paths: readonly string[]) => void (droppedScripts = paths),
  };
}
