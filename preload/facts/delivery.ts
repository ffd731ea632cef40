/** Deliveries: what is made of a language of a batch, and the loudness of its mixes. */

/**
 * The parts of a delivery in the order in which they are made, the folder of each below that of the
 * language ("" for the folder itself), and the parts whose files it references.
 */
const deliveryParts = {
  /** The chosen take of each line; all takes with a session or a timeline. */
  takes: { folder: "takes", requires: [] },
  /** All takes on the timeline, and those of each character. */
  stems: { folder: "stems", requires: [] },
  /** The dub over the original sound, with the loudness of the preset. */
  mix: { folder: "mix", requires: [] },
  /** The picture with the mix. */
  video: { folder: "video", requires: [] },
  /** The takes one after another as MP3, with chapters. */
  audiobook: { folder: "audiobook", requires: [] },
  subtitles: { folder: "subtitles", requires: [] },
  cues: { folder: "cues", requires: [] },
  /** The dubbing script as recorded. */
  script: { folder: "script", requires: [] },
  /** A list of the takes for audio middleware. */
  list: { folder: "", requires: ["takes"] },
  reports: { folder: "report", requires: [] },
  /** A session of REAPER, and labels for Audacity, with all takes. */
  session: { folder: "", requires: ["takes"] },
  /** OpenTimelineIO, XML of Final Cut Pro 7, and edit decision lists of CMX 3600. */
  timeline: { folder: "", requires: ["takes"] },
} as const satisfies Record<string, { folder: string; requires: readonly string[] }>;
export type DeliveryPart = keyof typeof deliveryParts;
export const deliveryPartNames = Object.keys(deliveryParts) as DeliveryPart[];

/** Which of these parts reference the files of a part. */
export const partsThatRequire = (
  part: DeliveryPart,
  parts: readonly DeliveryPart[],
): DeliveryPart[] =>
  parts.filter((one) => deliveryParts[one].requires.some((required) => required === part));

/** These parts and those that they require, each once, in the order in which they are made. */
export const withRequiredParts = (parts: readonly DeliveryPart[]): DeliveryPart[] =>
  deliveryPartNames.filter(
    (part) => parts.includes(part) || partsThatRequire(part, parts).length > 0,
  );

/**
 * Why a requested part has no files in a language, or lacks the file with this extension: no
 * program that encodes MP3 is there, or the format .stl has only 25 and 30 frames per second, and
 * the letters of some alphabets.
 */
export const leftOutFiles = {
  "no-times": null,
  "no-takes": null,
  "no-video": null,
  "no-mp3": null,
  "stl-rate": ".stl",
  "stl-characters": ".stl",
  "stl-unread": ".stl",
} as const satisfies Record<string, string | null>;
export type LeftOutReason = keyof typeof leftOutFiles;
export const leftOutReasons = Object.keys(leftOutFiles) as LeftOutReason[];

/** What stops a delivery, unless it is made anyway. */
export const missingKinds = [
  /** Lines without a text in the language. */
  "withoutText",
  /** Lines with a text and without a take. */
  "withoutTake",
  /** Lines with a take that is not approved. */
  "unapproved",
  /** Findings of severity "error" that are not ignored. */
  "errors",
] as const;
export type MissingKind = (typeof missingKinds)[number];

export interface LoudnessTarget {
  /** LUFS (BS.1770) for "integrated" and "dialogue", dBFS for "rms"; null for no target. */
  loudness: number | null;
  /** Loudness of a mix with one channel, where that differs. */
  monoLoudness: number | null;
  /**
   * Of the whole mix, where speech sounds for less than `minSpeechShare` of it; "dialogue" only.
   */
  programmeLoudness: number | null;
  /** "dialogue": only while a take sounds. */
  measure: "integrated" | "dialogue" | "rms";
  /** How far the result may differ, in dB. */
  tolerance: number;
  /** dBTP: the maximum of the limiter. */
  truePeak: number;
  /** dBFS: the most that the quietest half second may have; null for no limit. */
  noiseFloor: number | null;
  /**
   * "dialogue": it is the preset of the stem of all characters. The mix gets only the maximum
   * `safeTruePeak`.
   */
  appliesTo: "mix" | "dialogue";
  source: string;
}

/** The share of a mix below which its dialogue is too little for a measurement. */
export const minSpeechShare = 0.15;
/** dBTP of a mix whose preset applies to the dialogue. */
export const safeTruePeak = -1;

