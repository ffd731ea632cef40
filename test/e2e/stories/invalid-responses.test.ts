/**
 * A service with invalid responses: each screen reports the problem and stays usable. In Chromium
 * only, because main and the window behave the same under Electron.
 */
import { expect, onTestFinished } from "vitest";
import { startHostileService, type HostileService } from "../../helpers/hostile-service";
import { fillConnectForm } from "./hosted-service";
import { long } from "../../long";
import { storyInChromium } from "./story";
import type { AppDriver } from "./app-driver";
import { goTo, goToTab } from "./user-actions";

const at = "2030-01-01T00:00:00.000Z";
const project = (id: string, fields: object = {}) => ({
  id,
  name: id,
  status: "active",
  type: "line-dubbing",
  model: "m",
  createdAt: at,
  updatedAt: at,
  ...fields,
});
const page404 = { status: 404, body: { message: "Not Found" } };
const html = {
  headers: { "content-type": "text/html" },
  body: "<!doctype html><h1>Maintenance</h1><script>alert(1)</script>",
};

/** Valid responses with unknown values; the stories change single responses. */
async function connectTo(app: AppDriver, prepare: (service: HostileService) => void) {
  const service = await startHostileService();
  onTestFinished(() => service.close());
  service.respondTo("GET /local", page404);
  for (const path of ["projects", "users", "languages", "models", "voices", "models/m/styles"])
    service.respondTo(`GET /${path}`, page404);
  service.respondTo("GET /models", { body: [{ model: "m", speed: "warp" }] });
  service.respondTo("GET /media/files", { body: [] });
  // The overview reads every project.
  for (const id of ["p1", "p2", "p3"])
    for (const part of ["batches", "characters", "team", "glossary"])
      service.respondTo(`GET /projects/${id}/${part}`, { body: [] });
  prepare(service);
  await fillConnectForm(app.page, service, "Odd");
  await app.page.getByRole("button", { name: "Connect", exact: true }).click();
  await app.page.getByRole("button", { name: "Workspace: Odd" }).waitFor();
  return service;
}

const list = ({ page }: AppDriver, name: string) => page.getByRole("grid", { name });
const refresh = ({ page }: AppDriver) =>
  page.getByRole("button", { name: "Refresh" }).first().click();

storyInChromium(
  "shows unknown values, missing and additional fields, and 404 for lists",
  async (app) => {
    const { page } = app;
    const service = await connectTo(app, (unusual) => {
      unusual.respondTo("GET /projects", {
        body: [
          project("p1", { name: "Usual" }),
          project("p2", { name: "Hologram", type: "hologram-dubbing", status: "marinating" }),
          { id: "p3", priority: { of: "nobody" } },
          { name: "No id" },
          null,
        ],
      });
      unusual.respondTo("GET /projects/p1/batches", {
        body: [
          {
            id: "b1",
            name: "Pilot",
            status: "MARINATING",
            completionPercentage: "42 %",
            translations: [{ languageId: "xx-klingon", status: "pickled" }, null],
            updatedAt: "yesterday",
          },
        ],
      });
      unusual.respondTo("GET /projects/p1/characters", page404);
      unusual.respondTo("GET /projects/p1/glossary", page404);
      unusual.respondTo("GET /projects/p1/team", {
        body: [{ id: "u1", firstName: "Ann", role: "vendor-reviewer" }, { id: "u2" }],
      });
      unusual.respondTo("GET /batches/b1", {
        body: { id: "b1", name: "Pilot", status: "MARINATING" },
      });
    });

    // A 404 means "none" only where that is documented; otherwise the list was not read.
    await goTo(page, "Users");
    await page.getByText("Unexpected response from the service").first().waitFor();
    expect(await page.getByText("No users yet").count()).toBe(0);
    await goTo(page, "Voices");
    await page.getByText("This model has no voices").waitFor();

    await goTo(page, "Projects");
    await list(app, "Projects").getByText("Hologram", { exact: true }).waitFor();
    await list(app, "Projects").getByText("hologram-dubbing").waitFor();
    await list(app, "Projects").getByText("Hologram", { exact: true }).dblclick();
    await page.getByText("marinating").waitFor();
    await page.getByRole("button", { name: "New batch" }).first().click();
    await page.getByText("does not support projects of the type “hologram-dubbing”").waitFor();

    await goTo(page, "Projects");
    await list(app, "Projects").getByText("Usual").dblclick();
    await list(app, "Batches").getByText("MARINATING").waitFor();
    await list(app, "Batches").getByText("Pilot").dblclick();
    await page.getByRole("heading", { name: "Pilot", level: 1 }).waitFor();
    await page.getByRole("complementary", { name: "Details" }).getByText("MARINATING").waitFor();
    await page.goBack();
    await goToTab(page, "Team");
    await list(app, "Members")
      .getByRole("button", { name: /vendor-reviewer/ })
      .waitFor();
    // Below a project a 404 may also mean that the project was deleted, so the list does not count
    // as empty.
    for (const tab of ["Casting", "Glossary"]) {
      await goToTab(page, tab);
      await page.getByText("Not found").waitFor();
    }
    // A deleted project.
    service.respondTo("GET /projects/p1", page404);
    service.respondTo("GET /projects", { body: [project("p2")] });
    await goTo(page, "Projects");
    await refresh(app);
    await list(app, "Projects").getByText("Usual").waitFor({ state: "detached" });
    await list(app, "Projects").getByText("p2").waitFor();
  },
  long,
);

