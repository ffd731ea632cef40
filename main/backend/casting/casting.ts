/** Characters of a project and their voices. */
import type { Handlers } from "../../../preload/contract";
import type { Character, Voice } from "../../../preload/model/resources";
import { foldName } from "../../common/collation";
import { kindKey } from "../lists/list-definitions";
import type { Projects } from "../projects/projects";
import { toItemPage } from "../lists/list-pages";
import type { ResourceDeps } from "../lists/resource-deps";
import { settleEach } from "../../common/bulk-operations";

export interface CastingDeps extends ResourceDeps {
  projects: Pick<Projects, "get">;
}

/** Maximum age of the lists that a copy compares, in milliseconds. */
const ageForCopies = 30_000;

export function createCasting(deps: CastingDeps): Handlers["casting"] {
  const { lists, remote } = deps;
  const charactersOf = (workspaceId: string, projectId: string) =>
    kindKey(workspaceId, "characters", projectId);
  const charactersList = (projectId: string) => ({ kind: "characters", projectId }) as const;

  /** A voice with its data from the catalogue, if that is cached. */
  function voiceOf(workspaceId: string, model: string, name: string): Voice {
    const known = lists.get(kindKey(workspaceId, "voices", model), name);
    return known ?? { name, gender: "", age: "", timbre: "", voiceTag: "", description: "" };
  }
  async function allCharacters(workspaceId: string, projectId: string): Promise<Character[]> {
    await lists.refreshIfOlder(workspaceId, charactersList(projectId), ageForCopies);
    return lists.all(charactersOf(workspaceId, projectId));
  }
  /** Whether a model offers a voice; true for any voice while no catalogue is cached. */
  async function voiceFilter(workspaceId: string, model: string): Promise<(v: string) => boolean> {
    const key = kindKey(workspaceId, "voices", model);
    if (lists.readAt(workspaceId, { kind: "voices", model }) === null)
      await lists.refresh(workspaceId, { kind: "voices", model }).catch(() => undefined);
    const names = new Set((await lists.all(key)).map(({ name }) => name));
    return (voice) => names.size === 0 || names.has(voice);
  }
  /** A complete casting may let batches continue. */
  function castingChanged(workspaceId: string, projectId: string): void {
    lists.syncAfterWrite(workspaceId, charactersList(projectId));
    lists.syncKnownAfterWrite(workspaceId, { kind: "batches", projectId });
  }

  return {
    list({ workspaceId, projectId, filter, ...page }) {
      const key = charactersOf(workspaceId, projectId);
      const { items, total } = lists.page(key, toItemPage(page, { category: filter }));
      const { cast = 0, uncast = 0 } = lists.counts(key);
      return {
        characters: items,
        total,
        counts: { all: cast + uncast, uncast },
        freshness: lists.freshness(workspaceId, charactersList(projectId)),
      };
    },
    async assign({ workspaceId, projectId, assignments }) {
      const { project } = await deps.projects.get({ workspaceId, projectId });
      const key = charactersOf(workspaceId, projectId);
      const outcomes = await settleEach(
        assignments,
        ({ characterId }) => characterId,
        async ({ characterId, voice }) => {
          await remote(workspaceId).casting.assignVoice(projectId, characterId, voice);
          const character = lists.get(key, characterId);
          if (!character) return;
          const { name, gender, voiceTag, description } = voiceOf(
            workspaceId,
            project.model,
            voice,
          );
          lists.put(key, [{ ...character, voice: { name, gender, voiceTag, description } }]);
        },
      );
      castingChanged(workspaceId, projectId);
      return outcomes;
    },
    async previewCopy({ workspaceId, projectId, fromProjectId }) {
      const { project } = await deps.projects.get({ workspaceId, projectId });
      const [own, others] = await Promise.all([
        allCharacters(workspaceId, projectId),
        allCharacters(workspaceId, fromProjectId),
      ]);
      const isVoice = await voiceFilter(workspaceId, project.model);
      const voices = new Map(others.map(({ name, voice }) => [foldName(name), voice?.name ?? ""]));
      return own
        .map(({ id: characterId, name, voice }) => {
          const oldVoice = voice?.name ?? "";
          const newVoice = voices.get(foldName(name)) ?? "";
          const change = { characterId, name, oldVoice, newVoice };
          if (newVoice === "") return { ...change, kind: "no-match" as const };
          if (!isVoice(newVoice)) return { ...change, kind: "no-voice" as const };
          if (oldVoice === newVoice) return { ...change, kind: "same" as const };
          return { ...change, kind: oldVoice === "" ? ("new" as const) : ("changed" as const) };
        })
        .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    },
    async rename({ workspaceId, projectId, characterId, name }) {
      deps.extensions.require(workspaceId, "characters");
      const { renameCharacter } = remote(workspaceId).extensions;
      const renamed = await renameCharacter(projectId, characterId, name);
      lists.put(charactersOf(workspaceId, projectId), [renamed]);
      lists.syncAfterWrite(workspaceId, charactersList(projectId));
    },
    async merge({ workspaceId, projectId, characterId, intoCharacterId }) {
      deps.extensions.require(workspaceId, "characters");
      const { mergeCharacter } = remote(workspaceId).extensions;
      const key = charactersOf(workspaceId, projectId);
      const merged = await mergeCharacter(projectId, characterId, intoCharacterId);
      lists.remove(key, [characterId]);
      lists.put(key, [merged]);
      castingChanged(workspaceId, projectId);
    },
  };
}
