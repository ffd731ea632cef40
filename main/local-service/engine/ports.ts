/**
 * The ports of the engine: what it requires of speech synthesis, sound and media. Each
 * implementation works in a process or thread that can be ended, with a deadline and a memory
 * limit.
 */
import type { CataloguedVoice, VoiceEngine } from "../catalogue/voices";

import type { LoudnessTarget } from "../../../preload/facts/delivery";
import type { ChannelCount } from "./sound/channels";
import type { LoudnessDynamics } from "./sound/loudness";
import type { TakeScan } from "./sound/take-scan";

export type { LaunchProgram, ProgramName } from "../../common/processes/programs";

/**
 * A request that cannot succeed when it is repeated: the text, the voice or the file is the reason.
 * The message is shown to users, without paths.
 */
export class EngineError extends Error {
  /** Other than 0: the engine asks to repeat the request after this time, in milliseconds. */
  waitMs = 0;
}

/** An engine that asked for a delay before its next request. */
export interface EngineWait {
  /** Names the engine. */
  reason: string;
  /** In milliseconds since 1970. */
  until: number;
}

/** A part of a text: words, or the phonemes of one word in the notation of the engine. */
export type SpokenPart = { text: string } | { phonemes: string };

export interface SpeechRequest {
  /** The engine, its language and its voice. */
  voice: VoiceEngine;
  parts: readonly SpokenPart[];
  /** Factors, 1 for the normal voice: speed, pitch, and the range of the intonation. */
  rate: number;
  pitch: number;
  range: number;
}

/** Mono sound, 16 bit. */
export interface Sound {
  samples: Int16Array;
  /** Hertz. */
  sampleRate: number;
}

/** What a speech engine offers. */
export interface SpeechFacts {
  /** Changes whenever the same request could give other samples. Part of the key of a take. */
  version(voice: VoiceEngine): string;
  /**
   * The voices that can be used now, in the order of the catalogue. Installing a pack changes them.
   */
  voices(): readonly CataloguedVoice[];
  /** Whether a voice can be used now, in the language of the argument. */
  offers(voice: VoiceEngine): boolean;
}

export interface SpeechProvider extends SpeechFacts {
  /**
   * Synthesises one line. The same request gives the same samples. Rejects with EngineError, or
   * with the reason of the signal when it is aborted; another error means that the process failed,
   * and the request may be repeated.
   */
  synthesize(request: SpeechRequest, signal: AbortSignal): Promise<Sound>;
  close(): Promise<void>;
}

export interface TakeRequest {
  /** The synthesised sound, or the WAV file of a former request that stored it. */
  sound: Sound | { file: string };
  /**
   * Where the synthesised sound is stored too, absolute, so that other takes can be made of it;
   * nowhere unless given.
   */
  soundFile?: string;
  /**
   * The milliseconds that the take may have, those of its slot and of the gap that it uses; null
   * for its natural length.
   */
  slotMs: number | null;
  /** A shorter take is slowed to this length in milliseconds; null or absent for none. */
  fillMs?: number | null;
  /** A speed in place of the one that fits the take into its slot. */
  speed?: number | null;
  /** The file to write, absolute. It is complete and synced to disk when it exists. */
  file: string;
}

/** What was measured on a finished take. */
export interface TakeMeasures {
  durationMs: number;
  /** Factor by which speech was accelerated to fit its slot, or below 1 slowed; 1 for none. */
  speed: number;
  /** Loudness in LUFS (ITU-R BS.1770); null for a take of less than 400 ms, and for silence. */
  loudness: number | null;
  /** True peak in dBTP; null for silence. */
  peak: number | null;
  /** Median pitch of the voiced parts in hertz; null if there are none. */
  pitch: number | null;
}

export type { ChannelCount } from "./sound/channels";
export type { TakeScan } from "./sound/take-scan";

export interface FinishedTake {
  measures: TakeMeasures;
  /** For the checks. `fullScaleSamples` are those of the synthesised sound. */
  scan: TakeScan;
  bytes: number;
  /** MD5 of the file, in hexadecimal. */
  md5: string;
  sha256: string;
}

