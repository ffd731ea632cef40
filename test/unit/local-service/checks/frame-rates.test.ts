/** The frame rates of the videos of batches. */
import { expect, it } from "vitest";
import {
  createFrameRates,
  type FrameRateDeps,
} from "../../../../main/local-service/checks/frame-rates";
import { EngineError } from "../../../../main/local-service/engine/ports";
import { createScriptedAnalysis } from "../../../helpers/scripted-analysis";

/** A gallery with one video, of the batch "b". */
function createMaterial() {
  const engine = createScriptedAnalysis();
  const file = { location: "1", size: 5, contentType: "video/mp4", etag: "a" };
  const probed: string[] = [];
  const { probe } = engine.media;
  engine.media.probe = (path, options) => {
    probed.push(path);
    return probe(path, options);
  };
  const store = {
    findBatchSource: (id: string) =>
      Promise.resolve(id === "b" ? { videoPath: "film.mp4", scriptPath: null } : null),
    findFile: () => Promise.resolve(file),
  } as unknown as FrameRateDeps["store"];
  const objects = {
    sizeAt: () => Promise.resolve(5),
    fileAt: (location: string) => `/media/${location}`,
  } as unknown as FrameRateDeps["objects"];
  return { deps: { store, objects, engine }, engine, file, probed };
}
const { signal } = new AbortController();

it("a version of a video is probed once", async () => {
  const { deps, file, probed } = createMaterial();
  const frameRateOf = createFrameRates(deps);
  expect(await frameRateOf("b", signal)).toBe(25);
  expect(await frameRateOf("b", signal)).toBe(25);
  expect(probed).toEqual(["/media/1"]);
  file.etag = "b";
  expect(await frameRateOf("b", signal)).toBe(25);
  expect(probed.length).toBe(2);
});

it("it is unknown without a video or an engine, and for a damaged video", async () => {
  const { deps, engine } = createMaterial();
  expect(await createFrameRates(deps)("other", signal)).toBeNull();
  expect(await createFrameRates({ ...deps, engine: null })("b", signal)).toBeNull();
  engine.media.probe = () => Promise.reject(new EngineError("the file is damaged"));
  expect(await createFrameRates(deps)("b", signal)).toBeNull();
  engine.media.probe = () => Promise.reject(new Error("the program failed"));
  await expect(createFrameRates(deps)("b", signal)).rejects.toThrow("the program failed");
});
