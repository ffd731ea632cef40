import { checkRules } from "../../../../preload/facts/checks";
import type { Strings } from "../en";
import { formatDecimal, formatPercent } from "../../format";

const text = (value: number) => formatDecimal(Math.round(value * 100) / 100);
const percent = (value: number) => formatPercent(value, 1);
const tolerance = checkRules.loudnessTolerance.limit;
const factor = (value: number, limit: number) =>
  `Passt bei ${text(value)}-facher Geschwindigkeit (höchstens ${text(limit)}-fach)`;

export const checks: Strings["checks"] = {
  names: {
    missing: "Fehlt",
    "not-speakable": "Nicht sprechbar",
    "not-spoken": "Nicht gesprochen",
    untranslated: "Nicht übersetzt",
    glossary: "Glossar nicht angewendet",
    "reading-speed": "Grenzen für Untertitel überschritten",
    "too-long": "Zu lang",
    "uneven-pace": "Ungleichmäßiges Tempo",
    overlap: "Überschneidung",
    "outside-picture": "Außerhalb des Bildes",
    "words-cut": "Wörter evtl. abgeschnitten",
    silence: "Stille",
    clipping: "Übersteuerung",
    loudness: "Lautheit",
    "loudness-jump": "Lautheitssprung",
    duplicate: "Doppelter Ton",
  },
  /** The value of a finding, and its limit. */
  rules: {
    latinShare: (value: number, limit: number) =>
      `${percent(value)} der Buchstaben sind lateinisch (höchstens ${percent(limit)})`,
    charactersPerSecond: (value: number, limit: number) =>
      `${text(value)} Zeichen pro Sekunde (höchstens ${text(limit)})`,
    subtitleMinMs: (value: number, limit: number) =>
      `${text(value)} ms sichtbar (mindestens ${text(limit)} ms)`,
    subtitleMaxMs: (value: number, limit: number) =>
      `${text(value)} ms sichtbar (höchstens ${text(limit)} ms)`,
    subtitleRows: (value: number, limit: number) =>
      `${text(value)} Zeilen (höchstens ${text(limit)})`,
    subtitleRowCharacters: (value: number, limit: number) =>
      `${text(value)} Zeichen in einer Zeile (höchstens ${text(limit)})`,
    subtitleCharacters: (value: number, limit: number) =>
      `${text(value)} Zeichen (höchstens ${text(limit)} in zwei Zeilen)`,
    subtitleGapFrames: (value: number, limit: number) =>
      `${text(value)} Bilder bis zur nächsten Zeile (mindestens ${text(limit)})`,
    factorError: factor,
    factorWarning: factor,
    factorNote: factor,
    paceDifference: (value: number, limit: number) =>
      `Tempo weicht von benachbarten Zeilen um ${text(value)} ab (höchstens ${text(limit)})`,
    pastEndMs: (value: number) => `Endet ${text(value)} ms nach dem Bild`,
    beforeStartMs: (value: number) => `Beginnt ${text(value)} ms vor dem Bild`,
    overlapMs: (value: number) => `Überschneidet eine andere Zeile der Figur um ${text(value)} ms`,
    lengthMin: (value: number, limit: number) =>
      `${text(value)}× der üblichen Länge dieser Stimme (mindestens ${text(limit)}×)`,
    lengthMax: (value: number, limit: number) =>
      `${text(value)}× der üblichen Länge dieser Stimme (höchstens ${text(limit)}×)`,
    endBelowSpeechDb: (value: number, limit: number) =>
      `Ende liegt ${text(value)} dB unter dem Sprachpegel (mindestens ${text(limit)} dB)`,
    silentDb: (value: number, limit: number) =>
      `Pegel beträgt ${text(value)} dBFS (mindestens ${text(limit)} dBFS)`,
    silenceStartMs: (value: number, limit: number) =>
      `${text(value)} ms Stille am Anfang (höchstens ${text(limit)} ms)`,
    silenceEndMs: (value: number, limit: number) =>
      `${text(value)} ms Stille am Ende (höchstens ${text(limit)} ms)`,
    silenceInsideMs: (value: number, limit: number) =>
      `${text(value)} ms Stille im Innern (höchstens ${text(limit)} ms)`,
    fullScaleSamples: (value: number, limit: number) =>
      `${text(value)} Samples bei Vollaussteuerung (weniger als ${text(limit)})`,
    truePeak: (value: number, limit: number) =>
      `True Peak beträgt ${text(value)} dBTP (höchstens ${text(limit)} dBTP)`,
    loudness: (value: number, limit: number) =>
      `Lautheit beträgt ${text(value)} LUFS (Ziel ${text(limit)} ± ${text(tolerance)} LUFS)`,
    loudnessJump: (value: number, limit: number) =>
      `${text(value)} LU Unterschied zur vorigen Zeile der Figur (höchstens ${text(limit)} LU)`,
  },
};
