/** From a script that was read to the lines and characters of a batch. */
import { randomUUID } from "node:crypto";
import type { Script, ScriptLine } from "../../script-formats/model";
import { foldName } from "../names";
import { projectTurn } from "../projects/projects";
import type { LineRow } from "../rows/batch-port";
import { forPortions, inPortions, Interrupted, rowsAtOnce } from "./task";
import type { IngestDeps, Subject } from "./task";

/** Who says the lines that name nobody. */
export const narratorName = "Narrator";

/**
 * Keeps the lines of a script with their texts in these languages, and its characters; gives the characters' ids in
 * the order of their first lines. All comes in portions; lines count from the end of the task on.
 * @throws Interrupted where the batch is gone.
 */
export async function keepLines(
  { store, now }: IngestDeps,
  { batch, project }: Subject,
  script: Script,
  languages: ReadonlySet<string>,
): Promise<string[]> {
  const nameOf = ({ character }: ScriptLine) => character ?? narratorName;
  /** Folded names by names as they stand in the script. */
  const folds = new Map<string, string>();
  const wanted = new Map<string, { id: string; name: string; folded: string }>();
  await forPortions(script.lines, (lines) => {
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
  await forPortions([...wanted.values()], (characters) =>
    store.exclusively(projectTurn(project.id), async () => {
      if (!(await store.findBatch(batch.id))) throw new Interrupted();
      const found = await store.ensureCharacters(project.id, characters, now());
      for (const [folded, id] of found) ids.set(folded, id);
    }),
  );
  const idOf = (line: ScriptLine) => ids.get(folds.get(nameOf(line)) ?? "") ?? "";
  await inPortions(() => store.clearLines(batch.id, rowsAtOnce));
  await forPortions(script.lines, async (lines) => {
    const rows = lines.map((line): LineRow => ({
      number: line.number,
      lineId: line.id ?? "",
      characterId: idOf(line),
      sourceAudio: line.sourceAudio ?? "",
      emotion: line.emotion ?? "",
      intensity: line.intensity ?? "",
      startMs: line.startMs,
      endMs: line.endMs,
      texts: Object.fromEntries(Object.entries(line.text).filter(([id]) => languages.has(id))),
    }));
    if (!(await store.addLines(batch.id, rows))) throw new Interrupted();
  });
  return [...wanted.keys()].map((folded) => ids.get(folded) ?? "");
}
