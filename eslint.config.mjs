/**
 * ESLint checks the components only, with the rules of eslint-plugin-svelte and the rules that need
 * no types. All other code, and the rules that need types, are checked by Oxlint: .oxlintrc.json.
 */
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import dubyard from "./resources/tools/lint-rules.mjs";

const components = ["renderer/**/*.svelte", "renderer/**/*.svelte.ts"];

export default ts.config(
  { ignores: ["**", "!renderer/", "!renderer/**", "renderer/.svelte-check/"] },
  {
    files: components,
    extends: [js.configs.recommended, ...ts.configs.strict, ...svelte.configs.recommended],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser: ts.parser },
    },
    plugins: { dubyard },
    rules: {
      "dubyard/comment-width": "error",
      "dubyard/no-packed-spread": "error",
      "dubyard/script-length": "error",
      "max-lines-per-function": ["error", { max: 150, skipBlankLines: true, skipComments: true }],
      "@typescript-eslint/no-invalid-void-type": ["error", { allowInGenericTypeArguments: true }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      "no-undef": "off",
      "prefer-const": "off",
      "svelte/prefer-const": ["error", { destructuring: "all" }],
    },
  },
);
