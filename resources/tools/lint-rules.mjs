/** Rules of layout that Oxlint and ESLint do not have. Both load this file as a plugin. */

const maxWidth = 100;
/** As many lines as `max-lines-per-function` allows. */
const maxScriptLines = 150;

/** A literal that is spread at once hides several properties or arguments in one line. */
const noPackedSpread = {
  meta: {
    type: "layout",
    messages: { packed: "Write the entries out instead of spreading a literal." },
  },
  create(context) {
    const check = (literal) => {
      if (literal?.type !== "ObjectExpression" && literal?.type !== "ArrayExpression") return;
      context.report({ node: literal, messageId: "packed" });
    };
    return {
      SpreadElement: (node) => check(node.argument),
      SvelteSpreadAttribute: (node) => check(node.expression),
    };
  },
};

/** Prettier wraps code, but no comments. Directives and words without a space cannot be wrapped. */
const commentWidth = {
  meta: {
    type: "layout",
    messages: { wide: `Wrap the comment at ${maxWidth} columns.` },
  },
  create(context) {
    const { lines } = context.sourceCode;
    return {
      Program() {
        for (const { value, loc } of context.sourceCode.getAllComments()) {
          if (/^\s*(oxlint|eslint|prettier|svelte)-/.test(value)) continue;
          for (let line = loc.start.line; line <= loc.end.line; line += 1) {
            const text = lines[line - 1];
            const words = text.replace(/^[\s/*]+/, "").includes(" ");
            if (text.length > maxWidth && words)
              context.report({ loc: { line, column: 0 }, messageId: "wide" });
          }
        }
      },
    };
  },
};

/**
 * The script of a component is as long as a function may be: blank lines, comments and imports are
 * not counted.
 */
const scriptLength = {
  meta: {
    type: "suggestion",
    messages: { long: `{{ count }} lines of code; a script has at most ${maxScriptLines}.` },
  },
  create(context) {
    const { ast, lines } = context.sourceCode;
    return {
      SvelteScriptElement({ loc, body }) {
        const counted = new Set();
        for (let line = loc.start.line + 1; line < loc.end.line; line += 1)
          if (lines[line - 1].trim() !== "") counted.add(line);
        const remove = ({ start, end }) => {
          for (let line = start.line; line <= end.line; line += 1) counted.delete(line);
        };
        for (const comment of ast.comments) {
          const before = lines[comment.loc.start.line - 1].slice(0, comment.loc.start.column);
          if (before.trim() === "") remove(comment.loc);
        }
        for (const node of body) if (node.type === "ImportDeclaration") remove(node.loc);
        const count = counted.size;
        if (count > maxScriptLines) context.report({ loc, messageId: "long", data: { count } });
      },
    };
  },
};

export default {
  meta: { name: "dubyard" },
  rules: {
    "no-packed-spread": noPackedSpread,
    "comment-width": commentWidth,
    "script-length": scriptLength,
  },
};
