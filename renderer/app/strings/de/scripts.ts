import type { ScriptProblemCode } from "../../../../preload/facts/script-problems";
import type { Strings } from "../en";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";
import { serviceTexts } from "./service-messages";

const lines = (number: number) => count(number, "Zeile", "Zeilen");
const scriptCount = (number: number) => count(number, "Skript", "Skripte");
const errors = (number: number) => count(number, "Fehler", "Fehler");
const days = (seconds: number) => count(Math.max(1, Math.floor(seconds / 86_400)), "Tag", "Tage");
const inErrors = (number: number) => count(number, "Fehler", "Fehlern");

/** Texts for the problems of the script reader, by code. Other problems show their message. */
const problems: Record<ScriptProblemCode, string> = {
  empty: "Die Datei ist leer.",
  "too-large": "Die Datei ist zu groß.",
  "too-slow":
    "Die Datei ist zu groß oder zu komplex: Das Lesen dauert zu lange. Teilen Sie die Datei auf, oder speichern Sie sie neu.",
  "too-much-memory":
    "Die Datei ist zu groß oder zu komplex: Das Lesen braucht zu viel Speicher. Teilen Sie die Datei auf.",
  "reader-failed":
    "Die Datei konnte nicht gelesen werden: Der Leseprozess wurde unerwartet beendet. Vielleicht ist sie zu groß oder zu komplex.",
  unpacked: "Die entpackte Datei ist unzulässig groß. Die Datei wurde nicht geöffnet.",
  damaged: "Die Datei ist beschädigt oder unvollständig. Speichern Sie sie neu.",
  encrypted: "Die Datei ist mit einem Passwort geschützt. Speichern Sie sie ohne Passwort.",
  "old-format":
    "Altes Binärformat von Excel oder Word. Speichern Sie die Datei als .xlsx oder .docx.",
  "format-unknown":
    "Dieses Format wird nicht gelesen. Möglich sind .xlsx, .ods, .csv, .srt, .vtt, .ass, .ttml, .sbv, .stl, .docx, .txt und .pdf.",
  "format-mismatch": "Der Inhalt der Datei passt nicht zu ihrem Namen.",
  "not-text": "Die Datei enthält keinen Text.",
  "too-many-rows": "Die Datei hat zu viele Zeilen. Teilen Sie die Datei auf.",
  "too-many-cells":
    "Das Blatt umfasst zu viele Zellen. Löschen Sie Zellen weit außerhalb der Daten.",
  "reader-busy":
    "Zu viele Dateien warten darauf, gelesen zu werden. Versuchen Sie es gleich erneut.",
  "too-many-paragraphs":
    "Die Datei hat zu viele Absätze oder Textzeilen. Teilen Sie die Datei auf.",
  "too-many-strings": "Die Arbeitsmappe hat zu viele verschiedene Texte. Teilen Sie die Datei auf.",
  "too-many-characters": "Die Datei enthält zu viel Text. Teilen Sie die Datei auf.",
  "too-deep": "Das Dokument hat zu tief verschachtelte Textfelder.",
  "too-many-pages": "Die Datei hat zu viele Seiten. Teilen Sie die Datei auf.",
  "sheet-missing":
    "Die Arbeitsmappe hat mehrere Blätter, und keines heißt wie in der Vorlage. Nur das erste wurde gelesen.",
  "sheet-chosen": "Nur das Blatt mit einer Kopfzeile wurde gelesen.",
  "sheet-unknown": "Dieses Blatt gibt es nicht, oder es ist ausgeblendet.",
  "sheets-unclear":
    "Mehrere Blätter haben Zeilen, aber keine Spalte für Figuren. Wählen Sie ein Blatt, oder schreiben Sie alle Zeilen auf ein Blatt mit einer Spalte „Character“.",
  "sheets-hidden": "Ausgeblendete Blätter wurden ausgelassen.",
  "sheets-hidden-all":
    "Alle Blätter der Arbeitsmappe sind ausgeblendet. Blenden Sie eines ein, und speichern Sie die Datei neu.",
  "header-below":
    "In dieser Zeile stehen die Namen der Spalten. Zeilen darüber wurden nicht gelesen.",
  "rows-hidden": "Ausgeblendete Zeilen wurden ausgelassen.",
  "columns-hidden": "Ausgeblendete Spalten wurden ausgelassen.",
  "cells-hidden": "Zellen, deren Format ihren Wert verbirgt, wurden ausgelassen.",
  "header-repeated": "Ausgelassen: Zeilen, die die Namen der Spalten wiederholen.",
  "header-joined": "Die Namen der Spalten stehen in zwei Zeilen. Sie wurden zusammengefügt.",
  "rows-left-out": "Zeilen, die keine Rede sind, wurden ausgelassen.",
  "table-second":
    "Unter einer leeren Zeile beginnt eine zweite Tabelle. Ihre Zeilen wurden nicht gelesen. Wenn sie gesprochen werden, schreiben Sie alle Zeilen unter die ersten Namen der Spalten.",
  "cells-merged": "Verbundene Zellen gelten für alle ihre Zeilen.",
  "text-struck": "Durchgestrichener Text wurde ausgelassen.",
  "columns-recognised": "Spalten wurden an ihren Namen erkannt.",
  "pronunciation-missing":
    "Keine Spalte enthält Aussprachen: Die Wörter werden ohne Aussprache importiert.",
  "text-language-missing":
    "Diese Spalte enthält Text, nennt aber seine Sprache nicht. Ordnen Sie die Spalten zu.",
  "formula-without-value":
    "Die Formel dieser Zelle hat keinen gespeicherten Wert. Öffnen Sie die Datei in einem Tabellenprogramm, berechnen Sie sie neu, und speichern Sie sie.",
  "frame-rate-missing":
    "Diese Zeitangaben zählen Einzelbilder, und die Bildrate ist unbekannt. Sie wurden nicht gelesen.",
  "frame-rate-stated":
    "Zeitangaben mit Einzelbildern wurden mit der Bildrate gelesen, die in dieser Zeile steht.",
  "frame-rate-differs":
    "Diese Zeitangaben haben Einzelbilder, die es bei der Bildrate der Datei nicht gibt. Sie wurden nicht gelesen.",
  "time-unit": "Die Zeitangaben sind ganze Zahlen. Sie wurden als Millisekunden gelesen.",
  "duration-differs": "Die Dauer dieser Zeilen widerspricht ihrem Ende. Ihr Ende wurde gelesen.",
  "duration-unit":
    "Die Dauern wurden als Minuten und Sekunden gelesen, und diese Zeilen enden nach dem Beginn der nächsten. Schreiben Sie Sekunden und Einzelbilder als 00:00:02:12.",
  "duration-unreadable": "Die Dauer dieser Zeilen ist nicht lesbar. Ihr Ende wurde gelesen.",
  "quote-inside":
    "Ein Anführungszeichen in einer Zelle dieser Zeile ist nicht verdoppelt. Prüfen Sie den Text.",
  html: "Die Datei ist eine Webseite (HTML) mit anderer Endung. Wenn ein Link zu ihr führte, laden Sie die Datei des Links herunter; wenn ein Programm eine Tabelle als Webseite geschrieben hat, öffnen Sie sie in einem Tabellenprogramm, und speichern Sie sie als .xlsx.",
  rtf: "Die Datei ist ein RTF-Dokument. Speichern Sie es als .docx.",
  "xml-table":
    "Die Datei ist eine XML-Tabelle von Excel 2003. Öffnen Sie sie in einem Tabellenprogramm, und speichern Sie sie als .xlsx.",
  "format-foreign":
    "Dieses Format eines anderen Programms wird nicht gelesen. Speichern Sie die Datei dort oder in einem Untertitelprogramm als .srt.",
  "column-missing": "Eine Spalte fehlt.",
  "column-twice": "Diese Spalte kommt zweimal vor.",
  "column-unknown": "Diese Spalte ist unbekannt und wird nicht gelesen.",
  "columns-ignored": "Diese Spalten werden nicht gelesen.",
  "text-column-missing": "Keine Spalte mit Text einer Sprache gefunden.",
  "language-unknown": "Diese Sprache ist unbekannt.",
  "language-missing": "Die Sprache des Skripts fehlt.",
  "cell-error": "Die Formel dieser Zelle endet in einem Fehler.",
  "text-too-long": "Der Text ist zu lang.",
  "text-missing": "In keiner Sprache ist Text vorhanden.",
  "text-outside": "Text vor der ersten Zeitangabe wurde übersprungen.",
  "source-audio-missing": "Der Originalton fehlt.",
  "source-audio-not-found":
    "Diese Aufnahme ist weder auf diesem Computer noch in der Mediengalerie.",
  "source-audio-type": "Keine Audiodatei, die der Dienst annimmt.",
  "source-audio-outside":
    "Liegt außerhalb des Skriptordners. Diese Aufnahme ist vor dem Hochladen zu bestätigen.",
  "source-audio-url": "Keine URL, die der Dienst abrufen kann.",
  "id-twice": "Diese ID kommt bereits vor.",
  "line-id-unknown": "Keine Zeile des Batches hat diese ID.",
  "line-id-missing": "Diese Zeile hat keine ID.",
  "line-id-repeated": "Diese ID kommt mehrmals vor, sie bezeichnet keine Zeile.",
  "line-id-unclear": "Diese ID könnte die mehrerer Zeilen sein.",
  "line-id-changed": "Diese ID wurde von einem anderen Programm verändert, aber erkannt.",
  "line-source": "Die Quelle dieser Zeile ist die einer anderen Zeile des Batches.",
  "line-character": "Die Zeile des Batches gehört zu einer anderen Figur.",
  "line-time-unknown": "Keine Zeile des Batches beginnt zu dieser Zeit.",
  "line-time-unclear": "Von den Zeilen zu dieser Zeit ist keine sicher.",
  "lines-order": "Die Figuren haben eine andere Reihenfolge als im Batch.",
  "lines-count": "Die Datei hat eine andere Zahl von Zeilen als der Batch.",
  "lines-time-speed": "Die Zeiten der Datei laufen in einer anderen Geschwindigkeit.",
  "lines-time-near": "Zeilen der Datei beginnen bis zu ein Einzelbild neben ihren Zeilen.",
  "lines-time-shifted": "Alle Zeiten der Datei sind um denselben Wert verschoben.",
  "lines-by-number": "Zeilen der Datei wurden nach ihren Nummern zugeordnet.",
  "emotion-unknown": "Diese Emotion ist unbekannt.",
  "intensity-unknown": "Diese Intensität ist unbekannt.",
  "timing-invalid": "Diese Zeitangabe ist nicht lesbar.",
  "timing-negative": "Dieser Untertitel endet, bevor er beginnt.",
  "timing-overlap": "Dieser Untertitel überlappt den vorigen.",
  "timing-long": "Dieser Untertitel endet, nachdem spätere begonnen haben.",
  "cue-empty": "Dieser Untertitel hat keinen Text. Er wurde übersprungen.",
  "cue-numbers":
    "Die Zahl vor der Zeitangabe wurde als Nummer des Untertitels gelesen, obwohl sie nicht auf die vorige folgt.",
  "cue-data":
    "Dieser Untertitel enthält Daten eines Programms, keinen Text. Er wurde übersprungen.",
  "cue-effects": "Untertitel, die Effekte sind (Karaoke), wurden übersprungen.",
  "cue-comments": "Kommentare der Datei, die nicht angezeigt werden, wurden weggelassen.",
  "cues-before-start":
    "Untertitel vor dem Beginn des Programms, etwa sein Titel, wurden weggelassen.",
  "file-incomplete":
    "Die Datei endet in einem Untertitel, der nicht gelesen wurde. Sie ist vielleicht unvollständig.",
  "cues-rolling":
    "Zeilen, die die des vorigen Untertitels wiederholen (rollende Untertitel), wurden einmal gelesen.",
  "cues-sorted":
    "Die Untertitel stehen nicht in der Reihenfolge ihrer Zeiten. Sie wurden nach ihren Zeiten gelesen.",
  "cues-languages":
    "Die Datei hat Untertitel in mehreren Sprachen. Nur die in der Sprache des Skripts wurden gelesen.",
  "cues-two-scripts":
    "Die meisten Untertitel haben eine Zeile in lateinischer und eine in anderer Schrift. Beide wurden gelesen. Wenn es zwei Sprachen sind, lassen Sie nur eine davon in der Datei.",
  "name-uncertain": "Dieser Satzanfang wurde nicht als Name einer Figur gelesen.",
  "separator-missing":
    "Die Texte beginnen mit Namen, die als Teil der Texte gelesen werden. Wählen Sie das Trennzeichen der Figuren.",
  "styles-as-names": "Stile wurden als Figuren gelesen.",
  "time-offset": "Die Zeiten zählen ab dem Beginn des Programms.",
  "names-in-brackets": "Namen in Klammern wurden als Figuren gelesen.",
  "quote-open": "Ein Anführungszeichen wird in dieser Zeile nicht geschlossen.",
  "pdf-without-text": "Die .pdf-Datei enthält keinen Text; vielleicht ist sie ein Scan.",
  "lines-missing": "Das Skript hat keine Zeilen.",
  closed: "Die Datei wurde nicht gelesen, weil das Programm beendet wird.",
  "bulk-format": "Ein Sammelauftrag wird aus .xlsx, .ods oder .csv gelesen.",
  encoding:
    "Die Datei ist nicht UTF-8-kodiert. Sind die Wörter falsch, wählen Sie eine andere Kodierung, oder speichern Sie die Datei als UTF-8.",
  "character-unreadable": "Ein Zeichen ist nicht lesbar. Berichtigen Sie es in der Datei.",
  languageCode: "Diese Datei enthält keine Sprachangabe.",
  "rows-missing": "Unter der Kopfzeile stehen keine Zeilen.",
  "name-missing": "Der Name des Batches fehlt.",
  "path-missing": "Weder Skript noch Video.",
  "setting-invalid": "Ungültiger Wert für diese Einstellung.",
  "setting-unknown": "Diese Einstellung gibt es nicht.",
  "document-table-columns":
    "Die Spalten dieser Tabelle sind nicht eindeutig. Benennen Sie sie mit „Figur“ und „Text“.",
  "document-table-cells":
    "Die Spalten dieser Tabelle sind nicht eindeutig. Ihre Zellen wurden nacheinander gelesen.",
  "document-table-guessed":
    "Diese Tabelle hat keine Kopfzeile. Figur und Text wurden am Inhalt der Spalten erkannt.",
  "document-columns-ignored": "Nicht alle Spalten dieser Tabelle wurden gelesen.",
  "cells-joined":
    "Teile, die durch Tabulatoren oder weite Abstände getrennt sind, wurden als ein Text gelesen.",
  "document-outside-tables": "Text außerhalb der Tabellen wurde nicht gelesen.",
  "document-screenplay": "Als Drehbuch gelesen, mit den Namen über den Dialogen.",
  "format-embedded": "Das Dokument enthält Untertitel oder eine Tabelle und wurde so gelesen.",
  "hyphens-joined": "Am Zeilenende getrennte Wörter wurden verbunden.",
  "page-columns": "Der Text steht in Spalten. Sie wurden nacheinander gelesen.",
  "readings-left-out": "Die Lesungen über den Wörtern (Ruby) wurden ausgelassen.",
  "text-doubled": "Doppelt gedruckter Text wurde einmal gelesen.",
  "several-speakers": "Mehrere Figuren sind genannt. Sie wurden als eine Figur gelesen.",
  "speaker-above": "Die Figur wurde aus dem Namen darüber gelesen.",
  "speaker-inside": "Innerhalb des Absatzes beginnt eine weitere Figur.",
  "speech-continued": "Als Teil der Rede darüber gelesen, weil dazwischen keine leere Zeile steht.",
  "speaker-none": "In diesen Zeilen ist keine Figur genannt, anders als in den meisten anderen.",
  "speaker-from-row-above": "Die Figur wurde aus der Zeile darüber gelesen.",
  "speaker-assumed": "Die Figur wurde am Anfang des Absatzes erkannt.",
  "speaker-uncertain":
    "Nur die Klammern zeigen, dass diese Wörter Namen sind. Schreiben Sie Namen vor einen Doppelpunkt, und Regieanweisungen klein, wenn die Schrift Kleinbuchstaben hat.",
  "names-before-colon":
    "Nur ein Doppelpunkt zeigt, dass diese Wörter Namen sein können. Schreiben Sie Namen über ihre Texte.",
  "names-alone":
    "Wörter, die allein in ihrer Zeile stehen, wurden als Namen gelesen. Werden sie gesprochen? Schreiben Sie Namen vor einen Doppelpunkt.",
  "words-alone":
    "Wörter, die allein in ihrer Zeile stehen, wurden als gesprochene Zeilen gelesen. Sind es Namen? Schreiben Sie Namen vor einen Doppelpunkt.",
  "sounds-as-speakers":
    "Ein Wort für Geräusche wurde als Figur gelesen. Schreiben Sie Geräusche in Klammern, wenn sie nicht gesprochen werden.",
  "rows-undivided":
    "Zeilen innerhalb eines Absatzes, die mit einem Namen beginnen können, wurden als Teil seines Textes gelesen. Beginnen Sie für jede Figur einen Absatz.",
  "notes-below":
    "Eine Überschrift für Anmerkungen und die Texte darunter wurden ausgelassen. Sie nennen keine Figur. Wenn sie gesprochen werden, schreiben Sie die Namen der Figuren davor.",
  "colon-in-sentence": "Die Wörter vor dem Doppelpunkt wurden nicht als Name gelesen.",
  "names-joined": "Schreibweisen desselben Namens wurden zusammengefasst.",
  "line-number": "Nur eine Zahl; als Zeile gelesen.",
  "line-time": "Nur eine Zeitangabe; als Zeile gelesen.",
  "line-heading": "Eine Überschrift; als Zeile gelesen.",
  "line-direction": "Eine Regieanweisung; bleibt erhalten und ist in der Synchronfassung stumm.",
  "spoken-direction": "Eine Regieanweisung; wird gesprochen.",
  "line-action": "Text ohne Figur; als Zeile gelesen.",
  "line-page": "Kopfzeile, Fußzeile, Seitenzahl oder Wasserzeichen; als Zeile gelesen.",
  "line-hidden": "Verborgener oder durchgestrichener Text; als Zeile gelesen.",
  "line-name": "Ein Wort allein über einem Text; als Zeile gelesen.",
  "left-out-number": "Nur eine Zahl; ausgelassen.",
  "left-out-time": "Nur eine Zeitangabe; ausgelassen.",
  "left-out-heading": "Eine Überschrift; ausgelassen.",
  "left-out-direction": "Eine Regieanweisung; ausgelassen.",
  "left-out-action": "Text ohne Figur; ausgelassen.",
  "left-out-page": "Kopfzeile, Fußzeile, Seitenzahl oder Wasserzeichen; ausgelassen.",
  "left-out-hidden": "Verborgener oder durchgestrichener Text; ausgelassen.",
  "left-out-name": "Ein Wort allein über einem Text; als Name der Figur gelesen.",
  "text-with-times": "Der Text enthält Zeitangaben.",
  "text-mojibake":
    "Die Datei wurde gespeichert, nachdem ihre Kodierung falsch erkannt wurde. Speichern Sie sie als UTF-8 aus dem Programm, das sie geschrieben hat.",
  "text-with-markup": "Der Text enthält Formatierungszeichen. Sie würden gesprochen.",
  "text-with-next-number": "Der Text endet mit der Nummer der nächsten Zeile.",
  "speakers-missing": "In der ganzen Datei ist keine Figur genannt.",
  "names-similar": "Namen von Figuren unterscheiden sich in nur einem Buchstaben.",
};

