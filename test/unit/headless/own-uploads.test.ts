/** Which uploads of a state folder belong to the arguments of a command. */
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { uploadsBelow, uploadsOf } from "../../../main/headless/own-uploads";
import { createSession } from "../../../main/headless/session";
import { uploads } from "../../../main/headless/uploads";
import { directRoutes } from "../../../main/remote/http/routes";
import { temporaryFolder } from "../../helpers/backend";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Does not exist: its real path is itself. */
const top = path.resolve("/no such folder");
const at = (...parts: string[]) => path.join(top, ...parts);

it.each([
  ["day", "a/clip.wav", "ep/day/a/clip.wav", true],
  ["day", "a/clip.wav", "ep/day/a/clip (2).wav", true],
  ["day", "a/clip.wav", "ep/day/a/clip (x).wav", false],
  ["day", "a/clip.wav", "day/a/clip.wav", false],
  ["day", "a/clip.wav", "ep/other/clip.wav", false],
  ["day", "e\u0301.wav", "ep/day/\u00e9.wav", true],
  ["day/a", "clip.wav", "ep/a/clip.wav", true],
  ["day", "../day 2/clip.wav", "ep/day/clip.wav", false],
])("the upload of %s/%s to %s", async (given, below, galleryPath, expected) => {
  const source = { location: at(given), name: path.basename(given) };
  const isOwn = await uploadsOf([source], "ep");
  expect(isOwn({ sourcePath: at(given, below), galleryPath })).toBe(expected);
});

it("belongs to a single file, and to a folder without a name in the gallery", async () => {
  const one = await uploadsOf([{ location: at("clip.wav"), name: "clip.wav" }], "");
  expect(one({ sourcePath: at("clip.wav"), galleryPath: "clip.wav" })).toBe(true);
  expect(one({ sourcePath: at("other.wav"), galleryPath: "clip.wav" })).toBe(false);
  const watched = await uploadsOf([{ location: at("in"), name: "" }], "ep/");
  expect(watched({ sourcePath: at("in/a.wav"), galleryPath: "ep/a.wav" })).toBe(true);
  expect(watched({ sourcePath: at("in/a.wav"), galleryPath: "ep/in/a.wav" })).toBe(false);
  const below = await uploadsBelow([at("in")]);
  expect(below({ sourcePath: at("in/b/a.wav"), galleryPath: "x" })).toBe(true);
  expect(below({ sourcePath: at("in 2/a.wav"), galleryPath: "x" })).toBe(false);
});

it("`uploads drop` forgets the uploads of a path, also failed ones, and no others", async () => {
  const folder = await temporaryFolder();
  const service = { baseUrl: "http://127.0.0.1:1/v1", clientId: "id", clientSecret: "secret" };
  const open = () =>
    createSession({ ...service, routes: directRoutes, stateDir: folder.path }, undefined);
  const first = open();
  const added = ["in/a.wav", "in/b.wav", "other/c.wav"].map((name) => ({
    sourcePath: at(name),
    galleryPath: name,
    contentType: "audio/wav",
    size: 5,
    mtimeNs: "1",
    inode: "1",
    ctimeNs: "1",
    device: "1",
    replaces: false,
    onConflict: "ask" as const,
  }));
  const [failed = 0] = first.store.add(
    first.store.addDrop(first.workspaceId, 0),
    first.workspaceId,
    added,
  );
  await first.store.fail(failed, { code: "invalid-input", message: "" }, 1);
  await first.close();
  vi.stubEnv("DUBYARD_CLIENT_ID", service.clientId);
  vi.stubEnv("DUBYARD_CLIENT_SECRET", service.clientSecret);
  let stderr = "";
  vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
    stderr += String(chunk);
    return true;
  });
  const target = ["--base-url", service.baseUrl, "--state", folder.path];
  const deps = { bundles: "", policies: () => ({}) };
  expect(await uploads(["drop", at("in"), ...target], deps)).toBe(0);
  expect(stderr).toContain("2 uploads dropped");
  const second = open();
  const left = second.store.unfinished(second.workspaceId);
  expect(left.map(({ galleryPath }) => galleryPath)).toEqual(["other/c.wav"]);
  await second.close();
  await folder.remove();
});
