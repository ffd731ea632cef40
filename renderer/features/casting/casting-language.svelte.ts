import { untrack } from "svelte";
import type { Character } from "../../../preload/model/resources";
import type { api } from "../../app/api";
import { formatNumber } from "../../app/format";
import type { Selection } from "../../app/lists/selection.svelte";
import { track } from "../../app/messages/track";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import type { LanguageNames } from "../../domain/language-names.svelte";
import { needsService } from "../../domain/offline-reason";
import type { VoiceFilters } from "../../domain/voice-filters.svelte";
import type { ShownVoice, VoiceAssignments } from "./voice-assignments.svelte";

type Facts = Awaited<ReturnType<typeof api.casting.facts>>;

interface CastingLanguageOptions {
  session: Session;
  facts: () => Facts | undefined;
  languages: LanguageNames;
  assignments: VoiceAssignments;
  filters: VoiceFilters;
}

/**
 * The language whose voices the casting page assigns, and what is known of the voices in it. Call
 * during the initialization of the component that shows the list.
 */
export function useCastingLanguage(options: CastingLanguageOptions) {
  const { session, facts, languages, assignments, filters } = options;
  const texts = t.casting.inLanguage;
  const castable = $derived.by(() => {
    const data = facts();
    if (!data || !session.offers("language-voices")) return [];
    const isUseful = data.targetLanguages.length > 1 || Object.keys(data.voices).length > 0;
    return isUseful ? data.targetLanguages : [];
  });
  let chosen = $state("");
  const id = $derived(castable.includes(chosen) ? chosen : null);
  const name = $derived(id === null ? "" : languages.of(id));
  const unspokenCount = $derived(
    Object.values(facts()?.unspoken ?? {}).filter(
      (unspoken) => id !== null && unspoken.includes(id),
    ).length,
  );
  $effect(() => {
    track(facts());
    untrack(() => assignments.reconcileLanguages());
  });
  function unspokenOf(character: Character): readonly string[] {
    const unspoken = facts()?.unspoken[character.id] ?? [];
    return id === null ? unspoken : unspoken.filter((one) => one === id);
  }

  return {
    /** Target languages in which characters can have a voice of their own; none if useless. */
    get castable() {
      return castable;
    },
    /** Null for all languages without another voice. */
    get id() {
      return id;
    },
    get name() {
      return name;
    },
    /** The number of voices that do not speak the language. */
    get unspokenCount() {
      return unspokenCount;
    },
    unspokenOf: (character: Character) => unspokenOf(character).map((one) => languages.of(one)),
    /** The number of lines of a character; "" if it is unknown. */
    linesOf(character: Character): string {
      const data = facts();
      return data ? formatNumber(data.lines[character.id] ?? 0) : "";
    },
    /** The voices of a character in single languages, or which of them is shown; "" for none. */
    languagesOf(character: Character, { isOwn, voice }: ShownVoice): string {
      if (id === null)
        return Object.entries(facts()?.voices[character.id] ?? {})
          .map(([language, own]) => texts.own(languages.of(language), own))
          .join(" · ");
      if (voice === null) return "";
      return isOwn ? texts.only(name) : texts.asAll;
    },
    needsVoice(character: Character): boolean {
      const { voice, isSaving } = assignments.shown(character, id);
      if (id === null) return voice === null;
      return !isSaving && unspokenOf(character).length > 0;
    },
    /** The languages that a voice of this character, or of several ones, is to speak. */
    dubbedBy(character: Character | undefined): readonly string[] {
      if (id !== null) return [id];
      const own = character ? (facts()?.voices[character.id] ?? {}) : {};
      return (facts()?.targetLanguages ?? []).filter((one) => own[one] === undefined);
    },
    /** The title of the voices for the selected characters. */
    titleOf(selection: Selection<Character>): string {
      const [single] = selection.rows;
      if (selection.count === 0) return t.casting.pane.none;
      if (selection.count > 1 || !single) return t.casting.pane.forSome(selection.count);
      return id === null ? t.casting.pane.for(single.name) : texts.pane(single.name, name);
    },
    /** Why no voice can be assigned to the selected characters; undefined if one can. */
    reasonOf(selection: Selection<Character>): string | undefined {
      if (selection.count === 0) return t.casting.selectFirst;
      const isUncast = selection.rows.some((row) => assignments.shown(row).voice === null);
      return id !== null && isUncast ? texts.needsVoice : needsService(session);
    },
    /** Offers the voices of the language; "" for all languages. */
    choose(next: string): void {
      chosen = next;
      filters.view.language = filters.options.language.includes(next) ? next : "";
    },
  };
}
