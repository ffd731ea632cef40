/** The project types (interface §2.2) and the inputs of their batches. */

interface ProjectTypeFacts {
  script: "required" | "optional";
  video: "required" | "optional" | "none";
  sourceLanguage: "required" | "optional";
}

export const projectTypeFacts = {
  "line-dubbing": { script: "required", video: "none", sourceLanguage: "required" },
  "media-dubbing": { script: "optional", video: "required", sourceLanguage: "required" },
  "audio-production": { script: "required", video: "optional", sourceLanguage: "optional" },
} as const satisfies Record<string, ProjectTypeFacts>;

export type ProjectType = keyof typeof projectTypeFacts;
export const projectTypes = Object.keys(projectTypeFacts) as [ProjectType, ...ProjectType[]];
