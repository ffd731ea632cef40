import { describe, expect, test, vi } from "vitest";
import {
  messageTemplates,
  messageText,
  notKeptIn,
  translateMessages,
  withVideoNote,
  type MessageCode,
} from "../../../preload/facts/service-messages";
import { readScript } from "../../../main/script-formats/read";
import { utf8 } from "../../helpers/script-files";

const codes = Object.keys(messageTemplates) as MessageCode[];
/** Replaces each message by its code and values. */
const coded = (text: string) =>
  translateMessages(text, (code, values) => `<${[code, ...Object.values(values)].join(" ")}>`);

describe("messages of the local service", () => {
  test("are found again with their code and values", () => {
    const values: Record<string, string | number> = {};
    for (const name of ["done", "total", "uncast", "characters", "outdated", "planned", "made"])
      values[name] = name.length;
    for (const name of [
      "failed",
      "script",
      "batch",
      "row",
      "count",
      "track",
      "line",
      "lines",
      "seconds",
      "ms",
      "endMs",
      "declaredMs",
      "dubbed",
      "free",
      "needed",
      "files",
      "hours",
      "limit",
      "tolerance",
    ])
      values[name] = 12;
    for (const name of ["excess", "limiting", "loudness", "peak", "floor", "level", "rate"])
      values[name] = "-12.5";
    values["at"] = "01:00:00;12";
    for (const name of [
      "languages",
      "language",
      "character",
      "voice",
      "sheet",
      "column",
      "id",
      "table",
    ])
      values[name] = "it-it, xx (Ä)";
    values["original"] = values["other"] = "001";
    values["names"] = "de Timed Text, ?";
    for (const code of codes) {
      const text = messageText(code, values as never);
      expect(coded(text), text).toMatch(new RegExp(`^<${code}( [^<>]+)?>$`));
    }
  });

  test("have timecodes of rates above 99 too", () => {
    const text = messageText("delivery-start-timecode", { at: "10:00:00:100", rate: 25 });
    expect(coded(text)).toBe("<delivery-start-timecode 10:00:00:100 25>");
  });

  test("are found between others, after the name of a language, a field or a row", () => {
    expect(
      coded(
        "All lines are synthesised: 402 of 402 takes. There is no sheet named Batch. The first sheet was read.",
      ),
    ).toBe("<completed-takes 402 402>. <sheet-missing Batch>.");
    expect(
      coded("Lines are being synthesised: 8 of 12 takes, 4 failed. Own note. de-de: it is: odd"),
    ).toBe("<inferring-failed 8 12 4>. Own note. de-de: it is: odd");
    expect(
      coded("scriptPath: row 12, Source_Audio: is required for line dubbing; and 3 more"),
    ).toBe("scriptPath: <row 12>, Source_Audio: <audio-required>; <more 3>");
    expect(coded("fr-fr: The video was not transcribed: the disk is full")).toBe(
      "fr-fr: <not-transcribed>: <disk-full>",
    );
    expect(
      coded("fr-fr: Not kept in the video: the cover; subtitles (de ASS, en ASS). de-de: none"),
    ).toBe("fr-fr: <not-kept>: <kept-not-cover>; <kept-not-subtitles de ASS, en ASS>. de-de: none");
    expect(
      coded(
        "its table takes has an invalid row (batch_id x, number 3): scan is not of its form; there are more",
      ),
    ).toBe("<row-invalid takes batch_id x, number 3>: <value-form scan>; <rows-more>");
    const longKey = `id a.b: (1) 2; 3, path ${"x".repeat(200)}`;
    expect(
      coded(
        `its table takes has an invalid row (${longKey}): status is not of its form; its table users has an invalid row (id u): id is not of its form`,
      ),
    ).toBe(
      `<row-invalid takes ${longKey}>: <value-form status>; <row-invalid users id u>: <value-form id>`,
    );
    expect(
      coded(
        "de/mix/1.wav: the mix needs 7.1 dB of limiting for its loudness; at most 6 dB are applied (2 of 30 files)",
      ),
    ).toBe("de/mix/1.wav: <mix-limiting 7.1 6> <delivery-files-failed 2 30>");
    expect(coded("-20.5 LUFS, target -26 \u00B10.2; true peak -0.4 dBTP, at most -1")).toBe(
      "<finding-loudness -20.5 -26 0.2>; <finding-true-peak -0.4 -1>",
    );
  });

  test("include the warnings of the script reader", async () => {
    const files = {
      "a.csv":
        "ID,Character,Character,Text_fr-FR\r\n1,Anna,Anna,Un\r\n1,Anna,Anna,Deux\r\n3,Anna,Anna,\r\n",
      "b.srt":
        "Début\r\n\r\n1\r\n00:00:01,000 --> 00:00:03,000\r\nUn\r\n\r\n2\r\n00:00:02,000 --> 00:00:04,000\r\nDeux\r\n\r\n3\r\n00:00:05,000 --> 00:00:06,000\r\n\r\n",
    };
    for (const [name, text] of Object.entries(files)) {
      const options = { purpose: "audio-production", languageCode: "fr-fr" } as const;
      const { problems } = await readScript(utf8(text), name, options);
      const warnings = problems.map(({ message }) => message);
      expect(warnings.length, name).toBeGreaterThan(1);
      for (const warning of warnings) expect(coded(warning)).toMatch(/^<[^<>]+>\.?$/);
    }
  });

  test("leave other texts unchanged, also long and hostile ones", () => {
    for (const text of [
      "",
      ". ",
      "Alle Zeilen",
      "has no voice",
      "row 3 is odd",
      "a: ".repeat(3_000),
      "the voice ".repeat(900),
      "x".repeat(1_000_000),
    ])
      expect(coded(text)).toBe(text);
  });
});

describe("the German window", () => {
  test("shows messages and statuses of the local service in German", async () => {
    vi.resetModules();
    vi.stubGlobal("location", { search: "?language=de" });
    vi.stubGlobal("document", { documentElement: { lang: "" } });
    const { t } = await import("../../../renderer/app/strings");
    expect(t.serviceTexts.status("completed")).toBe("Fertig");
    expect(t.serviceTexts.status("on hold")).toBe("On hold");
    expect(
      t.serviceTexts.message(
        "All lines are synthesised: 402 of 402 takes. There is no sheet named Batch. The first sheet was read",
      ),
    ).toBe(
      "Alle Zeilen sind erzeugt: 402 von 402 Takes. Kein Blatt heißt Batch. Das erste Blatt wurde gelesen",
    );
    expect(
      t.serviceTexts.message(
        "its mix failed: the mix has no sound whose loudness could be measured; true peak -0.4 dBTP, at most -1",
      ),
    ).toBe(
      "Die Mischung dazu ist fehlgeschlagen: Die Mischung hat keinen Ton, dessen Lautheit messbar ist; True Peak -0,4 dBTP, höchstens -1",
    );
  });
});

test("the note about a video is the last part of the note of a dub, and is replaced", () => {
  const cover = "Not kept in the video: the cover; chapters (2)";
  const failed = "line 3: the text contains nothing to speak";
  expect(withVideoNote("", cover)).toBe(cover);
  const both = withVideoNote(failed, cover);
  expect(both).toBe(`${failed}. ${cover}`);
  expect(notKeptIn(both)).toEqual(["the cover", "chapters (2)"]);
  expect(withVideoNote(both, "")).toBe(failed);
  expect(withVideoNote(cover, "")).toBe("");
  expect(notKeptIn(failed)).toEqual([]);
});
