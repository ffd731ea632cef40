/**
 * The dubbing script in DAPT. It was also compared with the XML schemas of its specification, which
 * are no part of this repository.
 */
import { expect, it } from "vitest";
import { toDapt } from "../../../../main/local-service/delivery/formats/dapt";
import { timelineLine, timelineOf } from "../../../helpers/timelines";

it("has an event for each line with a time, with texts, character and take", () => {
  const timeline = timelineOf([
    timelineLine(1),
    timelineLine(2, { character: "", text: "Uno <dos>\n& tres", source: "", takes: [] }),
    timelineLine(3, { slot: null, start: null }),
  ]);
  expect(toDapt(timeline, { sourceLanguageId: "en-us", hasTakes: true })).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:daptm="http://www.w3.org/ns/ttml/profile/dapt#metadata" ttp:contentProfiles="http://www.w3.org/ns/ttml/profile/dapt1.0/content" xml:lang="es-ES" daptm:langSrc="en-US" daptm:scriptRepresents="audio.dialogue" daptm:scriptType="asRecorded">
  <head>
    <metadata>
      <ttm:title>Episode 1</ttm:title>
      <ttm:agent type="character" xml:id="c1"><ttm:name type="alias">ANNA</ttm:name></ttm:agent>
    </metadata>
  </head>
  <body>
    <div xml:id="e1" begin="00:00:02.000" end="00:00:03.000" ttm:agent="c1" daptm:represents="audio.dialogue">
      <p xml:lang="en-US" daptm:langSrc="en-US"><span>Hello.</span></p>
      <p xml:lang="es-ES" daptm:langSrc="en-US"><span><audio src="../takes/1.wav" type="audio/wave"/>Hola.</span></p>
    </div>
    <div xml:id="e2" begin="00:00:04.000" end="00:00:05.500" daptm:represents="audio.dialogue">
      <p xml:lang="es-ES" daptm:langSrc="en-US"><span>Uno &lt;dos&gt;<br/>&amp; tres</span></p>
    </div>
  </body>
</tt>
`,
  );
});

it("without a known source language its texts are original ones", () => {
  const text = toDapt(timelineOf([timelineLine(1)]), { sourceLanguageId: null, hasTakes: false });
  expect(text).toContain('<p xml:lang="es-ES" daptm:langSrc="es-ES"><span>Hola.</span></p>');
  expect(text).not.toContain("Hello.");
  expect(text).not.toContain("<audio");
});
