/** The window after real crashes of the renderer process. */
import { expect, test } from "vitest";
import { launch, type Dubyard } from "./harness";

/**
 * Runs code in the current page of the window, because Playwright's page object ends with its
 * process.
 */
const run = <T>({ app }: Dubyard, code: string): Promise<T> =>
  app.evaluate(
    ({ BrowserWindow }, text) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text, true) as Promise<never>,
    code,
  );

/**
 * Crashes the renderer process and waits for the next page; returns its URL. The event of the
 * crashed page's own load may arrive after the call that crashes it, and is ignored.
 */
const crash = ({ app }: Dubyard): Promise<string> =>
  app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents) throw new Error("there is no window");
    return new Promise<string>((resolve) => {
      contents.once("render-process-gone", () => {
        contents.once("did-finish-load", () => resolve(contents.getURL()));
      });
      contents.forcefullyCrashRenderer();
    });
  });

/** Clicks a button of the safe screen. */
const click = (dubyard: Dubyard, name: string) =>
  run(
    dubyard,
    `[...document.querySelectorAll("button")].find((one) => one.textContent === ${JSON.stringify(name)}).click()`,
  );

test("reloads a crashed page at its current URL; the third crash shows the safe screen, which reloads that URL", async () => {
  const dubyard = await launch();
  const { app, page } = dubyard;
  await page.evaluate(() => (location.hash = "#/media?folder=season+2%2F"));
  const address = "app://bundle/?language=en#/media?folder=season+2%2F";
  expect(await crash(dubyard)).toBe(address);
  // The screen is shown, and not only its URL.
  await expect.poll(() => run(dubyard, "document.querySelector('h1')?.textContent")).toMatch(/\w/);
  expect(await crash(dubyard)).toBe(address);

  expect(await crash(dubyard)).toMatch(/^app:\/\/bundle\/safe\.html\?reason=[a-z-]+&language=en$/);
  expect(await run(dubyard, "document.body.innerText")).toMatch(
    /crashed three times within a minute[^]*Uploads and the outbox are not affected/,
  );
  // The report can be copied while another window has the focus.
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur());
  await expect.poll(() => run(dubyard, "document.hasFocus()")).toBe(false);
  await click(dubyard, "Copy report");
  await expect
    .poll(() => run(dubyard, "document.querySelector('#status').textContent"))
    .toBe("The report was copied to the clipboard.");
  const report = await app.evaluate(({ clipboard }) => clipboard.readText());
  expect(report).toMatch(/^Dubyard \d/);
  expect(report).toMatch(/the renderer process ended/);

  await click(dubyard, "Reload");
  await expect.poll(() => run(dubyard, "location.href")).toBe(address);
});

test("the safe screen uses the selected language, and quits the application", async () => {
  const dubyard = await launch({ language: "de" });
  await crash(dubyard);
  await crash(dubyard);
  expect(await crash(dubyard)).toMatch(/safe\.html\?reason=[a-z-]+&language=de$/);
  expect(await run(dubyard, "document.documentElement.lang")).toBe("de");
  const closed = dubyard.app.waitForEvent("close");
  await click(dubyard, "Beenden").catch(() => undefined);
  await closed;
  expect(dubyard.log()).toContain("app: ended");
});
