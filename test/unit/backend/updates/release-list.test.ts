/** What is refused of a signed list of releases. */
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { UpdateRefused } from "../../../../main/backend/updates/errors";
import { openReleaseList } from "../../../../main/backend/updates/release-list";
import {
  fileOfPackage,
  nextList,
  openList,
  publicKeyText,
  signList,
  type ReleaseList,
} from "../../../../resources/tools/release-list.mjs";

const { privateKey: current } = generateKeyPairSync("ed25519");
const { privateKey: next } = generateKeyPairSync("ed25519");
const { privateKey: foreign } = generateKeyPairSync("ed25519");
const feed = {
  url: "https://feed.example/releases.json",
  keys: [publicKeyText(current), publicKeyText(next)],
  isLoopbackAllowed: false,
};
const file = {
  os: "linux",
  arch: "x64",
  kind: "appimage",
  url: "https://feed.example/dubyard.AppImage",
  size: 10,
  sha512: "a".repeat(128),
};
const release = {
  version: "1.0.0",
  date: "2026-11-28",
  notes: { en: "New", de: "Neu" },
  rollout: 1,
  files: [file],
};
const list: ReleaseList = {
  metadataVersion: 7,
  expires: "2027-01-01T00:00:00.000Z",
  releases: [release],
};
const now = Date.parse("2026-12-01T00:00:00Z");
const year = 365 * 24 * 3_600_000;

const open = (text: string, change: Partial<Parameters<typeof openReleaseList>[1]> = {}) =>
  openReleaseList(text, { feed, now, highestVersion: 7, ...change });
function refusal(work: () => unknown): string {
  try {
    work();
    return "none";
  } catch (error) {
    if (error instanceof UpdateRefused) return error.refusal;
    throw error;
  }
}

test("a list that either key has signed is accepted, also with fields of later versions", () => {
  for (const key of [current, next])
    expect(open(signList(list, key)).releases).toMatchObject([{ version: "1.0.0" }]);
  const later = {
    ...list,
    added: 1,
    releases: [{ ...release, added: 1, files: [file, { ...file, kind: "snap", added: 1 }] }],
  };
  expect(open(signList(later, current)).releases).toHaveLength(1);
});

describe("refuses", () => {
  const signed = signList(list, current);
  const opened = JSON.parse(signed) as { signed: string; signatures: string[] };

  test("what is no signed list", () => {
    for (const text of [
      "",
      "<html><body>Sign in</body></html>",
      "{}",
      "null",
      JSON.stringify(list),
    ])
      expect(refusal(() => open(text))).toBe("no-list");
    expect(refusal(() => open(JSON.stringify({ ...opened, signatures: [] })))).toBe("no-list");
  });

  test("another key, a changed list, and a signature of something else", () => {
    expect(refusal(() => open(signList(list, foreign)))).toBe("bad-signature");
    const changed = { ...opened, signed: opened.signed.replace('"1.0.0"', '"9.0.0"') };
    expect(refusal(() => open(JSON.stringify(changed)))).toBe("bad-signature");
    const spaced = { ...opened, signed: `${opened.signed} ` };
    expect(refusal(() => open(JSON.stringify(spaced)))).toBe("bad-signature");
    for (const signature of ["", "AAAA", "not base64 at all"]) {
      const forged = { ...opened, signatures: [signature] };
      expect(refusal(() => open(JSON.stringify(forged)))).toBe("bad-signature");
    }
    const others = { ...opened, signatures: ["AAAA", ...opened.signatures] };
    expect(refusal(() => open(JSON.stringify(others)))).toBe("none");
  });

  test("a signed list in another format", () => {
    for (const change of [
      { metadataVersion: 0 },
      { expires: "soon" },
      { releases: [{ ...release, version: "1.0" }] },
      { releases: [{ ...release, version: "../../1.0.0" }] },
      { releases: [{ ...release, notes: { en: "New" } }] },
      { releases: [{ ...release, rollout: 2 }] },
      { releases: [{ ...release, files: [{ ...file, sha512: "b" }] }] },
      { releases: [{ ...release, files: [{ ...file, size: -1 }] }] },
      { releases: [{ ...release, files: [{ ...file, url: "dubyard.AppImage" }] }] },
    ])
      expect(refusal(() => open(signList({ ...list, ...change }, current)))).toBe("invalid-list");
  });

  test("a list that is older than one that was accepted, not the same one again", () => {
    expect(refusal(() => open(signed, { highestVersion: 8 }))).toBe("replayed");
    expect(refusal(() => open(signed, { highestVersion: 7 }))).toBe("none");
  });

  test("an expired list, also when the clock is years ahead; not when it is years behind", () => {
    expect(refusal(() => open(signed, { now: Date.parse(list.expires) }))).toBe("expired");
    expect(refusal(() => open(signed, { now: now + 10 * year }))).toBe("expired");
    expect(refusal(() => open(signed, { now: now - 10 * year }))).toBe("none");
  });

  test("files of other hosts and ports, and without TLS", () => {
    for (const url of [
      "https://elsewhere.example/dubyard.AppImage",
      "https://feed.example.elsewhere.example/dubyard.AppImage",
      "https://feed.example:8443/dubyard.AppImage",
      "http://feed.example/dubyard.AppImage",
      "file:///tmp/dubyard.AppImage",
    ]) {
      const other = { ...list, releases: [{ ...release, files: [{ ...file, url }] }] };
      expect(refusal(() => open(signList(other, current)))).toBe("foreign-address");
    }
    const url = "http://127.0.0.1:1/dubyard.AppImage";
    const loopback = { ...list, releases: [{ ...release, files: [{ ...file, url }] }] };
    const local = { ...feed, url: "http://127.0.0.1:1/releases.json" };
    const text = signList(loopback, current);
    expect(refusal(() => open(text, { feed: local }))).toBe("foreign-address");
    expect(refusal(() => open(text, { feed: { ...local, isLoopbackAllowed: true } }))).toBe("none");
  });
});

