/**
 * The capabilities of a service for scripts and media. The interface does not define them: a local
 * workspace announces them at `GET /local`. A capability that is not announced is unknown.
 */
export const capabilityNames = [
  "inference", // generation of audio for the lines of a batch with a complete casting
  "transcription", // recognition of speech in media
  "speakerDetection", // recognition of the speakers of lines without characters
  "backgroundSeparation",
  "translation", // of source text into target languages
] as const;
export type Capability = (typeof capabilityNames)[number];
/** A capability without an entry is unknown. */
export type Capabilities = Readonly<Partial<Record<Capability, boolean | undefined>>>;
