/**
 * The page has no network: every API that could open a connection is called in the running
 * application, and TCP and UDP listeners record what arrives.
 */
import { createSocket } from "node:dgram";
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { launch, temporaryFolder } from "./harness";

interface Listeners {
  /**
   * Addresses that the page's process could reach: loopback, and that of this computer in its
   * network, if any.
   */
  hosts: string[];
  tcpPort: number;
  udpPort: number;
  /** Received connections and datagrams, one text each. */
  arrived: string[];
}

async function listen(): Promise<Listeners> {
  const arrived: string[] = [];
  const tcp = createServer((socket) => {
    socket.once("data", (data) => arrived.push(`tcp: ${data.toString("latin1").slice(0, 80)}`));
    arrived.push("tcp: connection");
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => tcp.listen(0, "0.0.0.0", resolve));
  const udp = createSocket("udp4");
  udp.on("message", (data, { address }) => arrived.push(`udp: ${data.length} B of ${address}`));
  await new Promise<void>((resolve) => udp.bind(0, "0.0.0.0", resolve));
  onTestFinished(() => {
    tcp.close();
    udp.close();
  });
  const external = Object.values(os.networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal);
  return {
    hosts: ["127.0.0.1", ...(external ? [external.address] : [])],
    tcpPort: (tcp.address() as AddressInfo).port,
    udpPort: udp.address().port,
    arrived,
  };
}

const policyFault = /Content Security Policy|Refused|WebTransport|Failed/i;

test("no API of a page reaches a TCP or UDP listener, and no name is resolved", async () => {
  const { hosts, tcpPort, udpPort, arrived } = await listen();
  const { app, page } = await launch({ expectedErrors: policyFault });
  const netLog = path.join(temporaryFolder("net-log"), "net.json");
  await app.evaluate(({ BrowserWindow }, file) => {
    const [window] = BrowserWindow.getAllWindows();
    return window?.webContents.session.netLog.startLogging(file, { captureMode: "everything" });
  }, netLog);

  const outcomes = await page.evaluate(
    async ({ hosts, tcpPort, udpPort }) => {
      const results: Record<string, string> = {};
      const within = <T>(milliseconds: number, work: Promise<T>): Promise<T | "late"> =>
        Promise.race([
          work,
          new Promise<"late">((resolve) => setTimeout(() => resolve("late"), milliseconds)),
        ]);
      const outcome = (work: Promise<unknown>) =>
        within(
          4_000,
          work.then(
            () => "answered",
            () => "refused",
          ),
        );
      const link = (rel: string, href: string, as?: string) =>
        new Promise<void>((resolve) => {
          const element = document.createElement("link");
          element.rel = rel;
          if (as !== undefined) element.as = as;
          element.href = href;
          element.onload = element.onerror = () => resolve();
          document.head.append(element);
        });

      const callAll = async (host: string) => {
        const http = `http://${host}:${tcpPort}`;
        results[`fetch ${host}`] = await outcome(fetch(`${http}/fetch`, { mode: "no-cors" }));
        results[`beacon ${host}`] = String(navigator.sendBeacon(`${http}/beacon`, "x"));
        results[`socket ${host}`] = await outcome(
          new Promise((resolve, reject) => {
            const socket = new WebSocket(`ws://${host}:${tcpPort}/socket`);
            socket.onopen = resolve;
            socket.onerror = reject;
          }),
        );
        results[`events ${host}`] = await outcome(
          new Promise((resolve, reject) => {
            const source = new EventSource(`${http}/events`);
            source.onopen = resolve;
            source.onerror = (event) => {
              source.close();
              reject(new Error(event.type));
            };
          }),
        );
        results[`image ${host}`] = await outcome(
          new Promise((resolve, reject) => {
            const image = new Image();
            image.onload = resolve;
            image.onerror = reject;
            image.src = `${http}/image.png`;
          }),
        );
        const { WebTransport } = window as unknown as {
          WebTransport?: new (url: string) => { ready: Promise<void>; closed: Promise<void> };
        };
        if (WebTransport) {
          try {
            const transport = new WebTransport(`https://${host}:${udpPort}/transport`);
            transport.closed.catch(() => undefined);
            results[`transport ${host}`] = await outcome(transport.ready);
          } catch {
            results[`transport ${host}`] = "refused";
          }
        }
        for (const rel of ["prefetch", "preconnect", "preload", "dns-prefetch", "modulepreload"])
          void link(rel, `${http}/${rel}`, rel === "preload" ? "image" : undefined);

        const form = document.createElement("form");
        form.action = `${http}/form`;
        form.method = "post";
        document.body.append(form);
        form.submit();
        const download = document.createElement("a");
        download.href = `${http}/download`;
        download.download = "file";
        document.body.append(download);
        download.click();
        location.href = `${http}/navigation`;

        const servers = [
          { urls: `stun:${host}:${udpPort}` },
          { urls: `turn:${host}:${udpPort}?transport=udp`, username: "u", credential: "c" },
          { urls: `turn:${host}:${tcpPort}?transport=tcp`, username: "u", credential: "c" },
          { urls: `turns:${host}:${tcpPort}?transport=tcp`, username: "u", credential: "c" },
        ];
        const connect = async (iceServers: RTCIceServer[]) => {
          const connection = new RTCPeerConnection({ iceServers });
          connection.createDataChannel("data");
          const gathered = new Promise<void>((resolve) => {
            connection.onicegatheringstatechange = () => {
              if (connection.iceGatheringState === "complete") resolve();
            };
          });
          await connection.setLocalDescription(await connection.createOffer());
          // A direct candidate: media of a peer that the page names.
          const peer = new RTCPeerConnection();
          await peer.setRemoteDescription(connection.localDescription as RTCSessionDescription);
          await peer.setLocalDescription(await peer.createAnswer());
          const response = peer.localDescription as RTCSessionDescription;
          const candidate = `a=candidate:1 1 udp 2130706431 ${host} ${udpPort} typ host\r\n`;
          await connection.setRemoteDescription({ type: "answer", sdp: response.sdp + candidate });
          await within(3_000, gathered);
          connection.close();
          peer.close();
        };
        await Promise.all(servers.map((server) => connect([server])));
      };
      await Promise.all(hosts.map(callAll));
      void link("dns-prefetch", "//prefetched.name.example");
      void link("preconnect", "https://preconnected.name.example");
      void fetch("https://fetched.name.example", { mode: "no-cors" }).catch(() => undefined);
      const named = new RTCPeerConnection({
        iceServers: [
          { urls: "stun:stun.name.example:3478" },
          { urls: "turn:turn.name.example:3478?transport=tcp", username: "u", credential: "c" },
        ],
      });
      named.createDataChannel("data");
      await named.setLocalDescription(await named.createOffer());
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return results;
    },
    { hosts, tcpPort, udpPort },
  );
  for (const [what, result] of Object.entries(outcomes))
    if (!what.startsWith("beacon")) expect(`${what}: ${result}`).not.toContain("answered");
  expect(page.url()).toMatch(/^app:\/\/bundle\//);
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.session.netLog.stopLogging(),
  );
  expect.soft([...new Set(arrived)]).toEqual([]);
  // The start of every name resolution is in Chromium's network log.
  expect(resolvedNames(netLog)).toEqual([]);
});

/** Names that Chromium's host resolver received, of those that the page used. */
function resolvedNames(netLog: string): string[] {
  const { constants, events } = JSON.parse(readFileSync(netLog, "utf8")) as {
    constants: { logEventTypes: Record<string, number> };
    events: { type: number; params?: { host?: string } }[];
  };
  const resolver = new Set(
    Object.entries(constants.logEventTypes)
      .filter(([name]) => name.startsWith("HOST_RESOLVER"))
      .map(([, type]) => type),
  );
  const names = events
    .filter(({ type }) => resolver.has(type))
    .flatMap(({ params }) => params?.host ?? [])
    .filter((host) => host.includes("name.example"));
  return [...new Set(names)].sort();
}
