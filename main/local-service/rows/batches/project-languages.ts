import { run, type Work } from "../unit-of-work";

/** Inside a transaction: appends the languages that a project does not have yet. */
export function* addProjectLanguages(
  projectId: string,
  languageIds: readonly string[],
): Work<void> {
  for (const languageId of languageIds)
    yield* run(
      `INSERT INTO project_languages (project_id, position, language_id)
       VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM project_languages WHERE project_id = ?), ?)
       ON CONFLICT DO NOTHING`,
      projectId,
      projectId,
      languageId,
    );
}
