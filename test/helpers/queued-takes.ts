/** Takes for rows that are written without a service. */
import type { LocalStore } from "../../main/local-service/rows/port";

/** The takes to plan for the lines from 1 on, with `variants` of each. */
export const plannedTakes = (lines: number, variants: number) =>
  Array.from({ length: lines * variants }, (_, index) => ({
    number: 1 + Math.floor(index / variants),
    variant: index % variants,
    key: "key",
    text: "text",
    fit: "auto" as const,
  }));

/** The outcome of a take that was made. */
export const madeTake = (name: string) =>
  ({
    result: "made",
    voice: "Voice",
    location: `takes/${name}.wav`,
    speech: `takes/${name}.speech.wav`,
    take: {
      bytes: 1,
      md5: "a".repeat(32),
      sha256: "b".repeat(64),
      measures: { durationMs: 500, speed: 1, loudness: -20, peak: -3, pitch: null },
      scan: {},
    },
  }) as unknown as Parameters<LocalStore["finishTake"]>[2];
