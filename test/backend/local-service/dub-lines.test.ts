/** Line dubbing: takes fit the lengths of their source audio, by the engine of this computer. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { wavHeader } from "../../../main/local-service/engine/sound/wav";
import { waitForDub } from "../../helpers/dub-material";
import { startEngine } from "../../helpers/engine";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import {
  bodyOf,
  createBatch,
  createProject,
  uploadScript,
  type Json,
} from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";
import { speechLike } from "../../helpers/sound-signals";

interface Take {
  state: string;
  measures: { durationMs: number; speed: number };
  checks: string[];
}

let local: RunningLocalService;
/** Sends a recording of as many seconds as its path says. */
const server = http.createServer(({ url }, response) =>
  response.end(recording(Number(/[\d.]+/.exec(url ?? "")?.[0]))),
);
beforeAll(async () => {
  local = await startLocalService({ scriptWorkerFile, startEngine, allowPrivateUrls: true });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
});
afterAll(async () => {
  await local.remove();
  server.close();
});

/** A recording of this length. */
function recording(seconds: number): Uint8Array {
  const samples = speechLike(seconds, { sampleRate: 48_000 });
  return Buffer.concat([
    wavHeader({ channels: 1, sampleRate: 48_000 }, samples.length),
    Buffer.from(samples.buffer),
  ]);
}

it("a take is as long as its source audio allows, up to a speed of 1.6", async () => {
  const text = "Das ist ein ganz gewöhnlicher Satz über das Wetter am Hafen.";
  const project = await createProject(local.client, {
    type: "line-dubbing",
    targetLanguages: ["de-de"],
  });
  const dubWith = async (slots: readonly number[]): Promise<Take[]> => {
    const { port } = server.address() as AddressInfo;
    // The last one is at a URL.
    const sources = slots.map((seconds, index) =>
      index === slots.length - 1 ? `http://127.0.0.1:${port}/${seconds}` : `lines/${index}.wav`,
    );
    for (const [index, seconds] of slots.slice(0, -1).entries())
      await local.client.upload(`lines/${index}.wav`, recording(seconds), "audio/wav");
    const rows = sources.map((source, index) => `${index},Greta,${text},${source}`);
    const content = ["ID,Character,Text_DE-DE,Source_Audio", ...rows].join("\n");
    const scriptPath = await uploadScript(local.client, "lines.csv", content);
    const { id } = await createBatch(local.client, project, { scriptPath });
    await waitForDub(() => local.client, String(id));
    const at = `/local/batches/${String(id)}/takes/de-de`;
    return bodyOf<{ takes: Take[] }>(await local.client.get(at)).takes;
  };
  const [natural] = await dubWith([30]);
  const seconds = (natural?.measures.durationMs ?? 0) / 1000;
  expect(natural).toMatchObject({ state: "made", measures: { speed: 1 }, checks: [] });
  expect(seconds).toBeGreaterThan(1.5);

  const takes = await dubWith([seconds / 1.2, seconds / 1.5, seconds / 2.5]);
  const speeds = takes.map(({ measures }) => measures.speed);
  expect(speeds[0]).toBeCloseTo(1.2, 1);
  expect(speeds[1]).toBeCloseTo(1.5, 1);
  expect(speeds[2]).toBeCloseTo(1.6, 5);
  for (const [index, factor] of [1.2, 1.5].entries())
    expect(takes[index]?.measures.durationMs).toBeLessThan((seconds / factor) * 1000 + 30);
});

it("a take uses the gap after its line before it is accelerated; a short one is slowed on request", async () => {
  const text = "Das ist ein ganz gewöhnlicher Satz über das Wetter am Hafen.";
  const project = await createProject(local.client, {
    type: "audio-production",
    sourceLanguage: undefined,
    targetLanguages: ["de-de"],
  });
  const time = (ms: number) => `00:00:${(ms / 1000).toFixed(3).padStart(6, "0").replace(".", ",")}`;
  /** The lines of one character begin at these times, and last as long as the first number. */
  const dubWith = async (lastMs: number, starts: readonly number[], settings: Json) => {
    const cues = starts.map((startMs, index) =>
      [index + 1, `${time(startMs)} --> ${time(startMs + lastMs)}`, `Greta: ${text}`, ""].join(
        "\n",
      ),
    );
    const scriptPath = await uploadScript(local.client, "lines.srt", cues.join("\n"));
    const { id } = await createBatch(local.client, project, {
      scriptPath,
      languageCode: "de-de",
      settings: { sourceSpeakerSeparator: ":", ...settings },
    });
    const [character] = bodyOf<{ id: string }[]>(
      await local.client.get(`/projects/${project}/characters`),
    );
    const at = `/projects/${project}/characters/${character?.id ?? ""}`;
    bodyOf(await local.client.call("POST", at, { voice: "Greta" }), 204);
    await waitForDub(() => local.client, String(id));
    const takes = `/local/batches/${String(id)}/takes/de-de`;
    return bodyOf<{ takes: Take[] }>(await local.client.get(takes)).takes.map(
      ({ measures }) => measures,
    );
  };
  const [natural] = await dubWith(20_000, [0], {});
  const naturalMs = Math.floor(natural?.durationMs ?? 0);
  // The first line has 300 ms more than its time, the second has the whole gap.
  const lastMs = naturalMs - 400;
  const starts = [0, lastMs + 380];
  const [first, second] = await dubWith(lastMs, starts, {});
  expect(first?.speed).toBeCloseTo(naturalMs / (naturalMs - 100), 2);
  expect(first?.durationMs).toBeLessThanOrEqual(naturalMs - 100);
  expect(second?.speed).toBe(1);
  const [withoutGap] = await dubWith(lastMs, starts, { fitGapMs: 0 });
  expect(withoutGap?.speed).toBeCloseTo(naturalMs / lastMs, 2);

  const slowed = await dubWith(naturalMs + 200, [0], { slowsShortTakes: true });
  expect(slowed[0]?.speed).toBeCloseTo(naturalMs / (naturalMs + 200), 2);
  expect(slowed[0]?.durationMs).toBeGreaterThan(naturalMs + 100);
  const long = await dubWith(20_000, [0], { slowsShortTakes: true });
  expect(long[0]?.speed).toBe(0.85);
});
