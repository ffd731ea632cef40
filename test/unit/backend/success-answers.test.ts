/** Successful answers that are none. */
import { describe, expect, it } from "vitest";
import { createMedia } from "../../../main/remote/media";
import { errorInAnswer, refuseErrorAnswer } from "../../../main/remote/http/success-answers";
import type { Http } from "../../../main/remote/http/http";

describe("a successful answer", () => {
  it.each([
    [
      { Error: { Code: "InternalError", Message: "Please try again." } },
      "InternalError: Please try again.",
    ],
    [{ errorMessage: "2026 Task timed out", errorType: "Error" }, "2026 Task timed out"],
    [{ error: "denied" }, "denied"],
    [{ errors: ["a", "b"] }, "a; b"],
    [{ success: false, message: "no space" }, "no space"],
    [{ message: "Internal server error" }, "Internal server error"],
    [{ message: "Endpoint request timed out", code: 504 }, "Endpoint request timed out"],
    [{ message: "Fehler: nicht gespeichert" }, "Fehler: nicht gespeichert"],
    [{ message: "L'envoi a échoué".normalize("NFD") }, "L'envoi a échoué".normalize("NFD")],
    [{ message: "アップロードに失敗しました" }, "アップロードに失敗しました"],
  ])("%j reports an error", (answer, text) => {
    expect(errorInAnswer(answer)).toBe(text);
    expect(() => refuseErrorAnswer(answer)).toThrow(
      expect.objectContaining({ code: "service-error" }) as Error,
    );
  });
  it.each([
    [undefined],
    [[]],
    [{}],
    [{ message: "Upload completed" }],
    [{ message: "Hochladen abgeschlossen" }],
    [{ message: "Envoi terminé" }],
    [{ message: "上传完成" }],
    [{ error: null, errors: [], id: "1" }],
    [{ id: "b", status: "failed", message: "the video is invalid" }],
    [{ name: "Denied: the failure", id: "p" }],
    [{ message: "Fehlerfrei gespeichert" }],
    [{ message: "Completed without errors (0 failures, errors: 0)" }],
    [{ message: "Envoi terminé sans erreur" }],
    [{ message: "Foutloos ontvangen" }],
    [{ message: "Concluído sem falhas" }],
  ])("%j reports none", (answer) => expect(errorInAnswer(answer)).toBeNull());
  it.each([
    "Les Invalides.mp4",
    "HATA/Nicht vergessen.wav",
    "Mission Impossible/Rechazado.mov",
    "failed.wav".normalize("NFD"),
  ])("reports none by the name of its file, %s", (name) => {
    const judge = (message: string) => errorInAnswer({ message }, { names: [name] });
    expect(judge(`${name} uploaded successfully`)).toBeNull();
    expect(judge(`"${name.split("/").at(-1)}" uploaded`)).toBeNull();
    expect(judge(`${name}: upload failed`)).not.toBeNull();
    expect(errorInAnswer({ message: "failed" }, { names: ["failed"] })).toBe("failed");
  });
});

describe("the answer to complete", () => {
  const complete = (value: unknown, isHtml = false, status = 200) =>
    createMedia({
      answer: () => Promise.resolve({ value, status, isHtml }),
    } as unknown as Http).complete(
      { fileName: "The Denied.mp4", contentType: "video/mp4" },
      { uploadId: "u", parts: [] },
    );
  it("is clear only with the promised message", async () => {
    expect(await complete({ message: "Upload completed" })).toBe("completed");
    expect(await complete({ message: "The Denied.mp4: completed" })).toBe("completed");
    const others = [undefined, {}, [], "done", { message: "" }, { message: 1 }, { status: "ok" }];
    for (const other of [...others, { message: "completion failed", uploadId: "u" }])
      expect(await complete(other)).toBe("unclear");
    expect(await complete({ message: "Upload completed" }, true)).toBe("unclear");
    for (const status of [202, 203, 206])
      expect(await complete({ message: "Accepted" }, false, status)).toBe("unclear");
  });
});

it("numbers as upload ids are sent back as numbers", async () => {
  const bodies: unknown[] = [];
  const http = {
    json({ body }: { body: unknown }) {
      bodies.push(body);
      return Promise.resolve({ uploadId: 7, uploadUrl: "https://storage.example/a" });
    },
    requireSecure: () => Promise.resolve(),
  } as unknown as Http;
  const media = createMedia(http);
  const file = { fileName: "a.mp4", contentType: "video/mp4" };
  const { uploadId } = await media.presignPart(file, { partNumber: 1, uploadId: null });
  await media.presignPart(file, { partNumber: 2, uploadId });
  expect(bodies).toMatchObject([{ partNumber: 1 }, { uploadId: 7 }]);
});
