/**
 * Random sequences of calls give the same results in the service and in a small model of its rules.
 */
import { Agent, request } from "../../../main/common/http/undici";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createModel, type Model } from "../../helpers/local-model";
import { requireValidRowsOf } from "../../helpers/valid-rows";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import { missingScriptUrl, model as modelName, createUser } from "../../helpers/local-workspace";
import { long } from "../../long";

const callsEach = 10;
/** Number of concurrent sequences: each has its own projects, all share the service. */
const together = 8;

let local: RunningLocalService;
let users: string[];
const agent = new Agent({ connections: together });
beforeAll(async () => {
  local = await startLocalService();
  users = [
    await createUser(local.client),
    await createUser(local.client),
    await createUser(local.client),
  ];
});
afterAll(async () => {
  await agent.close();
  await local.remove();
});

/** Deterministic numbers from 0 up to a limit, by seed. */
function createRandom(seed: number) {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0;
  const below = (bound: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
  const some = <T>(items: readonly T[], maximum: number): T[] =>
    Array.from({ length: below(maximum + 1) }, () => pick(items));
  return { below, pick, some };
}
type Random = ReturnType<typeof createRandom>;

async function call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown) {
  const response = await request(local.client.baseUrl + path, {
    method,
    dispatcher: agent,
    headers: { authorization: local.client.token, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.body.text();
  return { status: response.statusCode, json: text === "" ? null : (JSON.parse(text) as unknown) };
}

const types = ["line-dubbing", "media-dubbing", "audio-production"];
const languages = ["en-us", "fr-fr", "de-de", "it-it", "xx-xx"];
const roles = ["project-owner", "project-manager", "project-editor"];

/**
 * Makes one random call to the service and to the model; returns its description for error
 * messages.
 */
async function step(random: Random, model: Model): Promise<[string, number, number]> {
  const ids = [...model.projects.keys(), "no-such"];
  const id = random.pick(ids);
  const batchIds = [...model.projects.values()].flatMap(({ batches }) => [...batches.keys()]);
  const batchId = random.pick([...batchIds, "no-such"]);
  const userId = random.pick([...users, "no-such"]);
  const at = `/projects/${id}`;
  const kind = random.below(model.projects.size === 0 ? 1 : 13);
  switch (kind) {
    case 0: {
      const source = random.pick([...languages, null]);
      const targets = random.some(languages, 3);
      const fields = {
        name: random.pick(["A", "B", ""]),
        type: random.pick(types),
        source,
        targets,
      };
      const expected = model.create(fields);
      const { status, json } = await call("POST", "/projects", {
        name: fields.name,
        type: fields.type,
        model: modelName,
        targetLanguages: targets,
        ...(source === null ? {} : { sourceLanguage: source }),
      });
      if (status === 201) model.created((json as { id: string }).id, fields);
      return [`create ${JSON.stringify(fields)}`, status, expected];
    }
    case 1: {
      const change = random.pick([
        { name: "C" },
        { name: "" },
        { status: "archived" },
        { status: "active" },
        { status: "gone" },
        {},
      ]);
      const expected = model.change(id, change);
      return [`change ${JSON.stringify(change)}`, (await call("PUT", at, change)).status, expected];
    }
    case 2: {
      const action = random.pick(["archive", "unarchive"]);
      const projectIds = random.some(ids, 2);
      const expected = model.archive(action, projectIds);
      const response = await call("POST", "/projects/archive", { action, projectIds });
      return [action, response.status, expected];
    }
    case 3: {
      if (random.below(4) > 0) return ["nothing", 0, 0];
      const expected = model.remove(id);
      return ["delete project", (await call("DELETE", at)).status, expected];
    }
    case 4:
    case 5: {
      const role = random.pick(roles);
      const expected = model.addMember(id, userId, role);
      const response = await call("POST", `${at}/team`, { teamMembers: [{ userId, role }] });
      return [`add ${role}`, response.status, expected];
    }
    case 6: {
      const teamMembers = random.some([...users, "no-such"], 2);
      const expected = model.removeMembers(id, teamMembers);
      return [
        "remove members",
        (await call("POST", `${at}/team/delete`, { teamMembers })).status,
        expected,
      ];
    }
    case 7: {
      const added = random.some(languages, 2);
      const expected = model.addLanguages(id, added);
      const response = await call("POST", `${at}/languages`, { languages: added });
      return [`add languages ${added.join()}`, response.status, expected];
    }
    case 8: {
      const settings = random.pick([{}, {}, { importText: true }, { autoCasting: false }]);
      const hasScript = random.below(4) > 0;
      const expected = model.createBatch(id, hasScript, settings);
      const { status, json } = await call("POST", `${at}/batches`, {
        name: "Batch",
        settings,
        ...(hasScript ? { scriptPath: missingScriptUrl("none.csv") } : {}),
      });
      if (status === 201) model.createdBatch(id, (json as { id: string }).id, "Batch");
      return [`batch ${JSON.stringify(settings)}`, status, expected];
    }
    case 9: {
      const batchIdsToRemove = random.some([...batchIds, "no-such"], 2);
      const expected = model.removeBatches(batchIdsToRemove);
      return [
        "delete batches",
        (await call("POST", "/batches/delete", { batchIds: batchIdsToRemove })).status,
        expected,
      ];
    }
    case 10: {
      const added = random.some(languages, 2);
      const expected = model.addBatchLanguages(batchId, added);
      const body = { languages: added.map((languageId) => ({ languageId })) };
      const response = await call("POST", `/batches/${batchId}/languages`, body);
      return [`batch languages ${added.join()}`, response.status, expected];
    }
    case 11: {
      const languageId = random.pick(languages);
      const expected = model.assign(batchId, userId, languageId);
      const members = [{ userId, languageId }];
      const response = await call("POST", `/batches/${batchId}/assign-member`, { members });
      return [`assign ${languageId}`, response.status, expected];
    }
    default: {
      const lines = [...(model.projects.get(id)?.glossary.keys() ?? []), "no-such"];
      if (random.below(2) === 0) {
        const lineId = random.pick(lines);
        const expected = model.removeWord(id, lineId);
        const response = await call("DELETE", `/local${at}/glossary/${lineId}`);
        return ["delete word", response.status, expected];
      }
      const languageId = random.pick(languages);
      const expected = model.addWord(id, languageId);
      const { status, json } = await call("POST", `/local${at}/glossary`, {
        word: "w",
        languageId,
      });
      if (status === 201)
        model.projects.get(id)?.glossary.set((json as { id: string }).id, languageId);
      return [`word ${languageId}`, status, expected];
    }
  }
}

type Listed = { id: string; name: string; languageId: string; role: string }[];

/** The state of the service, in the form of the model. */
async function compare(model: Model, steps: string[]): Promise<void> {
  for (const [id, project] of model.projects) {
    const at = `/projects/${id}`;
    const [found, team, batches, glossary] = await Promise.all(
      [at, `${at}/team`, `${at}/batches`, `${at}/glossary`].map(async (path) => {
        return (await call("GET", path)).json;
      }),
    );
    expect(found, steps.join("\n")).toMatchObject({
      name: project.name,
      status: project.status,
      type: project.type,
    });
    const roleOf = new Map((team as Listed).map((member) => [member.id, member.role]));
    expect(roleOf, steps.join("\n")).toEqual(project.team);
    const shown = (batches as (Listed[number] & { translations: Listed })[]).map((batch) => [
      batch.id,
      { name: batch.name, languages: batch.translations.map(({ languageId }) => languageId) },
    ]);
    const languagesOf = Object.fromEntries(shown) as Record<string, unknown>;
    expect(languagesOf, steps.join("\n")).toEqual(Object.fromEntries(project.batches));
    const words = new Map((glossary as Listed).map((line) => [line.id, line.languageId]));
    expect(words, steps.join("\n")).toEqual(project.glossary);
  }
}

async function runSequence(seed: number): Promise<void> {
  const random = createRandom(seed);
  const model = createModel(users);
  const steps = [`seed ${seed}`];
  for (let count = 0; count < callsEach; count += 1) {
    const [what, status, expected] = await step(random, model);
    steps.push(what);
    expect(status, steps.join("\n")).toBe(expected);
  }
  await compare(model, steps);
}

async function runSequences(count: number): Promise<void> {
  let next = 0;
  const runSome = async () => {
    while (next < count) {
      next += 1;
      await runSequence(next);
    }
  };
  await Promise.all(Array.from({ length: together }, runSome));
}

it(`40 sequences of calls, ${together} at a time, match the model, and leave valid rows`, async () => {
  await runSequences(40);
  await requireValidRowsOf(local.dataDir);
});

it(
  `1,000 sequences of calls, ${together} at a time, match the model`,
  { ...long, timeout: 240_000 },
  () => runSequences(1000),
);

it("concurrent writes are not lost", long, async () => {
  const created = await call("POST", "/projects", {
    name: "Shared",
    type: "audio-production",
    model: modelName,
    targetLanguages: ["fr-fr"],
  });
  const { id } = created.json as { id: string };
  const words = Array.from({ length: 200 }, (_, index) => `word ${index}`);
  const responses = await Promise.all(
    words.flatMap((word) => [
      call("POST", `/local/projects/${id}/glossary`, { word, languageId: "fr-fr" }),
      call("POST", `/projects/${id}/batches`, {
        name: word,
        scriptPath: missingScriptUrl("none.csv"),
      }),
    ]),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  for (const [path, field] of [
    [`/projects/${id}/glossary`, "word"],
    [`/projects/${id}/batches`, "name"],
  ] as const) {
    const listed = (await call("GET", path)).json as Record<string, string>[];
    expect(listed.map((one) => one[field]).sort()).toEqual([...words].sort());
  }
});
