/**
 * Copies the pictures of the user guide from test/output, with few colours, so that they are small.
 * Needs the installed program ffmpeg.
 *
 *   npx vitest run --project screenshots test/ui/help.shots.ts
 *   node resources/tools/help-pictures.mjs
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { root } from "./processes.mjs";

const source = path.join(root, "test/output");
const palette = "split[a][b];[a]palettegen=max_colors=96[p];[b][p]paletteuse=dither=none";
for (const file of readdirSync(source)) {
  const [, name, language] = /^guide-(.+)-(en|de)\.png$/.exec(file) ?? [];
  if (name === undefined || language === undefined) continue;
  const folder = path.join(root, "resources/help/pictures", language);
  mkdirSync(folder, { recursive: true });
  const target = path.join(folder, `${name}.png`);
  const filter = ["-vf", palette, "-compression_level", "100"];
  execFileSync("ffmpeg", ["-y", "-v", "error", "-i", path.join(source, file), ...filter, target]);
}
