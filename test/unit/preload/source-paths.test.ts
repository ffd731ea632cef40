import { expect, test } from "vitest";
import {
  lineSourcePath,
  mediaOfPath,
  mediaTypeOf,
  sourcePath,
  sourcePeaksPath,
  sourcePreviewPath,
  takePeaksPath,
} from "../../../preload/facts/source-paths";

const batch = { workspaceId: "a/b é", batchId: "../1" };

test("a path names the file that it was made of", () => {
  const part = { level: 4096, from: 10, count: 20 } as const;
  for (const [path, expected] of [
    [sourcePath(batch), { ...batch, kind: "source" }],
    [sourcePreviewPath(batch), { ...batch, kind: "preview" }],
    [lineSourcePath(batch, 12), { ...batch, kind: "line", line: 12 }],
    [sourcePeaksPath(batch, part), { ...batch, kind: "peaks", ...part }],
    [
      takePeaksPath({ workspaceId: "w", takeId: 7 }),
      { kind: "take-peaks", workspaceId: "w", takeId: 7 },
    ],
  ] as const)
    expect(mediaOfPath(path)).toEqual(expected);
});

test("any other path names none", () => {
  for (const path of [
    "/source/w",
    "/source/w/b/",
    "/source/w/b/more",
    "/source/w/b/preview/1",
    "/source/w/b/lines",
    "/source/w/b/lines/1/2",
    "/source/w/b/peaks/256/0",
    "/source/w/b/peaks/257/0/1",
    "/source/w/b/lines/-1",
    "/source/%E0%A4%A/b",
    "/take-peaks/w/x",
    "/take/w/1",
  ])
    expect(mediaOfPath(path), path).toBeNull();
});

test("only types of audio and video are sent", () => {
  for (const type of ["audio/wav", "video/x-matroska", "audio/vnd.wave"])
    expect(mediaTypeOf(type)).toBe(type);
  for (const type of ["", "text/html", "video/", "text/html; a=video/mp4", "video/mp4\r\nx: y"])
    expect(mediaTypeOf(type), type).toBe("application/octet-stream");
});
