import type { Voice } from "../../../preload/model/resources";
import type { Action } from "../../app/actions.svelte";
import { copyAction } from "../../app/lists/list-actions";
import type { Selection } from "../../app/lists/selection.svelte";
import { t } from "../../app/strings";

/** The actions on the selected voices. */
export function voiceActions(selection: Selection<Voice>): Action[] {
  return [
    copyAction({
      id: "voices.copy-name",
      title: selection.count > 1 ? t.voices.copyNames : t.voices.copyName,
      group: t.voices.group,
      reason: selection.count === 0 ? t.voices.selectFirst : undefined,
      texts: async () => (await selection.resolve()).map(({ name }) => name),
      copied: t.voices.copied,
    }),
  ];
}
