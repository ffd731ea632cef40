/**
 * Readers of sessions, written from the public descriptions of the formats and not from our
 * writers: REAPER's chunks (ReaTeam documentation) and OpenTimelineIO's file format. They return
 * what plays where.
 */

/** A sound that plays, with its position and length in samples of 48 kHz. */
export interface PlayedSound {
  track: string;
  file: string;
  start: number;
  length: number;
}
const rate = 48_000;

interface Chunk {
  tokens: string[];
  rows: string[][];
  raw: string[];
  chunks: Chunk[];
  /** Rows and chunks in the order of the file. */
  parts: (string[] | Chunk)[];
}

function tokensOf(row: string): string[] {
  return (row.match(/"[^"]*"|'[^']*'|`[^`]*`|\S+/g) ?? []).map((token) =>
    /^(["'`]).*\1$/s.test(token) ? token.slice(1, -1) : token,
  );
}

function readChunks(text: string): Chunk {
  const root: Chunk = { tokens: [], rows: [], raw: [], chunks: [], parts: [] };
  const open = [root];
  for (const line of text.split("\n")) {
    const row = line.trim();
    const top = open.at(-1)!;
    if (row === "") continue;
    if (row.startsWith("<")) {
      const chunk: Chunk = {
        tokens: tokensOf(row.slice(1)),
        rows: [],
        raw: [],
        chunks: [],
        parts: [],
      };
      top.chunks.push(chunk);
      top.parts.push(chunk);
      open.push(chunk);
    } else if (row === ">") open.pop();
    else {
      const tokens = tokensOf(row);
      top.rows.push(tokens);
      top.raw.push(row);
      top.parts.push(tokens);
    }
  }
  if (open.length !== 1) throw new Error("a chunk does not end");
  return root;
}

const isChunk = (part: string[] | Chunk): part is Chunk => !Array.isArray(part);
const value = (chunk: Chunk, name: string) => chunk.rows.find(([key]) => key === name)?.slice(1);

/**
 * The active source of an item: the takes are separated by rows "TAKE", the active one has "SEL".
 */
function activeFile(item: Chunk): string {
  const takes: { file: string; isActive: boolean }[] = [{ file: "", isActive: false }];
  for (const part of item.parts)
    if (!isChunk(part)) {
      if (part[0] === "TAKE") takes.push({ file: "", isActive: part[1] === "SEL" });
    } else if (part.tokens[0] === "SOURCE") takes.at(-1)!.file = value(part, "FILE")?.[0] ?? "";
  return (takes.find(({ isActive }) => isActive) ?? takes[0]!).file;
}

export function readReaper(text: string) {
  const project = readChunks(text).chunks[0]!;
  if (project.tokens[0] !== "REAPER_PROJECT") throw new Error("no project");
  const tracks = project.chunks.filter(({ tokens }) => tokens[0] === "TRACK");
  const sounds = tracks.flatMap((track) =>
    track.chunks
      .filter(({ tokens }) => tokens[0] === "ITEM")
      .map((item): PlayedSound & { takes: number; notes: string; isVideo: boolean } => ({
        track: value(track, "NAME")?.[0] ?? "",
        file: activeFile(item),
        start: Math.round(Number(value(item, "POSITION")?.[0]) * rate),
        length: Math.round(Number(value(item, "LENGTH")?.[0]) * rate),
        takes: item.chunks.filter(({ tokens }) => tokens[0] === "SOURCE").length,
        notes: (item.chunks.find(({ tokens }) => tokens[0] === "NOTES")?.raw ?? [])
          .map((row) => row.slice(1))
          .join("\n"),
        isVideo: item.chunks.some(({ tokens }) => tokens[1] === "VIDEO"),
      })),
  );
  const markers = project.rows
    .filter(([key]) => key === "MARKER")
    .map(([, , position, name]) => ({ at: Math.round(Number(position) * rate), name }));
  return {
    sounds: sounds.filter(({ isVideo }) => !isVideo),
    markers,
    offsetSeconds: Number(value(project, "PROJOFFS")?.[0]),
    videos: sounds.filter(({ isVideo }) => isVideo).map(({ file }) => file),
  };
}

interface OtioTime {
  value: number;
  rate: number;
}
interface OtioItem {
  OTIO_SCHEMA: string;
  name: string;
  kind?: string;
  source_range: { start_time: OtioTime; duration: OtioTime };
  children?: OtioItem[];
  media_references?: Record<string, { target_url: string }>;
  active_media_reference_key?: string;
}
/** Not rounded: the sum of the durations is. */
const samples = ({ value: count, rate: perSecond }: OtioTime) => (count / perSecond) * rate;

export function readOtio(text: string): PlayedSound[] {
  const timeline = JSON.parse(text) as { OTIO_SCHEMA: string; tracks: OtioItem };
  if (timeline.OTIO_SCHEMA !== "Timeline.1") throw new Error("no timeline");
  return (timeline.tracks.children ?? [])
    .filter(({ kind }) => kind === "Audio")
    .flatMap((track) => {
      let at = 0;
      return (track.children ?? []).flatMap((item) => {
        const start = Math.round(at);
        const duration = samples(item.source_range.duration);
        const length = Math.round(duration);
        at += duration;
        if (item.OTIO_SCHEMA !== "Clip.2") return [];
        const media = item.media_references?.[item.active_media_reference_key ?? ""];
        const file = (media?.target_url ?? "").split("/").map(decodeURIComponent).join("/");
        return [{ track: track.name, file, start, length }];
      });
    });
}

/** The sum of all sounds from the beginning to the end of the last one. */
export function sumOf(
  sounds: readonly PlayedSound[],
  samplesOf: (file: string) => Int16Array,
): Int32Array {
  const length = sounds.reduce((last, one) => Math.max(last, one.start + one.length), 0);
  const sum = new Int32Array(length);
  for (const { file, start, length: count } of sounds) {
    const found = samplesOf(file).subarray(0, count);
    for (let index = 0; index < found.length; index += 1) sum[start + index]! += found[index]!;
  }
  return sum;
}

/** Rates that have timecodes in OpenTimelineIO ("is_smpte_timecode_rate"). */
const timecodeRates = [25, 50].concat(
  [24, 30, 48, 60].flatMap((whole) => [whole, (whole * 1_000) / 1_001]),
);

/** What the adapter for FCP XML writes of a clip, in frames of its sequence. */
export interface FcpClip {
  /** The frame of the first sample of its media, and how its timecode counts. */
  file: { name: string; frame: number; displayFormat: string };
  start: number;
  in: number;
}
interface OtioMedia {
  name: string;
  available_range: { start_time: OtioTime; duration: OtioTime };
  metadata: { fcp_xml?: { timecode?: { displayformat?: string } } };
}

/**
 * The clips of a timeline as OpenTimelineIO's own adapters for EDL and FCP XML read them, written
 * to the rules of their sources (otio-cmx3600-adapter, otio-fcp-adapter): each time of a clip and
 * of its media is written as a timecode, and must have a rate that has timecodes. Neither has an
 * npm or a Debian package.
 * @throws Error where an adapter refuses the timeline.
 */
export function adaptOtio(text: string): FcpClip[] {
  const timeline = JSON.parse(text) as { global_start_time: OtioTime; tracks: OtioItem };
  const frameOf = (time: OtioTime) => {
    if (!timecodeRates.some((one) => Math.abs(one - time.rate) < 1e-6))
      throw new Error(`no timecode has the rate ${time.rate}`);
    if (time.value < 0) throw new Error("a timecode is negative");
    return Math.round(time.value);
  };
  frameOf(timeline.global_start_time);
  return (timeline.tracks.children ?? []).flatMap((track) => {
    let at = 0;
    return (track.children ?? []).flatMap((item): FcpClip[] => {
      const start = at;
      at += item.source_range.duration.value;
      if (item.OTIO_SCHEMA !== "Clip.2") return [];
      const { start_time: first, duration } = item.source_range;
      [first, duration].forEach(frameOf);
      const media = (item.media_references as unknown as Record<string, OtioMedia>)[
        item.active_media_reference_key ?? ""
      ];
      if (!media) throw new Error("a clip has no media");
      const { start_time: available } = media.available_range;
      const file = {
        name: media.name,
        frame: frameOf(available),
        displayFormat: media.metadata.fcp_xml?.timecode?.displayformat ?? "NDF",
      };
      return [{ file, start: Math.round(start), in: Math.round(first.value - available.value) }];
    });
  });
}
