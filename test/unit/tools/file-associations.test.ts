/**
 * "Open with" on each system is offered for the files that can be uploaded, and no type is taken
 * over. Also tests the file that is the terminal command on Windows.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { acceptedFormats } from "../../../preload/facts/media-formats";

const read = (file: string) =>
  readFileSync(path.resolve(import.meta.dirname, "../../..", file), "utf8");
interface DocumentType {
  LSHandlerRank: string;
  LSItemContentTypes?: string[];
  CFBundleTypeExtensions?: string[];
}
const config = parse(read("electron-builder.yml")) as {
  linux: { mimeTypes: string[] };
  mac: { extendInfo: { CFBundleDocumentTypes: DocumentType[] } };
  win: { extraFiles: { from: string; to: string }[] };
  nsis: { include: string };
};
const accepted = acceptedFormats.split(", ").sort();

it("on Windows, every accepted format, and no class of another program is written", () => {
  const script = read(config.nsis.include);
  const supported = [...script.matchAll(/SupportedTypes" "\.(\w+)"/g)].map(([, name]) => name);
  expect(supported.sort()).toEqual(accepted);
  for (const [, key] of script.matchAll(/WriteRegStr SHELL_CONTEXT "([^"]+)"/g))
    expect(key).toMatch(/^\$\{DUBYARD_CLASS\}/);
  const [, uninstall = ""] = script.split("!macro customUnInstall");
  expect(uninstall).toContain('DeleteRegKey SHELL_CONTEXT "${DUBYARD_CLASS}"');
  expect(uninstall).toContain('DeleteRegKey HKCU "Software\\Classes\\dubyard"');
});

it("on macOS, audio, video and folders, as another choice than the usual program", () => {
  const types = config.mac.extendInfo.CFBundleDocumentTypes;
  expect(types.flatMap((type) => type.LSItemContentTypes ?? [])).toEqual([
    "public.audio",
    "public.movie",
    "public.folder",
  ]);
  expect(types.map((type) => type.LSHandlerRank)).toEqual(["Alternate", "Alternate"]);
  // Formats that macOS knows are of the kinds above.
  const known = ["avi", "m4a", "mov", "mp3", "mp4", "mpeg", "mpga", "wav"];
  const others = types.flatMap((type) => type.CFBundleTypeExtensions ?? []);
  expect([...known, ...others].sort()).toEqual(accepted);
});

it("on Linux, audio and video; a type of folders could make it the file manager", () => {
  const types = config.linux.mimeTypes;
  expect(types).toEqual(
    expect.arrayContaining(["audio/x-wav", "audio/mpeg", "video/mp4", "video/mpeg", "video/webm"]),
  );
  expect(types.filter((type) => !/^(?:audio|video)\//.test(type))).toEqual([]);
});

it("the command of Windows passes all arguments and the exit code, from any folder", () => {
  const [command] = config.win.extraFiles;
  expect(command?.to).toBe("bin/dubyard.cmd");
  const lines = read(command?.from ?? "").split("\r\n");
  // The program is in the folder above.
  expect(lines).toContain('"%~dp0..\\Dubyard.exe" %*');
  expect(lines.filter((line) => line !== "").at(-1)).toBe("exit /b %ERRORLEVEL%");
  expect(lines.join("\n")).not.toContain("\r");
});
