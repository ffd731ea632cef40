/** The requests of interface §4.3 for users, teams, characters and glossaries. */
import type { Character, GlossaryLine, Member, Role, User } from "../../preload/model/resources";
import type { Http } from "./http";
import { projectPath } from "./projects";
import {
  fieldsOf,
  flag,
  idOf,
  timestamp,
  readRows,
  text,
  type Fields,
  type ListChunks,
} from "./tolerant-parse";

export interface People {
  /** The users of the workspace. */
  users(signal?: AbortSignal): ListChunks<User>;
  team(projectId: string, signal?: AbortSignal): ListChunks<Member>;
  /** Adds members. An existing member gets the new role. */
  addMembers(projectId: string, members: readonly { userId: string; role: Role }[]): Promise<void>;
  removeMembers(projectId: string, userIds: readonly string[]): Promise<void>;
  characters(projectId: string, signal?: AbortSignal): ListChunks<Character>;
  assignVoice(projectId: string, characterId: string, voice: string): Promise<void>;
  glossary(projectId: string, signal?: AbortSignal): ListChunks<GlossaryLine>;
}

export const characterPath = (projectId: string, characterId: string) =>
  `${projectPath(projectId)}/characters/${encodeURIComponent(characterId)}`;

export function createPeople(http: Http): People {
  return {
    users: (signal) => readRows(http, { path: "/users", ifMissing: "failed", signal }, toUser),
    team: (projectId, signal) =>
      readRows(http, { path: `${projectPath(projectId)}/team`, signal }, toMember),
    async addMembers(projectId, teamMembers) {
      const path = `${projectPath(projectId)}/team`;
      await http.json({ method: "POST", path, body: { teamMembers }, isRepeatable: true });
    },
    async removeMembers(projectId, userIds) {
      await http.json({
        method: "POST",
        path: `${projectPath(projectId)}/team/delete`,
        body: { teamMembers: userIds },
        isRepeatable: true,
      });
    },
    characters: (projectId, signal) =>
      readRows(http, { path: `${projectPath(projectId)}/characters`, signal }, toCharacter),
    async assignVoice(projectId, characterId, voice) {
      const path = characterPath(projectId, characterId);
      await http.json({ method: "POST", path, body: { voice }, isRepeatable: true });
    },
    glossary: (projectId, signal) =>
      readRows(http, { path: `${projectPath(projectId)}/glossary`, signal }, toGlossaryLine),
  };
}

/** Parses a user; null if it has no id. The functions below follow the same rule. */
export function toUser(fields: Fields): User | null {
  const id = idOf(fields["id"]);
  if (id === null) return null;
  return {
    id,
    firstName: text(fields["firstName"]),
    lastName: text(fields["lastName"]),
    email: text(fields["email"]),
  };
}

function toMember(fields: Fields): Member | null {
  const user = toUser(fields);
  return user && { ...user, role: text(fields["role"]) };
}

/** A voice without a name counts as no voice. Services that send only strings express "no voice" like this. */
export function toCharacter(fields: Fields): Character | null {
  const id = idOf(fields["id"]);
  if (id === null) return null;
  const given = fields["voice"];
  const voice = typeof given === "string" ? { name: given } : (fieldsOf(given) ?? {});
  const name = text(voice["name"]);
  return {
    id,
    name: text(fields["name"]),
    voice:
      name === ""
        ? null
        : {
            name,
            gender: text(voice["gender"]),
            voiceTag: text(voice["voiceTag"]),
            description: text(voice["description"]),
          },
    createdAt: timestamp(fields["createdAt"]),
    updatedAt: timestamp(fields["updatedAt"]),
  };
}

export function toGlossaryLine(fields: Fields): GlossaryLine | null {
  const id = idOf(fields["id"]);
  if (id === null) return null;
  return {
    id,
    word: text(fields["word"]),
    languageId: text(fields["languageId"]),
    phonemization: text(fields["phonemization"]),
    phonemizationLanguageId: text(fields["phonemizationLanguageId"]),
    pronunciationLanguageId: text(fields["pronunciationLanguageId"]),
    pronounceAs: text(fields["pronounceAs"]),
    caseSensitive: flag(fields["caseSensitive"]),
    createdAt: timestamp(fields["createdAt"]),
    updatedAt: timestamp(fields["updatedAt"]),
  };
}
