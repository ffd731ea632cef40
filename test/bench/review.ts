/**
 * `npm run bench -- review [--parts desk,export] [--lines 10000] [--minutes 10,120]`. Desk: the
 * review of 10,000 lines in four languages with a take each, in the application and by calls to the
 * service. Export: all parts of a dubbed video in two languages, and the largest resident memory of
 * the service with all of its processes (Linux). Requires a build and an installed ffmpeg.
 */
import { parseArgs } from "node:util";
import { print } from "./tools/engine-service";
import { measureDesk } from "./tools/review-desk";
import { measureExport } from "./tools/review-export";

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    parts: { type: "string", default: "desk,export" },
    lines: { type: "string", default: "10000" },
    minutes: { type: "string", default: "10,120" },
  },
});
/** Memory does not depend on the length of a film. */
const maxGrowth = 1.2;
const parts = values.parts.split(",");
if (parts.includes("desk")) await measureDesk(Number(values.lines));
if (parts.includes("export")) {
  const memory: number[] = [];
  for (const minutes of values.minutes.split(","))
    memory.push(await measureExport(Number(minutes)));
  const growth = (memory.at(-1) ?? NaN) / (memory[0] ?? NaN);
  print(
    `  memory of the longest film: ${growth.toFixed(2)} times that of the first   ${growth > maxGrowth ? "OVER" : "of"} ${maxGrowth}`,
  );
}
