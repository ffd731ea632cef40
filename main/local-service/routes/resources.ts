/** The interface's resources (§2) as schemas, and the conversion of rows to them. */
import { z } from "zod";
import { findVoice, type Engines } from "../engines/engines";
import { languageNames } from "../catalogue/language-names";
import {
  projectStatuses,
  projectTypes,
  roles,
  type CharacterRow,
  type GlossaryRow,
  type ProjectRow,
} from "../rows/projects/project-port";

export const projectType = z.enum(projectTypes);
export const projectStatus = z.enum(projectStatuses);
export const role = z.enum(roles);

export const project = z.object({
  id: z.string(),
  name: z.string(),
  status: projectStatus,
  type: projectType,
  model: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export const user = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
});
export const member = user.extend({ role });

export const character = z.object({
  id: z.string(),
  name: z.string(),
  voice: z.object({
    name: z.string(),
    gender: z.string(),
    voiceTag: z.string(),
    description: z.string(),
  }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export const glossaryLine = z.object({
  id: z.string(),
  word: z.string(),
  languageId: z.string(),
  phonemization: z.string(),
  phonemizationLanguageId: z.string(),
  pronunciationLanguageId: z.string(),
  pronounceAs: z.string(),
  caseSensitive: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

/** A time in the format of the interface; milliseconds since 1970 as ISO 8601. */
export const toIso = (time: number): string => new Date(time).toISOString();

const toTimes = (row: { createdAt: number; updatedAt: number }) => ({
  createdAt: toIso(row.createdAt),
  updatedAt: toIso(row.updatedAt),
});

export function toProject(row: ProjectRow): z.infer<typeof project> {
  const { id, name, status, type, model } = row;
  return { id, name, status, type, model, ...toTimes(row) };
}

/**
 * The voice fields of a character without a voice are empty texts, since the interface requires
 * texts.
 */
export function toCharacter(row: CharacterRow, engines: Engines): z.infer<typeof character> {
  const voice = row.voice === null ? undefined : findVoice(engines, row.voice);
  const language = voice && languageNames[voice.source.languageId];
  return {
    id: row.id,
    name: row.name,
    voice: {
      name: row.voice ?? "",
      gender: voice?.gender ?? "",
      voiceTag: voice ? `${voice.age}-${voice.timbre}` : "",
      description: voice ? `${voice.age} ${voice.gender} voice, ${voice.timbre}; ${language}` : "",
    },
    ...toTimes(row),
  };
}

export function toGlossaryLine(row: GlossaryRow): z.infer<typeof glossaryLine> {
  const { projectId: _projectId, ...fields } = row;
  return { ...fields, ...toTimes(row) };
}
