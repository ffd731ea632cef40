/** `dubyard review --list`: what is left to review in a local workspace. */
import { countOpen } from "../../../preload/facts/review";
import type { Remote } from "../../remote/remote";
import { readReviewArguments, type ReviewArguments } from "./arguments";
import { exit, linesToReview } from "../exit-codes";
import { createOutput } from "../output";
import { requireExtension, runWithService } from "./service-command";

/**
 * Lists the languages with lines to review. Resolves with the exit code: 0 if there are none, 3 if there are, 1 after a
 * failure, 2 for invalid arguments, 130 if interrupted.
 */
export const review = (argv: string[]): Promise<number> =>
  runWithService("review", () => readReviewArguments(argv, process.env), run);

async function run(remote: Remote, options: ReviewArguments, signal: AbortSignal): Promise<number> {
  const output = createOutput(options.isJson);
  await requireExtension(remote, "review");
  let total = 0;
  for await (const projects of remote.projects.list(signal))
    for (const project of projects.rows)
      for await (const batches of remote.batches.list(project.id, signal))
        for (const batch of batches.rows)
          for (const { languageId, lines, states } of await remote.extensions.reviewSummary(
            batch.id,
            null,
          )) {
            const left = countOpen(states);
            if (lines === 0) continue;
            total += left;
            output.event({
              ...{ event: "language", projectId: project.id, project: project.name },
              ...{
                batchId: batch.id,
                batch: batch.name,
                languageId,
                lines,
                toReview: left,
                states,
              },
            });
            if (left > 0)
              output.line(
                `${left} of ${lines} to review: ${project.name} / ${batch.name} ${languageId}`,
              );
          }
  output.event({ event: "summary", toReview: total });
  output.result(total === 0 ? "nothing to review" : `${total} lines to review`);
  return total === 0 ? exit.done : linesToReview;
}
