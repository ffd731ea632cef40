/** The part of the store's port that holds projects and the people, languages, characters and words in them. */

export const projectTypes = ["line-dubbing", "media-dubbing", "audio-production"] as const;
export type ProjectType = (typeof projectTypes)[number];
export const projectStatuses = ["active", "archived"] as const;
export type ProjectStatus = (typeof projectStatuses)[number];
export const roles = ["project-owner", "project-manager", "project-editor"] as const;
export type Role = (typeof roles)[number];

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
  /** The name as names are compared. */
  folded: string;
  /** A voice's name; null while none is assigned. */
  voice: string | null;
  createdAt: number;
  updatedAt: number;
}

/** What a glossary line says; its words are in interface §2.8. */
export interface GlossaryFields {
  word: string;
  languageId: string;
  phonemization: string;
  phonemizationLanguageId: string;
  pronunciationLanguageId: string;
  pronounceAs: string;
  caseSensitive: boolean;
}
export interface GlossaryRow extends GlossaryFields {
  id: string;
  projectId: string;
  createdAt: number;
  updatedAt: number;
}

/** Every list is in order of creation, then id. A change is durable when its function resolves. */
export interface ProjectStore {
  listUsers(): Promise<UserRow[]>;
  /** Of the given ids, those that are users. */
  knownUsers(ids: readonly string[]): Promise<Set<string>>;
  findUserByEmail(folded: string): Promise<UserRow | null>;
  /** Adds or changes; the moment is kept from the first time. */
  putUser(user: UserRow, foldedEmail: string, at: number): Promise<void>;
  /** Takes the user out of every team and language, too. */
  removeUser(id: string): Promise<void>;
  /** The ids of the projects that have this user as their only owner. */
  listSoleOwnerships(userId: string): Promise<string[]>;

  listProjects(type: ProjectType): Promise<ProjectRow[]>;
  findProject(id: string): Promise<ProjectRow | null>;
  addProject(project: ProjectRow, targetLanguages: readonly string[]): Promise<void>;
  /** Undefined leaves a field as it is. Null where there is no such project. */
  changeProject(
    id: string,
    change: { name?: string | undefined; status?: ProjectStatus | undefined },
    at: number,
  ): Promise<ProjectRow | null>;
  /** All of them or, where one is unknown, none: gives the first unknown id, or null. */
  setProjectStatuses(
    ids: readonly string[],
    status: ProjectStatus,
    at: number,
  ): Promise<string | null>;
  /**
   * With everything in it: from here on nobody finds any of it, and `purge` does the rest. False where there is no such
   * project.
   */
  removeProject(id: string): Promise<boolean>;
  /** Target languages, in the order in which they were added. */
  listLanguages(projectId: string): Promise<string[]>;
  /** Those that are there already stay as they are. */
  addLanguages(projectId: string, languageIds: readonly string[], at: number): Promise<void>;

  listTeam(projectId: string): Promise<MemberRow[]>;
  /** Adds members; who is one already gets the new role. */
  putMembers(projectId: string, members: readonly { userId: string; role: Role }[]): Promise<void>;
  /** With their languages of batches. Those who are no members are fine. */
  removeMembers(projectId: string, userIds: readonly string[]): Promise<void>;

  listCharacters(projectId: string): Promise<CharacterRow[]>;
  findCharacter(projectId: string, id: string): Promise<CharacterRow | null>;
  findCharacterByName(projectId: string, folded: string): Promise<CharacterRow | null>;
  /** Adds those whose folded names are new; gives the id of each folded name. */
  ensureCharacters(
    projectId: string,
    characters: readonly { id: string; name: string; folded: string }[],
    at: number,
  ): Promise<Map<string, string>>;
  /** Gives characters their voices, and counts again in every batch they speak in. */
  assignVoices(
    voices: readonly { characterId: string; voice: string }[],
    at: number,
  ): Promise<void>;
  renameCharacter(id: string, name: string, folded: string, at: number): Promise<void>;
  /** What `from` says is said by `into`; `from` is gone. */
  mergeCharacters(from: string, into: string, at: number): Promise<void>;

  listGlossary(projectId: string): Promise<GlossaryRow[]>;
  findGlossaryLine(projectId: string, id: string): Promise<GlossaryRow | null>;
  /** Adds, or replaces those with the same id; all or none. */
  putGlossaryLines(lines: readonly GlossaryRow[]): Promise<void>;
  removeGlossaryLine(id: string): Promise<void>;
}
