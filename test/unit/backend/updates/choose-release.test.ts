/** Which release of a list is offered to a computer. */
import { expect, test } from "vitest";
import {
  chooseRelease,
  isWithdrawn,
  shareOf,
  type UpdateClient,
} from "../../../../main/backend/updates/choose-release";
import type { Release } from "../../../../main/backend/updates/release-list";

const client: UpdateClient = {
  version: "0.9.2",
  os: "linux",
  arch: "x64",
  kind: "appimage",
  systemVersion: "6.1.0-13-amd64",
  seed: "a",
  skipped: null,
  requested: null,
};
const file = (kind = "appimage", arch = "x64") => ({
  os: "linux",
  arch,
  kind,
  url: `https://feed.example/${kind}`,
  size: 1,
  sha512: "0".repeat(128),
});
const release = (version: string, overrides: Partial<Release> = {}): Release => ({
  version,
  date: "2026-11-28",
  notes: { en: "New", de: "Neu" },
  security: false,
  rollout: 1,
  minimumSystem: {},
  files: [file()],
  ...overrides,
});
const listOf = (releases: Release[]) => ({ metadataVersion: 1, expires: "", releases });
const chosen = (
  releases: Release[],
  { isRequested = false, ...change }: Partial<UpdateClient> & { isRequested?: boolean } = {},
) => chooseRelease(listOf(releases), { ...client, ...change }, isRequested)?.release.version;

test("the newest version is offered, compared by numbers, and never the same or an older one", () => {
  const all = ["0.9.2", "0.10.0", "0.9.10", "0.1.99"].map((version) => release(version));
  expect(chosen(all)).toBe("0.10.0");
  expect(chosen(all, { version: "0.10.0" })).toBeUndefined();
  expect(chosen(all, { version: "1.0.0" })).toBeUndefined();
  expect(chosen([])).toBeUndefined();
});

test("only a release with a file of this installation is offered", () => {
  const others = release("2.0.0", { files: [file("deb"), file("appimage", "arm64")] });
  expect(chosen([release("1.0.0"), others])).toBe("1.0.0");
  expect(chosen([others], { kind: "deb" })).toBe("2.0.0");
  const unknown = release("2.0.0", { files: [file("snap")] });
  expect(chosen([unknown])).toBeUndefined();
  // Flatpak has repositories of its own.
  expect(chosen([unknown], { kind: "flatpak" })).toBe("2.0.0");
});

test("versions of the application and of the system that a release needs", () => {
  const direct = release("0.9.5");
  const far = release("2.0.0", { minimumVersion: "0.9.5" });
  expect(chosen([direct, far])).toBe("0.9.5");
  expect(chosen([direct, far], { version: "0.9.5" })).toBe("2.0.0");
  for (const [minimum, isOffered] of [
    ["6.1", true],
    ["6.1.0", true],
    ["6.1.1", false],
    ["6.10", false],
    ["5.15", true],
    ["7", false],
  ] as const)
    expect(chosen([release("1.0.0", { minimumSystem: { linux: minimum } })])).toBe(
      isOffered ? "1.0.0" : undefined,
    );
  expect(chosen([release("1.0.0", { minimumSystem: { win32: "10" } })])).toBe("1.0.0");
});

test("a roll-out reaches the computers below its part, all at 1, and none at 0", () => {
  const share = shareOf("a", "1.0.0");
  expect(share).toBeGreaterThan(0);
  expect(share).toBeLessThan(1);
  const at = (rollout: number) => [release("1.0.0", { rollout })];
  expect(chosen(at(share))).toBeUndefined();
  expect(chosen(at(share + Number.EPSILON))).toBe("1.0.0");
  expect(chosen(at(1))).toBe("1.0.0");
  expect(chosen(at(Number.EPSILON))).toBeUndefined();
  // The user's own check ignores the roll-out, and a later list does not take the offer away.
  expect(chosen(at(Number.EPSILON), { isRequested: true })).toBe("1.0.0");
  expect(chosen(at(Number.EPSILON), { requested: "1.0.0" })).toBe("1.0.0");
  // Withdrawn: not even then.
  expect(chosen(at(0), { isRequested: true, requested: "1.0.0" })).toBeUndefined();
  const reached = Array.from({ length: 2000 }, (_, seed) => shareOf(String(seed), "1.0.0"));
  expect(reached.filter((one) => one < 0.05).length).toBeGreaterThan(50);
  expect(reached.filter((one) => one < 0.05).length).toBeLessThan(150);
});

test("a skipped version is not offered, but a newer one is; older ones are not instead", () => {
  const [old, skipped, newer] = ["1.0.0", "1.1.0", "1.2.0"].map((version) => release(version));
  if (!old || !skipped || !newer) throw new Error("three releases");
  expect(chosen([old, skipped], { skipped: "1.1.0" })).toBeUndefined();
  expect(chosen([old, skipped, newer], { skipped: "1.1.0" })).toBe("1.2.0");
  const withdrawn = { ...skipped, rollout: 0 };
  expect(chosen([old, withdrawn], { skipped: "1.1.0" })).toBe("1.0.0");
});

test("a version is withdrawn by a roll-out of 0, or by its removal", () => {
  expect(isWithdrawn(listOf([release("1.0.0")]), "1.0.0")).toBe(false);
  expect(isWithdrawn(listOf([release("1.0.0", { rollout: 0 })]), "1.0.0")).toBe(true);
  expect(isWithdrawn(listOf([]), "1.0.0")).toBe(true);
});
