/**
 * The settings of a batch (interface §2.3, and extensions of a local workspace): one table for the
 * schemas, the shared rules, the forms, the bulk grid, the bulk template and the local service. The
 * name of a setting is also its column in the bulk template.
 */
import type { Capability } from "./capabilities";
import type { ProjectType } from "./project-types";

type ValueFacts =
  | { type: "boolean"; default: boolean }
  /** An integer; both bounds are inclusive. Without a default, the service selects the value. */
  | { type: "integer"; min: number; max: number; default?: number }
  /** `maxLength` in characters; an empty string is not a value. */
  | { type: "text"; maxLength: number; isGalleryPath?: true };
type SettingFacts = ValueFacts & {
  /** The types of projects that the setting applies to. */
  projectTypes: readonly ProjectType[];
  /** The capability of the service that it depends on. */
  capability?: Capability;
  /**
   * The interface does not have it: only a service that announces the extension "batch-settings"
   * does. It is no column of the template, and is written only where a row has a value.
   */
  isExtension?: true;
};

const all = ["line-dubbing", "media-dubbing", "audio-production"] as const;
const media = ["media-dubbing"] as const;

export const batchSettingFacts = {
  automaticInference: {
    type: "boolean",
    default: true,
    projectTypes: all,
    capability: "inference",
  },
  noOfAlternativeTakes: {
    type: "integer",
    min: 0,
    max: 2,
    default: 0,
    projectTypes: all,
    capability: "inference",
  },
  autoCasting: {
    type: "boolean",
    default: true,
    projectTypes: ["media-dubbing", "line-dubbing"],
  },
  /** The interface spells this name without "n". */
  removeBackgroud: {
    type: "boolean",
    default: true,
    projectTypes: media,
    capability: "backgroundSeparation",
  },
  automaticSpeakerDetection: {
    type: "boolean",
    default: true,
    projectTypes: media,
    capability: "speakerDetection",
  },
  noOfSpeakers: {
    type: "integer",
    min: 1,
    max: 1_000,
    projectTypes: media,
    capability: "speakerDetection",
  },
  sourceSpeakerSeparator: {
    type: "text",
    maxLength: 20,
    projectTypes: ["audio-production", "media-dubbing"],
  },
  importText: {
    type: "boolean",
    default: false,
    projectTypes: media,
    capability: "transcription",
  },
  importTiming: {
    type: "boolean",
    default: false,
    projectTypes: media,
    capability: "transcription",
  },
  importCharacters: {
    type: "boolean",
    default: false,
    projectTypes: media,
    capability: "speakerDetection",
  },
  /**
   * Milliseconds after a line that its take may use before it is accelerated, until the next line.
   */
  fitGapMs: {
    type: "integer",
    min: 0,
    max: 5_000,
    default: 500,
    projectTypes: ["audio-production", "media-dubbing"],
    capability: "inference",
    isExtension: true,
  },
  /**
   * The sound track of the video that is its sound, from 1. Without it, the service selects the one
   * that is heard by default, before commentaries and descriptions.
   */
  soundTrack: {
    type: "integer",
    min: 1,
    max: 100,
    projectTypes: media,
    isExtension: true,
  },
  /**
   * A file of the gallery with the music and effects: it is heard below the takes, in place of the
   * original sound.
   */
  bedPath: {
    type: "text",
    maxLength: 1_000,
    isGalleryPath: true,
    projectTypes: media,
    isExtension: true,
  },
  /** A take that is shorter than its line is slowed. */
  slowsShortTakes: {
    type: "boolean",
    default: false,
    projectTypes: all,
    capability: "inference",
    isExtension: true,
  },
  /**
   * The last frame of the picture is held until takes that begin within the picture have ended; see
   * `canHoldLastFrame` of the engine's media provider.
   */
  holdsLastFrame: {
    type: "boolean",
    default: false,
    projectTypes: ["media-dubbing"],
    capability: "inference",
    isExtension: true,
  },
} as const satisfies Record<string, SettingFacts>;

type Facts = typeof batchSettingFacts;
export type SettingName = keyof Facts;
interface ValueTypes {
  boolean: boolean;
  integer: number;
  text: string;
}
/** The settings of a batch. An omitted setting has the default of the interface. */
export type BatchSettings = {
  [Name in SettingName]?: ValueTypes[Facts[Name]["type"]] | undefined;
};

/** In the order of the bulk template. */
export const settingNames = Object.keys(batchSettingFacts) as SettingName[];

/** The facts of a setting, with the same type for all settings. */
export const factsOfSetting = (name: SettingName): SettingFacts => batchSettingFacts[name];

/** Whether only services with the extension "batch-settings" have a setting. */
export const isExtensionSetting = (name: SettingName): boolean =>
  factsOfSetting(name).isExtension === true;

type SettingWithDefault = {
  [Name in SettingName]: Facts[Name] extends { default: unknown } ? Name : never;
}[SettingName];

/** The defaults of the settings that have one. */
export const settingDefaults = Object.fromEntries(
  Object.entries(batchSettingFacts).flatMap(([name, facts]) =>
    "default" in facts ? [[name, facts.default]] : [],
  ),
) as { readonly [Name in SettingWithDefault]: Facts[Name]["default"] };

/** Whether a setting applies to projects of a type. */
export const settingApplies = (name: SettingName, type: ProjectType): boolean =>
  factsOfSetting(name).projectTypes.includes(type);
