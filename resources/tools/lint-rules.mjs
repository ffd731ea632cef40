/** Rules of layout that Oxlint and ESLint do not have. Both load this file as a plugin. */

const maxWidth = 100;

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

export default {
  meta: { name: "dubyard" },
  rules: { "no-packed-spread": noPackedSpread, "comment-width": commentWidth },
};
