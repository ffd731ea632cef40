/** Groups vectors by average-link clustering. */

export type Vector = readonly number[];

/** Two clusters that were joined: the index of one vector of each, and their mean distance. */
interface Join {
  a: number;
  b: number;
  distance: number;
}

/** With more clusters than this, an estimate is not useful. */
const maxEstimate = 12;
/** The mean silhouette below which there is one cluster only. */
const minSilhouette = 0.3;

export function distanceOf(a: Vector, b: Vector): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += ((a[at] ?? 0) - (b[at] ?? 0)) ** 2;
  return Math.sqrt(sum);
}

/** Distances of all pairs, in rows. */
function distancesOf(vectors: readonly Vector[]): Float32Array {
  const count = vectors.length;
  const distances = new Float32Array(count * count);
  for (const [a, vector] of vectors.entries())
    for (let b = a + 1; b < count; b += 1) {
      const distance = distanceOf(vector, vectors[b] ?? []);
      distances[a * count + b] = distance;
      distances[b * count + a] = distance;
    }
  return distances;
}

/**
 * All joins, from the closest, by chains of nearest neighbours: quadratic time. Changes
 * `distances`.
 */
function joinsOf(distances: Float32Array, count: number): Join[] {
  const sizes = new Float64Array(count).fill(1);
  const isLeft = new Uint8Array(count).fill(1);
  const joins: Join[] = [];
  const chain: number[] = [];
  const nearestOf = (one: number, previous: number | undefined) => {
    // The previous one first: equal distances would otherwise make an endless chain.
    let nearest = previous ?? -1;
    let distance = previous === undefined ? Infinity : (distances[one * count + previous] ?? 0);
    for (let other = 0; other < count; other += 1) {
      const candidate = distances[one * count + other] ?? 0;
      if (other !== one && isLeft[other] === 1 && candidate < distance) {
        nearest = other;
        distance = candidate;
      }
    }
    return { nearest, distance };
  };
  while (joins.length < count - 1) {
    if (chain.length === 0) chain.push(isLeft.indexOf(1));
    const one = chain.at(-1) ?? 0;
    const previous = chain.at(-2);
    const { nearest, distance } = nearestOf(one, previous);
    if (nearest !== previous) {
      chain.push(nearest);
      continue;
    }
    chain.length -= 2;
    joins.push({ a: nearest, b: one, distance });
    const [size, otherSize] = [sizes[nearest] ?? 1, sizes[one] ?? 1];
    isLeft[one] = 0;
    sizes[nearest] = size + otherSize;
    for (let other = 0; other < count; other += 1) {
      const first = distances[nearest * count + other] ?? 0;
      const second = distances[one * count + other] ?? 0;
      const mean = (first * size + second * otherSize) / (size + otherSize);
      distances[nearest * count + other] = mean;
      distances[other * count + nearest] = mean;
    }
  }
  return joins.sort((a, b) => a.distance - b.distance);
}

/**
 * The cluster of each vector after all joins but the last ones, numbered in the order of their
 * first vectors.
 */
function cut(joins: readonly Join[], count: number, clusters: number): number[] {
  const parents = Array.from({ length: count }, (_none, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] ?? root;
    return root;
  };
  for (const { a, b } of joins.slice(0, count - clusters)) parents[rootOf(b)] = rootOf(a);
  const numbers = new Map<number, number>();
  return parents.map((_parent, at) => {
    const root = rootOf(at);
    const number = numbers.get(root) ?? numbers.size;
    numbers.set(root, number);
    return number;
  });
}

/** The mean silhouette: 1 for distant clusters, 0 for no structure. */
function silhouetteOf(
  distances: Float32Array,
  labels: readonly number[],
  clusters: number,
): number {
  const count = labels.length;
  const sizes = new Float64Array(clusters);
  for (const label of labels) sizes[label] = (sizes[label] ?? 0) + 1;
  let total = 0;
  for (const [at, own] of labels.entries()) {
    const sums = new Float64Array(clusters);
    for (const [other, label] of labels.entries())
      sums[label] = (sums[label] ?? 0) + (distances[at * count + other] ?? 0);
    const size = sizes[own] ?? 1;
    // A cluster of one vector has none.
    if (size === 1) continue;
    const inside = (sums[own] ?? 0) / (size - 1);
    const means = sums.map((sum, label) => sum / (sizes[label] ?? 1));
    const outside = means.reduce(
      (least, mean, label) => (label === own ? least : Math.min(least, mean)),
      Infinity,
    );
    total += (outside - inside) / Math.max(outside, inside, Number.MIN_VALUE);
  }
  return total / count;
}

/**
 * The cluster of each vector, numbered from 0 in the order of their first vectors. `clusters` null:
 * the number with the clearest separation. Memory and time grow with the square of the number of
 * vectors.
 */
export function cluster(vectors: readonly Vector[], clusters: number | null): number[] {
  const count = vectors.length;
  if (count === 0) return [];
  const distances = distancesOf(vectors);
  const joins = joinsOf(distances.slice(), count);
  if (clusters !== null) return cut(joins, count, Math.max(1, Math.min(clusters, count)));
  let best = { labels: cut(joins, count, 1), silhouette: minSilhouette };
  for (let candidate = 2; candidate <= Math.min(maxEstimate, count - 1); candidate += 1) {
    const labels = cut(joins, count, candidate);
    const silhouette = silhouetteOf(distances, labels, candidate);
    if (silhouette > best.silhouette) best = { labels, silhouette };
  }
  return best.labels;
}
