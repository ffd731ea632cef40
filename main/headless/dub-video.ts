/** The check of the video of `dubyard dub`, before the takes are made. */
import path from "node:path";
import {
  EngineError,
  type MediaFacts,
  type MediaLoss,
  type MediaProvider,
} from "../local-service/engine/ports";
import type { DubArguments } from "./dub-arguments";
import type { Output } from "./output";
import { invalid } from "./parse-arguments";

/**
 * Resolves with the facts of the video. Rejects with "invalid-input" if a dub of it cannot be made
 * here, and for a video that was cut off or damaged unless that is accepted. Writes a line and an
 * event for what differs in the result.
 */
export async function checkVideo(
  media: MediaProvider,
  { video, acceptsIncomplete }: Pick<DubArguments, "video" | "acceptsIncomplete">,
  { output, signal }: { output: Output; signal: AbortSignal },
): Promise<MediaFacts> {
  const file = video?.file ?? "";
  const unavailable = await media.unavailable();
  if (unavailable !== null) throw invalid(`--video: ${unavailable}`);
  const { facts, loss } = await readVideo(media, file, signal);
  if (loss) {
    const problem = lossText(loss);
    if (!acceptsIncomplete)
      throw invalid(`--video: ${file}: ${problem}; --incomplete dubs what is there`);
    output.event({ event: "video", ...loss });
    output.line(`warning: ${problem}`);
  }
  const extension = media.outputExtension(facts);
  const given = path.extname(file).slice(1).toLowerCase();
  if (extension !== given)
    output.line(
      `note: the video is written as .${extension}, not as .${given} (${facts.video?.codec ?? ""})`,
    );
  return facts;
}

async function readVideo(
  media: MediaProvider,
  file: string,
  signal: AbortSignal,
): Promise<{ facts: MediaFacts; loss: MediaLoss | null }> {
  try {
    const facts = await media.probe(file, { signal });
    if (!facts.video) throw new EngineError("the file has no picture");
    return { facts, loss: await media.findLoss(file, facts, { signal }) };
  } catch (error) {
    if (error instanceof EngineError) throw invalid(`--video: ${file}: ${error.message}`);
    throw error;
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** "the picture ends at 4.4 s, the file says 14.0 s". */
const lossText = ({ endMs, declaredMs, isShort }: MediaLoss) =>
  isShort
    ? `the video is incomplete: it ends at ${seconds(endMs)}, the file says ${seconds(declaredMs)}`
    : `the video is incomplete: its last packets at ${seconds(endMs)} are cut off or damaged`;
