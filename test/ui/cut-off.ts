import type { Locator } from "playwright";

/** Whether a text does not fit into its element, so that a part of it is not visible. */
export const isCutOff = (text: Locator): Promise<boolean> =>
  text.evaluate(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth > clientWidth || scrollHeight > clientHeight,
  );
