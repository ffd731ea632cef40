/**
 * The kinds of cached lists: how each is read from a service, and what its items are sorted and
 * searched by.
 */
import type { ExtensionName } from "../../../preload/facts/extensions";
import type { Topic } from "../../../preload/contract";
import type {
  Assignment,
  Batch,
  Character,
  GlossaryLine,
  Language,
  Member,
  Model,
  Project,
  ResourceList,
  User,
  Voice,
  VoiceStyle,
} from "../../../preload/model/resources";
import { roles } from "../../../preload/facts/roles";
import { isArchived } from "../../../preload/facts/rules";
import type { Remote } from "../../remote/remote";
import type { ListChunks } from "../../remote/http/tolerant-parse";
import type { Item, ListKey } from "./store";
import { searchKey, sortKey } from "../../common/collation";
import { withGroup } from "./batch-group";

/** The item type of each kind. */
export interface Kinds {
  projects: Project;
  users: User;
  languages: Language;
  models: Model;
  voices: Voice;
  styles: VoiceStyle;
  batches: Batch;
  team: Member;
  characters: Character;
  glossary: GlossaryLine;
  assignments: Assignment;
}
export type Kind = keyof Kinds;
/** A list that has items; one batch is an item of its project's batches. */
export interface KindKey<K extends Kind> extends ListKey {
  kind: K;
}

interface ListDefinition<T> {
  /** The topic that is reported when an item changes. */
  topic: Topic;
  /** `offers`: whether the service has announced an extension. */
  read: (
    remote: Remote,
    scope: string,
    signal: AbortSignal,
    offers: (extension: ExtensionName) => boolean,
  ) => ListChunks<T>;
  item: (row: T) => Item;
  /** Completes a row with fields that only earlier responses had; `known` is the cached row. */
  merge?: (row: T, known: T) => T;
}

/** Characters of a sort key; names with the same key are sorted by their ids. */
const maxKeyLength = 200;
const keyOf = (text: string) => sortKey(searchKey(text.slice(0, maxKeyLength)));

function item(row: object, id: string, name: string, fields: Partial<Item> = {}): Item {
  return {
    id,
    nameKey: keyOf(name),
    otherKey: "",
    category: "",
    subtype: "",
    amount: 0,
    createdAt: null,
    updatedAt: null,
    search: searchKey(name),
    body: JSON.stringify(row),
    ...fields,
  };
}

/** Types of translations are sent by the create call alone (interface §2.3). */
function withKnownTypes(row: Batch, known: Batch): Batch {
  if (row.translations.every(({ type }) => type !== "")) return row;
  const types = new Map(known.translations.map(({ languageId, type }) => [languageId, type]));
  const translations = row.translations.map((one) =>
    one.type === "" ? { ...one, type: types.get(one.languageId) ?? "" } : one,
  );
  return { ...row, translations };
}

async function* withGroups(chunks: ReturnType<Remote["batches"]["list"]>): ListChunks<Batch> {
  for await (const { rows, dropped } of chunks) yield { rows: rows.map(withGroup), dropped };
}

async function* withVoiceFacts(
  remote: Remote,
  model: string,
  signal: AbortSignal,
): ListChunks<Voice> {
  const facts = await remote.extensions.casting.voiceFacts(signal);
  for await (const { rows, dropped } of remote.catalogue.voices(model, signal))
    yield { rows: rows.map((row) => ({ ...row, ...facts.get(row.name) })), dropped };
}

const languageNames = ["en", "de"].map(
  (language) => new Intl.DisplayNames([language], { type: "language", fallback: "none" }),
);
/** The names of a language under which it is searched, in the languages of the window. */
function searchedNames(id: string): string[] {
  try {
    return [id, ...languageNames.map((names) => names.of(id) ?? "")];
  } catch {
    // Not a language tag.
    return [id];
  }
}

const groupOrder = { failed: 0, "needs-attention": 1, running: 2, idle: 3, done: 4 } as const;
const roleOrder: readonly string[] = roles;
const nameOf = ({ firstName, lastName, email }: User) => `${firstName} ${lastName}`.trim() || email;
const assignmentId = ({ userId, languageId }: Assignment) => JSON.stringify([userId, languageId]);

