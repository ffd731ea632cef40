/**
 * Hostile documents in the running application: in its reader process, and in that of its local
 * service.
 */
import { expect, test } from "vitest";
import { hostileDocuments } from "../helpers/hostile-documents";
import { bodyOf, waitForIngestion, createProject, uploadScript } from "../helpers/local-workspace";
import { long } from "../long";
import { launch, stubOpenDialog, temporaryFolder } from "./harness";
import { signInToDataFolder } from "./stories/local-service-client";
import { writeFiles } from "./stories/user-actions";
import { callMain, dataDirOf, homeOf } from "./workspace";

/** Names of hostile documents, and the error of each. */
const errors = {
  "flood.txt": /more than 1,000,000 paragraphs/,
  "stream.pdf": /“stream\.pdf”: .* too (?:large or too )?complex/,
};
type HostileName = keyof typeof errors;

const title = (name: HostileName) =>
  `the hostile document ${name} is reported as an error, and the application and its service continue`;
test(title("flood.txt"), long, () => run("flood.txt"));
// Reading it ends after the time limit.
test(title("stream.pdf"), long, () => run("stream.pdf"));

async function run(hostileName: HostileName): Promise<void> {
  const hostile = hostileDocuments.find(({ fileName }) => fileName === hostileName)?.createBytes();
  if (!hostile) throw new Error(`no document ${hostileName}`);
  const profile = temporaryFolder("profile");
  const { app, page } = await launch({ profile, env: homeOf(profile) });
  const files = writeFiles(temporaryFolder("documents"), {
    [hostileName]: hostile,
    "good.txt": "ANNA: Hi",
  });
  const [hostileFile = "", valid = ""] = files;
  await page.getByRole("button", { name: "Start here" }).click();
  await page.getByText("Running on this computer").waitFor();
  const [workspace] = await callMain<{ id: string }[]>(page, "workspaces.list");
  /** Checks a document as the form of a new batch does; returns its problems. */
  const check = async (file: string): Promise<string[]> => {
    await stubOpenDialog({ app }, [file]);
    const chosen = await callMain<{ path: string }>(page, "scripts.choose");
    const { problems } = await callMain<{ problems: { message: string }[] }>(
      page,
      "scripts.check",
      {
        workspaceId: workspace?.id,
        path: chosen.path,
        projectType: "audio-production",
        languageCode: "de-de",
        speakerSeparator: "",
      },
    );
    return problems.map(({ message }) => message);
  };
  expect(await check(hostileFile)).toEqual([expect.stringMatching(errors[hostileName])]);
  expect(await check(valid)).toEqual([]);

  // The service runs in a process that cannot start others: the application starts its reader.
  const client = await signInToDataFolder(dataDirOf(profile));
  const project = await createProject(client, {
    type: "audio-production",
    targetLanguages: ["de-de"],
  });
  const outcome = async (name: string, content: Uint8Array | string) => {
    const scriptPath = await uploadScript(client, name, content);
    const fields = { name, scriptPath, languageCode: "de-de" };
    const made = bodyOf(await client.post(`/projects/${project}/batches`, fields), 201);
    return waitForIngestion(client, String(made.id));
  };
  const failed = await outcome(hostileName, hostile);
  expect(failed.status).toBe("failed");
  expect(failed.message).toMatch(errors[hostileName]);
  expect((await outcome("good.txt", "ANNA: Hallo")).status).toBe("casting");
  await page.getByRole("button", { name: /^Workspace: This computer/ }).click();
  await page.getByRole("menu").waitFor();
}
