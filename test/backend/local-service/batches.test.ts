/** Batches: validation, ingestion and changes (interface §2.3, §4.2). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBuiltInVoice } from "../../../main/local-service/catalogue/lookup";
import { scriptWorkerFile } from "../../helpers/programs";
import { bytesOf, startLocalService, type RunningLocalService } from "../../helpers/local-service";
import {
  bodyOf,
  waitForIngestion,
  missingScriptUrl,
  createBatch,
  createProject,
  createUser,
  uploadScript,
  type Json,
} from "../../helpers/local-workspace";

let local: RunningLocalService;
beforeAll(async () => {
  local = await startLocalService({ scriptWorkerFile });
});
afterAll(async () => {
  await local.remove();
});

const call = (method: string, at: string, body?: unknown) => local.client.call(method, at, body);
const script = (content: string, name = "script.csv") => uploadScript(local.client, name, content);
const charactersOf = async (id: string) =>
  bodyOf<{ id: string; name: string; voice: { name: string; gender: string } }[]>(
    await call("GET", `/projects/${id}/characters`),
  );
const scriptPath = "https://example.com/script.xlsx";
const videoPath = "films/pilot.mp4";

describe("creation", () => {
  it("returns at once with types and without a message; GET returns a message and no types", async () => {
    const project = await createProject(local.client, { type: "audio-production" });
    const url = await script("ID,Character,Text_FR-FR\n1,Ada,Bonjour\n");
    const body = { name: "One", scriptPath: url };
    const created = bodyOf(await call("POST", `/projects/${project}/batches`, body), 201);
    expect(created).toEqual({
      id: expect.any(String),
      projectId: project,
      name: "One",
      status: "ingesting",
      completionPercentage: 0,
      translations: [
        { languageId: "en-us", type: "source", isCompleted: false, status: "pending" },
        { languageId: "fr-fr", type: "target", isCompleted: false, status: "pending" },
      ],
      isCastingCompleted: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const read = await waitForIngestion(local.client, String(created.id));
    expect(read).toEqual({
      ...created,
      status: "casting",
      message: "1 of 1 characters have no voice yet",
      translations: [
        { languageId: "en-us", isCompleted: false, status: "pending" },
        { languageId: "fr-fr", isCompleted: false, status: "ready" },
      ],
      updatedAt: expect.any(String),
    });
    expect(bodyOf(await call("GET", `/projects/${project}/batches`))).toEqual([read]);
  });

  const cases: [string, Json, string][] = [
    ["line-dubbing", { name: undefined, scriptPath }, "name: "],
    ["line-dubbing", {}, "scriptPath: is required for line-dubbing projects"],
    ["audio-production", {}, "scriptPath: is required for audio-production projects"],
    ["media-dubbing", { scriptPath }, "videoPath: is required for media-dubbing projects"],
    ["line-dubbing", { scriptPath, videoPath }, "videoPath: does not apply to line-dubbing"],
    [
      "line-dubbing",
      { scriptPath: "ftp://example.com/a.xlsx" },
      "scriptPath: must be an absolute http",
    ],
    ["line-dubbing", { scriptPath: "file:///etc/passwd" }, "scriptPath: must be an absolute http"],
    ["line-dubbing", { scriptPath: "http://" }, "scriptPath: must be an absolute http"],
    ...["data:video/mp4;base64,AA", "file:/a.mp4", "FTP:a.mp4", "blob:x", "C:/a.mp4"].flatMap(
      (text): [string, Json, string][] => [
        ["media-dubbing", { videoPath: text }, "videoPath: must be an http or https URL, or a"],
        ["media-dubbing", { videoPath, scriptPath: text }, "scriptPath: must be an absolute http"],
      ],
    ),
    [
      "line-dubbing",
      { scriptPath: "http://a:b@example.com/x.xlsx" },
      "scriptPath: must not contain",
    ],
    ["line-dubbing", { scriptPath: "../x.xlsx" }, "scriptPath: must be an absolute http"],
    ["line-dubbing", { scriptPath: "scripts/x.xlsx" }, "scriptPath: must be an absolute http"],
    ["media-dubbing", { scriptPath: "x.xlsx", videoPath: "a.mp4" }, "scriptPath: must be an abs"],
    ["line-dubbing", { scriptPath: 7 }, "scriptPath: "],
    ...[".docx", ".txt", ".pdf", ".srt", ".SRT"].map((extension): [string, Json, string] => [
      "audio-production",
      { scriptPath: `https://example.com/a${extension}?v=1` },
      "languageCode: is required for .docx, .txt, .pdf and .srt scripts",
    ]),
    ["audio-production", { scriptPath, languageCode: "xx" }, "languageCode: there is no language"],
    ["audio-production", { scriptPath, languageCode: "it-it" }, "languageCode: "],
    ["line-dubbing", { scriptPath, settings: { takes: 1 } }, "takes"],
    ["line-dubbing", { scriptPath, settings: { removeBackground: true } }, "removeBackground"],
    ["line-dubbing", { scriptPath, settings: [] }, "settings: "],
    ...[-1, 3, 1.5, "1"].map((value): [string, Json, string] => [
      "line-dubbing",
      { scriptPath, settings: { noOfAlternativeTakes: value } },
      "settings.noOfAlternativeTakes: ",
    ]),
    [
      "audio-production",
      { scriptPath, settings: { autoCasting: true } },
      "settings.autoCasting: does not apply to audio-production projects",
    ],
    [
      "line-dubbing",
      { scriptPath, settings: { sourceSpeakerSeparator: ":" } },
      "settings.sourceSpeakerSeparator: does not apply to line-dubbing projects",
    ],
    ...[
      "removeBackgroud",
      "automaticSpeakerDetection",
      "importText",
      "importTiming",
      "importCharacters",
    ].flatMap((name): [string, Json, string][] =>
      ["line-dubbing", "audio-production"].map((type) => [
        type,
        { scriptPath, settings: { [name]: true } },
        `settings.${name}: does not apply to ${type} projects`,
      ]),
    ),
    [
      "line-dubbing",
      { scriptPath, settings: { noOfSpeakers: 2 } },
      "settings.noOfSpeakers: does not apply to line-dubbing projects",
    ],
  ];
  it.each(cases)("in %s: %j is a 400", async (type, body, message) => {
    const project = await createProject(local.client, { type });
    const path = `/projects/${project}/batches`;
    const response = await call("POST", path, { name: "One", ...body });
    expect(response.status).toBe(400);
    expect((response.json as Json).message).toContain(message);
    expect(bodyOf(await call("GET", path))).toEqual([]);
  });

  it.each(["About: x.mp4", "C:/x.mp4", "data:a,b.mp4"])(
    "has a video of the gallery whose name begins like a URL: %s",
    async (name) => {
      const project = await createProject(local.client, { type: "media-dubbing" });
      const path = `/projects/${project}/batches`;
      const body = { name: "One", videoPath: name };
      expect((await call("POST", path, body)).status).toBe(400);
      await local.client.upload(name, new Uint8Array([1]));
      expect((await call("POST", path, body)).status).toBe(201);
    },
  );

  it("has no value for optional fields that are null", async () => {
    const project = await createProject(local.client, { type: "media-dubbing" });
    const path = `/projects/${project}/batches`;
    const settings = { noOfAlternativeTakes: null, importText: null };
    const nothing = { scriptPath: null, languageCode: null, settings };
    const response = await call("POST", path, { name: "One", videoPath, ...nothing });
    expect(response.status).toBe(201);
    const id = String((response.json as Json).id);
    const origin = bodyOf(await call("GET", `/local/batches/${id}/origin`));
    expect(origin).toMatchObject({ script: null, languageCode: null, settings: {} });
    const required = await call("POST", path, { name: null, videoPath });
    expect(required.status).toBe(400);
    expect((required.json as Json).message).toContain("name: ");
    const unknown = await call("POST", path, { name: "a", videoPath, settings: { takes: null } });
    expect(unknown.status).toBe(400);
  });

  it("in an unknown project is a 400, while listing its batches is a 404", async () => {
    const response = await call("POST", "/projects/no-such-id/batches", { name: "x", scriptPath });
    expect([response.status, response.json]).toEqual([
      400,
      { message: 'projectId: there is no project "no-such-id"' },
    ]);
    expect((await call("GET", "/projects/no-such-id/batches")).status).toBe(404);
    expect((await call("GET", "/batches/no-such-id")).status).toBe(404);
  });

  it("accepts every setting of media dubbing", async () => {
    const project = await createProject(local.client, { type: "media-dubbing" });
    const settings = {
      automaticInference: false,
      noOfAlternativeTakes: 2,
      autoCasting: false,
      removeBackgroud: false,
      automaticSpeakerDetection: false,
      noOfSpeakers: 3,
      sourceSpeakerSeparator: ":",
      importText: true,
      importTiming: true,
      importCharacters: true,
    };
    await local.client.upload(videoPath, bytesOf(5));
    const batch = await createBatch(local.client, project, { videoPath, settings });
    expect([batch.status, batch.isCastingCompleted]).toEqual(["casting", false]);
    expect(batch.message).toContain("no transcription is installed");
  });
});

describe("ingestion", () => {
  it("casts for the target languages, also before their texts are there", async () => {
    const project = await createProject(local.client, {
      type: "media-dubbing",
      sourceLanguage: "en-us",
      targetLanguages: ["fr-fr"],
    });
    await local.client.upload(videoPath, bytesOf(5));
    const srt = "1\n00:00:00,000 --> 00:00:02,000\nAnna: Where were you last night?\n";
    const settings = { sourceSpeakerSeparator: ":" };
    const scriptPath = await uploadScript(local.client, "source.srt", srt);
    const languageCode = "en-us";
    await createBatch(local.client, project, { scriptPath, videoPath, languageCode, settings });
    const [anna] = await charactersOf(project);
    expect(anna?.name).toBe("Anna");
    expect(findBuiltInVoice(anna?.voice.name ?? "")?.source.languageId).toBe("fr-fr");
  });

  it("casts line dubbing automatically: a character has the same voice in all batches", async () => {
    const project = await createProject(local.client);
    await local.client.upload("lines/1.wav", bytesOf(5));
    await local.client.upload("lines/two  spaces.wav", bytesOf(5));
    const header = "ID,Character,Text_FR-FR,Source_Audio";
    const first = `${header}\n1,Old Woman,Oui,lines/1.wav\n2,KING,Non,lines/two  spaces.wav\n`;
    const second = `${header}\n1,king,Oui,lines/1.wav\n2,Guard_M,Non,lines/1.wav\n`;
    const one = await createBatch(local.client, project, { scriptPath: await script(first) });
    expect(one).toMatchObject({ status: "ready", isCastingCompleted: true });
    expect(one.completionPercentage).toBe(0);
    expect(one.message).toContain("This workspace does not produce audio");
    const before = await charactersOf(project);
    await createBatch(local.client, project, { scriptPath: await script(second) });
    const after = await charactersOf(project);
    expect(after).toHaveLength(3);
    for (const character of before) expect(after).toContainEqual(character);
    const genders = Object.fromEntries(after.map(({ name, voice }) => [name, voice.gender]));
    expect(genders).toEqual({ "Old Woman": "female", KING: "male", Guard_M: "male" });
    expect(new Set(after.map(({ voice }) => voice.name)).size).toBe(3);
  });

  it("reads the choice of kinds that are lines from the fragment of the URL", async () => {
    const project = await createProject(local.client, { type: "audio-production" });
    const text = "SCENE 1\nADA: Un\nBEN: 42\n";
    const url = await uploadScript(local.client, "a.txt", text);
    const read = async (scriptPath: string) => {
      const batch = await createBatch(local.client, project, { scriptPath, languageCode: "fr-fr" });
      const page = bodyOf<{
        lines: { texts: Record<string, string> }[];
        reports: { languageId: string | null; message: string }[];
      }>(await local.client.get(`/local/batches/${String(batch.id)}/lines?page=1&limit=10`));
      const texts = page.lines.map((line) => line.texts["fr-fr"]);
      return { message: batch.message, reports: page.reports, texts };
    };
    const byDefault = await read(url);
    expect(byDefault.texts).toEqual(["Un", "42"]);
    expect(byDefault.message).toContain("row 1: Left out: a heading (“SCENE 1”)");
    expect(byDefault.reports).toEqual([
      {
        languageId: null,
        message: expect.stringContaining("row 1: Left out: a heading (“SCENE 1”)") as string,
      },
    ]);
    const chosen = await read(`${url}#lines=heading,no-number`);
    expect(chosen.texts).toEqual(["SCENE 1", "Un"]);
    expect(chosen.message).toContain("row 3: Left out: only a number (“42”)");
    const wrong = await read(`${url}#lines=titles`);
    expect([wrong.texts, wrong.message]).toEqual([[], expect.stringContaining("unknown kind")]);
  });

  it("waits for voices if casting is not automatic, and is ready with the last one", async () => {
    const project = await createProject(local.client, { type: "audio-production" });
    const url = await script("Character,Text_FR-FR\nAda,Un\nBen,Deux\n,Trois\n");
    const batch = await createBatch(local.client, project, { scriptPath: url });
    expect(batch).toMatchObject({ status: "casting", isCastingCompleted: false });
    const characters = await charactersOf(project);
    expect(characters.map(({ name }) => name).sort()).toEqual(["Ada", "Ben", "Narrator"]);
    expect(characters[0]!.voice).toEqual({
      name: "",
      gender: "",
      voiceTag: "",
      description: "",
    });
    const assign = (id: string, voice: unknown) =>
      call("POST", `/projects/${project}/characters/${id}`, { voice });
    expect((await assign(characters[0]!.id, "No such voice")).status).toBe(404);
    expect((await assign("no-such-id", "Camille")).status).toBe(404);
    expect((await assign(characters[0]!.id, 7)).status).toBe(400);
    for (const { id } of characters) expect((await assign(id, "Camille")).status).toBe(204);
    const ready = bodyOf(await call("GET", `/batches/${String(batch.id)}`));
    expect(ready).toMatchObject({ status: "ready", isCastingCompleted: true });
    expect((await charactersOf(project))[0]!.voice).toEqual({
      name: "Camille",
      gender: "female",
      voiceTag: "adult-warm",
      description: "adult female voice, warm; French",
    });
  });

  it.each([
    [
      "a private address",
      "http://127.0.0.1:9/a.csv",
      "scriptPath: 127.0.0.1:9 is an address of this computer",
    ],
    [
      "a name of a private address",
      "http://localhost:9/a.csv",
      "scriptPath: localhost:9 is an address of this computer",
    ],
    ["the same as a number", "http://2130706433:9/a.csv", "is an address of this computer"],
    ["the same in version 6", "http://[::ffff:127.0.0.1]:9/a.csv", "is an address of this comp"],
    [
      "an unknown script of the script store",
      missingScriptUrl("a.csv"),
      "scriptPath: is not in the script store",
    ],
  ])("fails with a message: %s", async (_what, path, message) => {
    const project = await createProject(local.client, { type: "audio-production" });
    const batch = await createBatch(local.client, project, { scriptPath: path });
    expect(batch.status).toBe("failed");
    expect(batch.message).toContain(message);
    expect(batch.translations).toContainEqual({
      languageId: "fr-fr",
      isCompleted: false,
      status: "failed",
    });
  });

  it("reports the rows with missing source audio", async () => {
    const project = await createProject(local.client);
    const lines = Array.from({ length: 7 }, (_, index) => `${index},Ada,Oui,no/${index}.wav`);
    const url = await script(["ID,Character,Text_FR-FR,Source_Audio", ...lines].join("\n"));
    const batch = await createBatch(local.client, project, { scriptPath: url });
    expect(batch.status).toBe("failed");
    expect(batch.message).toContain("row 2, Source_Audio: is not in the media gallery");
    expect(batch.message).toContain("and 2 more");
  });

  it("fails for a missing video and for languages that the project does not have", async () => {
    const media = await createProject(local.client, { type: "media-dubbing" });
    const failedBatch = await createBatch(local.client, media, { videoPath: "lost.mp4" });
    expect(failedBatch.message).toBe("videoPath: is not in the media gallery");
    await local.client.upload("sound.wav", bytesOf(5), "audio/wav");
    const audioOnly = await createBatch(local.client, media, { videoPath: "sound.wav" });
    expect(audioOnly).toMatchObject({ status: "failed", message: "videoPath: is not a video" });
    const project = await createProject(local.client, { type: "audio-production" });
    const url = await script("Character,Text_IT-IT\nAda,Si\n");
    const batch = await createBatch(local.client, project, { scriptPath: url });
    expect(batch.message).toContain("the project has none of its languages (it-it)");
  });
});

describe("after creation", () => {
  it("a batch without a script gets its lines from the first target script", async () => {
    const project = await createProject(local.client, { type: "media-dubbing" });
    await local.client.upload(videoPath, bytesOf(5));
    const { id } = await createBatch(local.client, project, { videoPath });
    const scriptPath = await script("Character,Text_FR-FR\nGreta,Un\nGeorgi,Deux\n");
    const languages = [{ languageId: "fr-fr", scriptPath }];
    await call("POST", `/batches/${String(id)}/languages`, { languages });
    const read = async () => bodyOf(await call("GET", `/batches/${String(id)}`));
    await expect.poll(async () => (await read()).status).toBe("ready");
    expect(await read()).toMatchObject({ isCastingCompleted: true });
    const genders = (await charactersOf(project)).map(({ voice }) => voice.gender);
    expect(genders.sort()).toEqual(["female", "male"]);
  });

  it("batches are deleted; unknown ids are ignored", async () => {
    const project = await createProject(local.client, { type: "audio-production" });
    const scriptPath = await script("Text_FR-FR\nUn\n");
    const { id } = await createBatch(local.client, project, { scriptPath });
    const remove = (batchIds: unknown) => call("POST", "/batches/delete", { batchIds });
    expect((await remove([id, "no-such-id"])).status).toBe(204);
    expect((await call("GET", `/batches/${String(id)}`)).status).toBe(404);
    expect((await remove([id])).status).toBe(204);
    for (const invalid of [undefined, "x", [1]]) expect((await remove(invalid)).status).toBe(400);
  });

  it("members of the team are assigned to languages of the batch", async () => {
    const project = await createProject(local.client, { type: "audio-production" });
    const { id } = await createBatch(local.client, project, {
      scriptPath: await script("Text_FR-FR\nUn\n"),
    });
    const userId = await createUser(local.client);
    const assign = (members: unknown, to = id) =>
      call("POST", `/batches/${String(to)}/assign-member`, { members });
    const member = { userId, languageId: "fr-fr" };
    const outsider = await assign([member]);
    expect((outsider.json as Json).message).toContain("members[0].userId: ");
    const teamMembers = [{ userId, role: "project-editor" }];
    await call("POST", `/projects/${project}/team`, { teamMembers });
    expect((await assign([member, member])).status).toBe(204);
    expect((await assign([{ ...member, languageId: "de-de" }])).status).toBe(400);
    expect((await assign([{ userId }])).status).toBe(400);
    expect((await assign([member], "no-such-id")).status).toBe(400);
  });

  it("languages are added with target scripts, also to the project", async () => {
    const project = await createProject(local.client, { type: "audio-production" });
    const batch = await createBatch(local.client, project, {
      scriptPath: await script("ID,Text_FR-FR\na,Un\nb,Deux\n"),
    });
    const id = String(batch.id);
    const add = (languages: unknown, to = id) =>
      call("POST", `/batches/${to}/languages`, { languages });
    const target = await script("ID,Text_DE-DE\nb,Zwei\na,Eins\n");
    const short = await script("Text_IT-IT\nUno\n");
    const languages = [
      { languageId: "de-de", scriptPath: target },
      { languageId: "it-it", scriptPath: short },
      { languageId: "es-es" },
    ];
    expect((await add(languages)).status).toBe(204);
    const translations = async () => {
      const found = bodyOf<{ translations: Json[] }>(await call("GET", `/batches/${id}`));
      return found.translations.map((one) => `${String(one.languageId)} ${String(one.status)}`);
    };
    await expect
      .poll(translations)
      .toEqual(["en-us pending", "fr-fr ready", "de-de ready", "it-it failed", "es-es no text"]);
    const read = bodyOf(await call("GET", `/batches/${id}`));
    expect(read.message).toContain("it-it: scriptPath: the script has 1 lines, the batch 2");
    const next = await createBatch(local.client, project, {
      scriptPath: await script("Text_ES-ES\nUno\n"),
    });
    expect(next.status).toBe("casting");
    expect((await add(languages, "no-such-id")).status).toBe(400);
    expect((await add([{ languageId: "xx" }])).status).toBe(400);
    for (const scriptPath of ["ftp://x/y", "scripts/de.srt"])
      expect((await add([{ languageId: "de-de", scriptPath }])).status).toBe(400);
  });
});
