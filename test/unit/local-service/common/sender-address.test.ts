import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import {
  createSenderAddress,
  isNetwork,
} from "../../../../main/local-service/common/sender-address";

const addressOf = (proxies: string[], peer: string, forwarded?: string) =>
  createSenderAddress(proxies)({
    socket: { remoteAddress: peer },
    headers: { "x-forwarded-for": forwarded },
  } as unknown as IncomingMessage);

test("the header of a proxy is believed from named proxies only", () => {
  expect(addressOf([], "192.0.2.1", "198.51.100.7")).toBe("192.0.2.1");
  expect(addressOf(["192.0.2.1"], "192.0.2.1", "198.51.100.7")).toBe("198.51.100.7");
  expect(addressOf(["192.0.2.0/24"], "::ffff:192.0.2.9", "198.51.100.7")).toBe("198.51.100.7");
  expect(addressOf(["2001:db8::/32"], "2001:db8::1", "2001:db9::5")).toBe("2001:db9::5");
});

test("what the sender wrote into the header is not believed", () => {
  const proxies = ["192.0.2.1", "192.0.2.2"];
  expect(addressOf(proxies, "192.0.2.1", "10.1.1.1, 198.51.100.7")).toBe("198.51.100.7");
  expect(addressOf(proxies, "192.0.2.1", "10.1.1.1, 198.51.100.7, 192.0.2.2")).toBe("198.51.100.7");
  expect(addressOf(proxies, "192.0.2.1", "unknown")).toBe("192.0.2.1");
  expect(addressOf(proxies, "192.0.2.1")).toBe("192.0.2.1");
});

test("an address or a network is recognised", () => {
  for (const text of ["10.0.0.1", "10.0.0.0/8", "::1", "2001:db8::/32"])
    expect([text, isNetwork(text)]).toEqual([text, true]);
  for (const text of ["", "proxy", "10.0.0.0/33", "10.0.0.0/8/8", "::/129", "10.0.0.0/x"])
    expect([text, isNetwork(text)]).toEqual([text, false]);
});
