/** What the window cannot do, checked in the running application. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright";
import { describe, expect, onTestFinished, test } from "vitest";
import { contentSecurityPolicy } from "../../main/electron/window/protocol";
import { callBridge, launchForGroup } from "./harness";

/** A server that must receive no request; counts them. */
async function forbiddenServer(): Promise<{ url: string; hits: () => number }> {
  let hits = 0;
  const server = createServer((_request, response) => {
    hits += 1;
    response.setHeader("Access-Control-Allow-Origin", "*").end("reached");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits: () => hits,
  };
}

/**
 * Adds a script to the page as an attacker would; returns the value that it sets in
 * `window.outcome`.
 */
function injectScript(page: Page, body: string): Promise<unknown> {
  return page.evaluate((text) => {
    const outcome = window as unknown as { outcome?: unknown };
    try {
      const script = document.createElement("script");
      script.textContent = text;
      document.body.append(script);
    } catch (error) {
      return `thrown: ${String(error)}`;
    }
    return outcome.outcome ?? "not run";
  }, body);
}

const policyFault = /Content Security Policy|Trusted ?Type|Refused|Failed to set|require/i;

describe("the page", () => {
  const dubyard = launchForGroup();

  test("has exactly the configured policy, and works with it", async () => {
    const { page } = dubyard();
    const header = await page.evaluate(async () => {
      const response = await fetch(location.href);
      return {
        policy: response.headers.get("content-security-policy"),
        sniffing: response.headers.get("x-content-type-options"),
        referrer: response.headers.get("referrer-policy"),
        opener: response.headers.get("cross-origin-opener-policy"),
      };
    });
    expect(header).toEqual({
      policy: contentSecurityPolicy,
      sniffing: "nosniff",
      referrer: "no-referrer",
      opener: "same-origin",
    });
    expect(contentSecurityPolicy).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html",
    );
    expect(await page.evaluate(() => location.origin)).toBe("app://bundle");
  });

  test("requests are cancelled by main even without the policy", async () => {
    const server = await forbiddenServer();
    const { app } = dubyard();
    const outcome = await app.evaluate(
      ({ net }, url) =>
        net.fetch(url).then(
          () => "answered",
          (error: unknown) => String(error),
        ),
      server.url,
    );
    expect(outcome).toContain("ERR_BLOCKED_BY_CLIENT");
    expect(server.hits()).toBe(0);
  });

  test("is granted one permission", async () => {
    const { page } = dubyard();
    const states = await page.evaluate(async () => {
      const names = [
        "camera",
        "microphone",
        "geolocation",
        "notifications",
        "midi",
        "clipboard-read",
      ];
      const requested: Record<string, string> = {};
      for (const name of names)
        requested[name] = (
          await navigator.permissions.query({ name: name as PermissionName })
        ).state;
      const media = await navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => "granted",
        () => "denied",
      );
      return { ...requested, media, notification: await Notification.requestPermission() };
    });
    expect(new Set(Object.values(states))).toEqual(new Set(["denied"]));
    // Writing requires a page with the focus.
    await page.mouse.click(1, 1);
    await page.waitForFunction(() => document.hasFocus());
    const copied = await page.evaluate(() =>
      navigator.clipboard.writeText("a link").then(() => "written", String),
    );
    expect(copied).toBe("written");
  });

  test("has no Node.js, and a sandboxed preload", async () => {
    const { app, page } = dubyard();
    const received = await page.evaluate(() => ({
      require: typeof (window as unknown as { require?: unknown }).require,
      process: typeof (window as unknown as { process?: unknown }).process,
      module: typeof (window as unknown as { module?: unknown }).module,
    }));
    expect(received).toEqual({ require: "undefined", process: "undefined", module: "undefined" });
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
        getLastWebPreferences(): Record<string, unknown>;
      };
      const last = contents.getLastWebPreferences();
      return {
        sandbox: last["sandbox"],
        contextIsolation: last["contextIsolation"],
        nodeIntegration: last["nodeIntegration"],
        webviewTag: last["webviewTag"] ?? false,
      };
    });
    expect(preferences).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
    });
    const hasDevTools = await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.openDevTools();
      return contents?.isDevToolsOpened();
    });
    expect(hasDevTools).toBe(false);
  });

  describe("the bridge", () => {
    test("exposes call, on and pathOf, and nothing else", async () => {
      const { page } = dubyard();
      const names = await page.evaluate(() => Object.keys(window.bridge).sort());
      expect(names).toEqual(["call", "on", "pathOf"]);
    });

    test("returns errors for an unknown call and invalid input", async () => {
      const { page } = dubyard();
      for (const name of [
        "constructor.constructor",
        "__proto__.toString",
        "app",
        "app.state.x",
        "",
      ])
        expect(await callBridge(page, name)).toMatchObject({
          ok: false,
          error: { code: "unknown-call" },
        });
      expect(await callBridge(page, "app.setAppearance", { theme: "pink" })).toMatchObject({
        ok: false,
        error: { code: "invalid-input" },
      });
      expect(await callBridge(page, "app.state")).toMatchObject({ ok: true });
    });

    test("rejects calls of another window and of a frame in the page", async () => {
      const { app } = dubyard();
      // A window that main never opens, with the application's preload and origin.
      const responses = await app.evaluate(async ({ BrowserWindow, app: electron }) => {
        const other = new BrowserWindow({
          show: false,
          webPreferences: {
            preload: `${electron.getAppPath()}/out/preload/index.cjs`,
            sandbox: true,
            contextIsolation: true,
            // The session of the application's pages.
            partition: "window",
          },
        });
        await other.loadURL("app://bundle/");
        const reply = (await other.webContents.executeJavaScript(
          "window.bridge.call('app.state')",
        )) as unknown;
        other.destroy();
        return reply;
      });
      expect(responses).toMatchObject({ ok: false, error: { code: "sender-refused" } });
    });
  });
});

