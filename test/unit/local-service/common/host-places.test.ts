/** Places for requests to other computers. */
import { expect, it } from "vitest";
import { createHostPlaces } from "../../../../main/local-service/common/host-places";

const { signal } = new AbortController();

it("the group with fewer places is next, and bulk requests leave the last place free", async () => {
  const takePlace = createHostPlaces({ perHost: 3, total: 5 });
  const entered: string[] = [];
  const take = (name: string, group: string, isBulk = false) =>
    takePlace("host", signal, { group, isBulk }).then((leave) => {
      entered.push(name);
      return leave;
    });
  const bulk = ["b1", "b2", "b3", "b4"].map((name) => take(name, "bulk", true));
  await Promise.all(bulk.slice(0, 2));
  const leaveFirst = await take("a1", "a");
  const next = [take("a2", "a"), take("c1", "c")];
  expect(entered).toEqual(["b1", "b2", "a1"]);
  leaveFirst();
  (await bulk[0])?.();
  await Promise.all(next);
  expect(entered).toEqual(["b1", "b2", "a1", "a2", "c1"]);
  // The only place of the group; two places are free.
  (await next[0])?.();
  (await next[1])?.();
  await bulk[2];
  expect(entered).toHaveLength(6);
});
