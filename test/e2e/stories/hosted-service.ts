/**
 * A hosted service: the local service as a separate process with a separate data folder. Requires a
 * build.
 */
import { fork, spawnSync, type ChildProcess } from "node:child_process";
import { copyFileSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { onTestFinished } from "vitest";
import { startFaultProxy, type FaultProxy } from "../../helpers/fault-proxy";
import { signIn, type LocalClient } from "../../helpers/local-service";
import { root, temporaryFolder } from "../harness";
import type { AppDriver } from "./app-driver";

interface Address {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

export interface HostedService extends Address {
  /** A client that does not use the application. */
  client: LocalClient;
  stop(): Promise<void>;
  /** Starts again at the same address; with a new key it rejects earlier credentials. */
  start(options?: { isKeyNew: boolean }): Promise<void>;
}

const entry = path.join(root, "out/main/local-service.cjs");

/**
 * Starts a service that is stopped after the test. It fetches from this computer only with
 * `--allow-private-urls`.
 */
export async function startHostedService(
  ...args: "--allow-private-urls"[]
): Promise<HostedService> {
  const dataDir = temporaryFolder("hosted");
  let child: ChildProcess | null = null;
  const service: HostedService = {
    baseUrl: "",
    clientId: "",
    clientSecret: "",
    client: undefined as never,
    async stop() {
      const running = child;
      child = null;
      if (!running) return;
      const exited = new Promise<void>((resolve) => running.once("exit", () => resolve()));
      running.send({ type: "stop" });
      await exited;
    },
    async start({ isKeyNew } = { isKeyNew: false }) {
      if (isKeyNew) rmSync(path.join(dataDir, "service.key"));
      const port = service.baseUrl === "" ? "0" : new URL(service.baseUrl).port;
      const started = fork(entry, ["--data", dataDir, "--port", port, ...args], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      child = started;
      const address = await new Promise<Address>((resolve, reject) => {
        started.once("message", (message: { type: string; message?: string; address: Address }) => {
          if (message.type === "ready") resolve(message.address);
          else reject(new Error(message.message));
        });
        started.once("exit", () => reject(new Error("the service ended during its start")));
      });
      const { baseUrl, clientId, clientSecret } = address;
      Object.assign(service, { baseUrl, clientId, clientSecret });
      service.client = await signIn(address);
    },
  };
  onTestFinished(() => service.stop());
  await service.start();
  return service;
}

/** Whether `startRemoteProxy` can be used here. */
export const isOpensslInstalled = spawnSync("openssl", ["version"]).status === 0;

/**
 * Starts a TLS proxy for a service at an address that does not count as this computer: without a
 * network, the application considers it unreachable.
 */
export async function startRemoteProxy(
  app: AppDriver,
  service: HostedService,
): Promise<FaultProxy & { address: Address }> {
  const host = "127.0.0.2";
  const folder = temporaryFolder("certificate");
  const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
  const made = spawnSync("openssl", [
    "req",
    "-x509",
    "-nodes",
    "-days",
    "2",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-subj",
    "/CN=Remote service",
    "-addext",
    `subjectAltName=IP:${host}`,
    "-keyout",
    key,
    "-out",
    cert,
  ]);
  if (made.status !== 0) throw new Error(made.stderr.toString());
  copyFileSync(cert, path.join(app.profile, "authority.pem"));
  const tls = { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  const proxy = await startFaultProxy(() => service.baseUrl, { host, tls });
  onTestFinished(() => proxy.close());
  const { clientId, clientSecret } = service;
  return { ...proxy, address: { baseUrl: proxy.baseUrl, clientId, clientSecret } };
}

/** Fills in the form "Connect to a service" without submitting it. */
export async function fillConnectForm(
  page: Page,
  { baseUrl, clientId, clientSecret }: Address,
  name: string,
): Promise<void> {
  await page.getByRole("button", { name: "Connect…" }).click();
  await page.getByRole("textbox", { name: "Base URL" }).fill(baseUrl);
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Client ID" }).fill(clientId);
  await page.getByLabel("Client secret", { exact: true }).fill(clientSecret);
}

/** Adds a workspace for a service to the existing ones, and shows it. */
export async function addHostedWorkspace(
  page: Page,
  address: Address,
  name: string,
): Promise<void> {
  await openSwitcher(page);
  await page.getByRole("menuitem", { name: "Add workspace…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add workspace" });
  await fillConnectForm(page, address, name);
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: `Workspace: ${name}` }).waitFor();
}

export async function openSwitcher(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Workspace: / }).click();
  await page.getByRole("menu", { name: "Workspaces" }).waitFor();
}

/** Shows another workspace. */
export async function switchTo(page: Page, name: string): Promise<void> {
  await openSwitcher(page);
  await page.getByRole("menuitem", { name: new RegExp(`^${name} ·`) }).click();
  await page.getByRole("button", { name: `Workspace: ${name}` }).waitFor();
}
