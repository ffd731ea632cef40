/** What a delivery does not do as its request could be understood. */
import {
  isAboveLimit,
  maxLimitingDb,
  takePresets,
  type DeliveryNote,
  type DeliveryPart,
} from "../../../preload/facts/delivery";
import type { ExportRequest } from "../../../preload/local-service/exports";
import { mixTarget, takeLimiting, takeTarget } from "./loudness";
import { mixChannelsOf, type Snapshot } from "./snapshot";
import { pictureStartOf } from "./timeline";

export interface PlanNote {
  note: DeliveryNote;
  /** Of takes; 1 for a note about the whole delivery. */
  count: number;
}

type NotedRequest = Pick<ExportRequest, "mix"> &
  Partial<Pick<ExportRequest, "preset">> & { parts: readonly DeliveryPart[] };

export function notesOf(
  snapshot: Pick<Snapshot, "languages" | "picture" | "bedChannels">,
  request: NotedRequest,
): PlanNote[] {
  const { parts, preset } = request;
  if (preset === undefined) return [];
  const has = (...some: DeliveryPart[]) => some.some((part) => parts.includes(part));
  const hasMix = has("mix", "video");
  const isOfTakes = takePresets.has(preset);
  const channels = mixChannelsOf(snapshot, request);
  const counts: Record<DeliveryNote, number> = {
    "takes-keep-level": Number(!isOfTakes && !hasMix && has("takes")),
    "stems-keep-level": Number(isOfTakes && has("stems")),
    "mix-without-loudness": Number(hasMix && mixTarget(preset, channels).loudness === null),
    "mix-stereo": Number(hasMix && request.mix === "source" && channels !== 6),
    "takes-too-dynamic": has("takes") ? countTooDynamic(snapshot, preset) : 0,
    "video-keeps-timecode": Number(
      has("video") &&
        snapshot.picture?.facts?.hasTimecode !== false &&
        snapshot.languages.some(({ timeline }) => pictureStartOf(timeline) !== timeline.startFrame),
    ),
  };
  return (Object.entries(counts) as [DeliveryNote, number][]).flatMap(([note, count]) =>
    count === 0 ? [] : [{ note, count }],
  );
}

/** Takes that need more limiting than allowed for the loudness of a preset. */
function countTooDynamic(
  { languages }: Pick<Snapshot, "languages">,
  preset: NonNullable<NotedRequest["preset"]>,
): number {
  const lines = languages.flatMap(({ timeline }) => timeline.lines);
  return lines.reduce((sum, { takes, levelDb = 0 }) => {
    const target = takeTarget(preset, levelDb);
    if (!target) return sum;
    return (
      sum + takes.filter((take) => isAboveLimit(takeLimiting(target, take), maxLimitingDb)).length
    );
  }, 0);
}
