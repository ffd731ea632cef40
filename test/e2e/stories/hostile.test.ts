/**
 * A service that answers as it pleases: each screen says what is wrong and stays usable. In Chromium alone: what main
 * makes of the answers is the same under Electron, and the window is.
 */
import { expect, onTestFinished } from "vitest";
import { startHostileService, type HostileService } from "../../helpers/hostile-service";
import { fillConnectForm } from "./hosted-service";
import { long } from "../../long";
import { storyInChromium, type AppDriver } from "./story";
import { goTo, goToTab } from "./user-actions";

const at = "2030-01-01T00:00:00.000Z";
const project = (id: string, fields: object = {}) => ({
  ...{ id, name: id, status: "active", type: "line-dubbing", model: "m" },
  ...{ createdAt: at, updatedAt: at, ...fields },
});
const page404 = { status: 404, body: { message: "Not Found" } };
const html = {
  headers: { "content-type": "text/html" },
  body: "<!doctype html><h1>Maintenance</h1><script>alert(1)</script>",
};

/** What a service says that is merely new to us; the stories change one answer after the other. */
async function connectTo(place: AppDriver, prepare: (service: HostileService) => void) {
  const service = await startHostileService();
  onTestFinished(() => service.close());
  service.respondTo("GET /local", page404);
  for (const path of ["projects", "users", "languages", "models", "voices", "models/m/styles"])
    service.respondTo(`GET /${path}`, page404);
  service.respondTo("GET /models", { body: [{ model: "m", speed: "warp" }] });
  service.respondTo("GET /media/files", { body: [] });
  // The overview looks into every project.
  for (const id of ["p1", "p2", "p3"])
    for (const part of ["batches", "characters", "team", "glossary"])
      service.respondTo(`GET /projects/${id}/${part}`, { body: [] });
  prepare(service);
  await fillConnectForm(place.page, service, "Odd");
  await place.page.getByRole("button", { name: "Connect", exact: true }).click();
  await place.page.getByRole("button", { name: "Workspace: Odd" }).waitFor();
  return service;
}

const list = ({ page }: AppDriver, name: string) => page.getByRole("grid", { name });
const refresh = ({ page }: AppDriver) =>
  page.getByRole("button", { name: "Refresh" }).first().click();

storyInChromium("unknown words, missing and extra fields, and 404 for lists", async (place) => {
  const { page } = place;
  const service = await connectTo(place, (odd) => {
    odd.respondTo("GET /projects", {
      body: [
        project("p1", { name: "Usual" }),
        project("p2", { name: "Hologram", type: "hologram-dubbing", status: "marinating" }),
        { id: "p3", priority: { of: "nobody" } },
        { name: "No id" },
        null,
      ],
    });
    odd.respondTo("GET /projects/p1/batches", {
      body: [
        {
          ...{ id: "b1", name: "Pilot", status: "MARINATING", completionPercentage: "42 %" },
          translations: [{ languageId: "xx-klingon", status: "pickled" }, null],
          updatedAt: "yesterday",
        },
      ],
    });
    odd.respondTo("GET /projects/p1/characters", page404);
    odd.respondTo("GET /projects/p1/glossary", page404);
    odd.respondTo("GET /projects/p1/team", {
      body: [{ id: "u1", firstName: "Ann", role: "vendor-reviewer" }, { id: "u2" }],
    });
    odd.respondTo("GET /batches/b1", { body: { id: "b1", name: "Pilot", status: "MARINATING" } });
  });

  // A 404 means "none" only where that is documented; everywhere else the list was not read.
  await goTo(page, "Users");
  await page.getByText("Unexpected response from the service").first().waitFor();
  expect(await page.getByText("No users yet").count()).toBe(0);
  await goTo(page, "Voices");
  await page.getByText("This model has no voices").waitFor();

  await goTo(page, "Projects");
  await list(place, "Projects").getByText("Hologram", { exact: true }).waitFor();
  await list(place, "Projects").getByText("hologram-dubbing").waitFor();
  await list(place, "Projects").getByText("Hologram", { exact: true }).dblclick();
  await page.getByText("marinating").waitFor();
  await page.getByRole("button", { name: "New batch" }).first().click();
  await page.getByText("does not know projects of the type “hologram-dubbing”").waitFor();

  await goTo(page, "Projects");
  await list(place, "Projects").getByText("Usual").dblclick();
  await list(place, "Batches").getByText("MARINATING").waitFor();
  await list(place, "Batches").getByText("Pilot").dblclick();
  await page.getByRole("heading", { name: "Pilot", level: 1 }).waitFor();
  await page.getByRole("complementary", { name: "Details" }).getByText("MARINATING").waitFor();
  await page.goBack();
  await goToTab(page, "Team");
  await list(place, "Members")
    .getByRole("button", { name: /vendor-reviewer/ })
    .waitFor();
  // Below a project it may as well mean that the project is gone: nothing is taken for empty there.
  for (const tab of ["Casting", "Glossary"]) {
    await goToTab(page, tab);
    await page.getByText("Not found").waitFor();
  }
  // A project that was there is gone.
  service.respondTo("GET /projects/p1", page404);
  service.respondTo("GET /projects", { body: [project("p2")] });
  await goTo(page, "Projects");
  await refresh(place);
  await list(place, "Projects").getByText("Usual").waitFor({ state: "detached" });
  await list(place, "Projects").getByText("p2").waitFor();
});

