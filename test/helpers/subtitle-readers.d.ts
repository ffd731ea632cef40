/** The parts of readers of subtitles that tests use. */
declare module "subsrt-ts" {
  interface Caption {
    type: string;
    /** Milliseconds. */
    start: number;
    end: number;
    /** Without markup. */
    text: string;
    content: string;
  }
  export function parse(content: string, options: { format: "srt" | "vtt" }): Caption[];
}
declare module "webvtt-parser" {
  interface Node {
    type: string;
    name?: string;
    value?: string;
    children?: Node[];
  }
  interface Cue {
    /** Seconds. */
    startTime: number;
    endTime: number;
    text: string;
    lineAlign: string;
    linePosition: number | "auto";
    tree: Node;
  }
  export class WebVTTParser {
    parse(text: string, mode: "subtitles"): { cues: Cue[]; errors: { message: string }[] };
  }
}
