/**
 * Writes main/headless/README.md from the table of `dubyard --help`
 * (main/headless/command-help.ts). With --check it only exits with 1 if the file is out of date.
 *
 *   node resources/tools/headless-readme.mjs
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { runnerImport } from "vite";
import { root } from "./processes.mjs";

const file = path.join(root, "main/headless/README.md");
const { module } = await runnerImport(path.join(root, "main/headless/command-help.ts"));
const { commandHelp, sharedHelp } = module;

const lines = (text) => text.trim().split("\n");
const codeBlock = (text) => `\`\`\`text\n${text}\n\`\`\``;

const commands = Object.entries(commandHelp).map(([name, { forms, about, exits, notes }]) =>
  [
    `## dubyard ${name}`,
    codeBlock(forms.map((form) => `dubyard ${name} ${lines(form).join("\n    ")}`).join("\n")),
    codeBlock(lines(about).join("\n")),
    `Exit code: ${lines(exits).join(" ")}.`,
    ...notes,
  ].join("\n\n"),
);
const shared = sharedHelp.map(({ title, about, notes }) =>
  [`## ${title}`, codeBlock(lines(about).join("\n")), ...notes].join("\n\n"),
);
const text = [
  "# Terminal commands",
  "This file is written by `node resources/tools/headless-readme.mjs` from `command-help.ts`, the table of `dubyard --help`.",
  "`npm run dubyard -- upload …` runs a command from the source code; the packaged application has the same commands: " +
    "`dubyard upload …`, also on a computer without a display. " +
    "`npm run service -- --data DIR` is `dubyard serve`.",
  ...commands,
  ...shared,
].join("\n\n");
const formatted = await format(text, {
  parser: "markdown",
  printWidth: 100,
  proseWrap: "always",
});

if (!process.argv.includes("--check")) writeFileSync(file, formatted);
else if (readFileSync(file, "utf8") !== formatted) {
  console.error("main/headless/README.md is out of date: node resources/tools/headless-readme.mjs");
  process.exitCode = 1;
}
