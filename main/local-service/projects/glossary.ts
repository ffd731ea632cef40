/**
 * The glossary of a project (interface §2.8). The interface only lists it; changes are an
 * extension.
 */
import { randomUUID } from "node:crypto";
import { requireLanguage } from "../catalogue/lookup";
import { truncate } from "../../common/printable";
import { HttpError } from "../common/http-error";
import type { GlossaryFields } from "../../../preload/model/resources";
import type { GlossaryRow, GlossaryRows } from "../rows/projects/project-port";
import { projectLock, requireProject, type Changes, type ProjectsDeps } from "./projects";

/** In all fields `languageId` is a language id; the other two languages are ids or "". */
export interface Glossary {
  /** 404 for an unknown project, as in all functions below. */
  list(projectId: string): Promise<GlossaryRow[]>;
  /** 400 for an unknown language. */
  add(projectId: string, fields: GlossaryFields): Promise<GlossaryRow>;
  /** 404 also for an unknown line. */
  change(projectId: string, id: string, fields: Changes<GlossaryFields>): Promise<GlossaryRow>;
  remove(projectId: string, id: string): Promise<void>;
  /** Adds lines, or updates those with the same word, language and case; in one transaction. */
  merge(
    projectId: string,
    lines: readonly GlossaryFields[],
  ): Promise<{ added: number; changed: number }>;
}

/** An import updates the line with the same key instead of adding another. */
export const glossaryKey = ({ languageId, caseSensitive, word }: GlossaryFields) =>
  JSON.stringify([languageId, caseSensitive, caseSensitive ? word : word.toLowerCase()]);

/** The languages of a line as ids. @throws HttpError 400 naming the field. */
export function checkedLanguages(fields: GlossaryFields) {
  const optional = (field: "phonemizationLanguageId" | "pronunciationLanguageId") =>
    fields[field] === "" ? "" : requireLanguage(field, fields[field]);
  return {
    languageId: requireLanguage("languageId", fields.languageId),
    phonemizationLanguageId: optional("phonemizationLanguageId"),
    pronunciationLanguageId: optional("pronunciationLanguageId"),
  };
}

export function createGlossary({ store, now, onNewWork }: ProjectsDeps<GlossaryRows>): Glossary {
  async function requireLine(projectId: string, id: string): Promise<GlossaryRow> {
    await requireProject(store, projectId);
    const line = await store.findGlossaryLine(projectId, id);
    if (!line) throw new HttpError(404, `lineId: there is no glossary line "${truncate(id)}"`);
    return line;
  }
  async function change<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    const result = await store.exclusively(projectLock(projectId), work);
    onNewWork();
    return result;
  }
  const newRow = (projectId: string, fields: GlossaryFields): GlossaryRow => {
    const at = now();
    return { id: randomUUID(), projectId, ...fields, createdAt: at, updatedAt: at };
  };

  return {
    async list(projectId) {
      await requireProject(store, projectId);
      return store.listGlossary(projectId);
    },
    add: (projectId, fields) =>
      change(projectId, async () => {
        await requireProject(store, projectId);
        const row = newRow(projectId, { ...fields, ...checkedLanguages(fields) });
        await store.putGlossaryLines([row]);
        return row;
      }),
    change: (projectId, id, fields) =>
      change(projectId, async () => {
        const before = await requireLine(projectId, id);
        const given = Object.entries(fields).filter(([, value]) => value !== undefined);
        const row: GlossaryRow = { ...before, ...Object.fromEntries(given) };
        const changed = { ...row, ...checkedLanguages(row), updatedAt: now() };
        await store.putGlossaryLines([changed]);
        return changed;
      }),
    remove: (projectId, id) =>
      change(projectId, async () => {
        await requireLine(projectId, id);
        await store.removeGlossaryLine(id);
      }),
    merge: (projectId, lines) =>
      change(projectId, async () => {
        await requireProject(store, projectId);
        const rows = new Map<string, GlossaryRow>();
        for (const row of await store.listGlossary(projectId)) rows.set(glossaryKey(row), row);
        const put = new Map<string, GlossaryRow>();
        const counts = { added: 0, changed: 0 };
        for (const fields of lines) {
          const key = glossaryKey(fields);
          const before = rows.get(key);
          if (!put.has(key)) counts[before ? "changed" : "added"] += 1;
          const row = before
            ? { ...before, ...fields, updatedAt: now() }
            : newRow(projectId, fields);
          rows.set(key, row);
          put.set(key, row);
        }
        await store.putGlossaryLines([...put.values()]);
        return counts;
      }),
  };
}
