/** Detects private IP addresses: those of this computer and of its local networks. */
import { BlockList, isIP } from "node:net";

/**
 * IPv4 ranges of IANA's special-purpose registry that are not globally reachable, or deprecated.
 */
const ranges4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;
const private4 = new BlockList();
for (const [address, prefix] of ranges4) private4.addSubnet(address, prefix, "ipv4");

/** An IPv6 prefix: its 16-bit groups without trailing zeros, and the prefix length in bits. */
type Range6 = readonly [groups: readonly number[], bits: number];

/** IPv6 global unicast addresses. */
const unicast6: Range6 = [[0x2000], 3];
/**
 * Special ranges within them: protocols (for example Teredo), documentation, tunnels that embed
 * another address.
 */
const special6: readonly Range6[] = [
  [[0x2001], 23],
  [[0x2001, 0x0db8], 32],
  [[0x2002], 16],
  [[0x3fff], 20],
];
/** Ranges whose last 32 bits are the IPv4 address that is actually contacted. */
const embedding6: readonly Range6[] = [
  [[0, 0, 0, 0, 0, 0xffff], 96],
  [[0x0064, 0xff9b], 96],
];

/**
 * SECURITY: whether a numeric address is reachable only from this computer or its local network. An
 * IPv6 address counts as private unless it is in a known public range; one with a zone ("%eth0") is
 * always private.
 */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return private4.check(address, "ipv4");
  if (version === 0 || address.includes("%")) return true;
  const groups = groupsOf(address);
  if (embedding6.some((range) => isWithin(groups, range)))
    return private4.check(lastAsVersion4(groups), "ipv4");
  return !isWithin(groups, unicast6) || special6.some((range) => isWithin(groups, range));
}

/** The eight groups of a valid address: "::1" → [0, 0, 0, 0, 0, 0, 0, 1]. */
function groupsOf(address: string): number[] {
  // The last 32 bits may be written in IPv4 notation.
  const hexadecimal = address.replace(/(?<![^:])[^:.]*\.[^:]*$/, (dotted) => {
    const [a = 0, b = 0, c = 0, d = 0] = dotted.split(".").map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = [], tail] = hexadecimal
    .split("::")
    .map((half) => (half === "" ? [] : half.split(":").map((group) => parseInt(group, 16))));
  if (!tail) return head;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function isWithin(groups: readonly number[], [prefix, bits]: Range6): boolean {
  return groups.slice(0, Math.ceil(bits / 16)).every((group, index) => {
    const ignored = Math.max(0, 16 * (index + 1) - bits);
    return group >> ignored === (prefix[index] ?? 0) >> ignored;
  });
}

function lastAsVersion4(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join(".");
}
