/**
 * A plugin of Vite that writes a bundle without characters above U+00FF. V8 keeps the text of each
 * loaded file: with two bytes for every character of a file that has a single one of them.
 */
import { parseAst } from "vite";

const wide = /[\u0100-\uffff]/g;

/** The ranges of the texts in templates with the tag String.raw, in their order. */
function rawTexts(code) {
  const ranges = [];
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node?.type !== "string") return undefined;
    if (node.type === "TaggedTemplateExpression")
      for (const { start, end } of node.quasi.quasis) {
        if (code.slice(start, end).search(wide) < 0) continue;
        const tag = code.slice(node.tag.start, node.tag.end);
        if (tag !== "String.raw") throw new Error(`unexpected tag of a template: ${tag}`);
        ranges.push([start, end]);
      }
    return Object.values(node).forEach(visit);
  };
  visit(parseAst(code));
  return ranges.sort(([a], [b]) => a - b);
}

const escaped = (character) =>
  `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

/** The same code, with an escape for each code unit above U+00FF. */
export function withoutWideCharacters(code) {
  const ranges = code.includes("String.raw`") ? rawTexts(code) : [];
  let at = 0;
  return code.replace(wide, (character, index) => {
    while (at < ranges.length && ranges[at][1] <= index) at += 1;
    const escape = escaped(character);
    const before = code.slice(Math.max(0, index - 20), index);
    const isEscaped = /\\*$/.exec(before)[0].length % 2 === 1;
    if (at < ranges.length && ranges[at][0] <= index) {
      if (isEscaped) throw new Error(`a backslash before a character: ${before}`);
      return `\${"${escape}"}`;
    }
    return isEscaped ? escape.slice(1) : escape;
  });
}

export const oneByteStrings = {
  name: "one-byte-strings",
  applyToEnvironment: ({ name }) => name === "main",
  generateBundle: {
    // After all that parses and prints the code, which would write the characters again.
    order: "post",
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk" || chunk.code.search(wide) < 0) continue;
        const changed = withoutWideCharacters(chunk.code);
        // A file of long tables has fewer bytes as it is. The source map has the same lines.
        if (changed.length < 2 * chunk.code.length) chunk.code = changed;
      }
    },
  },
};