/**
 * Finishes takes: trims, levels, resamples to 48 kHz mono, fits to the slot, and writes a WAV file
 * of 16 bit.
 */
export interface TakeFinisher {
  /**
   * The same request gives the same bytes. The folder must exist; an existing file is replaced.
   * Rejects with EngineError, the error of the operating system ("ENOSPC", for example), or the
   * reason of the signal; another error means that the thread failed, and the request may be
   * repeated. A rejected request leaves no incomplete file.
   */
  finish(request: TakeRequest, signal: AbortSignal): Promise<FinishedTake>;
  close(): Promise<void>;
}

/** A take on the timeline of a dub. */
export interface PlacedTake {
  /** A WAV file of a TakeFinisher. */
  file: string;
  startMs: number;
  /** Decibels by which it is louder; 0 by default. */
  gainDb?: number;
}

export interface MixRequest {
  takes: readonly PlacedTake[];
  /**
   * A WAV file of 48 kHz with the original sound, 1 or 2 channels; null for none. Silence follows
   * its end.
   */
  original: string | null;
  /** Gain of the original while a take plays and otherwise, in dB; -Infinity removes it. */
  duckedDb: number;
  otherwiseDb: number;
  /** Length of the track; null for the end of the last take. */
  durationMs: number | null;
  file: string;
}

/**
 * Mixes takes over the original sound into a WAV file, in blocks: memory does not grow with the
 * length.
 */
export interface Mixer {
  /**
   * 48 kHz and 16 bit with the channels of the original, mono without one. The same request gives
   * the same bytes. Rejects as `TakeFinisher.finish` does.
   */
  mix(
    request: MixRequest,
    options: { signal: AbortSignal; onProgress: (share: number) => void },
  ): Promise<{ bytes: number; md5: string }>;
  close(): Promise<void>;
}

/** The description of its sound in a Broadcast Wave file; see sound/delivery/bwf.ts. */
export interface BwfFacts {
  channels: ChannelCount;
  /** Samples of each channel. */
  frames: number;
  /** Samples since midnight, by the timecode of the timeline. */
  timeReference: number;
  /** At most 256 bytes are stored. */
  description: string;
  /** LUFS, or null if unknown. */
  loudness: number | null;
  /** dBTP, or null if unknown. */
  truePeak: number | null;
  /** Absent for takes, which are too short for it. */
  dynamics?: LoudnessDynamics | undefined;
  /** What recorders note about a take; null for a mix. */
  take: { scene: string; take: string; isCircled: boolean; note: string } | null;
  project: string;
  /** The name of the sound in a list of tracks: its character, or "Mix". */
  track: string;
  /** Frame rate of the timecode: frames of a second as a fraction. */
  frameRate: { numerator: number; denominator: number; isDropFrame: boolean };
}

/** What does not follow from the sound. */
export type BwfNotes = Pick<
  BwfFacts,
  "timeReference" | "description" | "take" | "project" | "track" | "frameRate"
>;

