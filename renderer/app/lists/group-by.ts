/** The items of each group; the groups in the order of their first items. */
export function groupBy<T>(items: readonly T[], groupOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groupOf(item);
    const members = groups.get(group);
    if (members) members.push(item);
    else groups.set(group, [item]);
  }
  return [...groups];
}
