/**
 * The user guide as data: a Vite plugin reads resources/help when the window is built. The window
 * renders the data with its own elements, so that no HTML is parsed at run time. `import { topics }
 * from "virtual:guide/en"`.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { lexer } from "marked";

/** "#keys-of-the-review": the anchor of a heading, as Markdown viewers make it. */
export const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");

const entities = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
const plain = (text) =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]).replaceAll("\n", " ");

/** "uploads.md#watch-folders" */
function targetOf(href) {
  const [, topic, section] = /^(?:([a-z]+)\.md)?(?:#(.+))?$/.exec(href) ?? [];
  if (topic === undefined && section === undefined)
    throw new Error(`a link of the guide leads to another place: ${href}`);
  return { topic: topic ?? null, section: section ?? null };
}

function inlineOf(token) {
  switch (token.type) {
    case "text":
    case "escape":
      return token.tokens ? inlinesOf(token.tokens) : [{ kind: "text", text: plain(token.text) }];
    case "strong":
      return [{ kind: "strong", text: plain(token.text) }];
    case "codespan":
      return [{ kind: "code", text: plain(token.text) }];
    case "link":
      return [{ kind: "link", text: plain(token.text), ...targetOf(token.href) }];
    default:
      throw new Error(`the guide does not support "${token.type}": ${token.raw}`);
  }
}
const inlinesOf = (tokens) => tokens.flatMap(inlineOf);

/** The blocks of Markdown tokens; `onPicture` returns the index of a picture. */
function blocksOf(tokens, onPicture) {
  return tokens.flatMap((token) => {
    switch (token.type) {
      case "space":
        return [];
      case "heading":
        return [
          {
            kind: "heading",
            depth: token.depth,
            id: anchorOf(token.text),
            content: inlinesOf(token.tokens),
          },
        ];
      case "paragraph": {
        const [first] = token.tokens;
        if (first.type !== "image") return [{ kind: "text", content: inlinesOf(token.tokens) }];
        return [{ kind: "picture", text: plain(first.text), picture: onPicture(first.href) }];
      }
      case "text":
        return [{ kind: "text", content: inlinesOf(token.tokens ?? [token]) }];
      case "list":
        return [
          {
            kind: "list",
            isOrdered: token.ordered,
            items: token.items.map((item) => blocksOf(item.tokens, onPicture)),
          },
        ];
      case "table":
        return [
          {
            kind: "table",
            head: token.header.map((cell) => inlinesOf(cell.tokens)),
            rows: token.rows.map((row) => row.map((cell) => inlinesOf(cell.tokens))),
          },
        ];
      default:
        throw new Error(`the guide does not support "${token.type}": ${token.raw}`);
    }
  });
}

/**
 * The blocks of a topic and the files of its pictures, as they are written in it. Throws for
 * unsupported Markdown.
 */
export function parseTopic(markdown) {
  const pictures = [];
  const blocks = blocksOf(lexer(markdown), (href) => pictures.push(href) - 1);
  return { blocks, pictures };
}

/** The anchors of the headings of a topic, in their order. */
const anchorsOf = (markdown) =>
  parseTopic(markdown)
    .blocks.filter(({ kind }) => kind === "heading")
    .map(({ id }) => id);

/**
 * A function that replaces the anchors of a language by those of English, so that a section has one
 * name in all languages: topic and anchor → English anchor. Throws for an unknown one.
 */
function toEnglish(read, language, names) {
  const anchors = new Map(
    names.flatMap((name) => {
      const english = anchorsOf(read("en", name));
      return anchorsOf(read(language, name)).map((own, at) => [`${name}#${own}`, english[at]]);
    }),
  );
  return (topic, own) => {
    const english = anchors.get(`${topic}#${own}`);
    if (english === undefined) throw new Error(`${language}: no heading for ${topic}#${own}`);
    return english;
  };
}

/** Replaces the anchors in blocks or in text. */
function withAnchors(value, topic, translate) {
  if (Array.isArray(value)) return value.map((one) => withAnchors(one, topic, translate));
  if (typeof value !== "object" || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, withAnchors(child, topic, translate)]),
  );
  if (copy.kind === "heading") copy.id = translate(topic, copy.id);
  if (copy.kind === "link" && copy.section !== null)
    copy.section = translate(copy.topic ?? topic, copy.section);
  return copy;
}

/**
 * The topics of a language, in the order of `names`. `read`: the Markdown of a language and topic.
 */
export function readTopics(read, language, names) {
  const translate = toEnglish(read, language, names);
  return names.map((name) => {
    const { blocks, pictures } = parseTopic(read(language, name));
    return { name, blocks: withAnchors(blocks, name, translate), pictures };
  });
}

/**
 * The plugin. `folder`: of the guide, with a folder for each language; `names`: the topics in
 * order.
 */
export function guide(folder, names) {
  const prefix = "virtual:guide/";
  const fileOf = (language, name) => path.join(folder, language, `${name}.md`);
  const read = (language, name) => readFileSync(fileOf(language, name), "utf8");
  return {
    name: "guide",
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const language = id.slice(prefix.length + 1);
      const imports = [];
      const topics = readTopics(read, language, names).map(({ name, blocks, pictures }) => {
        this.addWatchFile(fileOf(language, name));
        const variables = pictures.map((picture) => {
          const file = path.resolve(folder, language, picture);
          imports.push(`import p${imports.length} from ${JSON.stringify(`${file}?url`)};`);
          return `p${imports.length - 1}`;
        });
        const fields = `name: ${JSON.stringify(name)}, blocks: ${JSON.stringify(blocks)}`;
        return `{ ${fields}, pictures: [${variables.join(", ")}] }`;
      });
      return `${imports.join("\n")}\nexport const topics = [${topics.join(",\n")}];`;
    },
  };
}
