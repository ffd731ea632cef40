import { describe, expect, test } from "vitest";
import { placeWindow } from "../../../../main/electron/window/window-bounds";

describe("the window bounds", () => {
  const display = { x: 0, y: 0, width: 1920, height: 1040 };
  test("are restored if they are on a display", () => {
    const last = { x: 100, y: 50, width: 1400, height: 900 };
    expect(placeWindow(last, [display])).toEqual(last);
  });
  test("keep their size at the default position if that display is missing", () => {
    const last = { x: 3000, y: 50, width: 1400, height: 900 };
    expect(placeWindow(last, [display])).toEqual({ width: 1400, height: 900 });
    expect(placeWindow({ ...last, x: 100, y: -500 }, [display])).not.toHaveProperty("x");
  });
  test("do not exceed the display, and have a default size", () => {
    const small = { x: 0, y: 0, width: 1024, height: 700 };
    expect(placeWindow({ x: 0, y: 0, width: 3000, height: 2000 }, [small])).toMatchObject({
      width: 1024,
      height: 700,
    });
    expect(placeWindow(null, [display])).toEqual({ width: 1280, height: 820 });
  });
});