const isKnownCode = (code: string): code is ScriptProblemCode => Object.hasOwn(problems, code);

/** The message itself where the window knows it: it contains the details. */
function textOf(code: string, message: string): string {
  const translated = serviceTexts.message(message);
  if (/^(?:lines?-|(?:id|column)-twice$)/.test(code) && translated !== message)
    return withStop(translated);
  if (!isKnownCode(code)) return message;
  const details = listed[code]?.(message) || quoted(code, message);
  const text = details === "" ? problems[code] : withDetails(problems[code], details);
  return pagesOf(message) + text;
}

const inGermanQuotes = (text: string) => text.replace(/“([^“”]*)”/g, "„$1“");

/** Codes whose messages quote what their texts here contain, or what `assumed` contains. */
const withoutQuoted: ReadonlySet<string> = new Set<ScriptProblemCode>([
  "document-table-columns",
  "encoding",
  "sheet-chosen",
]);

/** The list at the end of a message, after the first colon. */
const listAtEnd = (message: string) => (/: (.+)\.$/s.exec(message)?.[1] ?? "").trim();
/** A list of names in German, as the reader writes it ("column 3, Notes and 2 more"). */
const inGerman = (list: string) =>
  inGermanQuotes(list)
    .replace(/,? and (\d+) more$/, " und $1 weitere")
    .replace(/(?<=^|, )column (\d+)(?=,|$| und )/g, "Spalte $1");