storyInChromium("shows errors, web pages and rate limits, and recovers", async (app) => {
  const { page } = app;
  const users = [{ id: "u1", firstName: "Ann", lastName: "Lee", email: "ann@example.test" }];
  const service = await connectTo(app, (unusual) => {
    unusual.respondTo("GET /projects", {
      status: 500,
      body: { message: "the database is on fire" },
    });
    unusual.respondTo("GET /users", html);
    unusual.respondTo("GET /media/files", { status: 502, ...html });
    unusual.respondTo("GET /voices", { status: 429, headers: { "retry-after": "3" }, body: {} });
    unusual.respondTo("GET /languages", {
      body: [
        { id: "de-de", name: "German" },
        { id: "en-us", name: "English" },
      ],
    });
  });

  // Each problem is shown; no list appears empty.
  await goTo(page, "Projects");
  await page.getByText("The service reported an error").first().waitFor();
  expect(await page.getByText("No projects yet").count()).toBe(0);
  await goTo(page, "Users");
  await page.getByText("Unexpected response from the service").first().waitFor();
  expect(await page.getByText("No users yet").count()).toBe(0);
  await goTo(page, "Voices");
  await page.getByText("The service limits the number of requests").first().waitFor();
  await goTo(page, "Media");
  await page.getByText("The service reported an error").first().waitFor();
  expect(await page.getByText("No media yet").count()).toBe(0);
  // No content of a web page is shown.
  expect(await page.getByText("Maintenance").count()).toBe(0);

  // The service responds normally, and so does the window.
  service.respondTo("GET /projects", { body: [project("p1", { name: "Usual" })], delayMs: 300 });
  service.respondTo("GET /users", { body: users });
  service.respondTo("GET /media/files", { body: ["a/b.wav"] });
  await refresh(app);
  await list(app, "Files and folders").getByText("a", { exact: true }).waitFor();
  await goTo(page, "Users");
  await refresh(app);
  await list(app, "Users").getByText("Ann Lee").waitFor();
  await goTo(page, "Projects");
  await refresh(app);
  await list(app, "Projects").getByText("Usual").waitFor();

  // Cached data stays with its age when errors return, and an incomplete response deletes nothing.
  service.respondTo("GET /users", { pieces: ['[{"id":"u2","firstName":"Hal'], isReset: true });
  await goTo(page, "Users");
  await refresh(app);
  await page.getByText(/^Showing data from/).waitFor();
  await list(app, "Users").getByText("Ann Lee").waitFor();
  // A rejected form shows the message of the service, and keeps its fields.
  service.respondTo("POST /projects", {
    status: 400,
    body: { message: "name: contains a forbidden word" },
  });
  await goTo(page, "Projects");
  await page.getByRole("button", { name: "New project…" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New project" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Darn");
  await dialog.getByRole("radio", { name: "Audio production" }).check();
  const targets = page.getByRole("combobox", { name: "Target languages" });
  await targets.fill("German");
  await page.getByRole("listbox", { name: "Target languages" }).getByRole("option").click();
  await targets.press("Tab");
  await dialog.getByRole("button", { name: "Create project" }).click();
  await dialog.getByText("contains a forbidden word").waitFor();
  expect(await dialog.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Darn");
});

/** A million users, in chunks. */
function* manyUsers(): Generator<string> {
  for (let from = 0; from < 1_000_000; from += 1000) {
    const some = Array.from({ length: 1000 }, (_, at) => {
      const number = String(from + at).padStart(6, "0");
      return JSON.stringify({
        id: `u${number}`,
        firstName: "Sam",
        lastName: `No ${number}`,
        email: `sam${number}@example.test`,
      });
    });
    yield (from === 0 ? "[" : ",") + some.join(",");
  }
  yield "]";
}

storyInChromium(
  "a list of a million rows stays usable, and reports that it is truncated",
  async (app) => {
    const { page } = app;
    await connectTo(app, (unusual) =>
      unusual.respondTo("GET /users", () => ({ pieces: manyUsers() })),
    );
    await goTo(page, "Users");
    await page.getByText("200,000 users").waitFor({ timeout: 90_000 });
    await page.getByText("The list is too long to be shown completely").first().waitFor();
    await list(app, "Users").getByText("Sam No 000000").waitFor();
    await list(app, "Users").focus();
    await page.keyboard.press("End");
    await list(app, "Users").getByText("Sam No 199999").waitFor();
    await page.getByRole("textbox", { name: "Search users" }).fill("131415");
    await list(app, "Users").getByText("Sam No 131415").waitFor();
    // Only visible rows are in the page.
    await page.getByRole("button", { name: "Clear search" }).click();
    await page.getByText("200,000 users").waitFor();
    expect(await list(app, "Users").getByRole("row").count()).toBeLessThan(100);
  },
  long,
);
