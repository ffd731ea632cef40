/** Which addresses are nobody else's business: those of this computer and of the networks behind it. */
import { BlockList, isIP } from "node:net";

/** Two lists: one that holds "::ffff:0:0/96" takes every address of version 4 for one of its own. */
const refused4 = new BlockList();
const refused6 = new BlockList();
/** IANA's registries of special purpose addresses, what is not reachable globally. */
const ranges4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;
/** The last five hold addresses of version 4 in some form, and could hide any of those above. */
const ranges6 = [
  ["::", 127],
  ["100::", 64],
  ["2001:db8::", 32],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
  ["::", 96],
  ["::ffff:0:0", 96],
  ["64:ff9b::", 32],
  ["2001::", 32],
  ["2002::", 16],
] as const;
for (const [address, prefix] of ranges4) refused4.addSubnet(address, prefix, "ipv4");
for (const [address, prefix] of ranges6) refused6.addSubnet(address, prefix, "ipv6");

/** SECURITY: whether a numeric address is one that only this computer or its own network can reach. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return true;
  return version === 4 ? refused4.check(address, "ipv4") : refused6.check(address, "ipv6");
}