const germanList = (message: string) => inGerman(listAtEnd(message));

/** What a message lists without quotes, by its code. */
const listed: Partial<Record<ScriptProblemCode, (message: string) => string>> = {
  "rows-hidden": germanList,
  "columns-hidden": germanList,
  "cells-hidden": germanList,
  "cells-merged": germanList,
  "text-struck": germanList,
  "columns-ignored": germanList,
  "document-columns-ignored": germanList,
  "frame-rate-stated"(message) {
    const [, kind, some] = /, (with|without) drop frames( where)?/.exec(message) ?? [];
    if (kind === undefined) return "";
    const which = some === undefined ? "" : " bei Zeitangaben mit einem Semikolon";
    return `${kind === "with" ? "mit" : "ohne"} Drop Frame${which}`;
  },
  "columns-recognised": (message) =>
    germanList(message).replace(/ as (?=[\w-]+(?:,|$| und ))/g, " als "),
  "names-joined": (message) => germanList(message).replaceAll("“ as ", "“ als "),
  "column-missing": (message) =>
    (/needs the column (.+)\.$/.exec(message)?.[1] ?? "").replace(" or ", " oder "),
  "column-unknown": (message) => /^The column (.+) is not known and /.exec(message)?.[1] ?? "",
  "language-unknown": (message) =>
    /^(.+) does not name a known language\./.exec(message)?.[1] ?? "",
  "text-language-missing"(message) {
    const [, name = "", languages] =
      /^The column (.+) has texts, and (?:it may mean (.+)|.*)\.$/.exec(message) ?? [];
    return languages === undefined ? name : `${name}, ${languages.replaceAll(" or ", " oder ")}`;
  },
  "document-table-guessed"(message) {
    const [, character, text] =
      /character: (?:none|column (\d+)); as text: column (\d+)/.exec(message) ?? [];
    if (text === undefined) return "";
    return `Figur ${character === undefined ? "keine" : `Spalte ${character}`}, Text Spalte ${text}`;
  },
};

