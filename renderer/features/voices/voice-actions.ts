import Copy from "@lucide/svelte/icons/copy";
import type { Voice } from "../../../preload/model/resources";
import type { Action } from "../../app/actions.svelte";
import { attempt, copyText } from "../../app/run-with-toast";
import type { Selection } from "../../app/selection.svelte";
import { t } from "../../app/strings";

/** The actions on the selected voices. */
export function voiceActions(selection: Selection<Voice>): Action[] {
  return [
    {
      id: "voices.copy-name",
      title: selection.count > 1 ? t.voices.copyNames : t.voices.copyName,
      icon: Copy,
      shortcut: "Mod+C",
      isListShortcut: true,
      group: t.voices.group,
      reason: selection.count === 0 ? t.voices.selectFirst : undefined,
      run: () =>
        attempt(async () => {
          const names = (await selection.resolve()).map(({ name }) => name);
          await copyText(names.join("\n"), t.voices.copied(names.length));
        }),
    },
  ];
}