describe("the release tool", () => {
  test("names the file of each package, and refuses packages for tests", () => {
    const bytes = Buffer.from("package");
    const of = (name: string) => fileOfPackage(name, bytes, feed.url);
    expect(of("dubyard-1.0.0-linux-x86_64.AppImage")).toMatchObject({
      os: "linux",
      arch: "x64",
      kind: "appimage",
      url: "https://feed.example/dubyard-1.0.0-linux-x86_64.AppImage",
      size: 7,
    });
    expect(of("dubyard-1.0.0-linux-arm64.deb")).toMatchObject({ arch: "arm64", kind: "deb" });
    expect(of("dubyard-1.0.0-win-x64.exe")).toMatchObject({ os: "win32", kind: "nsis" });
    expect(of("SHA256SUMS")).toBeNull();
    expect(() => of("dubyard-1.0.0-TEST-linux-x64.deb")).toThrow("for tests");
  });

  test("adds a release to the list before it, and refuses one without notes in both languages", () => {
    const expires = new Date(list.expires);
    const newer = { ...release, version: "1.1.0" };
    const text = signList(nextList(list, newer, { expires }), current);
    expect(open(text)).toMatchObject({
      metadataVersion: 8,
      releases: [{ version: "1.1.0" }, { version: "1.0.0" }],
    });
    const replaced = nextList(list, { ...release, rollout: 0 }, { expires });
    expect(replaced.releases).toMatchObject([{ version: "1.0.0", rollout: 0 }]);
    const withNotes = (notes: { en: string; de: string }) => () =>
      nextList(null, { ...release, notes }, { expires });
    expect(withNotes({ en: "New", de: " " })).toThrow("no notes of 1.0.0 in de");
    expect(withNotes({ en: "", de: "Neu" })).toThrow("no notes of 1.0.0 in en");
    expect(() => nextList(null, { ...release, files: [] }, { expires })).toThrow("no packages");
    expect(() => nextList(null, { ...release, rollout: NaN }, { expires })).toThrow("roll-out");
  });
});

test("the next list is made only of one that a key of package.json has signed", () => {
  expect(openList(signList(list, next), feed.keys)).toEqual(list);
  const unsigned = /no key of package.json/;
  expect(() => openList(signList(list, foreign), feed.keys)).toThrow(unsigned);
  const changed = signList(list, current).replace("1.0.0", "1.0.1");
  expect(() => openList(changed, feed.keys)).toThrow(unsigned);
  expect(() => openList(signList(list, current), [])).toThrow(unsigned);
});
