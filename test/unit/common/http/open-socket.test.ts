/** Connections to hosts with several addresses, on real sockets of this computer. */
import { once } from "node:events";
import {
  createServer,
  isIP,
  type AddressInfo,
  type LookupFunction,
  type Server,
  type Socket,
} from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSocket } from "../../../../main/common/http/open-socket";
import { startBlackHole } from "../../../helpers/black-hole";

const timeoutMs = 30_000;
let server: Server;
let port: number;
const opened: Socket[] = [];

const resolvesTo =
  (...addresses: string[]): LookupFunction =>
  (_name, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );

beforeEach(async () => {
  server = createServer((socket) => void opened.push(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
  server.close();
});

async function addressOf(addresses: string[]): Promise<string | undefined> {
  const socket = await openSocket({
    host: "several.test",
    port,
    timeoutMs,
    lookup: resolvesTo(...addresses),
  });
  opened.push(socket);
  return socket.remoteAddress;
}

test("an address that refuses is followed by the next one", async () => {
  expect(await addressOf(["::1", "127.0.0.1"])).toBe("127.0.0.1");
});

test("the error names each address, and has the code of the system", async () => {
  server.close();
  await once(server, "close");
  const opening = openSocket({
    host: "several.test",
    port,
    timeoutMs,
    lookup: resolvesTo("127.0.0.1", "::1"),
  });
  await expect(opening).rejects.toMatchObject({
    code: "ECONNREFUSED",
    message: expect.stringContaining(`127.0.0.1:${port}`) as string,
  });
  await expect(opening).rejects.toThrow("::1");
});

test("a name without addresses is an error with a message", async () => {
  await expect(
    openSocket({ host: "none.test", port, timeoutMs, lookup: resolvesTo() }),
  ).rejects.toMatchObject({ code: "ENOTFOUND", message: "none.test has no address" });
});

describe.skipIf(process.platform !== "linux")(
  "an address that does not answer (only Linux has further loopback addresses and drops what its queue cannot hold)",
  () => {
    let blackHole: Awaited<ReturnType<typeof startBlackHole>>;
    beforeEach(async () => {
      blackHole = await startBlackHole();
    });
    afterEach(() => blackHole.close());

    test("delays the next one by a moment only", async () => {
      const other = createServer((socket) => void opened.push(socket));
      other.listen(blackHole.port, "127.0.0.2");
      await once(other, "listening");
      try {
        const socket = await openSocket({
          host: "several.test",
          port: blackHole.port,
          timeoutMs,
          lookup: resolvesTo("127.0.0.1", "127.0.0.2"),
        });
        opened.push(socket);
        expect(socket.remoteAddress).toBe("127.0.0.2");
      } finally {
        other.close();
      }
    });

    test("alone is an error that names it and the limit", async () => {
      const { port: silentPort } = blackHole;
      const opening = openSocket({
        host: "silent.test",
        port: silentPort,
        timeoutMs: 300,
        lookup: resolvesTo("127.0.0.1"),
      });
      await expect(opening).rejects.toMatchObject({
        code: "ETIMEDOUT",
        message: `no connection to 127.0.0.1:${silentPort} within 0.3 s`,
      });
    });

    test("is given up when the request is cancelled", async () => {
      const reason = new Error("cancelled");
      const controller = new AbortController();
      const opening = openSocket({
        host: "silent.test",
        port: blackHole.port,
        timeoutMs,
        lookup: resolvesTo("127.0.0.1"),
        signal: controller.signal,
      });
      controller.abort(reason);
      await expect(opening).rejects.toBe(reason);
    });
  },
);
