/**
 * What a service may be able to do with scripts and media. The interface does not say: a local workspace announces
 * it at `GET /local`, and where nothing is announced it is unknown.
 */
export const capabilityNames = [
  "inference", // audio is produced for the lines of a cast batch
  "transcription", // speech, timing and speakers are recognised in media
  "backgroundSeparation",
  "translation", // of source text into target languages
] as const;
export type Capability = (typeof capabilityNames)[number];
/** A capability without an entry is unknown. */
export type Capabilities = Readonly<Partial<Record<Capability, boolean>>>;
