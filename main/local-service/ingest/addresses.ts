/** Which addresses are nobody else's business: those of this computer and of the networks behind it. */
import { BlockList, isIP } from "node:net";

/** IANA's registry of special purpose addresses of version 4: what is not reachable globally, or no longer. */
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
const refused4 = new BlockList();
for (const [address, prefix] of ranges4) refused4.addSubnet(address, prefix, "ipv4");

/** The first groups of 16 bits up to the last that is not 0, and how many bits count. */
type Range6 = readonly [groups: readonly number[], bits: number];

/** The addresses of version 6 that are given out to anybody at all. */
const unicast6: Range6 = [[0x2000], 3];
/** What of them is special: protocols (Teredo among them), documentation, tunnels that hide another address. */
const special6: readonly Range6[] = [
  [[0x2001], 23],
  [[0x2001, 0x0db8], 32],
  [[0x2002], 16],
  [[0x3fff], 20],
];
/** Those whose last 32 bits are an address of version 4, which is what is asked in the end. */
const embedding6: readonly Range6[] = [
  [[0, 0, 0, 0, 0, 0xffff], 96],
  [[0x0064, 0xff9b], 96],
];

/**
 * SECURITY: whether a numeric address is one that only this computer or its own network can reach. Of version 6
 * only what is known to be public is not; a zone ("%eth0") belongs to no public address.
 */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return refused4.check(address, "ipv4");
  if (version === 0 || address.includes("%")) return true;
  const groups = groupsOf(address);
  if (embedding6.some((range) => isWithin(groups, range)))
    return refused4.check(lastAsVersion4(groups), "ipv4");
  return !isWithin(groups, unicast6) || special6.some((range) => isWithin(groups, range));
}

/** The eight groups of a valid address: "::1" → [0, 0, 0, 0, 0, 0, 0, 1]. */
function groupsOf(address: string): number[] {
  // The end may be written as an address of version 4.
  const hexadecimal = address.replace(/[^:]*\.[^:]*$/, (dotted) => {
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
