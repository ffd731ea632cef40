/** A batch that the service rejects, one without a connection, and a crash before it is sent. */
import { expect } from "vitest";
import { startFaultProxy } from "../../helpers/fault-proxy";
import { bodyOf, type Json } from "../../helpers/local-workspace";
import type { AppDriver } from "./app-driver";
import { fillConnectForm, startHostedService } from "./hosted-service";
import { story } from "./story";
import { createProject, expectToast, goTo, openProjectId, writeFiles } from "./user-actions";

/** Fills in the form of a new batch with a local script, and submits it. */
async function submitBatch({ page, stubDialogs }: AppDriver, name: string, script: string) {
  await page.getByRole("button", { name: "New batch" }).first().click();
  const form = page.getByRole("form", { name: "The batch" });
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await stubDialogs({ open: [script] });
  await form.getByRole("button", { name: "Choose file…" }).first().click();
  await page.getByText("No problems found").waitFor();
  await page.getByRole("button", { name: "Create batch" }).click();
}

story(
  "a batch is created once, after a rejection, without a connection and after a crash",
  async (app) => {
    const { page } = app;
    const service = await startHostedService();
    const proxy = await startFaultProxy(() => service.baseUrl);
    try {
      const { clientId, clientSecret } = service;
      await fillConnectForm(page, { baseUrl: proxy.baseUrl, clientId, clientSecret }, "Studio");
      await page.getByRole("button", { name: "Connect", exact: true }).click();
      await page.getByRole("button", { name: "Workspace: Studio" }).waitFor();
      await createProject(page, { name: "Ferry", type: "Audio production", targets: ["German"] });
      const projectId = openProjectId(page);
      const [script = ""] = writeFiles(app.profile, {
        "ferry.csv": "ID,Character,Text_DE-DE\n1,Lotse,Leinen los!\n",
      });
      const names = async () =>
        bodyOf<Json[]>(await service.client.get(`/projects/${projectId}/batches`)).map(
          ({ name }) => name,
        );

      // The service rejects a field: the form keeps its content, and nothing is left to be sent.
      void proxy.injectFault({
        method: "POST",
        path: /\/batches$/,
        fault: { kind: "respond", status: 400, body: '{"message":"name: is taken"}' },
        times: 1,
      });
      await submitBatch(app, "Departure", script);
      await page.getByText("is taken").waitFor();
      const name = page.getByRole("textbox", { name: "Name" });
      expect(await name.inputValue()).toBe("Departure");
      expect(await name.getAttribute("aria-invalid")).toBe("true");
      await goTo(page, "Outbox");
      await page.getByText("The outbox is empty").waitFor();
      await page.goBack();
      await name.fill("Departure 2");
      await page.getByRole("button", { name: "Create batch" }).click();
      await expectToast(page, "“Departure 2” was created");
      await page.getByRole("complementary", { name: "Details" }).waitFor();
      expect(await names()).toEqual(["Departure 2"]);

      // Without a connection the batch is pending, and is sent once after a crash.
      await goTo(page, "Projects");
      await page.getByRole("grid", { name: "Projects" }).getByText("Ferry").dblclick();
      await proxy.refuseConnections();
      await submitBatch(app, "Arrival", script);
      await page.getByRole("heading", { name: "Not sent yet" }).waitFor();
      await app.kill();
      expect(await names()).toEqual(["Departure 2"]);
      await proxy.acceptConnections();
      await expect.poll(names, { timeout: 60_000 }).toHaveLength(2);
      await goTo(app.page, "Outbox");
      const row = app.page
        .getByRole("grid", { name: "Outbox" })
        .getByRole("row", { name: "Arrival" });
      await row.getByText("Sent", { exact: true }).waitFor();
      expect((await names()).toSorted()).toEqual(["Arrival", "Departure 2"]);
    } finally {
      await proxy.close();
    }
  },
);
