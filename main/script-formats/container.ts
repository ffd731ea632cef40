/** Relationships between the parts of a .docx or .xlsx (Open Packaging Conventions). */
import { maxParts } from "./limits";
import { UnreadableFile } from "./problems";
import { attributeOf, localName, scanXml } from "./files/xml";
import type { Zip } from "./files/zip";

/** A relationship of a part to another part. */
export interface Relation {
  id: string;
  /** The last path segment of the relationship type: "worksheet", "sharedStrings". */
  type: string;
  /** The name of a part; the container may lack this part. */
  target: string;
}

/** Resolves `target` relative to a part in `folder` ("xl/"). */
function resolve(folder: string, target: string): string {
  const parts: string[] = [];
  for (const part of (target.startsWith("/") ? target : folder + target).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

const folderOf = (part: string) => part.slice(0, part.lastIndexOf("/") + 1);
/** The name of the part that lists the relationships of `part`; of the container itself for "". */
const relationsPart = (part: string) =>
  `${folderOf(part)}_rels/${part.slice(folderOf(part).length)}.rels`;

/**
 * The relationships of a part; `part` is "" for the container itself. External targets are omitted.
 */
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

/** The name of the main document part ("xl/workbook.xml", "word/document.xml"). */
export function mainPart(zip: Zip): string {
  const part = relationsOf(zip, "").find(({ type }) => type === "officeDocument")?.target;
  if (part === undefined || !zip.has(part)) throw new UnreadableFile("damaged");
  return part;
}