describe("a script in the page", () => {
  const dubyard = launchForGroup(() => ({ expectedErrors: policyFault }));

  test("runs no other scripts: not inline, not from text, not by a javascript: URL", async () => {
    const { page } = dubyard();
    expect(await injectScript(page, "window.outcome = 'run'")).not.toBe("run");
    const attempts = await page.evaluate(async () => {
      const attackMarker = window as unknown as { attackMarker?: string };
      const results: Record<string, unknown> = {};
      try {
        document.body.insertAdjacentHTML(
          "beforeend",
          "<img src=x onerror=\"window.attackMarker='html'\">",
        );
        results["html"] = "accepted";
      } catch {
        results["html"] = "refused";
      }
      try {
        // A timer with text requires eval; Playwright's evaluate would bypass the policy, a timer
        // does not.
        (setTimeout as (code: string) => void)("window.attackMarker = 'timer'");
      } catch {
        // Rejected at once, so it never runs.
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
      results["attackMarker"] = attackMarker.attackMarker ?? null;
      return results;
    });
    expect(attempts).toEqual({ html: "refused", attackMarker: null });
  });

  test("has no network", async () => {
    const server = await forbiddenServer();
    const { page } = dubyard();
    const outcomes = await page.evaluate(async (url) => {
      const tryFetch = (address: string) =>
        fetch(address).then(
          () => "answered",
          () => "refused",
        );
      const image = new Promise((resolve) => {
        const element = new Image();
        element.onload = () => resolve("answered");
        element.onerror = () => resolve("refused");
        element.src = `${url}/pixel.png`;
      });
      const socket = new Promise((resolve) => {
        try {
          const connection = new WebSocket(url.replace("http", "ws"));
          connection.onopen = () => resolve("answered");
          connection.onerror = () => resolve("refused");
        } catch {
          resolve("refused");
        }
      });
      return [
        await tryFetch(url),
        await tryFetch("https://dubyard.invalid/"),
        await image,
        await socket,
        navigator.sendBeacon(url) ? "perhaps" : "refused",
      ];
    }, server.url);
    expect(outcomes.slice(0, 4)).toEqual(["refused", "refused", "refused", "refused"]);
    expect(server.hits()).toBe(0);
  });

  test("loads only its own files from its own scheme", async () => {
    const { page } = dubyard();
    const statuses = await page.evaluate(async () => {
      const results: Record<string, number | string> = {};
      for (const address of [
        "app://bundle/",
        "app://bundle/no-such-file.js",
        "app://bundle/../main/index.cjs",
        "app://bundle/%2e%2e/main/index.cjs",
        "app://bundle/..%2fmain%2findex.cjs",
        "app://bundle/..%5cmain%5cindex.cjs",
      ]) {
        results[address] = await fetch(address).then(
          (response) => response.status,
          () => "failed",
        );
      }
      return results;
    });
    const { "app://bundle/": own, ...others } = statuses;
    expect(own).toBe(200);
    expect(new Set(Object.values(others))).toEqual(new Set([404]));
  });

  test("cannot navigate or open windows", async () => {
    const server = await forbiddenServer();
    const { app, page } = dubyard();
    const before = page.url();
    const opened = await page.evaluate((url) => window.open(url) === null, server.url);
    expect(opened).toBe(true);
    await page.evaluate((url) => {
      location.href = url;
    }, server.url);
    await page.evaluate((url) => {
      const link = document.createElement("a");
      link.href = url;
      link.target = "_blank";
      document.body.append(link);
      link.click();
    }, server.url);
    await page.evaluate(() => {
      document.body.append(document.createElement("webview"));
      const frame = document.createElement("iframe");
      frame.src = "data:text/html,frame";
      document.body.append(frame);
    });
    await page.waitForTimeout(500);
    expect(page.url()).toBe(before);
    expect(app.windows()).toHaveLength(1);
    expect(server.hits()).toBe(0);
    const kinds = await app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((contents) => contents.getType()),
    );
    expect(kinds).toEqual(["window"]);
  });
});
