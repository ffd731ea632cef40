/** Gives the selected characters a voice, and moves to the next character without one. */
import { tick } from "svelte";
import type { Character, Voice } from "../../../preload/model/resources";
import { track } from "../../app/messages/track";
import { t } from "../../app/strings";
import type { ListScreen, SearchableList } from "../../domain/list-screen.svelte";
import { nextUncast } from "./next-uncast";
import type { VoiceAssignments } from "./voice-assignments.svelte";

interface CastVoicesOptions {
  screen: ListScreen<Character>;
  voices: SearchableList<Voice>;
  assignments: VoiceAssignments;
  /** The language whose voices are assigned; null for all languages without another one. */
  languageId: () => string | null;
  /** Whether a character still needs a voice there. */
  needsVoice: (character: Character) => boolean;
}

/** Call during the initialization of the component that shows the list. */
export function castVoices(options: CastVoicesOptions) {
  const { screen, voices, assignments, languageId, needsVoice } = options;
  const { list, selection } = screen;
  let announcement = $state("");
  /** The position of a row to select once it is loaded; -1 for none. */
  let pendingPosition = $state(-1);
  // A row that is not loaded is scrolled into view first, and selected once it is loaded.
  $effect(() => {
    track(list.version);
    if (pendingPosition < 0 || !list.at(pendingPosition)) return;
    screen.listing?.show(pendingPosition);
    pendingPosition = -1;
  });

  /** Moves the cursor to the next character without a voice, if there is one. */
  async function goToNext(): Promise<void> {
    const from = Math.max(selection.cursor, -1);
    const next = await nextUncast(list, from, needsVoice);
    if (next >= 0) {
      screen.listing?.show(next);
      pendingPosition = list.at(next) ? -1 : next;
    }
    await tick();
    screen.listing?.focus();
  }

  async function assign(voice: Voice): Promise<void> {
    const rows = await selection.resolve();
    const [first] = rows;
    if (!first) return;
    const changes = rows.map((row) => assignments.assignmentOf(row, voice.name, languageId()));
    const single = selection.count === 1 ? selection.rows[0] : undefined;
    announcement = t.casting.announced(
      single?.name ?? t.casting.chooseFor(rows.length),
      voice.name,
    );
    const isReplaced = changes.some(({ from }) => from !== null && from !== voice.name);
    const done = assignments.assign(changes, rows, (got) => {
      const [only] = got;
      // No toast for a first voice: the row shows it, and there is nothing to undo.
      if (got.length === 1 && only)
        return isReplaced ? t.casting.assigned(only.name, voice.name) : null;
      return t.casting.assignedSome(got.length, voice.name);
    });
    // The voice list is reset for the next character.
    voices.search = "";
    voices.selection.clear();
    voices.selection.cursor = -1;
    await goToNext();
    await done;
  }

  /** The selected characters have in the language the voice that they have in all others. */
  async function useVoiceOfAll(): Promise<void> {
    const rows = await selection.resolve();
    const own = rows.filter((row) => assignments.shown(row, languageId()).isOwn);
    const changes = own.map((row) => assignments.assignmentOf(row, null, languageId()));
    await assignments.assign(changes, own, (got) => {
      const [only] = got;
      return got.length === 1 && only ? t.casting.usesAll(only.name) : t.casting.useAll(got.length);
    });
  }

  return {
    useVoiceOfAll,
    /** What was assigned last, for screen readers. */
    get announcement() {
      return announcement;
    },
    goToNext,
    assign,
  };
}