storyInChromium("errors, web pages and refusals to hurry, and then it is well", async (place) => {
  const { page } = place;
  const users = [{ id: "u1", firstName: "Ann", lastName: "Lee", email: "ann@example.test" }];
  const service = await connectTo(place, (odd) => {
    odd.respondTo("GET /projects", { status: 500, body: { message: "the database is on fire" } });
    odd.respondTo("GET /users", html);
    odd.respondTo("GET /media/files", { status: 502, ...html });
    odd.respondTo("GET /voices", { status: 429, headers: { "retry-after": "3" }, body: {} });
  });

  // Each says what it is; none of it is mistaken for "nothing".
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
  // Nothing of a web page stands on ours.
  expect(await page.getByText("Maintenance").count()).toBe(0);

  // It is well again, and so is the window.
  service.respondTo("GET /projects", { body: [project("p1", { name: "Usual" })], delayMs: 300 });
  service.respondTo("GET /users", { body: users });
  service.respondTo("GET /media/files", { body: ["a/b.wav"] });
  await refresh(place);
  await list(place, "Files and folders").getByText("a", { exact: true }).waitFor();
  await goTo(page, "Users");
  await refresh(place);
  await list(place, "Users").getByText("Ann Lee").waitFor();
  await goTo(page, "Projects");
  await refresh(place);
  await list(place, "Projects").getByText("Usual").waitFor();

  // What was read stays, with its age, while it goes wrong again; and a half answer takes nothing away.
  service.respondTo("GET /users", { pieces: ['[{"id":"u2","firstName":"Hal'], isReset: true });
  await goTo(page, "Users");
  await refresh(place);
  await page.getByText(/^Showing data from/).waitFor();
  await list(place, "Users").getByText("Ann Lee").waitFor();
  // What is refused is told in its own words, and the form keeps what was typed.
  service.respondTo("GET /languages", {
    body: [
      { id: "de-de", name: "German" },
      { id: "en-us", name: "English" },
    ],
  });
  service.respondTo("POST /projects", {
    status: 400,
    body: { message: "name: holds a swear word" },
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
  await dialog.getByText("holds a swear word").waitFor();
  expect(await dialog.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Darn");
});

/** A million users, as they are sent. */
function* manyUsers(): Generator<string> {
  for (let from = 0; from < 1_000_000; from += 1000) {
    const some = Array.from({ length: 1000 }, (_, at) => {
      const number = String(from + at).padStart(6, "0");
      return JSON.stringify({
        ...{ id: `u${number}`, firstName: "Sam", lastName: `No ${number}` },
        email: `sam${number}@example.test`,
      });
    });
    yield (from === 0 ? "[" : ",") + some.join(",");
  }
  yield "]";
}

storyInChromium(
  "a list of a million rows stays usable, and says what it leaves out",
  async (place) => {
    const { page } = place;
    await connectTo(place, (odd) => odd.respondTo("GET /users", () => ({ pieces: manyUsers() })));
    await goTo(page, "Users");
    await page.getByText("200,000 users").waitFor({ timeout: 90_000 });
    await page.getByText("The list is too long to be shown completely").first().waitFor();
    await list(place, "Users").getByText("Sam No 000000").waitFor();
    await list(place, "Users").focus();
    await page.keyboard.press("End");
    await list(place, "Users").getByText("Sam No 199999").waitFor();
    await page.getByRole("textbox", { name: "Search users" }).fill("131415");
    await list(place, "Users").getByText("Sam No 131415").waitFor();
    // Only what is seen is on the page.
    await page.getByRole("button", { name: "Clear search" }).click();
    await page.getByText("200,000 users").waitFor();
    expect(await list(place, "Users").getByRole("row").count()).toBeLessThan(100);
  },
  long,
);
