import CircleStop from "@lucide/svelte/icons/circle-stop";
import Play from "@lucide/svelte/icons/play";
import type { Voice } from "../../../preload/model/resources";
import type { Action } from "../../app/actions.svelte";
import { copyAction } from "../../app/lists/list-actions";
import type { Selection } from "../../app/lists/selection.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";

import { hasSamples, sampleReason, voicePlayer } from "../../domain/voice-player.svelte";

/** The actions on the selected voices. */
export function voiceActions(session: Session, selection: Selection<Voice>): Action[] {
  const single = selection.count === 1 ? selection.rows[0] : undefined;
  return [
    ...(hasSamples(session)
      ? [
          {
            id: "voices.play",
            title: single && voicePlayer.playing === single.name ? t.voices.stop : t.voices.play,
            icon: single && voicePlayer.playing === single.name ? CircleStop : Play,
            group: t.voices.group,
            reason: single ? sampleReason(session) : t.voices.selectOne,
            run: () => single && voicePlayer.toggle(session, single.name),
          },
        ]
      : []),
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
