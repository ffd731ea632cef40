/**
 * The upload hours: local times across midnight and changes of daylight saving time, and the user's
 * decisions.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restrictionAt } from "../../../../preload/facts/upload-hours";
import { defaultUploadHours, uploadHours, type UploadHours } from "../../../../preload/model";
import { createUploadHours, hoursState } from "../../../../main/backend/uploads/upload-hours";

const zone = process.env["TZ"];
beforeAll(() => void (process.env["TZ"] = "Europe/Berlin"));
afterAll(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

const hours = (change: Partial<UploadHours>): UploadHours =>
  uploadHours.parse({ ...defaultUploadHours, isOn: true, ...change });
const at = (time: string) => new Date(time).getTime();
/** The local time of a timestamp: "Mon 08:00". */
const local = (time: number | null) =>
  time === null
    ? null
    : new Date(time).toLocaleString("en-GB", {
        weekday: "short",
        hour: "2-digit",
        minute: "2-digit",
        timeZone: "Europe/Berlin",
      });
const everyDay = [1, 2, 3, 4, 5, 6, 7];

describe("the hours of a week", () => {
  // 2026-11-23 is a Monday.
  it.each([
    ["by day", { from: "08:00", to: "18:00" }, "2026-11-23T07:59+01:00", false, "Mon 08:00"],
    [
      "from their first minute",
      { from: "08:00", to: "18:00" },
      "2026-11-23T08:00+01:00",
      true,
      "Mon 18:00",
    ],
    [
      "until their end",
      { from: "08:00", to: "18:00" },
      "2026-11-23T18:00+01:00",
      false,
      "Tue 08:00",
    ],
    [
      "over a weekend without them",
      { from: "08:00", to: "18:00" },
      "2026-11-27T19:00+01:00",
      false,
      "Mon 08:00",
    ],
    ["over midnight", { from: "22:00", to: "06:00" }, "2026-11-24T05:59+01:00", true, "Tue 06:00"],
    [
      "over midnight after the last day",
      { from: "22:00", to: "06:00" },
      "2026-11-28T03:00+01:00",
      true,
      "Sat 06:00",
    ],
    [
      "not in the night before the first day",
      { from: "22:00", to: "06:00" },
      "2026-11-23T03:00+01:00",
      false,
      "Mon 22:00",
    ],
    [
      "whole days",
      { days: [6, 7], from: "00:00", to: "00:00" },
      "2026-11-28T12:00+01:00",
      true,
      "Mon 00:00",
    ],
    [
      "outside of them",
      { applies: "outside", from: "22:00", to: "06:00", days: everyDay },
      "2026-11-23T12:00+01:00",
      true,
      "Mon 22:00",
    ],
    [
      "all the time",
      { days: everyDay, from: "06:00", to: "06:00" },
      "2026-11-23T12:00+01:00",
      true,
      null,
    ],
    // 2026-03-29: 02:00 becomes 03:00. 2026-10-25: 03:00 becomes 02:00.
    [
      "until a skipped time",
      { days: everyDay, from: "22:00", to: "02:30" },
      "2026-03-29T01:59+01:00",
      true,
      "Sun 03:30",
    ],
    [
      "from a skipped time",
      { days: everyDay, from: "02:30", to: "06:00" },
      "2026-03-29T03:10+02:00",
      false,
      "Sun 03:30",
    ],
    [
      "until the first of two equal times",
      { days: everyDay, from: "22:00", to: "02:30" },
      "2026-10-25T02:29+02:00",
      true,
      "Sun 02:30",
    ],
    [
      "in the second of two equal hours",
      { days: everyDay, from: "22:00", to: "02:30" },
      "2026-10-25T02:10+01:00",
      false,
      "Sun 22:00",
    ],
  ] as const)("apply %s", (_name, change, time, isRestricted, until) => {
    const result = restrictionAt(
      hours({
        ...change,
        days: [...(("days" in change && change.days) || defaultUploadHours.days)],
      }),
      at(time),
    );
    expect({ ...result, until: local(result.until) }).toEqual({ isRestricted, until });
  });

  it("have a whole night of seven hours in spring and nine in autumn", () => {
    const night = hours({ days: everyDay, from: "22:00", to: "06:00" });
    for (const [evening, length] of [
      ["2026-03-28T22:00+01:00", 7],
      ["2026-10-24T22:00+02:00", 9],
    ] as const)
      expect(restrictionAt(night, at(evening)).until! - at(evening)).toBe(length * 3_600_000);
  });

  it.each([
    [{ days: [] }, "days"],
    [{ days: [0] }, "days"],
    [{ from: "24:00" }, "from"],
    [{ to: "8:00" }, "to"],
    [{ limit: 0 }, "limit"],
    [{ days: everyDay, from: "00:00", to: "00:00", limit: null }, "days"],
  ])("are rejected: %j", (change, field) => {
    const result = uploadHours.safeParse({ ...defaultUploadHours, isOn: true, ...change });
    expect(result.error?.issues[0]?.path[0]).toBe(field);
  });
});

