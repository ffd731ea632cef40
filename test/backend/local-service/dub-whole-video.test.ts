/**
 * Videos and their lines: a video that was cut off is named before the first take, and dubbed as
 * far as it goes on request; lines that count from the timecode of the picture are moved.
 */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitForDub } from "../../helpers/dub-material";
import { startEngine } from "../../helpers/engine";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import { bodyOf, createProject, uploadScript } from "../../helpers/local-workspace";
import {
  createMediaFolder,
  ffmpegProgram,
  writeMedia,
  type MediaFolder,
} from "../../helpers/media-files";
import { scriptWorkerFile } from "../../helpers/programs";

let local: RunningLocalService;
let folder: MediaFolder;
beforeAll(async () => {
  [local, folder] = await Promise.all([
    startLocalService({ scriptWorkerFile, startEngine }),
    createMediaFolder(),
  ]);
});
afterAll(() => Promise.all([local.remove(), folder.remove()]));

interface Dub {
  state: string;
  note: string;
  made: number;
}

async function createDub(name: string, cue: string) {
  const project = await createProject(local.client, {
    type: "media-dubbing",
    targetLanguages: ["es-es"],
  });
  const scriptPath = await uploadScript(local.client, "s.srt", cue);
  const fields = { name, scriptPath, videoPath: `${name}.mp4`, languageCode: "es-es" };
  const made = await local.client.post(`/projects/${project}/batches`, fields);
  const { id } = bodyOf<{ id: string }>(made, 201);
  const at = `/local/batches/${id}`;
  const dub = async () => bodyOf<{ dubs: Dub[] }>(await local.client.get(`${at}/dubs`)).dubs[0];
  return { id, at, dub };
}

it.skipIf(!ffmpegProgram)("a cut off video blocks its dub until it is accepted", async () => {
  const file = folder.at("cut.mp4");
  await writeMedia(file, 5, "-movflags", "+faststart");
  const whole = await readFile(file);
  await local.client.upload("cut.mp4", whole.subarray(0, Math.round(whole.length * 0.6)));
  const cue = "1\n00:00:01,000 --> 00:00:02,000\nHola.\n";
  const { id, at, dub } = await createDub("cut", cue);
  await expect.poll(dub).toMatchObject({ state: "blocked", made: 0 });
  expect((await dub())?.note).toMatch(
    /^the video is cut off: it ends at \d{4} ms, its file says 5000 ms$/,
  );
  expect(bodyOf(await local.client.post(`${at}/dubs/accept-video`, {}))).toEqual({
    languageIds: ["es-es"],
  });
  await waitForDub(() => local.client, id);
  expect(await dub()).toMatchObject({ state: "made", made: 1 });
  expect(await local.client.files()).toContain("Dubs/Season one/cut/ES-ES/cut_ES-ES.mp4");
});

it.skipIf(!ffmpegProgram)(
  "lines that count from the timecode of the picture are moved",
  async () => {
    const file = folder.at("late.mp4");
    await writeMedia(file, 5, "-timecode", "10:00:00:00");
    await local.client.upload("late.mp4", await readFile(file));
    const cue = "1\n10:00:01,000 --> 10:00:02,000\nHola.\n";
    const { id, at, dub } = await createDub("late", cue);
    await waitForDub(() => local.client, id);
    const start = () => local.client.get(`${at}/script-start`);
    const offsetMs = 36_000_000;
    expect(bodyOf(await start())).toEqual({
      proposed: { offsetMs, timecode: "10:00:00:00", isAssumed: false },
    });
    bodyOf(await local.client.post(`${at}/script-start`, { offsetMs: 1_000 }), 409);
    bodyOf(await local.client.post(`${at}/script-start`, { offsetMs }), 204);
    bodyOf(await local.client.post(`${at}/script-start`, { offsetMs }), 409);
    expect(bodyOf(await start())).toEqual({ proposed: null });
    await waitForDub(() => local.client, id);
    expect(await dub()).toMatchObject({ state: "made", made: 1 });
    const { lines } = bodyOf<{ lines: object[] }>(await local.client.get(`${at}/lines`));
    expect(lines).toMatchObject([{ startMs: 1_000, endMs: 2_000 }]);
  },
);
