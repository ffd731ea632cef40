/**
 * Readers of edit decision lists and of the XML of Final Cut Pro 7, written to the rules of
 * OpenTimelineIO's adapters for them (otio-cmx3600-adapter, otio-fcp-adapter), not from our
 * writers. Neither adapter has an npm or a Debian package.
 */

/** The number of a frame since midnight. @throws Error for a timecode that does not exist. */
function frameOfCode(code: string, perSecond: number, isDropFrame: boolean): number {
  const match = /^(\d\d):(\d\d):(\d\d)([:;])(\d\d)$/.exec(code);
  if (!match) throw new Error(`no timecode: ${code}`);
  const [hours, minutes, seconds, frames] = [1, 2, 3, 5].map((at) => Number(match[at])) as [
    number,
    number,
    number,
    number,
  ];
  if ((match[4] === ";") !== isDropFrame) throw new Error(`the wrong kind of timecode: ${code}`);
  if (hours > 23 || minutes > 59 || seconds > 59 || frames >= perSecond)
    throw new Error(`out of range: ${code}`);
  const all = hours * 60 + minutes;
  const number = (all * 60 + seconds) * perSecond + frames;
  if (!isDropFrame) return number;
  const dropped = perSecond / 15;
  if (minutes % 10 !== 0 && seconds === 0 && frames < dropped)
    throw new Error(`a number that is dropped: ${code}`);
  return number - dropped * (all - Math.floor(all / 10));
}

interface EditEvent {
  number: number;
  channel: string;
  clip: string;
  comment: string;
  source: [number, number];
  record: [number, number];
}

/** @throws Error where the adapter refuses the list. */
export function readEdl(text: string, perSecond: number): { title: string; events: EditEvent[] } {
  // oxlint-disable-next-line no-control-regex -- lists are ASCII
  if (!/^[\x0d\x0a\x20-\x7e]*$/.test(text)) throw new Error("a list is not ASCII");
  let [title, isDropFrame] = ["", false];
  const events: EditEvent[] = [];
  for (const row of text.split("\r\n")) {
    const last = events.at(-1);
    if (row.startsWith("TITLE:")) title = row.slice(6).trim();
    else if (row.startsWith("FCM:")) isDropFrame = row.slice(4).trim() === "DROP FRAME";
    else if (row.startsWith("* FROM CLIP NAME:")) last!.clip = row.slice(17).trim();
    else if (row.startsWith("* COMMENT:")) last!.comment = row.slice(10).trim();
    else if (row !== "") {
      const fields = row.split(/\s+/);
      const [number = "", reel = "", channel = "", edit, ...codes] = fields;
      if (fields.length !== 8 || !/^\d{3}$/.test(number) || edit !== "C" || reel.length > 8)
        throw new Error(`no event: ${row}`);
      const [from, to, start, end] = codes.map((code) =>
        frameOfCode(code, perSecond, isDropFrame),
      ) as [number, number, number, number];
      if (to - from !== end - start || end <= start) throw new Error(`other lengths: ${row}`);
      if (events.some((one) => one.channel === channel && one.record[1] > start))
        throw new Error(`events overlap: ${row}`);
      events.push({
        number: Number(number),
        channel,
        clip: "",
        comment: "",
        source: [from, to],
        record: [start, end],
      });
    }
  }
  return { title, events };
}

interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlNode[];
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const decoded = (text: string) =>
  text.replace(/&(\w+);/g, (_all, name: string) => {
    if (!(name in entities)) throw new Error(`unknown entity: ${name}`);
    return entities[name]!;
  });

