/**
 * A set for large numbers of strings that uses about 16 bytes per string: it stores a 53-bit hash
 * of each string instead of the string. With a million strings, the probability of any hash
 * collision is about 1 in 10,000.
 */
export interface HashSet {
  readonly size: number;
  /** Returns true if the string was added, false if the set already contained it. */
  add(text: string): boolean;
  has(text: string): boolean;
}

export function createHashSet(): HashSet {
  // Hash table with open addressing; 0 marks an empty slot. The load factor is at most 1/2.
  let slots = new Float64Array(1024);
  let size = 0;

  function slotOf(hash: number, table: Float64Array): number {
    const last = table.length - 1;
    let slot = (hash % 4_294_967_296) & last;
    while (table[slot] !== 0 && table[slot] !== hash) slot = (slot + 1) & last;
    return slot;
  }
  function grow(): void {
    const larger = new Float64Array(slots.length * 2);
    for (const hash of slots) if (hash !== 0) larger[slotOf(hash, larger)] = hash;
    slots = larger;
  }
  return {
    get size() {
      return size;
    },
    add(text) {
      const hash = hashOf(text);
      const slot = slotOf(hash, slots);
      if (slots[slot] === hash) return false;
      slots[slot] = hash;
      size += 1;
      if (size * 2 > slots.length) grow();
      return true;
    },
    has(text) {
      const hash = hashOf(text);
      return slots[slotOf(hash, slots)] === hash;
    },
  };
}

/**
 * A 53-bit hash, never 0: two multiplicative 32-bit hashes, mixed at the end (as in cyrb53, public
 * domain).
 */
function hashOf(text: string): number {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 2_654_435_761);
    high = Math.imul(high ^ code, 1_597_334_677);
  }
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  return (high & 0x1fffff) * 4_294_967_296 + (low >>> 0) || 1;
}
