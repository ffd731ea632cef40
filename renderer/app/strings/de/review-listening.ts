import type * as english from "../en/review-listening";
import { formatNumber } from "../../format";
import { count } from "./count";

export const listening: typeof english.listening = {
  group: "Anhören",
  play: "Take abspielen oder anhalten",
  original: "Original abspielen",
  context: "Im Zusammenhang abspielen",
  on: "Ab der Abspielposition weiter",
  notPlaying: "Es wird nichts abgespielt",
  back: "Zwei Sekunden zurück",
  comment: "Kommentar an der Abspielposition",
  newCommentAt: (time) => `Neuer Kommentar bei ${time}`,
  newCommentOn: (from, to) => `Neuer Kommentar von ${from} bis ${to}`,
  beginSpan: "Kommentar zu einem Abschnitt ab der Abspielposition beginnen",
  endSpan: "Abschnitt des Kommentars an der Abspielposition beenden",
  spanBegun: (time) => `Der Abschnitt des Kommentars beginnt bei ${time}`,
  goTo: (time) => `Abspielposition auf ${time} setzen`,
  toggleTimeline: "Zeitachse ein- oder ausblenden",
  earlier: "Ein Bild früher",
  later: "Ein Bild später",
  muchEarlier: "Zehn Bilder früher",
  muchLater: "Zehn Bilder später",
  faster: "Schneller",
  slower: "Langsamer",
  reset: "Platzierung und Tempo zurücksetzen",
  originalFailed: "Diese Zeile hat keinen Originalton, der abgespielt werden kann",
};

export const picture: typeof english.picture = {
  missing:
    "Es gibt kein Bild: Das Video des Batches liegt an einer URL oder wurde aus der Mediengalerie gelöscht.",
  unknownFormat: "unbekannt",
  format: (codec) =>
    `Dieses Video kann hier nicht abgespielt werden (Format: ${codec}). Takes sind ohne das Video zu hören.`,
  picture: (codec) =>
    `Das Bild kann hier nicht gezeigt werden (Format: ${codec}). Der Ton wird abgespielt.`,
  detach: "Bild in eigenem Fenster zeigen",
  attach: "Bild zurückholen",
  notDetached: "Das Bild kann jetzt nicht in einem eigenen Fenster gezeigt werden",
  makingPreview: (percent) => `Eine Vorschau wird erstellt (${percent})`,
  previewStarted: "Eine Vorschau des Bildes wird erstellt",
  previewReady: "Die Vorschau des Bildes ist fertig",
  installFfmpeg: "Installieren Sie FFmpeg, um das Bild zu sehen.",
};

export const voice: typeof english.voice = {
  change: "Stimme der Zeile",
  changeCharacter: "Stimme der Figur",
  ofLine: (number) => `Stimme der Zeile ${formatNumber(number)}`,
  ofCharacter: (character) => `Stimme von ${character}`,
  ofCharacterIn: (character, language) => `Stimme von ${character}, ${language}`,
  now: (name) => `Jetzt ${name}. Durch die Wahl wird kein Take erzeugt.`,
  noneNow: "Es gibt noch keine Stimme. Durch die Wahl wird kein Take erzeugt.",
  selectVoice: "Wählen Sie zuerst eine Stimme",
  isCurrent: "Dies ist die jetzige Stimme",
  effect: (lines, batches) =>
    lines === 0
      ? "Keine Zeile veraltet"
      : batches <= 1
        ? count(lines, "Zeile veraltet", "Zeilen veralten")
        : `${count(lines, "Zeile veraltet", "Zeilen veralten")}, in ${formatNumber(batches)} Batches`,
  back: "Stimme der Figur verwenden",
  use: "Diese Stimme verwenden",
  assigned: (character, name) => `${character} hat die Stimme ${name}`,
};

export const timeline: typeof english.timeline = {
  label: "Zeitachse",
  summary: (lines, comments) =>
    `Zeitachse mit ${count(lines, "Zeile", "Zeilen")} und ${count(comments, "offenen Kommentar", "offenen Kommentaren")}.`,
  selected: (number, from, to) => `Zeile ${formatNumber(number)} geht von ${from} bis ${to}.`,
  takeAt: (from, to) => `Ihr Take geht von ${from} bis ${to}.`,
  untimed: "Das Skript hat keine Zeiten: Die Zeilen folgen aufeinander.",
  zoomIn: "Vergrößern",
  zoomOut: "Verkleinern",
  partly: (number) => `Die ersten ${number} Zeilen`,
};
