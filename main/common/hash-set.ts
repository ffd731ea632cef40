/**
 * A set for large numbers of strings that uses about 16 bytes per string: it stores a 53-bit hash of each string
 * instead of the string. With a million strings, the probability of any hash collision is about 1 in 10,000.
 */
export interface TextSet {
  readonly size: number;
  /** Returns true if the string was added, false if the set already contained it. */
  add(text: string): boolean;
  has(text: string): boolean;
}

export function createTextSet(): TextSet {
  // Hash table with open addressing; 0 marks an empty slot. The load factor is at most 1/2.
  let places = new Float64Array(1024);
  let size = 0;

  function placeOf(hash: number, among: Float64Array): number {
    const last = among.length - 1;
    let place = (hash % 4_294_967_296) & last;
    while (among[place] !== 0 && among[place] !== hash) place = (place + 1) & last;
    return place;
  }
  function grow(): void {
    const wider = new Float64Array(places.length * 2);
    for (const hash of places) if (hash !== 0) wider[placeOf(hash, wider)] = hash;
    places = wider;
  }
  return {
    get size() {
      return size;
    },
    add(text) {
      const hash = hashOf(text);
      const place = placeOf(hash, places);
      if (places[place] === hash) return false;
      places[place] = hash;
      size += 1;
      if (size * 2 > places.length) grow();
      return true;
    },
    has(text) {
      const hash = hashOf(text);
      return places[placeOf(hash, places)] === hash;
    },
  };
}

/** A 53-bit hash, never 0: two multiplicative 32-bit hashes, mixed at the end (as in cyrb53, public domain). */
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
