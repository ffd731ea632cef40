/** The message of a batch about problems of its script. */
import { expect, test, vi } from "vitest";
import { describeProblems, problemSentence } from "../../../../main/local-service/ingest/problems";
import { createProblems } from "../../../../main/script-formats/problems";
import { decodeText } from "../../../../main/script-formats/files/text";

test("an assumed encoding says what can be done before and after a batch is sent", async () => {
  // The texts of the window read the language in its URL.
  vi.stubGlobal("location", { search: "?language=de" });
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  const { de } = await import("../../../../renderer/app/strings/de");
  const problems = createProblems();
  decodeText(Buffer.from("ANNA: d\xe9j\xe0 vu, \xe9lan.\n", "latin1"), problems, {
    languageCode: "fr-fr",
  });
  const [problem] = problems.list();
  if (problem === undefined) throw new Error("the encoding was not assumed");
  expect(problemSentence(problem)).toContain("choose another encoding");
  const message = describeProblems([problem]);
  expect(message).toContain("create the batch again with another encoding");
  expect(de.serviceTexts.message(message)).toContain("einer anderen Kodierung neu");
});