describe("the state of the upload hours", () => {
  const noon = at("2026-11-23T12:00+01:00");
  const evening = at("2026-11-23T18:00+01:00");
  const hour = 3_600_000;
  const closed = hours({ limit: null });

  it("is without an effect while they are off, and outside of them", () => {
    expect(hoursState({ ...closed, isOn: false }, null, noon)).toEqual({
      effect: null,
      changesAt: null,
    });
    expect(hoursState(closed, null, evening)).toEqual({
      effect: null,
      changesAt: at("2026-11-24T08:00+01:00"),
    });
  });

  it("is closed or limited", () => {
    expect(hoursState(closed, null, noon).effect).toEqual({
      kind: "closed",
      limit: null,
      until: evening,
    });
    expect(hoursState(hours({ limit: 500_000 }), null, noon).effect).toEqual({
      kind: "limited",
      limit: 500_000,
      until: evening,
    });
  });

  /** Settings in memory. */
  function create() {
    const stored = new Map<string, unknown>([["uploadHours", closed]]);
    const clock = { now: noon };
    const open = () =>
      createUploadHours({
        settings: {
          get: (name) => stored.get(name),
          set: (name, value) => void stored.set(name, value),
        },
        now: () => clock.now,
        onChanged: () => undefined,
      });
    return { clock, open, stored };
  }
  const kindOf = (service: ReturnType<typeof createUploadHours>) =>
    service.state().effect?.kind ?? null;

  it("is ignored until the user's time, also after a restart, and at the latest until the restriction ends", () => {
    const { clock, open } = create();
    const service = open();
    service.handlers.ignoreHours({ until: noon + hour });
    expect(open().state()).toEqual({
      effect: { kind: "ignored", limit: null, until: noon + hour },
      changesAt: noon + hour,
    });
    clock.now = noon + hour;
    expect(kindOf(service)).toBe("closed");
    service.handlers.ignoreHours({ until: noon + 100 * hour });
    expect(service.state().changesAt).toBe(evening);
    clock.now = at("2026-11-24T12:00+01:00");
    expect(kindOf(service)).toBe("closed");
  });

  it("is no longer ignored when the user or a change of the hours ends that, or the clock is set back", () => {
    const { clock, open } = create();
    const service = open();
    service.handlers.ignoreHours({ until: noon + hour });
    service.handlers.ignoreHours({ until: null });
    expect(kindOf(service)).toBe("closed");
    service.handlers.ignoreHours({ until: noon + hour });
    service.handlers.setHours({ ...closed, to: "19:00" });
    expect(kindOf(service)).toBe("closed");
    service.handlers.ignoreHours({ until: noon + hour });
    clock.now = noon - 30_000;
    expect(kindOf(service)).toBe("ignored");
    clock.now = noon - 2 * hour;
    expect(kindOf(service)).toBe("closed");
  });

  it("is the default with damaged settings", () => {
    const { open, stored } = create();
    stored.set("uploadHours", { isOn: true, days: "Monday" });
    stored.set("uploadHoursIgnored", "yes");
    expect(open().handlers.hours()).toEqual(defaultUploadHours);
    expect(open().state()).toEqual({ effect: null, changesAt: null });
  });
});
