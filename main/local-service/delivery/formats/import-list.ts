/**
 * The takes as a tab-separated list for the import into Wwise (.tsv, UTF-8): the file of each
 * chosen take relative to the list, the object that is created from it in a folder of its
 * character, and its text as a note.
 */
import { chosenTake, type Timeline } from "../timeline";

const header = ["Audio File", "Object Path", "Notes"];

/** A cell has no tabs, line breaks and quotes. */
const cell = (text: string) => text.replace(/[\t\n\r\u2028\u2029]+/g, " ").replaceAll('"', "'");
/** The name of an object has no separators of paths and types. */
const objectName = (text: string) =>
  cell(text)
    .replace(/[\\/:<>*?|]+/g, "_")
    .trim();

/** Objects of one folder have different names, also without regard to case. */
export function toImportList({ lines }: Timeline): string {
  const counts = new Map<string, number>();
  const unique = (name: string, folder: string): string => {
    for (;;) {
      const key = `${folder}\\${name}`.toLowerCase();
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count === 1) return name;
      name = `${name}_${count}`;
    }
  };
  const rows = lines.flatMap((line) => {
    const take = chosenTake(line);
    if (!take) return [];
    const name = take.file.slice(take.file.lastIndexOf("/") + 1).replace(/\.wav$/, "");
    const folder = objectName(line.character);
    const path = [
      ...(folder === "" ? [] : [`<Virtual Folder>${folder}`]),
      `<Sound Voice>${unique(objectName(name), folder)}`,
    ].join("\\");
    return [[take.file.replaceAll("/", "\\"), path, cell(line.text)]];
  });
  return [header, ...rows].map((cells) => `${cells.join("\t")}\r\n`).join("");
}
