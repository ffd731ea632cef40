/* eslint-disable svelte/prefer-svelte-reactivity -- the map is recreated */
import type { Character } from "../../../preload/model/resources";
import { api } from "../../app/api";
import { query } from "../../app/query.svelte";
import type { VoiceAssignments } from "./voice-assignments.svelte";

/** Maximum number of characters that are searched; larger casts are not expected. */
const maxCharacters = 2000;
const pageSize = 1000;

/**
 * Returns a function from a voice to the characters that have it in a language, including
 * assignments that are being saved.
 */
export function voiceUsage(
  project: () => { workspaceId: string; projectId: string },
  assignments: VoiceAssignments,
  languageId: () => string | null,
): (voice: string) => readonly Character[] {
  const result = query(["casting"], () => readAll(project()));
  const byVoice = $derived.by(() => {
    const users = new Map<string, Character[]>();
    for (const character of result.data ?? []) {
      const { voice } = assignments.shown(character, languageId());
      if (voice === null) continue;
      const others = users.get(voice);
      if (others) others.push(character);
      else users.set(voice, [character]);
    }
    return users;
  });
  return (voice) => byVoice.get(voice) ?? [];
}

async function readAll(project: { workspaceId: string; projectId: string }): Promise<Character[]> {
  const all: Character[] = [];
  for (let offset = 0; offset < maxCharacters; offset += pageSize) {
    const { characters } = await api.casting.list({
      ...project,
      filter: "all",
      search: "",
      sort: "name",
      offset,
      limit: pageSize,
    });
    all.push(...characters);
    if (characters.length < pageSize) break;
  }
  return all;
}
