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
 * The address in an entry of X-Forwarded-For, where some proxies write a port too:
 * "192.0.2.1:4711", "[2001:db8::1]:4711". Null for what is no address.
 */
function addressIn(entry: string): string | null {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1];
  const address = plain(bracketed ?? entry.replace(/^([\d.]+):\d+$/, "$1"));
  return isIP(address) === 0 ? null : address;
}

/** Whether an address is one of these addresses and networks. */
function createTrust(proxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const text of proxies) {
    const [address = "", bits] = text.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const family = isIP(address);
    return family !== 0 && trusted.check(address, family === 6 ? "ipv6" : "ipv4");
  };
}

/**
 * Whether a connection comes from this computer or from one of these proxies. SECURITY: a service
 * without TLS accepts no other connections.
 */
export function createPeerCheck(
  proxies: readonly string[],
): (request: Pick<IncomingMessage, "socket">) => boolean {
  const isTrusted = createTrust(["127.0.0.0/8", "::1", ...proxies]);
  return ({ socket }) => isTrusted(plain(socket.remoteAddress ?? ""));
}

/**
 * Reads the address of the sender. SECURITY: X-Forwarded-For is believed only from these proxies,
 * and only its last entry that is not one of them: the others are what the sender wrote.
 */
export function createSenderAddress(
  proxies: readonly string[],
): (request: IncomingMessage) => string {
  const isTrusted = createTrust(proxies);
  return ({ socket, headers }) => {
    const peer = plain(socket.remoteAddress ?? "");
    if (!isTrusted(peer)) return peer;
    const named = [headers["x-forwarded-for"] ?? ""].flat().join(",").split(",");
    const addresses = named.map((entry) => addressIn(entry.trim()));
    // Entries before one that is no address may be what the sender wrote.
    return addresses.findLast((address) => address === null || !isTrusted(address)) ?? peer;
  };
}
