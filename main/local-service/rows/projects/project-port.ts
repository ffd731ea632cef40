/**
 * The parts of the store's port for users, projects, teams, languages, characters and glossaries.
 * Lists are ordered by creation, then id.
 */

import type { ProjectType } from "../../../../preload/facts/project-types";
import type { Role } from "../../../../preload/facts/roles";
import type { GlossaryFields } from "../../../../preload/model/resources";

export { projectTypes, type ProjectType } from "../../../../preload/facts/project-types";
export { roles, type Role } from "../../../../preload/facts/roles";

export const projectStatuses = ["active", "archived"] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

export interface UserRow {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}
export interface MemberRow extends UserRow {
  role: Role;
}

export interface ProjectRow {
  id: string;
  name: string;
  status: ProjectStatus;
  type: ProjectType;
  model: string;
  sourceLanguage: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface CharacterRow {
  id: string;
  projectId: string;
  name: string;
  /** The name in the form of `foldName`. */
  folded: string;
  /** A voice's name; null while none is assigned. */
  voice: string | null;
  createdAt: number;
  updatedAt: number;
}

/** A voice of a character in one language. */
export interface LanguageVoice {
  characterId: string;
  languageId: string;
  voice: string;
}

export interface GlossaryRow extends GlossaryFields {
  id: string;
  projectId: string;
  createdAt: number;
  updatedAt: number;
}

export interface UserRows {
  listUsers(): Promise<UserRow[]>;
  /** The given ids that are users. */
  findExistingUsers(ids: readonly string[]): Promise<Set<string>>;
  findUserByEmail(folded: string): Promise<UserRow | null>;
  /** Adds or updates a user; an update keeps the time of creation. */
  putUser(user: UserRow, foldedEmail: string, at: number): Promise<void>;
  /** Also removes the user from all teams and assignments. */
  removeUser(id: string): Promise<void>;
  /** The ids of the projects whose only owner is this user. */
  listSoleOwnerships(userId: string): Promise<string[]>;
}

export interface ProjectRows {
  listProjects(type: ProjectType): Promise<ProjectRow[]>;
  findProject(id: string): Promise<ProjectRow | null>;
  /** `ownerId`: the user who becomes its owner; without one the team is empty. */
  addProject(
    project: ProjectRow,
    targetLanguages: readonly string[],
    ownerId?: string | null,
  ): Promise<void>;
  /** Undefined fields do not change. Null for an unknown project. */
  changeProject(
    id: string,
    change: { name?: string | undefined; status?: ProjectStatus | undefined },
    at: number,
  ): Promise<ProjectRow | null>;
  /** Changes all projects and returns null; if an id is unknown, changes none and returns it. */
  setProjectStatuses(
    ids: readonly string[],
    status: ProjectStatus,
    at: number,
  ): Promise<string | null>;
  /**
   * Marks a project as removed, which hides all of its contents; `purge` deletes the rows later.
   * False for an unknown project.
   */
  removeProject(id: string): Promise<boolean>;
  /** Target languages, in the order in which they were added. */
  listLanguages(projectId: string): Promise<string[]>;
  /** Ignores languages that the project already has. */
  addLanguages(projectId: string, languageIds: readonly string[], at: number): Promise<void>;
}

export interface TeamRows {
  listTeam(projectId: string): Promise<MemberRow[]>;
  /** Adds members, and changes the role of existing ones. */
  putMembers(projectId: string, members: readonly { userId: string; role: Role }[]): Promise<void>;
  /** Also removes their assignments. Ignores users that are not members. */
  removeMembers(projectId: string, userIds: readonly string[]): Promise<void>;
}

export interface CharacterRows {
  listCharacters(projectId: string): Promise<CharacterRow[]>;
  findCharacter(projectId: string, id: string): Promise<CharacterRow | null>;
  findCharacterByName(projectId: string, folded: string): Promise<CharacterRow | null>;
  /** Adds characters with new folded names; returns the id of each folded name. */
  ensureCharacters(
    projectId: string,
    characters: readonly { id: string; name: string; folded: string }[],
    at: number,
  ): Promise<Map<string, string>>;
  /** Assigns voices to characters, and updates the counts of the affected batches. */
  assignVoices(
    voices: readonly { characterId: string; voice: string }[],
    at: number,
  ): Promise<void>;
  /** The voices that characters have in single languages. */
  listLanguageVoices(projectId: string): Promise<LanguageVoice[]>;
  /** Null for the voice that the character has in all other languages. */
  assignLanguageVoice(
    assignment: Omit<LanguageVoice, "voice"> & { voice: string | null },
    at: number,
  ): Promise<void>;
  renameCharacter(id: string, name: string, folded: string, at: number): Promise<void>;
  /** Moves the lines of `from` to `into`, and deletes `from`. */
  mergeCharacters(from: string, into: string, at: number): Promise<void>;
}

export interface GlossaryRows {
  listGlossary(projectId: string): Promise<GlossaryRow[]>;
  findGlossaryLine(projectId: string, id: string): Promise<GlossaryRow | null>;
  /** Adds, or replaces those with the same id; all or none. */
  putGlossaryLines(lines: readonly GlossaryRow[]): Promise<void>;
  removeGlossaryLine(id: string): Promise<void>;
}
