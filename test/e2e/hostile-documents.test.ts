/** Hostile documents in the running application: in its reader process, and in that of its local service. */
import { expect, test } from "vitest";
import { hostileDocuments } from "../helpers/hostile-documents";
import { bodyOf, waitForIngestion, createProject, uploadScript } from "../helpers/local-workspace";
import { launch, stubOpenDialog, temporaryFolder } from "./harness";
import { signInToDataFolder } from "./stories/local-service-client";
import { writeFiles } from "./stories/user-actions";
import { callMain, dataDirOf, homeOf } from "./workspace";

const corpus = (...names: string[]) =>
  Object.fromEntries(
    hostileDocuments
      .filter(({ fileName }) => names.includes(fileName))
      .map(({ fileName, createBytes: make }) => [fileName, make()]),
  );
test("a hostile document is reported as an error, and the application and its service continue", async () => {
  const profile = temporaryFolder("profile");
  const { app, page } = await launch({ profile, env: homeOf(profile) });
  const documents = corpus("flood.txt", "stream.pdf");
  const files = writeFiles(temporaryFolder("documents"), { ...documents, "good.txt": "ANNA: Hi" });
  const [flood = "", stream = "", valid = ""] = files;
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
        ...{ projectType: "audio-production", languageCode: "de-de", speakerSeparator: "" },
      },
    );
    return problems.map(({ message }) => message);
  };
  expect(await check(flood)).toEqual([expect.stringContaining("more than 1,000,000 paragraphs")]);
  expect(await check(stream)).toEqual([expect.stringMatching(/“stream\.pdf”: .* too complex/)]);
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
  const failed = await outcome("stream.pdf", documents["stream.pdf"]!);
  expect(failed.status).toBe("failed");
  expect(failed.message).toMatch(/“stream\.pdf”: The file is too large or too complex/);
  expect((await outcome("good.txt", "ANNA: Hallo")).status).toBe("casting");
  await page.getByRole("button", { name: /^Workspace: This computer/ }).click();
  await page.getByRole("menu").waitFor();
});
