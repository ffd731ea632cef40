/** How the parts of a .docx or .xlsx hang together (Open Packaging Conventions). */
import { maxParts } from "./limits";
import { UnreadableFile } from "./problems";
import { attributeOf, localName, scanXml } from "./xml";
import type { Zip } from "./zip";

/** What a part belongs with. */
export interface Relation {
  id: string;
  /** The last word of its type: "worksheet", "sharedStrings". */
  type: string;
  /** A part of the container, or something that is not in it. */
  target: string;
}

/** `target` as seen from a part in `folder` ("xl/"). */
function resolve(folder: string, target: string): string {
  const parts: string[] = [];
  for (const part of (target.startsWith("/") ? target : folder + target).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

const folderOf = (part: string) => part.slice(0, part.lastIndexOf("/") + 1);
/** The part that holds the relations of another; of the container itself for "". */
export const relationsPart = (part: string) =>
  `${folderOf(part)}_rels/${part.slice(folderOf(part).length)}.rels`;

/** What a part says it belongs with; `part` is "" for the container itself. Links to the outside are left out. */
export function relationsOf(zip: Zip, part: string): Relation[] {
  const name = relationsPart(part);
  const relations: Relation[] = [];
  if (!zip.has(name)) return relations;
  scanXml(zip.read(name).toString("utf8"), {
    open(tag, attributes) {
      if (localName(tag) !== "Relationship" || attributeOf(attributes, "TargetMode") === "External")
        return;
      if (relations.length === maxParts) throw new UnreadableFile("damaged");
      const type = attributeOf(attributes, "Type") ?? "";
      relations.push({
        id: attributeOf(attributes, "Id") ?? "",
        type: type.slice(type.lastIndexOf("/") + 1),
        target: resolve(folderOf(part), attributeOf(attributes, "Target") ?? ""),
      });
    },
  });
  return relations;
}

/** The part that holds the document itself ("xl/workbook.xml", "word/document.xml"). */
export function mainPart(zip: Zip): string {
  const part = relationsOf(zip, "").find(({ type }) => type === "officeDocument")?.target;
  if (part === undefined || !zip.has(part)) throw new UnreadableFile("damaged");
  return part;
}
