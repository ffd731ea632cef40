import {
  translateMessages,
  type MessageCode,
  type MessageValues,
} from "../../../../preload/facts/service-messages";
import type { Strings } from "../en";
import { sentenceCase } from "../en/service-messages";

/**
 * The statuses of batches, languages and bulk requests of the local service. Other words stay
 * unchanged.
 */
const statuses: Readonly<Record<string, string>> = {
  pending: "Ausstehend",
  processing: "In Arbeit",
  ingesting: "Wird eingelesen",
  casting: "Besetzung",
  ready: "Bereit",
  inferring: "Wird erzeugt",
  completed: "Fertig",
  incomplete: "Unvollständig",
  "no text": "Kein Text",
  failed: "Fehlgeschlagen",
};

/** A decimal number with a comma. */
const decimal = (value: string) => value.replace(".", ",");
/** The required loudness with its tolerance. */
const targetOf = ({ loudness, tolerance }: { loudness: string; tolerance: string }) =>
  `Ziel ${decimal(loudness)} ±${decimal(tolerance)}`;

type Values<C extends MessageCode> = { [K in keyof MessageValues<C>]: string };
const messages: { [C in MessageCode]: string | ((values: Values<C>) => string) } = {
  reading: "Skript und Medien werden eingelesen",
  transcribing: ({ done, total }) =>
    `Die Sprache wird transkribiert: ${done} von ${total} Abschnitten`,
  "no-lines": "Noch keine Zeilen: Fügen Sie eine Sprache mit einem Zielskript hinzu",
  "no-lines-no-transcription":
    "Noch keine Zeilen: Keine Transkription ist installiert. Fügen Sie ein Paket oder eine Sprache mit einem Zielskript hinzu",
  "voices-missing": ({ uncast, characters }) =>
    `${uncast} von ${characters} Figuren haben noch keine Stimme`,
  cast: "Alle Figuren haben Stimmen",
  "cast-no-audio": "Alle Figuren haben Stimmen. Dieser Arbeitsbereich erzeugt keinen Ton",
  "takes-due": ({ outdated, planned }) => `${outdated} von ${planned} Takes sind noch zu erzeugen`,
  inferring: "Zeilen werden erzeugt",
  "inferring-takes": ({ made, planned }) => `Zeilen werden erzeugt: ${made} von ${planned} Takes`,
  "inferring-failed": ({ made, planned, failed }) =>
    `Zeilen werden erzeugt: ${made} von ${planned} Takes, ${failed} fehlgeschlagen`,
  completed: "Alle Zeilen sind erzeugt",
  "completed-takes": ({ made, planned }) =>
    `Alle Zeilen sind erzeugt: ${made} von ${planned} Takes`,
  incomplete: "Nicht alle Zeilen sind erzeugt",
  "incomplete-takes": ({ made, planned }) =>
    `Nicht alle Zeilen sind erzeugt: ${made} von ${planned} Takes`,
  "incomplete-failed": ({ made, planned, failed }) =>
    `Nicht alle Zeilen sind erzeugt: ${made} von ${planned} Takes, ${failed} fehlgeschlagen`,
  "language-no-text":
    "Kein Text. Fügen Sie ein Skript hinzu, oder geben Sie die Texte in der Prüfung ein",
  "line-no-text": "1 Zeile hat keinen Text",
  "lines-no-text": ({ lines }) => `${lines} Zeilen haben keinen Text`,

  "languages-skipped": ({ languages }) =>
    `Übersprungen: Text in ${languages}, keine Sprachen des Projekts`,
  "bulk-table": "Zur Tabelle",
  "texts-from-script":
    "Text und Zeiten stammen aus dem Skript: Keine Transkription ist installiert",
  "transcription-missing": ({ language }) =>
    `Keine Transkription für ${language} ist installiert: Fügen Sie ein Paket oder ein Zielskript hinzu`,
  "not-transcribed": "Das Video wurde nicht transkribiert",
  "no-speech": "Es enthält keine Sprache",
  transcribed: "Texte wurden automatisch transkribiert: Prüfen Sie sie",
  "speech-without-model":
    "Sprache wurde nur am Pegel erkannt, weil das Modell dafür auf diesem Computer nicht läuft: Prüfen Sie die Zeiten",
  speakers: "Sprecher wurden an ihren Stimmen erkannt: Prüfen Sie sie",
  "no-speakers": "Die Sprecher wurden nicht erkannt",
  translated: ({ language }) => `Automatisch aus ${language} übersetzt: Prüfen Sie die Texte`,
  "copied-source": ({ language }) =>
    `Texte aus ${language} kopiert: Übersetzen Sie sie, und starten Sie dann die Inferenz`,
  "not-translated": "Nicht übersetzt",
  "translation-missing":
    "Keine Übersetzung ist installiert: Fügen Sie ein Paket oder ein Skript hinzu",
  "script-empty": "Das Skript hat keine Zeilen",
  "script-languages": ({ languages }) => `Das Projekt hat keine seiner Sprachen (${languages})`,
  "script-no-language": ({ language }) => `Das Skript hat keinen Text in ${language}`,
  "script-length": ({ script, batch }) => `Das Skript hat ${script} Zeilen, der Batch ${batch}`,
  "audio-required": "Für Line Dubbing erforderlich",
  sheet: ({ sheet }) => `Blatt „${sheet}“`,
  row: ({ row }) => `Zeile ${row}`,
  rows: ({ rows }) => `Zeilen ${rows}`,
  more: ({ count }) => `und ${count} weitere`,

  "failed-for-now": ({ seconds }) =>
    `ein unerwarteter Fehler, den das Protokoll beschreibt; nächster Versuch in ${seconds} Sekunden`,
  "engine-busy": ({ seconds }) =>
    `Die externe Engine ist ausgelastet; nächster Versuch in ${seconds} Sekunden`,
  "engines-missing":
    "Kein Prozess mit den gewählten Engines läuft. Ein Administrator kann einen starten oder mit dubyard engines use andere wählen",
  "no-voice": ({ character }) => `${character} hat keine Stimme`,
  "voice-missing": ({ voice }) => `Die Stimme ${voice} ist nicht installiert`,
  "voice-language": ({ voice, language }) => `Die Stimme ${voice} spricht nicht ${language}`,
  "no-times": ({ line }) => `Zeile ${line} hat keine Zeiten, andere Zeilen haben welche`,
  "not-speakable": ({ language, characters }) =>
    `Keine Stimme für ${language} kann ${characters} lesen`,
  "nothing-spoken": "Der Text enthält nichts zu sprechen",
  "video-silent": "Das Video enthält keine Sprache",
  "video-no-picture": "Die Datei hat kein Bild",
  "row-invalid": ({ table, id }) => `die Tabelle ${table} hat eine ungültige Zeile (${id})`,
  "value-form": ({ column }) => `${column} hat nicht die Form seiner Werte`,
  "rows-more": "es gibt weitere",
  "video-cut-off": ({ endMs, declaredMs }) =>
    `Das Video ist abgeschnitten: Es endet bei ${endMs} ms, die Datei nennt ${declaredMs} ms`,
  "video-damaged": ({ endMs }) =>
    `Das Video ist in seinen letzten Paketen bei ${endMs} ms abgeschnitten oder beschädigt`,
  "picture-short": ({ endMs, declaredMs }) =>
    `Das Bild des geschriebenen Videos endet bei ${endMs} ms, das der Quelle bei ${declaredMs} ms`,
  "not-kept": "Nicht im Video erhalten",
  "kept-not-sounds": ({ names }) => `andere Tonspuren (${names})`,
  "kept-not-channels": ({ count, dubbed }) =>
    `der Ton mit ${count} Kanälen, da die Synchronfassung ${dubbed} hat`,
  "kept-not-cover": "das Titelbild",
  "kept-not-pictures": ({ count }) => `weitere Bilder (${count})`,
  "kept-not-subtitles": ({ names }) => `Untertitel (${names})`,
  "kept-not-data": ({ names }) => `Datenspuren (${names})`,
  "kept-not-attachments": ({ names }) => `angehängte Dateien (${names})`,
  "kept-not-chapters": ({ count }) => `Kapitel (${count})`,
  "kept-not-timecode": "der Timecode",
  "kept-not-dynamic-range": ({ names }) => `hoher Dynamikumfang (${names})`,
  "kept-not-metadata": ({ names }) => `Metadaten (${names})`,
  "bed-missing": "Die Datei mit Musik und Geräuschen ist nicht in der Mediengalerie",
  "no-sound-track": ({ track, count }) => `Das Video hat keine Tonspur ${track}; es hat ${count}`,
  "video-missing": "Das Video ist nicht in der Mediengalerie",

  "sample-not-made": "Noch kein Worker dieses Dienstes hat die Hörprobe dieser Stimme erzeugt",
  "findings-not-made": "Noch kein Worker dieses Dienstes hat die Befunde dieser Sprache ermittelt",
  "facts-not-made": "Noch kein Worker dieses Dienstes hat die Angaben zu diesem Video ermittelt",
  "delivery-no-engine": "Zurzeit erzeugt nichts Dateien",
  "delivery-store-full": ({ free, needed }) =>
    `Auf der Festplatte des Dienstes sind ${free} MB frei, und die Dateien brauchen ${needed} MB`,
  "delivery-superseded": "Es gibt neuere Auslieferungen; beginnen Sie eine neue",
  "delivery-unreadable": "Diese Version kann sie nicht fortsetzen; beginnen Sie eine neue",
  "delivery-cancelled": "Die Auslieferung wurde abgebrochen",
  "delivery-expired":
    "Die Dateien sind abgelaufen: Eine fortgesetzte Auslieferung erzeugt sie neu, falls keine Takes entfernt wurden und es keine neueren Auslieferungen gibt",
  "delivery-file-lost":
    "Die Datei fehlt im Speicher: Eine fortgesetzte Auslieferung erzeugt sie neu",

  "delivery-no-dub": ({ language }) => `${language} hat keine Synchronfassung`,
  "delivery-changing": ({ language }) =>
    `${language} wird gerade geändert; wiederholen Sie die Anfrage`,
  "delivery-comparing": ({ language }) =>
    `Die Takes von ${language} werden mit den Texten verglichen; wiederholen Sie die Anfrage später`,
  "delivery-incomplete":
    "Zeilen haben keinen Text, keinen Take, keine Freigabe oder Fehler; siehe den Plan",
  "delivery-disk-space": ({ free, needed }) =>
    `Das Laufwerk hat ${free} MB freien Speicherplatz, die Dateien benötigen ${needed} MB`,
  "delivery-work-space": ({ free, needed }) =>
    `Das Laufwerk des Arbeitsbereichs hat ${free} MB freien Speicherplatz, die Dateien benötigen ${needed} MB`,
  "delivery-video-replaced": "Das Video wurde nach dem Beginn dieser Auslieferung ersetzt",
  "delivery-video-unread": "Das Video wurde nicht gelesen",
  "delivery-start-timecode": ({ at, rate }) =>
    `${at} gibt es bei ${decimal(rate)} Bildern pro Sekunde nicht; Drop Frame gibt es bei 29,97 und 59,94`,
  "delivery-files-failed": ({ failed, files }) => `(${failed} von ${files} Dateien)`,
  "file-not-writable": "Kann nicht geschrieben werden",
  "file-part-missing": "Eine Datei, aus der sie entsteht, fehlt",
  "file-not-made": "Konnte nicht erzeugt werden",
  "disk-full": "Das Laufwerk ist voll",
  "take-changed": ({ line }) =>
    `Zeile ${line}: Die Datei ihres Takes wurde geändert; sie ist nicht der geprüfte Ton`,
  "take-full-scale": ({ excess }) =>
    `Der Take liegt mit seinem Pegel ${decimal(excess)} dB über der Vollaussteuerung`,
  "take-limiting": ({ limiting, limit }) =>
    `Der Take müsste für seine Lautheit um ${decimal(limiting)} dB begrenzt werden; höchstens ${limit} dB sind erlaubt`,
  "take-loudness": ({ loudness, peak }) =>
    `Der Take kann ${decimal(loudness)} dB bei einem True Peak von ${decimal(peak)} dBTP nicht erreichen`,
  "take-no-loudness": "Der Take hat keinen Ton, dessen Lautheit messbar ist",
  "stem-full-scale": ({ count, at }) =>
    `${count} Samples liegen über der Vollaussteuerung, das erste bei ${at}: Mehrere Takes erklingen gleichzeitig`,
  "sound-outside": ({ count, line, at }) =>
    `Kein Take davon liegt innerhalb des Bildes (außerhalb: ${count}); Zeile ${line} beginnt bei ${at}`,
  "mix-limiting": ({ limiting, limit }) =>
    `Die Mischung müsste für ihre Lautheit um ${decimal(limiting)} dB begrenzt werden; höchstens ${limit} dB sind erlaubt`,
  "mix-loudness": ({ loudness, peak }) =>
    `Die Mischung kann ${decimal(loudness)} dB bei einem True Peak von ${decimal(peak)} dBTP nicht erreichen`,
  "mix-no-loudness": "Die Mischung hat keinen Ton, dessen Lautheit messbar ist",
  "mix-noise-floor": ({ floor, limit }) =>
    `Das Grundrauschen der Mischung liegt bei ${decimal(floor)} dBFS; erlaubt sind höchstens ${limit} dBFS`,
  "mix-failed": "Die Mischung dazu ist fehlgeschlagen",
  "finding-loudness": ({ level, ...target }) => `${decimal(level)} LUFS, ${targetOf(target)}`,
  "finding-rms": ({ level, ...target }) => `${decimal(level)} dBFS RMS, ${targetOf(target)}`,
  "finding-no-loudness": (target) => `keine Lautheit, ${targetOf(target)}`,
  "finding-true-peak": ({ level, limit }) =>
    `True Peak ${decimal(level)} dBTP, höchstens ${decimal(limit)}`,
  "finding-noise-floor": ({ level, limit }) =>
    `Grundrauschen ${decimal(level)} dBFS, höchstens ${decimal(limit)}`,

  "media-unknown-format": "Die Datei hat kein lesbares Medienformat",
  "media-too-many-streams": ({ count }) => `Die Mediendatei hat mehr als ${count} Streams`,
  "media-too-long": ({ hours }) => `Die Mediendatei ist länger als ${hours} Stunden`,
  "media-no-streams": "Die Mediendatei hat weder Bild noch Ton",
  "media-not-readable": "Die Mediendatei ist beschädigt und nicht lesbar",
  "media-no-length": "Die Länge der Mediendatei ist unbekannt",
  "media-no-sound": "Die Mediendatei hat keinen Ton",
  "media-no-picture": "Die Mediendatei hat kein Bild",
  "media-not-decodable":
    "Die Mediendatei ist beschädigt oder hat ein Format, das nicht dekodiert werden kann",
  "media-too-slow": "Die Verarbeitung der Mediendatei hat zu lange gedauert",
  "media-too-much-memory": "Die Mediendatei benötigt zu viel Arbeitsspeicher",
  "media-not-held": "Das FFmpeg dieses Computers kann das letzte Bild nicht stehen lassen",
  "media-no-preview-program":
    "Eine Vorschau benötigt FFmpeg, das auf diesem Computer nicht installiert ist",
  "media-no-preview-encoder": "Das installierte FFmpeg kann weder H.264 noch VP8 kodieren",
  "media-no-mp3-encoder": "Das installierte FFmpeg kann kein MP3 kodieren",
  "media-unavailable":
    "Dieser Computer hat kein Programm für Mediendateien; installieren Sie FFmpeg, um Medien zu synchronisieren",

  "sheet-missing": ({ sheet }) => `Kein Blatt heißt ${sheet}. Das erste Blatt wurde gelesen`,
  "column-twice": ({ column }) =>
    `Die Spalte ${column} kommt zweimal vor. Die erste wird verwendet`,
  "id-twice": ({ id, row }) => `Die ID ${id} kommt bereits in Zeile ${row} vor`,
  "line-id-unknown": ({ id }) => `Keine Zeile des Batches hat die ID ${id}`,
  "line-id-missing": "Diese Zeile hat keine ID",
  "line-id-repeated": ({ row, id }) => `Auch Zeile ${row} hat die ID ${id}`,
  "line-id-of-several": ({ id }) => `Mehrere Zeilen des Batches haben die ID ${id}`,
  "line-id-unclear": ({ id }) => `Die ID ${id} könnte die mehrerer Zeilen sein`,
  "line-id-changed": ({ id, original }) => `Die ID ${id} wurde als ${original} gelesen`,
  "line-source": ({ line }) =>
    `Die Quelle dieser Zeile ist die einer anderen Zeile des Batches als Zeile ${line}`,
  "line-character": ({ character, line, other }) =>
    `Nennt ${character}, aber Zeile ${line} gehört zu ${other}`,
  "line-time-unknown": "Keine Zeile des Batches beginnt zu dieser Zeit",
  "line-time-unclear": "Von den Zeilen zu dieser Zeit ist keine sicher",
  "lines-order": ({ count }) =>
    `${count} Zeilen der Datei sind nicht zugeordnet: Die Figuren haben eine andere Reihenfolge als im Batch`,
  "lines-time-near": ({ count }) =>
    `${count} Zeilen der Datei beginnen bis zu ein Einzelbild neben ihren Zeilen`,
  "lines-time-speed": ({ from, to }) =>
    `Die Zeiten passen, wenn die Datei von ${from} auf ${to} Bilder pro Sekunde umgerechnet wird`,
  "lines-later": ({ ms }) => `Die Zeiten der Datei sind ${ms} ms später als die des Batches`,
  "lines-earlier": ({ ms }) => `Die Zeiten der Datei sind ${ms} ms früher als die des Batches`,
  "lines-by-number": ({ count }) =>
    `${count} Zeilen der Datei wurden nach ihren Nummern zugeordnet`,
  "row-empty": "Diese Zeile hat in keiner Sprache Text",
  "cue-empty": "Dieser Untertitel hat keinen Text. Er wurde übersprungen",
  "text-outside": "Text vor der ersten Zeitangabe wurde übersprungen",
  "timing-overlap": "Dieser Untertitel beginnt, bevor ein früherer endet",
  encoding: ({ encoding, words }) =>
    `Die Datei ist nicht in UTF-8. Sie wurde als ${encoding} gelesen: Prüfen Sie ${words}`,
  "encoding-remedy":
    "Sind sie falsch, wählen Sie eine andere Kodierung, oder speichern Sie die Datei in UTF-8",
  "encoding-sent":
    "Sind sie falsch, erstellen Sie den Batch mit einer anderen Kodierung neu, oder speichern Sie die Datei in UTF-8",
  "pdf-without-text": "Die .pdf-Datei enthält keinen Text; vielleicht ist sie ein Scan",
};

function textOf(code: MessageCode, values: Readonly<Record<string, string>>): string {
  const text = messages[code] as string | ((given: object) => string);
  return typeof text === "string" ? text : text(values);
}

export const serviceTexts: Strings["serviceTexts"] = {
  status: (word) => {
    const key = word.trim().toLowerCase();
    return (Object.hasOwn(statuses, key) ? statuses[key] : undefined) ?? sentenceCase(word);
  },
  message: (text) => translateMessages(text, textOf),
};