/** Elements, attributes and texts. @throws Error for a document that is not well-formed. */
export function readXml(text: string): XmlNode {
  const root: XmlNode = { name: "", attributes: {}, text: "", children: [] };
  const open = [root];
  const tags = /<(?:[?!][^>]*|(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?))>|([^<]+)|</g;
  for (const [all, close, name, attributes, isEmpty, content] of text.matchAll(tags)) {
    const parent = open.at(-1)!;
    if (all === "<") throw new Error("not well-formed");
    if (content !== undefined) parent.text += decoded(content);
    else if (close === "/") {
      if (parent.name !== name) throw new Error(`</${name}> closes <${parent.name}>`);
      open.pop();
    } else if (name !== undefined) {
      const pairs = [...(attributes ?? "").matchAll(/([\w:.-]+)="([^"]*)"/g)];
      const node: XmlNode = {
        name,
        attributes: Object.fromEntries(pairs.map(([, key, value]) => [key, decoded(value ?? "")])),
        text: "",
        children: [],
      };
      parent.children.push(node);
      if (isEmpty !== "/") open.push(node);
    }
  }
  if (open.length !== 1) throw new Error("an element is not closed");
  return root.children[0]!;
}

/** All elements of a name, at any depth, in their order. */
export const elementsOf = (node: XmlNode, name: string): XmlNode[] =>
  node.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elementsOf(child, name),
  ]);

function at(node: XmlNode, ...path: string[]): XmlNode {
  let found = node;
  for (const name of path) {
    const child = found.children.find((one) => one.name === name);
    if (!child) throw new Error(`<${found.name}> has no <${name}>`);
    found = child;
  }
  return found;
}
const textAt = (node: XmlNode, ...path: string[]) => at(node, ...path).text.trim();

interface FcpSequence {
  perSecond: number;
  isNtsc: boolean;
  startFrame: number;
  video: { file: string; frames: [number, number] }[];
  tracks: {
    name: string;
    clips: {
      file: string;
      frames: [number, number];
      in: number;
      mediaFrame: number;
      note: string;
    }[];
  }[];
}

/** @throws Error where an element is missing, or timecodes contradict each other. */
export function readFcpXml(text: string): FcpSequence {
  const root = readXml(text);
  if (root.name !== "xmeml") throw new Error("no xmeml");
  const sequence = at(root, "sequence");
  const perSecond = Number(textAt(sequence, "rate", "timebase"));
  const frameOf = (node: XmlNode) => {
    const isDropFrame = textAt(node, "timecode", "displayformat") === "DF";
    const frame = frameOfCode(textAt(node, "timecode", "string"), perSecond, isDropFrame);
    if (frame !== Number(textAt(node, "timecode", "frame"))) throw new Error("frames differ");
    return frame;
  };
  const ids = elementsOf(root, "clipitem").concat(elementsOf(root, "file"));
  const names = ids.map(({ attributes }) => attributes["id"]);
  if (new Set(names).size !== names.length) throw new Error("ids are not unique");
  const clipsOf = (track: XmlNode) =>
    track.children.map((clip) => {
      const [start, end, first, last] = ["start", "end", "in", "out"].map((name) =>
        Number(textAt(clip, name)),
      ) as [number, number, number, number];
      if (end - start !== last - first || end <= start) throw new Error("other lengths");
      const file = at(clip, "file");
      const note = clip.children.some(({ name }) => name === "comments")
        ? at(clip, "comments", "mastercomment1").text
        : "";
      return {
        file: decodeURIComponent(textAt(file, "pathurl")),
        frames: [start, end] as [number, number],
        in: first,
        mediaFrame: frameOf(file),
        note,
      };
    });
  const media = at(sequence, "media");
  const video = media.children.filter(({ name }) => name === "video");
  return {
    perSecond,
    isNtsc: textAt(sequence, "rate", "ntsc") === "TRUE",
    startFrame: frameOf(sequence),
    video: video
      .flatMap((node) => elementsOf(node, "track").flatMap(clipsOf))
      .map(({ file, frames }) => ({ file, frames })),
    tracks: at(media, "audio")
      .children.filter(({ name }) => name === "track")
      .map((track) => {
        const clips = clipsOf(track);
        clips.forEach(({ frames }, index) => {
          if (frames[0] < (clips[index - 1]?.frames[1] ?? 0)) throw new Error("clips overlap");
        });
        return { name: track.attributes["MZ.TrackName"] ?? "", clips };
      }),
  };
}
