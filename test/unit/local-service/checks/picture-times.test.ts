/** The frame rates and lengths of the videos of batches. */
import { expect, it } from "vitest";
import {
  createPictureTimes,
  type PictureTimesDeps,
} from "../../../../main/local-service/checks/picture-times";
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
      Promise.resolve(
        id === "b" ? { videoPath: "film.mp4", scriptPath: null, settings: {} } : null,
      ),
    findFile: () => Promise.resolve(file),
    findPicture: (id: string) =>
      Promise.resolve(id === "at-url" ? { frameRate: 24, lengthMs: 5_000 } : null),
  } as unknown as PictureTimesDeps["store"];
  const objects = {
    sizeAt: () => Promise.resolve(5),
    withFile: <T>(location: string, work: (file: string) => Promise<T>) =>
      work(`/media/${location}`),
  } as unknown as PictureTimesDeps["objects"];
  return { deps: { store, objects, engine }, engine, file, probed };
}
const { signal } = new AbortController();

const picture = { frameRate: 25, lengthMs: 8_000 };

it("a version of a video is probed once", async () => {
  const { deps, file, probed } = createMaterial();
  const pictureOf = createPictureTimes(deps);
  expect(await pictureOf("b", signal)).toEqual({ ...picture, canHold: false });
  expect(await pictureOf("b", signal)).toEqual({ ...picture, canHold: false });
  expect(probed).toEqual(["/media/1"]);
  file.etag = "b";
  expect(await pictureOf("b", signal)).toEqual({ ...picture, canHold: false });
  expect(probed.length).toBe(2);
});

it("one at a URL is as it was last read", async () => {
  const { deps } = createMaterial();
  expect(await createPictureTimes(deps)("at-url", signal)).toEqual({
    frameRate: 24,
    lengthMs: 5_000,
  });
});

it("it is unknown without a video or an engine, and for a damaged video", async () => {
  const { deps, engine } = createMaterial();
  expect(await createPictureTimes(deps)("other", signal)).toBeNull();
  expect(await createPictureTimes({ ...deps, engine: null })("b", signal)).toBeNull();
  engine.media.probe = () => Promise.reject(new EngineError("the file is damaged"));
  expect(await createPictureTimes(deps)("b", signal)).toBeNull();
  engine.media.probe = () => Promise.reject(new Error("the program failed"));
  await expect(createPictureTimes(deps)("b", signal)).rejects.toThrow("the program failed");
});
