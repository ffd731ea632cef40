/** The project types (interface §2.2) and the inputs of their batches. */

interface ProjectTypeFacts {
  script: "required" | "optional";
  video: "required" | "optional" | "none";
  /** Whether a script names the source audio of each line. */
  sourceAudio: "required" | "none";
  sourceLanguage: "required" | "optional";
}

/** In display order. */
export const projectTypeFacts = {
  "media-dubbing": {
    script: "optional",
    video: "required",
    sourceAudio: "none",
    sourceLanguage: "required",
  },
  "line-dubbing": {
    script: "required",
    video: "none",
    sourceAudio: "required",
    sourceLanguage: "required",
  },
  "audio-production": {
    script: "required",
    video: "optional",
    sourceAudio: "none",
    sourceLanguage: "optional",
  },
} as const satisfies Record<string, ProjectTypeFacts>;

export type ProjectType = keyof typeof projectTypeFacts;
export const projectTypes = Object.keys(projectTypeFacts) as [ProjectType, ...ProjectType[]];

/** The facts of a type, with every value that a fact may have. */
export const factsOfType = (type: ProjectType): ProjectTypeFacts => projectTypeFacts[type];