export const kinds: { readonly [K in Kind]: ListDefinition<Kinds[K]> } = {
  projects: {
    topic: "projects",
    read: (remote, _scope, signal) => remote.projects.list(signal),
    item: (row) =>
      item(row, row.id, row.name, {
        category: isArchived(row) ? "archived" : "active",
        subtype: row.type,
        createdAt: row.createdAt,
        updatedAt: row.updatedAt,
      }),
  },
  batches: {
    topic: "batches",
    read: (remote, projectId, signal) => withGroups(remote.batches.list(projectId, signal)),
    merge: withKnownTypes,
    item: (row) =>
      item(row, row.id, row.name, {
        otherKey: `${groupOrder[row.group]} ${keyOf(row.status)}`,
        category: row.group,
        amount: row.completionPercentage,
        createdAt: row.createdAt,
        updatedAt: row.updatedAt,
      }),
  },
  assignments: {
    topic: "batches",
    read: (remote, batchId, signal) => remote.extensions.batches.assignments(batchId, signal),
    item: (row) => item(row, assignmentId(row), row.userId, { category: row.languageId }),
  },
  characters: {
    topic: "casting",
    read: (remote, projectId, signal) => remote.casting.characters(projectId, signal),
    item: (row) =>
      item(row, row.id, row.name, {
        otherKey: keyOf(row.voice?.name ?? ""),
        category: row.voice ? "cast" : "uncast",
        search: searchKey(`${row.name} ${row.voice?.name ?? ""}`),
        createdAt: row.createdAt,
        updatedAt: row.updatedAt,
      }),
  },
  glossary: {
    topic: "glossary",
    read: (remote, projectId, signal) => remote.casting.glossary(projectId, signal),
    item: (row) =>
      item(row, row.id, row.word, {
        otherKey: keyOf(row.languageId),
        category: row.languageId,
        search: searchKey(`${row.word} ${row.pronounceAs} ${row.phonemization}`),
        createdAt: row.createdAt,
        updatedAt: row.updatedAt,
      }),
  },
  team: {
    topic: "team",
    read: (remote, projectId, signal) => remote.team.members(projectId, signal),
    item: (row) => {
      const position = roleOrder.indexOf(row.role);
      return item(row, row.id, nameOf(row), {
        otherKey: `${position === -1 ? roleOrder.length : position} ${keyOf(row.role)}`,
        category: row.role,
        search: searchKey(`${nameOf(row)} ${row.email}`),
      });
    },
  },
  users: {
    topic: "users",
    read: (remote, _scope, signal) => remote.team.users(signal),
    item: (row) =>
      item(row, row.id, nameOf(row), {
        otherKey: keyOf(row.email),
        search: searchKey(`${nameOf(row)} ${row.email}`),
      }),
  },
  languages: {
    topic: "catalogue",
    read: (remote, _scope, signal) => remote.catalogue.languages(signal),
    item: (row) => item(row, row.id, row.name || row.id),
  },
  models: {
    topic: "catalogue",
    read: (remote, _scope, signal) => remote.catalogue.models(signal),
    item: (row) => item(row, row.id, row.id),
  },
  voices: {
    topic: "catalogue",
    read: (remote, model, signal, offers) =>
      offers("casting")
        ? withVoiceFacts(remote, model, signal)
        : remote.catalogue.voices(model, signal),
    item: (row) =>
      item(row, row.name, row.name, {
        category: row.gender,
        subtype: row.age,
        search: searchKey(
          [row.name, row.timbre, row.voiceTag, row.description, row.provider ?? ""]
            .concat((row.languages ?? []).flatMap(searchedNames))
            .join(" "),
        ),
      }),
  },
  styles: {
    topic: "catalogue",
    read: (remote, model, signal) => remote.catalogue.styles(model, signal),
    item: (row) => item(row, row.id, row.id),
  },
};

/** The scope of a list: an id, or "" for the workspace. */
export function scopeOf(list: ResourceList): string {
  switch (list.kind) {
    case "voices":
    case "styles":
      return list.model;
    case "batches":
    case "team":
    case "characters":
    case "glossary":
      return list.projectId;
    case "assignments":
    case "batch":
      return list.batchId;
    default:
      return "";
  }
}

/**
 * Lists that may change with this one: the progress of a batch changes the characters of its
 * project.
 */
export function dependentsOf(list: ResourceList): ResourceList[] {
  if (list.kind !== "batches" && list.kind !== "batch") return [];
  return [{ kind: "characters", projectId: list.projectId }];
}

/** The key under which the age and the problem of a list are stored. */
export const listKey = (workspaceId: string, list: ResourceList): ListKey => ({
  workspaceId,
  kind: list.kind,
  scope: scopeOf(list),
});

/** The key under which the items of a kind are stored. */
export const kindKey = <K extends Kind>(workspaceId: string, kind: K, scope = ""): KindKey<K> => ({
  workspaceId,
  kind,
  scope,
});

/** All topics of lists. */
export const listTopics: readonly Topic[] = [
  ...new Set(Object.values(kinds).map(({ topic }) => topic)),
];
/** The topic that is reported when a list changes. */
export const topicOf = ({ kind }: ResourceList): Topic =>
  kind === "batch" ? "batches" : kinds[kind].topic;
