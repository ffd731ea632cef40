import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import {
  createPeerCheck,
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

test("an entry of a proxy may have a port, and ends the header if it is no address", () => {
  const addressOfEntry = (forwarded: string) => addressOf(["192.0.2.1"], "192.0.2.1", forwarded);
  expect(addressOfEntry("6.6.6.6, 203.0.113.7:4711")).toBe("203.0.113.7");
  expect(addressOfEntry("6.6.6.6, 203.0.113.7:4711, 192.0.2.1:80")).toBe("203.0.113.7");
  expect(addressOfEntry("6.6.6.6, [2001:db8::7]:4711")).toBe("2001:db8::7");
  expect(addressOfEntry("6.6.6.6, [2001:db8::7]")).toBe("2001:db8::7");
  expect(addressOfEntry("6.6.6.6, [::ffff:203.0.113.7]:4711")).toBe("203.0.113.7");
  for (const entry of ["unknown", "_hidden", "203.0.113.7:x", "[203.0.113.7", ""])
    expect([entry, addressOfEntry(`6.6.6.6, ${entry}`)]).toEqual([entry, "192.0.2.1"]);
});

test("without TLS only this computer and the proxies may connect", () => {
  const check = createPeerCheck(["10.0.0.0/8"]);
  const accepts = (remoteAddress: string | undefined) =>
    check({ socket: { remoteAddress } } as unknown as IncomingMessage);
  for (const peer of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.1.2.3", "::ffff:10.1.2.3"])
    expect([peer, accepts(peer)]).toEqual([peer, true]);
  for (const peer of ["192.0.2.1", "::ffff:192.0.2.1", "2001:db8::1", undefined])
    expect([peer, accepts(peer)]).toEqual([peer, false]);
});

test("an address or a network is recognised", () => {
  for (const text of ["10.0.0.1", "10.0.0.0/8", "::1", "2001:db8::/32"])
    expect([text, isNetwork(text)]).toEqual([text, true]);
  for (const text of ["", "proxy", "10.0.0.0/33", "10.0.0.0/8/8", "::/129", "10.0.0.0/x"])
    expect([text, isNetwork(text)]).toEqual([text, false]);
});
