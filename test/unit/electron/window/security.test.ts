import type { App, Session, Shell, WebContents } from "electron";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import {
  allowedLink,
  guard,
  isAllowedRequest,
  secure,
} from "../../../../main/electron/window/security";
import { silentLog } from "../../../../main/common/log";

const root = path.resolve(import.meta.dirname, "../../../..");

test("all permissions but one are denied, and downloads are cancelled", () => {
  let request: ((c: unknown, p: string, response: (granted: boolean) => void) => void) | undefined;
  let check: ((c: unknown, p: string) => boolean) | undefined;
  let device: (() => boolean) | undefined;
  let download: ((event: { preventDefault(): void }) => void) | undefined;
  const session = {
    setPermissionRequestHandler: (handler: typeof request) => (request = handler),
    setPermissionCheckHandler: (handler: typeof check) => (check = handler),
    setDevicePermissionHandler: (handler: typeof device) => (device = handler),
    webRequest: { onBeforeRequest: vi.fn() },
    on: (name: string, listener: typeof download) => {
      if (name === "will-download") download = listener;
    },
  } as unknown as Session;
  const app = { on: vi.fn() } as unknown as App;
  secure({ app, sessions: [session], shell: {} as Shell, log: silentLog, devServer: null });
  const granted = (permission: string) => {
    const reply = vi.fn();
    request?.(null, permission, reply);
    expect(check?.(null, permission)).toBe(reply.mock.calls[0]?.[0]);
    return reply.mock.calls[0]?.[0] as boolean;
  };
  for (const permission of [
    "clipboard-read",
    "display-capture",
    "fileSystem",
    "fullscreen",
    "geolocation",
    "hid",
    "idle-detection",
    "keyboardLock",
    "media",
    "mediaKeySystem",
    "midi",
    "midiSysex",
    "notifications",
    "openExternal",
    "pointerLock",
    "serial",
    "speaker-selection",
    "storage-access",
    "top-level-storage-access",
    "usb",
    "window-management",
    "something-new",
  ])
    expect(granted(permission), permission).toBe(false);
  expect(granted("clipboard-sanitized-write")).toBe(true);
  expect(device?.()).toBe(false);
  const preventDefault = vi.fn();
  download?.({ preventDefault });
  expect(preventDefault).toHaveBeenCalledOnce();
});

test("only requests for the application's files are allowed, and for the dev server in development", () => {
  const dev = "http://localhost:5173/";
  for (const [address, inRelease, inDevelopment] of [
    ["app://bundle/assets/main.js", true, true],
    ["data:image/png;base64,AA", true, true],
    ["app://other/", false, false],
    ["http://localhost:5173/main.ts", false, true],
    ["ws://localhost:5173/", false, true],
    ["http://localhost:5174/", false, false],
    ["https://dubyard.invalid/", false, false],
    ["file:///etc/passwd", false, false],
    ["blob:app://bundle/1", false, false],
    ["not an address", false, false],
  ] as const) {
    expect(isAllowedRequest(address, null), address).toBe(inRelease);
    expect(isAllowedRequest(address, dev), address).toBe(inDevelopment);
  }
});

test("only https links to known hosts are opened, in parsed form", () => {
  expect(allowedLink("https://dubyard.invalid/help")).toBe("https://dubyard.invalid/help");
  for (const address of [
    "http://dubyard.invalid/",
    "https://dubyard.invalid.evil.example/",
    "https://evil.example/?https://dubyard.invalid",
    "https://dubyard.invalid@evil.example/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "smb://dubyard.invalid/share",
    "",
  ])
    expect(allowedLink(address), address).toBeNull();
});

test("a page cannot navigate, embed other pages or open windows", () => {
  const listeners = new Map<string, (event: unknown) => void>();
  let open: ((details: { url: string }) => unknown) | undefined;
  const setWebRTCIPHandlingPolicy = vi.fn();
  const contents = {
    on: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    setWindowOpenHandler: (handler: typeof open) => (open = handler),
    setWebRTCIPHandlingPolicy,
  } as unknown as WebContents;
  const openExternal = vi.fn(() => Promise.resolve());
  guard(contents, {
    shell: { openExternal } as unknown as Shell,
    log: silentLog,
    devServer: null,
  });
  expect(setWebRTCIPHandlingPolicy).toHaveBeenCalledWith("disable_non_proxied_udp");
  for (const name of [
    "will-navigate",
    "will-frame-navigate",
    "will-redirect",
    "will-attach-webview",
  ]) {
    const preventDefault = vi.fn();
    listeners.get(name)?.({ preventDefault, url: "app://bundle/" });
    expect(preventDefault, name).toHaveBeenCalledOnce();
  }
  expect(open?.({ url: "https://evil.example/" })).toEqual({ action: "deny" });
  expect(openExternal).not.toHaveBeenCalled();
  expect(open?.({ url: "https://dubyard.invalid/help" })).toEqual({ action: "deny" });
  expect(openExternal).toHaveBeenCalledWith("https://dubyard.invalid/help");
});

test("no source file weakens Electron's security settings", () => {
  const sources = ["main", "preload"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => path.join(root, folder, file)),
  );
  expect(sources.length).toBeGreaterThan(10);
  for (const file of sources) {
    const text = readFileSync(file, "utf8");
    expect(text, file).not.toMatch(
      /webSecurity|allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|webviewTag/,
    );
    expect(text, file).not.toMatch(
      /nodeIntegration\w*: true|contextIsolation: false|sandbox: false/,
    );
    expect(text, file).not.toMatch(/setCertificateVerifyProc|["']certificate-error["']/);
    expect(text, file).not.toMatch(/\beval\(|new Function\(/);
  }
});

test("the preload does not grow with features", () => {
  expect(readFileSync(path.join(root, "preload/index.ts")).length).toBeLessThan(2048);
});