/** The pages at the beginning of a message. */
function pagesOf(message: string): string {
  const [, several, pages = ""] = /^Page(s?) ([\d, and]+): /.exec(message) ?? [];
  if (several === undefined) return "";
  return `${several === "" ? "Seite" : "Seiten"} ${pages.replace(" and ", " und ")}: `;
}

/** The words that a message quotes. */
function quoted(code: ScriptProblemCode, message: string): string {
  if (withoutQuoted.has(code)) return "";
  // The message about a whole file may begin with its name.
  const words = message.replace(/^“[^“”]*”: /, "").match(/“[^“”]*”/g) ?? [];
  return inGermanQuotes(words.join(", "));
}

/** A text with details at the end of its first sentence. */
const withDetails = (text: string, details: string) =>
  text.replace(/\.(?= |$)/, () => `: ${details}.`);
const withStop = (text: string) => (text.endsWith(".") ? text : `${text}.`);

export const scripts: Strings["scripts"] = {
  group: "Skript",
  choose: "Datei wählen…",
  chooseOther: "Andere wählen…",
  useAddress: "Datei entfernen",
  fileHint:
    "Eine Datei auf diesem Computer. Sie wird beim Senden des Batches in der Skriptablage gespeichert.",
  videoHint: "Eine Datei auf diesem Computer. Sie wird zuerst in die Mediengalerie hochgeladen.",
  folder: "In Ordner hochladen",
  folderHint: "In der Mediengalerie. Leer lassen für die oberste Ebene.",
  folders: "Ordner der Mediengalerie",
  dropHere: "Loslassen, um die Datei in diesem Batch zu verwenden",
  reading: "Das Skript wird gelesen…",
  report: "Inhalt des Skripts",
  size: lines,
  characters: (number) => count(number, "Figur", "Figuren"),
  noProblems: "Keine Probleme gefunden",
  problems: (counts) =>
    formatList([
      ...(counts.errors > 0 ? [errors(counts.errors)] : []),
      ...(counts.warnings > 0 ? [count(counts.warnings, "Warnung", "Warnungen")] : []),
      ...(counts.notes > 0 ? [count(counts.notes, "Hinweis", "Hinweise")] : []),
    ]),
  problemList: "Probleme des Skripts",
  severity: { error: "Fehler", warning: "Warnung", note: "Hinweis" },
  row: (number) => `Zeile ${formatNumber(number)}`,
  rows: (numbers) => `Zeilen ${formatList(numbers.map(String))}`,
  kindChoices: {
    leaveOut: "Auslassen",
    makeLines: "Trotzdem als Zeilen lesen",
    keepSilent: "Als stumme Zeilen behalten",
    speak: "Sprechen",
    readNames: "Als Namen lesen",
  },
  cell: (name) => `Zelle ${name}`,
  wholeFile: "Ganze Datei",
  more: (number) => `und ${formatNumber(number)} weitere`,
  problem: (code, message, details) => {
    const { suggestion = "", assumed = "" } = details ?? {};
    return [
      textOf(code, message),
      ...(assumed === "" ? [] : [`Angenommen: ${inGermanQuotes(assumed)}.`]),
      ...(suggestion === "" ? [] : [`Ist ${suggestion} gemeint?`]),
    ].join(" ");
  },
  openInProgram: "Im Standardprogramm öffnen",
  rereadHint: "Gespeicherte Änderungen werden automatisch gelesen.",
  audio: (local, missing, gallery, urls) =>
    [
      ...(local > 0
        ? [
            `${count(local, "Datei", "Dateien")} auf diesem Computer ${local === 1 ? "wird" : "werden"} hochgeladen`,
          ]
        : []),
      ...(gallery > 0 ? [`${formatNumber(gallery)} in der Mediengalerie`] : []),
      ...(urls > 0 ? [`${formatNumber(urls)} als URL`] : []),
      ...(missing > 0 ? [`${formatNumber(missing)} ${missing === 1 ? "fehlt" : "fehlen"}`] : []),
    ].join(", "),
  audioMissing: (number) =>
    `${number === 1 ? "Eine Aufnahme fehlt" : `${formatNumber(number)} Aufnahmen fehlen`}. Legen Sie ${number === 1 ? "sie" : "sie alle"} an ihren Ort, und prüfen Sie erneut`,
  checkAgain: "Erneut prüfen",
  summaryErrors: (number) => `${errors(number)} im Skript`,
  audioLabel: "Originalton:",
  preview: "Zeilen",
  matching: {
    summary: (matched, total, missing) =>
      [
        `${formatNumber(matched)} von ${formatNumber(total)} ${total === 1 ? "Zeile der Datei ist" : "Zeilen der Datei sind"} zugeordnet`,
        ...(missing > 0
          ? [`${lines(missing)} des Batches ${missing === 1 ? "erhält" : "erhalten"} keinen Text`]
          : []),
      ].join(" · "),
    unavailable:
      "Der Dienst ordnet die Zeilen selbst zu. Er zeigt die Zeilen seiner Batches nicht.",
    nothing: "Keine Zeile der Datei hat einen Text in dieser Sprache.",
    failed: "Die Zeilen des Batches konnten nicht gelesen werden",
    columns: {
      row: "Datei",
      line: "Zeile",
      character: "Figur",
      before: "Jetziger Text",
      text: "Neuer Text",
    },
    noLine: "Keine Zeile",
    evidence: {
      id: "Nach ID",
      "changed-id": "Nach veränderter ID",
      time: "Nach Zeit",
      "shifted-time": "Nach verschobener Zeit",
      number: "Nach Nummer",
    },
  },
  encoding: {
    label: "Kodierung",
    recognise: "Automatisch erkennen",
    assumed: "Kein UTF-8. Sind die Wörter falsch, wählen Sie eine andere Kodierung.",
    chosen: "Von Ihnen gewählt",
    words: (words) => `Prüfen Sie diese Wörter: ${formatList(words.map((word) => `„${word}“`))}`,
  },
  assign: {
    titles: {
      uncertain: "Was enthalten die Spalten?",
      assigned: "Von Ihnen zugeordnete Spalten",
      certain: "Spalten",
    },
    hint: "Die ersten Zeilen der Tabelle. Wählen Sie, was jede Spalte enthält. Die Antwort gilt für jede Tabelle mit derselben Kopfzeile.",
    noTable: "Diese Datei enthält keine Tabelle.",
    sheet: "Blatt",
    headerRow: "Zeile mit den Namen der Spalten",
    noHeader: "Keine: Die erste Zeile ist ein Text",
    headerAt: (row, names) => `Zeile ${formatNumber(row)}: ${names}`,
    frames: "Zeiten mit Einzelbildern",
    noFrames: "Ohne Einzelbilder",
    framesPerSecond: (rate) => `${String(rate).replace(".", ",")} Bilder pro Sekunde`,
    table: "Erste Zeilen der Tabelle",
    contentOf: (column) => `Inhalt der Spalte „${column}“`,
    textIn: "Text in einer Sprache",
    roles: {
      ignore: "Ignorieren",
      character: "Figur",
      text: "Text in der Sprache des Batches",
      id: "ID",
      emotion: "Emotion",
      intensity: "Intensität",
      "source-audio": "Originalton",
      start: "In (Beginn)",
      end: "Out (Ende)",
      duration: "Dauer",
    },
    twice:
      "Zwei Spalten haben denselben Inhalt. Jeder Inhalt außer Ignorieren kann einmal gewählt werden.",
    noText: "Wählen Sie die Spalte mit dem Text.",
    halfTime: "Wählen Sie In und Out, In und Dauer, oder keine Spalte mit Zeiten.",
    otherColumns: (number) =>
      `${count(number, "weitere Spalte wird", "weitere Spalten werden")} nicht angezeigt.`,
    use: "Diese Spalten verwenden",
    forget: "Neu erkennen",
    assigned: "Die Spalten gelten für jede Tabelle mit dieser Kopfzeile",
    dialogTitle: (name) => `Spalten und Kodierung von „${name}“`,
    dialogAction: "Spalten und Kodierung des Skripts…",
    noScript: "Diese Zeile hat kein Skript auf diesem Computer",
  },
  previewOf: (shown, total) =>
    shown < total ? `Die ersten ${formatNumber(shown)} von ${lines(total)}` : lines(total),
  sentAs: {
    file: "Diese Datei wird unverändert gesendet; der Dienst liest sie.",
    "utf-8": "Der Dienst erhält eine Kopie dieser Datei in UTF-8. Ihre Datei bleibt unverändert.",
    workbook:
      "Der Dienst erhält diese Zeilen als Arbeitsmappe nach seiner Vorlage (.xlsx). Ihre Datei bleibt unverändert.",
    srt: "Der Dienst erhält diese Zeilen als Untertitel (.srt). Ihre Datei bleibt unverändert.",
    "separator-needed":
      "Der Dienst nimmt diese Zeilen als Untertitel (.srt) an, die für die Figuren ein Trennzeichen brauchen: Geben Sie eines ein, etwa „:“.",
  },
  castList: "Figuren",
  characterLines: (name, number) => `${name} (${formatNumber(number)})`,
  noName: "ohne Namen",
  columns: { number: "Nr.", character: "Figur", text: "Text", sourceAudio: "Originalton" },
  noStore:
    "Dieser Arbeitsbereich hat keine Skriptablage: Sein Dienst kann Dateien auf diesem Computer nicht lesen.",
  noStoreHint:
    "Richten Sie einen Bucket ein, oder fügen Sie eine URL ein, die der Dienst abrufen kann.",
  noStoreReason: "Eine Datei auf diesem Computer erfordert eine Skriptablage",
  toStore: "Skriptablage einrichten…",
  openAt: (cell) =>
    `Die Datei bei ${cell} öffnen. Unterstützt das Programm dies nicht, wird der Name der Zelle kopiert`,
  cellCopied: (cell) => `${cell} kopiert. Fügen Sie den Namen in das Namensfeld des Programms ein`,
  urlExpires: (moment) => `Diese URL gilt bis ${moment}.`,
  urlExpiresSoon: (moment) => `Diese URL gilt nur noch bis ${moment}.`,
  urlExpiresWaiting: (moment) =>
    `Diese URL gilt nur noch bis ${moment}; der Batch wartet, bevor er gesendet wird.`,
  urlExpired: (age) => `Diese URL ist abgelaufen (${age}).`,
  expires: (seconds) => `Die URL im Bucket gilt ab dem Senden ${days(seconds)}.`,

  targetsMissing: (languages) =>
    `Kein Text für ${formatList(languages)}, ${languages.length === 1 ? "eine Sprache" : "Sprachen"} dieses Projekts.`,
  languageMissing: "Diese Datei enthält keine Sprachangabe. Wählen Sie die Sprache unten aus.",
  separatorFound: (separator, speakers) =>
    `Die Sprecher sind anscheinend durch „${separator}“ getrennt: ${formatList(speakers)}.`,
  separatorUse: "Dieses Trennzeichen verwenden",

  saveRequest: "Änderungen speichern",
  queued: (name) => `„${name}“ wird automatisch angelegt`,
  sentAfterUploads: (number) =>
    number === 1
      ? "Wird gesendet, sobald die Datei hochgeladen ist"
      : "Wird gesendet, sobald die Dateien hochgeladen sind",
  sentAfterScript: "Wird automatisch gesendet, sobald das Skript gespeichert ist",
  sentWhenOnline: "Wird automatisch gesendet, sobald das Netzwerk wieder verfügbar ist",
  sentNow: "Wird gesendet, sobald der Batch an der Reihe ist",
  confirmTitle: (number) => `Den Batch mit ${inErrors(number)} im Skript anlegen?`,
  confirmText:
    "Der Dienst lehnt das Skript möglicherweise ab oder überspringt, was er nicht lesen kann. Alle Probleme stehen unter dem Skript.",
  confirmAction: "Trotzdem anlegen",
  editTitle: "Batch bearbeiten",
  editNotFound: "Dieser Auftrag ist nicht mehr im Ausgang",
  editNotFoundText: "Er wurde inzwischen gesendet oder entfernt.",
  backToOutbox: "Zurück zum Ausgang",
  stillReading: "Das Skript wird noch gelesen",

  template: "Vorlage speichern…",
  templates: {
    "audio-production": "Skriptvorlage speichern: Audioproduktion…",
    "line-dubbing": "Skriptvorlage speichern: Zeilensynchronisation…",
    bulk: "Vorlage für Sammelaufträge speichern…",
  },
  templateSaved: (name) => `„${name}“ wurde gespeichert`,

  store: {
    title: "Skriptablage",
    text: "Speichert Skripte von diesem Computer, damit der Dienst sie abrufen kann. Gilt für den aktuellen Arbeitsbereich.",
    ofWorkspace: (name) => `Für „${name}“`,
    own: "Der Arbeitsbereich speichert Skripte selbst. Es ist nichts einzurichten.",
    none: "Nicht eingerichtet. Ohne Ablage braucht ein Skript eine URL, die der Dienst abrufen kann. Mit einem eigenen S3-kompatiblen Bucket lassen sich Dateien auf diesem Computer direkt verwenden.",
    lifetime: (seconds) => `An den Dienst gesendete URLs gelten ${days(seconds)}.`,
    endpoint: "Endpunkt",
    endpointHint: "Zum Beispiel https://s3.eu-central-1.amazonaws.com",
    region: "Region",
    bucket: "Bucket",
    prefix: "Präfix (optional)",
    prefixHint: "Ein Ordner im Bucket",
    accessKeyId: "Zugriffsschlüssel-ID",
    secret: "Geheimer Zugriffsschlüssel",
    secretStored: "Im Schlüsselbund gespeichert. Leer lassen, um ihn zu behalten.",
    secretNeeded: "Wird im Schlüsselbund dieses Computers gespeichert und nie wieder angezeigt.",
    secretMissingHint:
      "Der geheime Schlüssel ist auf diesem Computer nicht verfügbar. Geben Sie ihn erneut ein.",
    pathStyle: "Pfadstil",
    pathStyleHint:
      "Der Name des Buckets ist Teil des Pfads. Bei vielen Diensten außer Amazon S3 erforderlich.",
    test: "Testen",
    tested: (milliseconds) =>
      `Funktioniert: geschrieben, abgerufen und gelöscht in ${formatNumber(milliseconds)} ms`,
    save: "Speichern",
    saved: "Der Bucket wurde gespeichert",
    remove: "Entfernen…",
    removeTitle: "Den Bucket aus diesem Arbeitsbereich entfernen?",
    removeText:
      "Dubyard löscht Adresse und Schlüssel des Buckets. Dateien im Bucket bleiben erhalten; bereits vergebene URLs gelten bis zu ihrem Ablauf. Ohne Ablage lassen sich keine Skripte von diesem Computer senden.",
    removeAction: "Bucket entfernen",
    removed: "Der Bucket wurde entfernt",
    stored: "Gespeicherte Skripte",
    storedCount: scriptCount,
    truncated: "Nur die neuesten 10.000 sind aufgeführt.",
    empty: "Noch keine Skripte gespeichert.",
    select: (name) => `„${name}“ auswählen`,
    selectAll: "Alle auswählen",
    delete: (number) => (number === 0 ? "Löschen…" : `${scriptCount(number)} löschen…`),
    deleteNone: "Zuerst Skripte auswählen",
    deleteTitle: (number, name) =>
      number === 1 ? `„${name}“ löschen?` : `${scriptCount(number)} löschen?`,
    deleteText:
      "Batches, deren Skript bereits gelesen wurde, sind nicht betroffen. Batches, deren Skript noch nicht gelesen wurde, schlagen fehl.",
    deleteAction: (number) => (number === 1 ? "Skript löschen" : `${scriptCount(number)} löschen`),
    deleted: (number) => `${scriptCount(number)} gelöscht`,
    failed: "Die Liste konnte nicht gelesen werden.",
  },
};
