/**
 * Own material: a video and subtitles of two languages that are dropped together become one batch,
 * which is dubbed, mended and delivered.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { waitForDub } from "../helpers/dub-material";
import { startExport, untilEnded } from "../helpers/exports";
import { bodyOf } from "../helpers/local-workspace";
import { ffmpegProgram, writeMedia } from "../helpers/media-files";
import { long } from "../long";
import { dropPaths, launch, temporaryFolder } from "./harness";
import { signInToDataFolder } from "./stories/local-service-client";
import { callMain, createLocalWorkspace, dataDirOf, homeOf } from "./workspace";

interface Line {
  number: number;
  state: string;
  revision: number;
  checks: { name: string }[];
}

const subtitles = (...texts: string[]) =>
  texts.map(
    (text, at) => `${at + 1}\n00:00:0${at * 3},500 --> 00:00:0${at * 3 + 2},900\n${text}\n`,
  );

test.skipIf(!ffmpegProgram)(
  "a video and two scripts are dubbed in both languages",
  long,
  async () => {
    const profile = temporaryFolder("profile");
    const material = temporaryFolder("material");
    const film = path.join(material, "film.mp4");
    await writeMedia(film, 10);
    const scripts = {
      // A name in letters that no Spanish voice reads.
      "film.es.srt": subtitles("Hola, Иван.", "Son 25,90 €.", "(ríe)"),
      "film.fr.srt": subtitles("Bonjour, Ivan.", "Ça fait 25,90 €.", "(rit)"),
    };
    const paths = Object.entries(scripts).map(([name, cues]) => {
      const file = path.join(material, name);
      writeFileSync(file, cues.join("\n"));
      return file;
    });
    const dubyard = await launch({ profile, env: { ...homeOf(profile), DUBYARD_ENGINE: "own" } });
    const { page } = dubyard;
    const workspaceId = await createLocalWorkspace(page, profile);
    const client = await signInToDataFolder(dataDirOf(profile));
    const { id: project } = await callMain<{ id: string }>(page, "projects.create", {
      workspaceId,
      name: "Own material",
      type: "media-dubbing",
      model: "local-basic",
      sourceLanguage: "en-us",
      targetLanguages: ["es-es", "fr-fr"],
    });

    await page.evaluate((hash) => (location.hash = hash), `#/new-batch/${project}`);
    await page.getByRole("form", { name: "The batch" }).waitFor();
    await dropPaths(dubyard, [film, ...paths]);
    const summary = page.getByRole("complementary", { name: "Summary" });
    await summary.getByText("Script: film.es.srt").waitFor();
    await summary.getByText("Script in French (France): film.fr.srt").waitFor();
    await page.getByRole("button", { name: "Create batch" }).click();
    const batchOf = async () => {
      const batches = bodyOf<{ id: string; name: string }[]>(
        await client.get(`/projects/${project}/batches`),
      );
      return batches.find(({ name }) => name === "film")?.id ?? null;
    };
    await expect.poll(batchOf, { timeout: 60_000, interval: 50 }).not.toBeNull();
    const batch = (await batchOf()) ?? "";

    // One line cannot be spoken; everything else is.
    const { message } = await waitForDub(() => client, batch, "incomplete");
    expect(message).toContain("es-es: line 1: no voice for Spanish (Spain) can read И в а н");
    const linesOf = async (languageId: string) =>
      bodyOf<{ lines: Line[] }>(
        await client.get(`/local/batches/${batch}/review?languageId=${languageId}`),
      ).lines;
    expect((await linesOf("fr-fr")).map(({ state }) => state)).toEqual(["ready", "ready", "ready"]);
    const [first] = await linesOf("es-es");
    expect(first?.checks.map(({ name }) => name)).toContain("not-speakable");

    // The line is mended in the review.
    await page.evaluate(
      (hash) => (location.hash = hash),
      `#/review/${project}/${batch}?language=es-es`,
    );
    const lines = page.getByRole("grid", { name: "Lines" });
    await lines.getByText("Hola, Иван.").click();
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("Hola, Iván.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect
      .poll(async () => (await linesOf("es-es"))[0]?.revision, { timeout: 30_000, interval: 50 })
      .toBeGreaterThan(first?.revision ?? 0);
    bodyOf(await client.post(`/local/batches/${batch}/dubs/start`, { languageIds: ["es-es"] }));
    await waitForDub(() => client, batch);

    const folder = temporaryFolder("delivery");
    const started = await startExport(client, batch, {
      languages: ["es-es", "fr-fr"],
      parts: ["stems", "video"],
      preset: "online",
      includeUnapproved: true,
      folder,
    });
    const { state, files } = await untilEnded(() => client, started);
    expect([state, files.filter((file) => file.state !== "made")]).toEqual(["made", []]);
    expect(files.filter(({ path: at }) => at.endsWith(".mp4"))).toHaveLength(2);
  },
);
