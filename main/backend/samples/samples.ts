/**
 * The sample project of a local workspace: added through the interface of its service, as a user
 * would.
 */
import { readFile } from "node:fs/promises";
import { request } from "../../common/http/undici";
import { z } from "zod";
import type { Handlers } from "../../../preload/contract";
import type { Sample } from "../../../preload/contract/samples";
import { ignoreNotFound } from "../../common/bulk-operations";
import { AppError } from "../../common/errors";
import type { Remote } from "../../remote/remote";
import type { Extensions } from "../workspaces/extensions";
import type { ResourceDeps } from "../lists/resource-deps";
import type { SettingsStore } from "../settings/store";
import { sampleLanguages, sampleName, speakerSeparator, subtitlesIn } from "./sample-script";

type Deps = Pick<ResourceDeps, "lists" | "remote" | "changed"> & {
  extensions: Pick<Extensions, "offers" | "require" | "refresh">;
  settings: SettingsStore;
  projects: Pick<Handlers["projects"], "create" | "delete">;
  /** The file of its video; undefined if there is none. */
  video: string | undefined;
};

/** What was added. Stored before each step, so that an incomplete sample can be removed. */
const stored = z.object({
  /** The name of the project. No other files were below its folders in the gallery. */
  name: z.string(),
  projectId: z.string().nullable(),
  batchId: z.string().nullable(),
});
type Stored = z.infer<typeof stored>;

/** The extensions without which the sample shows nothing. */
const needed = ["scripts", "dubs", "review", "exports"] as const;
/** Top folder of the results in the gallery of a local service. */
const resultsFolder = "Dubs";
const foldersOf = (name: string) => [`${name}/`, `${resultsFolder}/${name}/`];
const keyOf = (workspaceId: string) => `sample.${workspaceId}`;

export function createSamples(deps: Deps): Handlers["samples"] {
  const { lists, remote, settings, extensions } = deps;

  function read(workspaceId: string): Stored | null {
    return stored.safeParse(settings.get(keyOf(workspaceId))).data ?? null;
  }
  const write = (workspaceId: string, sample: Stored | null) =>
    settings.set(keyOf(workspaceId), sample);

  function find(workspaceId: string): Sample | null {
    const sample = read(workspaceId);
    if (!sample?.projectId || !sample.batchId) return null;
    const { projectId, batchId } = sample;
    return { projectId, batchId, languageIds: [...sampleLanguages.targets] };
  }
  async function exists(workspaceId: string, { projectId }: Sample): Promise<boolean> {
    try {
      await remote(workspaceId).projects.get(projectId);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === "not-found") return false;
      throw error;
    }
  }

  async function add(workspaceId: string, video: string): Promise<Sample> {
    const service = remote(workspaceId);
    const name = await freeName(service);
    write(workspaceId, { name, projectId: null, batchId: null });
    const model = await firstModel(service);
    const { source, targets } = sampleLanguages;
    const project = await deps.projects.create({
      workspaceId,
      name,
      type: "media-dubbing",
      model,
      sourceLanguage: source,
      targetLanguages: [...targets],
    });
    write(workspaceId, { name, projectId: project.id, batchId: null });
    const videoPath = `${name}/${sampleName}.mp4`;
    await putVideo(service, videoPath, await readFile(video));
    const scriptIn = async (languageId: string) => {
      const file = `${sampleName} ${languageId}.srt`;
      return (await service.scripts.put(file, subtitlesIn(languageId))).url;
    };
    const batch = await service.batches.create(project.id, {
      name: sampleName,
      scriptPath: await scriptIn(source),
      videoPath,
      languageCode: source,
      settings: { sourceSpeakerSeparator: speakerSeparator },
    });
    for (const languageId of targets) {
      const scriptPath = await scriptIn(languageId);
      await service.batches.addLanguages(batch.id, [{ languageId, scriptPath, speakerSeparator }]);
    }
    write(workspaceId, { name, projectId: project.id, batchId: batch.id });
    return { projectId: project.id, batchId: batch.id, languageIds: [...targets] };
  }

  async function remove(workspaceId: string): Promise<void> {
    const sample = read(workspaceId);
    if (!sample) return;
    const { projectId, name } = sample;
    if (projectId !== null) {
      const [outcome] = await deps.projects.delete({ workspaceId, projectIds: [projectId] });
      if (outcome?.problem) throw new AppError(outcome.problem.code, outcome.problem.message);
    }
    await ignoreNotFound(remote(workspaceId).media.deleteFiles(foldersOf(name)));
    write(workspaceId, null);
    lists.syncAfterWrite(workspaceId, { kind: "projects" });
    deps.changed("gallery");
    deps.changed("projects");
  }

  return {
    find: ({ workspaceId }) => find(workspaceId),
    async add({ workspaceId }) {
      if (deps.video === undefined)
        throw new AppError("not-offered", "this program has no sample project");
      const isOffered = () => needed.every((name) => extensions.offers(workspaceId, name));
      // A workspace that was just added.
      if (!isOffered()) await extensions.refresh(workspaceId);
      for (const name of needed) extensions.require(workspaceId, name);
      const present = find(workspaceId);
      if (present && (await exists(workspaceId, present))) return present;
      // What an interrupted attempt or a deleted project left.
      await remove(workspaceId);
      try {
        return await add(workspaceId, deps.video);
      } catch (error) {
        await remove(workspaceId).catch(() => undefined);
        throw error;
      } finally {
        lists.syncAfterWrite(workspaceId, { kind: "projects" });
        deps.changed("projects");
      }
    },
    remove: ({ workspaceId }) => remove(workspaceId),
  };
}

/** A name for the project below whose folders the gallery has no files. */
async function freeName(service: Remote): Promise<string> {
  const taken = new Set<string>();
  for await (const paths of service.media.files())
    for (const path of paths) {
      const [first = "", second = ""] = path.toLowerCase().split("/");
      taken.add(first === resultsFolder.toLowerCase() ? `${first}/${second}` : first);
    }
  for (let index = 1; ; index += 1) {
    const name = index === 1 ? `Sample - ${sampleName}` : `Sample ${index} - ${sampleName}`;
    const folded = name.toLowerCase();
    if (!taken.has(folded) && !taken.has(`${resultsFolder.toLowerCase()}/${folded}`)) return name;
  }
}

async function firstModel(service: Remote): Promise<string> {
  for await (const { rows } of service.catalogue.models()) if (rows[0]) return rows[0].id;
  throw new AppError("unexpected-answer", "the service has no model");
}

async function putVideo(service: Remote, fileName: string, bytes: Uint8Array): Promise<void> {
  const contentType = "video/mp4";
  const url = await service.media.uploadUrl({ fileName, contentType });
  const { statusCode, body } = await request(url, {
    method: "PUT",
    headers: { "content-type": contentType },
    body: bytes,
  });
  await body.dump();
  if (statusCode !== 200)
    throw new AppError("unexpected-answer", `the video was answered with ${statusCode}`);
}