const usual = {
  monoLoudness: null,
  programmeLoudness: null,
  measure: "integrated",
  noiseFloor: null,
  appliesTo: "mix",
} as const;

const presets = {
  "broadcast-eu": {
    ...usual,
    loudness: -23,
    tolerance: 0.2,
    truePeak: -1,
    source: "EBU R 128 (2020)",
  },
  "broadcast-us": {
    ...usual,
    loudness: -24,
    tolerance: 2,
    truePeak: -2,
    source: "ATSC A/85",
  },
  streaming: {
    ...usual,
    loudness: -27,
    programmeLoudness: -24,
    measure: "dialogue",
    tolerance: 2,
    truePeak: -2,
    source: "Netflix Sound Mix Specifications 1.4",
  },
  premix: {
    ...usual,
    loudness: null,
    tolerance: 0,
    truePeak: -6,
    appliesTo: "dialogue",
    source: "Netflix premix guide",
  },
  game: {
    ...usual,
    loudness: -24,
    tolerance: 2,
    truePeak: -1,
    source: "ASWG-R001",
  },
  "game-portable": {
    ...usual,
    loudness: -18,
    tolerance: 2,
    truePeak: -1,
    source: "ASWG-R001",
  },
  online: {
    ...usual,
    loudness: -16,
    monoLoudness: -19,
    tolerance: 1,
    truePeak: -1,
    source: "Apple Podcasts",
  },
  audiobook: {
    ...usual,
    loudness: -20.5,
    measure: "rms",
    tolerance: 2.5,
    truePeak: -3,
    noiseFloor: -60,
    source: "ACX Audio Submission Requirements",
  },
} satisfies Record<string, LoudnessTarget>;
export type DeliveryPreset = keyof typeof presets;
/** Presets of deliveries whose takes are used on their own: each take has their loudness. */
export const takePresets: ReadonlySet<DeliveryPreset> = new Set<DeliveryPreset>([
  "game",
  "game-portable",
  "audiobook",
]);

/** What a delivery does not do as its request could be understood; said before it begins. */
export const deliveryNotes = [
  /** The preset is about mixes: takes and stems keep the levels of the review. */
  "takes-keep-level",
  /** The preset is about takes and mixes: stems are sums of takes as they were reviewed. */
  "stems-keep-level",
  /** The preset has no loudness for mixes, only a maximum. */
  "mix-without-loudness",
  /** The source is not 5.1, or not known before it is read: the mix is stereo. */
  "mix-stereo",
  /** Takes that would need more limiting than allowed; they fail. */
  "takes-too-dynamic",
  /** The start timecode is not that of the picture, which the video keeps. */
  "video-keeps-timecode",
] as const;
export type DeliveryNote = (typeof deliveryNotes)[number];
/** The loudness of a mix. */
export const deliveryPresets: Readonly<Record<DeliveryPreset, LoudnessTarget>> = presets;
export const deliveryPresetNames = Object.keys(presets) as DeliveryPreset[];

/**
 * The channels of mixes: those of the source, if it is 5.1, have the dub in the centre, and all
 * else in its place. A mono mix has a lower target, so that it is as loud on two loudspeakers.
 */
export const mixLayouts = ["stereo", "mono", "source"] as const;
export type MixLayout = (typeof mixLayouts)[number];

/** Decibels by which a limiter may lower a mix. One that needs more fails. */
export const maxLimitingDb = 6;

/**
 * Whether a level is above a limit, both in the tenths of a decibel that are shown: no message says
 * that -1.0 is more than -1.
 */
export const isAboveLimit = (db: number, limit: number): boolean =>
  Math.round(db * 10) > Math.round(limit * 10);

/**
 * How takes are named: by number, id, character and take, like the source audio of their lines, or
 * by a template.
 */
export const deliveryNamings = ["number", "source-audio", "template"] as const;
export type DeliveryNaming = (typeof deliveryNamings)[number];

/** The kind and the version of the manifest of a delivery. */
export const deliveryFormat = { format: "dubyard-delivery", formatVersion: 1 } as const;
/** The list of checksums beside it. */
export const checksumsName = "SHA256SUMS";

/** Files of a plan that are listed by name. */
export const maxListedFiles = 200;

/** Characters of a name of a file or folder. */
export const maxDeliveryName = 100;
