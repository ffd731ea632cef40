/** The address of a sender, which a proxy names in a header. */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** An address, or a network such as "10.0.0.0/8". */
export function isNetwork(text: string): boolean {
  const [address = "", bits, ...others] = text.split("/");
  const family = isIP(address);
  if (family === 0 || others.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32);
}

/** "::ffff:192.0.2.1" is an address of IPv4 on a socket of IPv6. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");

/**
 * Reads the address of the sender. SECURITY: X-Forwarded-For is believed only from these proxies,
 * and only its last entry that is not one of them: the others are what the sender wrote.
 */
export function createSenderAddress(
  proxies: readonly string[],
): (request: IncomingMessage) => string {
  const trusted = new BlockList();
  for (const text of proxies) {
    const [address = "", bits] = text.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string) => {
    const family = isIP(address);
    return family !== 0 && trusted.check(address, family === 6 ? "ipv6" : "ipv4");
  };
  return ({ socket, headers }) => {
    const peer = plain(socket.remoteAddress ?? "");
    if (!isTrusted(peer)) return peer;
    const named = [headers["x-forwarded-for"] ?? ""].flat().join(",").split(",");
    const addresses = named
      .map((entry) => plain(entry.trim()))
      .filter((entry) => isIP(entry) !== 0);
    return addresses.findLast((address) => !isTrusted(address)) ?? peer;
  };
}
