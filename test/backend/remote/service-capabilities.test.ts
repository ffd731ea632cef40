/** Extensions and capabilities of a service, announced or not. */
import { describe, expect, it } from "vitest";
import { useHostileHarness, projectId } from "../../helpers/hostile-harness";

const harness = useHostileHarness();
const { read } = harness;

describe("a service without extensions", () => {
  it("is queried for them once, and its 403 does not mean rejected credentials", async () => {
    await harness.test.waitUntil(
      () => (harness.service.count("GET", "/local") > 0 ? true : null),
      "the query for extensions",
    );
    const [workspace] = await harness.test.handlers.workspaces.list(undefined);
    expect(workspace).toMatchObject({ state: "online", extensions: [] });
    const one = { workspaceId: harness.workspaceId, projectId, batchId: "a" };
    await expect(
      harness.test.handlers.batches.lines({ ...one, offset: 0, limit: 10 }),
    ).rejects.toMatchObject({ code: "not-offered" });
    await read({ kind: "assignments", batchId: "a" });
    harness.service.respondTo("POST /batches/a/assign-member", { status: 204 });
    const members = [{ userId: "u", languageId: "fr-fr" }];
    await harness.test.handlers.batches.assignMembers({ ...one, members });
    const known = await harness.test.handlers.batches.assignments(one);
    expect(known).toMatchObject({ assignments: members, freshness: { readAt: null } });
    expect(harness.service.count("GET", "/local/batches/a/members")).toBe(0);
    expect((await harness.test.handlers.workspaces.list(undefined))[0]).toMatchObject({
      state: "online",
    });
  });
});

describe("the capabilities of a service", () => {
  const announce = async (capabilities: unknown) => {
    harness.service.respondTo("GET /local", { body: { version: 1, extensions: [], capabilities } });
    await harness.test.stop();
    const queryCount = harness.service.count("GET", "/local");
    harness.start();
    await harness.test.waitUntil(
      () => (harness.service.count("GET", "/local") > queryCount ? true : null),
      "a query for capabilities",
    );
  };
  const known = async () =>
    (await harness.test.handlers.workspaces.list(undefined))[0]!.capabilities;

  it("are unknown if none are announced", async () => {
    await harness.test.waitUntil(
      () => (harness.service.count("GET", "/local") > 0 ? true : null),
      "a query for capabilities",
    );
    expect(await known()).toEqual({});
  });

  it("are stored if they are announced and known, also after a restart", async () => {
    await announce({ inference: false, transcription: true, translation: "no", time_travel: true });
    const expected = { inference: false, transcription: true };
    await harness.test.waitUntil(
      async () => ("inference" in (await known()) ? true : null),
      "the capabilities",
    );
    expect(await known()).toEqual(expected);
    await harness.test.stop();
    harness.service.respondTo("GET /local", { status: 503 });
    harness.start();
    expect(await known()).toEqual(expected);
  });

  it("include languages without flags", async () => {
    harness.service.respondTo("GET /languages", {
      body: [
        { id: "fr-fr", name: "French", code: "FR-FR" },
        {
          id: "de-de",
          name: "German",
          code: "DE-DE",
          isTextSupported: true,
          isAudioSupported: false,
        },
      ],
    });
    await read({ kind: "languages" });
    const { languages } = await harness.test.handlers.catalogue.languages({
      workspaceId: harness.workspaceId,
    });
    expect(
      languages.map(({ id, isTextSupported, isAudioSupported }) => [
        id,
        isTextSupported,
        isAudioSupported,
      ]),
    ).toEqual([
      ["fr-fr", true, true],
      ["de-de", true, false],
    ]);
  });
});
