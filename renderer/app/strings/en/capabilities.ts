import type { Capability } from "../../../../preload/facts/capabilities";
import { formatList } from "../../format";

const names: Record<Capability, string> = {
  inference: "audio",
  transcription: "transcription of media",
  speakerDetection: "speaker detection",
  backgroundSeparation: "background separation",
  translation: "translation",
};

/** What a workspace cannot do, according to its service. */
export const capabilities = {
  reasons: {
    inference: "This workspace does not produce audio.",
    transcription: "No transcription is installed: text and timing come from the script.",
    speakerDetection: "This workspace does not detect speakers: characters come from the script.",
    backgroundSeparation: "This workspace does not separate the background.",
    translation: "This workspace does not translate.",
  } satisfies Record<Capability, string>,
  lacking: (capabilities: readonly Capability[]) =>
    `Not available in this workspace: ${formatList(capabilities.map((one) => names[one]))}.`,
};
