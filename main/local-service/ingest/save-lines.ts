/** Stores the lines and characters of a script, or of a transcription, in a batch. */
import { randomUUID } from "node:crypto";
import type { Script, ScriptLine } from "../../script-formats/model";
import { narratorName } from "../../script-formats/vocabulary";
import { foldName } from "../common/names";
import { projectLock } from "../projects/projects";
import type { LineRow } from "../rows/batches/batch-port";
import { forEachChunk, runInChunks, Interrupted, chunkSize } from "./task";
import type { IngestDeps, Subject } from "./task";

/**
 * Stores the lines of a script with their texts in these languages, and its characters; returns the
 * ids of the characters in the order of their first lines. Writes in chunks; the lines take effect
 * when the task ends.
 * @throws Interrupted if the batch was deleted.
 */
export async function saveLines(
  { store, now }: Pick<IngestDeps, "store" | "now">,
  { batch, project, lease }: Subject,
  script: Pick<Script, "lines">,
  languages: ReadonlySet<string>,
): Promise<string[]> {
  const nameOf = ({ character }: ScriptLine) => character ?? narratorName;
  /** Folded names by the names in the script. */
  const folds = new Map<string, string>();
  const wanted = new Map<string, { id: string; name: string; folded: string }>();
  await forEachChunk(script.lines, (lines) => {
    for (const line of lines) {
      const name = nameOf(line);
      if (folds.has(name)) continue;
      const folded = foldName(name);
      folds.set(name, folded);
      if (wanted.has(folded)) continue;
      wanted.set(folded, { id: randomUUID(), name: name.normalize("NFC").trim(), folded });
    }
  });
  const ids = new Map<string, string>();
  await forEachChunk([...wanted.values()], (characters) =>
    store.exclusively(projectLock(project.id), async () => {
      if (!(await store.hasBatch(batch.id))) throw new Interrupted();
      const found = await store.ensureCharacters(project.id, characters, now());
      for (const [folded, id] of found) ids.set(folded, id);
    }),
  );
  const idOf = (line: ScriptLine) => ids.get(folds.get(nameOf(line)) ?? "") ?? "";
  await runInChunks(() => store.clearLines(lease, batch.id, chunkSize));
  await forEachChunk(script.lines, async (lines) => {
    const rows = lines.map((line): LineRow => ({
      number: line.number,
      lineId: line.id ?? "",
      characterId: idOf(line),
      sourceAudio: line.sourceAudio ?? "",
      emotion: line.emotion ?? "",
      intensity: line.intensity ?? "",
      startMs: line.startMs,
      endMs: line.endMs,
      appearance: line.appearance ?? "",
      texts: Object.fromEntries(Object.entries(line.text).filter(([id]) => languages.has(id))),
    }));
    if (!(await store.addLines(lease, batch.id, rows))) throw new Interrupted();
  });
  return [...wanted.keys()].map((folded) => ids.get(folded) ?? "");
}
