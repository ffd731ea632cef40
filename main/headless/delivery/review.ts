/** `dubyard review --list`: what is left to review in a local workspace. */
import { countOpen } from "../../../preload/facts/review";
import type { Remote } from "../../remote/remote";
import { readReviewArguments, type ReviewArguments } from "./arguments";
import type { HeadlessDeps } from "../deps";
import { exit } from "../exit-codes";
import type { CommandContext } from "../run-command";
import { requireExtension, runWithService } from "./service-command";

/**
 * Lists the languages with lines to review. Resolves with the exit code: 0 if there are none, 3 if
 * there are some, else that of the error.
 */
export const review = (
  argv: string[],
  { policies }: Pick<HeadlessDeps, "policies">,
): Promise<number> =>
  runWithService({
    name: "review",
    argv,
    read: () => readReviewArguments(argv, process.env, policies()),
    work: run,
  });

const header = ["TO REVIEW", "LINES", "PROJECT", "BATCH", "LANGUAGE"];

async function run(
  remote: Remote,
  _options: ReviewArguments,
  { output, signal }: CommandContext,
): Promise<number> {
  await requireExtension(remote, "review");
  const table = output.table(header);
  let total = 0;
  for await (const projects of remote.projects.list(signal))
    for (const project of projects.rows)
      for await (const batches of remote.batches.list(project.id, signal))
        for (const batch of batches.rows)
          for (const { languageId, lines, states } of await remote.extensions.review.summary(
            batch.id,
            null,
          )) {
            if (lines === 0) continue;
            const toReview = countOpen(states);
            total += toReview;
            output.event({
              event: "language",
              projectId: project.id,
              project: project.name,
              batchId: batch.id,
              batch: batch.name,
              languageId,
              lines,
              toReview,
              states,
            });
            if (toReview > 0)
              table.row([String(toReview), String(lines), project.name, batch.name, languageId]);
            await output.ready();
          }
  table.end();
  const exitCode = total === 0 ? exit.done : exit.found;
  output.event({ event: "summary", toReview: total, exitCode });
  output.line(total === 0 ? "nothing to review" : `${total} lines to review`);
  return exitCode;
}
