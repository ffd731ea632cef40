/** The source files of the application, for tests of rules that hold in all of them. */
import { readdirSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** Absolute paths of the TypeScript and Svelte files below a top folder such as "main". */
export const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|svelte)$/.test(file) && !file.endsWith(".d.ts"))
    .map((file) => path.join(root, folder, file));