export type Levels = Pick<BwfFacts, "loudness" | "truePeak" | "dynamics">;
export interface WrittenBwf extends Levels {
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

/** What is measured on a sound of a delivery. */
export interface SoundMeasures extends Levels {
  channels: ChannelCount;
  /** LUFS while a take sounds; null without takes. */
  dialogue: number | null;
  /** dBFS; null for silence. */
  rms: number | null;
  /** dBFS of the quietest half second; null for silence. */
  noiseFloor: number | null;
  /** The share of the sound during which a take sounds. */
  speechShare: number;
}
/** The gain of a whole sound, and the most that its limiter lowers it, in dB. */
export interface MasterGains {
  gain: number;
  limiting: number;
}

export interface WidenRequest {
  /** A take of a TakeFinisher, or another WAV file of 48 kHz and 16 bit. */
  source: string;
  file: string;
  notes: BwfNotes;
  levels: Levels;
  /** Decibels by which it is louder; 0 by default. */
  gainDb?: number;
}

/** A take with the loudness of a preset. */
export interface LevelRequest {
  source: string;
  file: string;
  notes: BwfNotes;
  target: MasterRequest["target"];
  /** The gain of a take that is too short to have a loudness. */
  unmeasuredGainDb: number;
}

export interface StemRequest {
  /** A WAV file of 48 kHz below the takes, as it is; the stem has its channels. None by default. */
  bed?: string | null;
  /** Takes with their positions in samples, and their gains in dB; 0 by default. */
  takes: readonly { file: string; start: number; gainDb?: number }[];
  /** The length of the stem in samples. */
  frames: number;
  file: string;
  notes: BwfNotes;
}

export interface WrittenStem extends WrittenBwf {
  measures: SoundMeasures;
  overs: { count: number; first: number };
}
export interface WrittenMix extends WrittenBwf {
  measures: SoundMeasures;
  gains: MasterGains;
}

export interface MasterRequest extends Omit<StemRequest, "bed"> {
  /**
   * The original sound, and its gains, as in a MixRequest. It has the channels of the mix; a mono
   * one sounds equally on both sides.
   */
  original: string | null;
  channels: ChannelCount;
  duckedDb: number;
  otherwiseDb: number;
  target: Omit<LoudnessTarget, "source"> & { maxLimitingDb: number };
}

export interface MeasureRequest {
  /** A WAV file of 48 kHz and 16 bit. */
  file: string;
  /** When takes sound, in samples. */
  spans: readonly { start: number; end: number }[];
}

/**
 * Writes the sounds of a delivery as Broadcast Wave files of 24 bit and 48 kHz. The same request
 * gives the same bytes. Rejects as `TakeFinisher.finish` does.
 */
export interface DeliveryWriter {
  widen(request: WidenRequest, options: MediaOptions): Promise<WrittenBwf>;
  /** @throws EngineError as `master` does. */
  level(request: LevelRequest, options: MediaOptions): Promise<WrittenMix>;
  /**
   * The sum of takes, and of a bed. `overs`: samples that 24 bit cannot store, which are clipped;
   * `first`: the position of the first.
   */
  writeStem(request: StemRequest, options: MediaOptions): Promise<WrittenStem>;
  /**
   * The sum of takes and the original sound, in 32 bit until the limiter of its target.
   * @throws EngineError if it needs more limiting than allowed, has no sound, or cannot meet the
   * target.
   */
  master(request: MasterRequest, options: MediaOptions): Promise<WrittenMix>;
  measure(request: MeasureRequest, options: MediaOptions): Promise<SoundMeasures>;
  close(): Promise<void>;
}

/** Container formats that are read; the table is media/containers.ts. */
export type MediaContainer =
  | "mp4"
  | "mov"
  | "matroska"
  | "webm"
  | "avi"
  | "flv"
  | "mpeg-ps"
  | "mpeg-ts"
  | "mxf"
  | "asf"
  | "wav"
  | "aiff"
  | "mp3"
  | "aac"
  | "flac"
  | "ogg";

/**
 * The length of a picture: frames at a constant rate of `numerator / denominator` per second, or
 * milliseconds.
 */
export type PictureLength =
  { frames: number; numerator: number; denominator: number } | { ms: number };

export interface MediaFacts {
  container: MediaContainer;
  /** At most `maxMediaMs` of media/limits.ts. */
  durationMs: number;
  /** The first picture stream, or null. Its numbers are null if they vary or are unknown. */
  video: {
    codec: string;
    width: number | null;
    height: number | null;
    /** Frames per second; of a varying rate the common one that it is close to, or null. */
    frameRate: number | null;
    length: PictureLength | null;
    /**
     * The timecode of the first frame, "01:00:00:00", or "01:00:00;00" with drop frames; null for
     * none.
     */
    startTimecode: string | null;
  } | null;
  /**
   * The sound that is used: the chosen one of `soundTracks`, or else the default; null for none.
   */
  audio: SoundProgramme | null;
  /** All sound streams of the file, in order. */
  soundTracks: readonly SoundTrack[];
  /** The container ends before the end that it declares: the file was cut off. */
  isCutOff: boolean;
  /** The index of an MP4 or QuickTime file is before its data, so that players can start early. */
  hasIndexInFront: boolean;
  extras: MediaExtras;
}

/** What a file has besides its first picture and its sound. Names are short and without ".;:". */
export interface MediaExtras {
  hasCover: boolean;
  /** Picture streams after the first one. */
  pictures: number;
  subtitles: readonly NamedStream[];
  chapters: number;
  /** Other streams, without timecodes. */
  data: readonly NamedStream[];
  /** Files in the file, such as fonts, without covers. */
  attachments: readonly NamedStream[];
  /**
   * The names of those files that are pictures, with covers, in the order of the file. Only
   * Matroska has names.
   */
  pictureFiles: readonly string[];
  /** Names of the metadata of the whole file. */
  metadata: readonly string[];
  /** The formats of high dynamic range that the picture declares, such as "Dolby Vision". */
  dynamicRanges: readonly string[];
}

/** `language`: "" if the stream has none. */
export interface NamedStream {
  language: string;
  name: string;
}

/** A sound stream as MediaInfo reports it; its texts are "" if it has none. */
export interface SoundTrack {
  codec: string;
  channels: number;
  sampleRate: number;
  language: string;
  title: string;
  /** Codes of ATSC A/52 and Matroska, such as "C" and "CM / O". */
  service: string;
  isDefault: boolean;
}

/** One sound, which can consist of several mono streams. */
export interface SoundProgramme {
  codec: string;
  /** Number of channels of all its streams. */
  channels: number;
  sampleRate: number;
  /** Its streams: positions among the sound streams of the file, from 0; more than one are mono. */
  streams: readonly number[];
}

/** What is missing of a file that was cut off or damaged. */
export interface MediaLoss {
  /** The end of the last packet in milliseconds; of the picture, if its length is declared. */
  endMs: number;
  /** In milliseconds. */
  declaredMs: number;
  /** The end is clearly before the declared one; otherwise only the last packets are missing. */
  isShort: boolean;
}

export interface MediaOptions {
  signal: AbortSignal;
  /**
   * The sound track, from 1, that is the sound of the file; null or absent for the default one.
   * Rejects with EngineError if the file has no such track.
   */
  soundTrack?: number | null | undefined;
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
}

interface MuxRequest {
  /**
   * The original file. Its first picture stream, metadata, chapters and, where possible, subtitles
   * are copied.
   */
  video: string;
  /** A WAV file: the first sound of the result. */
  sound: string;
  /** Language of the sound, an id of catalogue/languages.ts. */
  languageId: string;
  /** The file to write; its extension is that of `outputExtension`. */
  file: string;
  /**
   * Sound of 24 bit without losses in containers of editing programs: mov and mkv. False by
   * default.
   */
  isDelivery?: boolean;
  /**
   * The sound of the original, if it has one, follows as it is, in its streams; by default it is
   * left out.
   */
  original?: {
    /** Its language; null for that of the original file. */
    languageId: string | null;
  };
  /** Milliseconds for which the last frame is shown longer (`canHoldLastFrame`); 0 by default. */
  heldMs?: number;
}

/** A sound that is written as an audiobook. */
export interface BookRequest {
  /** A WAV file of one channel. */
  sound: string;
  durationMs: number;
  title: string;
  album: string;
  /** An id of catalogue/languages.ts. */
  languageId: string;
  chapters: readonly { title: string; startMs: number; endMs: number }[];
}

/**
 * Reads and writes media files. Paths are absolute. An output file is complete and synced to disk
 * when it exists; the same input gives the same bytes. Each function rejects with EngineError, with
 * AppError "disk-full", or with the reason of the signal when it is aborted; another error means
 * that the program failed, and the request may be repeated.
 */
export interface MediaProvider {
  /** Null, or why media cannot be extracted and muxed, for users. */
  unavailable(): Promise<string | null>;
  probe(file: string, options: MediaOptions): Promise<MediaFacts>;
  /**
   * The length of a picture whose facts do not contain it. Reads the whole file without decoding
   * it.
   */
  measurePicture(file: string, facts: MediaFacts, options: MediaOptions): Promise<PictureLength>;
  /**
   * What is missing of a file by its packets; null for a complete file. Reads the whole file
   * without decoding it.
   */
  findLoss(file: string, facts: MediaFacts, options: MediaOptions): Promise<MediaLoss | null>;
  /**
   * Decodes the sound of the file, `audio` of its facts, to WAV of 16 bit. One channel of several
   * is their middle, or the louder side where they cancel each other. In 5.1, the sides of stereo
   * are the left and the right, and mono is the centre.
   * @throws EngineError for a file without sound.
   */
  extract(
    file: string,
    to: string,
    sound: { sampleRate: 16_000 | 48_000; channels: ChannelCount },
    options: MediaOptions,
  ): Promise<void>;
  /**
   * The extension of dubs of a file, without a dot. "wav" without a picture: the mix is the dub.
   * "mkv" where the file's own container cannot have its picture.
   */
  outputExtension(facts: MediaFacts): string;
  /** Whether dubs of a file can show its last frame longer. */
  canHoldLastFrame(facts: MediaFacts): boolean;
  /**
   * The picture bit for bit, with another sound. Resolves with a message that lists what the
   * written file does not have of the original, or "".
   * @throws EngineError for a file without a picture, or if the last frame was not held as long.
   */
  mux(request: MuxRequest, options: MediaOptions): Promise<string>;
  /** Whether MP3 can be written: an installed FFmpeg may lack its encoder. */
  canWriteBooks(): Promise<boolean>;
  /** Writes an audiobook as MP3 with chapters. @throws EngineError where that is not possible. */
  writeBook(request: BookRequest, to: string, options: MediaOptions): Promise<void>;
  /** Null, or why no preview can be made, for users: only an installed FFmpeg makes previews. */
  previewUnavailable(): Promise<string | null>;
  /**
   * A small picture that the window can show, with the sound; the times are those of the original.
   * Resolves with its content type.
   * @throws EngineError for a file without a picture.
   */
  preview(file: string, to: string, options: MediaOptions): Promise<string>;
  /** Ends what is running, which rejects; then nothing is written any more. */
  close(): Promise<void>;
}

/** A span of speech. */
export interface SpeechSpan {
  startMs: number;
  endMs: number;
}

export interface SpeechOptions extends MediaOptions {
  /** Called when the model cannot be run, and the speech is found by its level instead. */
  onWithoutModel?: () => void;
}

/** Analyses a WAV file of 16 kHz, mono, in blocks. */
export interface SpeechAnalyser {
  /** Voice activity, in order. */
  findSpeech(file: string, options: SpeechOptions): Promise<SpeechSpan[]>;
  /**
   * The speaker of each span, numbered from 0 in the order of their first spans; null for a span
   * that is not within the sound. `count` null: estimated.
   */
  findSpeakers(
    file: string,
    spans: readonly SpeechSpan[],
    count: number | null,
    options: MediaOptions,
  ): Promise<(number | null)[]>;
  close(): Promise<void>;
}

export interface TranscribedSpan extends SpeechSpan {
  text: string;
}

export interface TranscriptionOptions extends MediaOptions {
  /** Called when the engine has to be waited for, and with null when it is used again. */
  onWait?: ((wait: EngineWait | null) => void) | undefined;
}

export interface Transcriber {
  /** Languages that an installed pack or external program transcribes. */
  languages(): ReadonlySet<string>;
  /** Transcribes a WAV file of 16 kHz, mono. */
  transcribe(
    file: string,
    spans: readonly SpeechSpan[],
    languageId: string,
    options: TranscriptionOptions,
  ): Promise<TranscribedSpan[]>;
  close(): Promise<void>;
}

/** Shortens texts of lines, so that their takes fit. */
export interface TextShortener {
  /** Ids of the languages whose texts it shortens. */
  languages(): ReadonlySet<string>;
  /**
   * A text of the same meaning that is shorter than `text`, if possible of at most so many
   * characters. Rejects with EngineError, or with the reason of the signal.
   */
  shorten(
    request: { text: string; languageId: string; characters: number },
    signal: AbortSignal,
  ): Promise<string>;
}

export interface Translator {
  canTranslate(from: string, to: string): boolean;
  /** One translation for each text, in the same order. */
  translate(
    texts: readonly string[],
    from: string,
    to: string,
    signal: AbortSignal,
  ): Promise<string[]>;
  close(): Promise<void>;
}
