/** Typing is typing: no field hands keys to the commands of its screen. */
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { long } from "../long";
import { seeded } from "../helpers/random";
import { reviewLines, withReview } from "./review-material";
import { describeWindow } from "./window";

/** The screens with fields, and a text that is shown when each is ready. */
const screens: readonly [hash: string, ready: string][] = [
  ["#/review/home/ep3?language=fr-fr", "Text of line 1"],
  ["#/projects", "Trailers"],
  ["#/project/home/batches", "Ep 4"],
  ["#/new-batch/home", "Create batch"],
  ["#/media", "season-2"],
  ["#/settings", "Part size"],
  ["#/voices", "Voices"],
  ["#/help/start", "Help"],
];

/** What a person types: letters that are commands, digits, spaces and signs. */
const typed = "abcdefghijklmnopqrstuvwxyzARNJKPSO0123456789 ?/.,-+;:!'()[]";
const fieldsOf = (page: Page) =>
  page.locator(
    "input:is([type=text], [type=search], [type=url], [type=password], :not([type])):enabled:visible, textarea:enabled:visible",
  );

/** Calls that change something; what is typed and not sent is stored by "forms.set". */
const isChange = (name: string) =>
  name !== "forms.set" &&
  /\.(?:accept|add|archive|assign|begin|cancel|change|choose|clean|copy|create|decide|delete|discard|edit|export|ignore|import|make|merge|open|pause|remove|rename|restart|restore|resume|retry|run|save|set|show|start|stop)/.test(
    name,
  );

describeWindow("Typing", (open) => {
  test(
    "200 random texts are in their fields as typed, and nothing else happens",
    long,
    async () => {
      const random = seeded(20_261_127);
      const pick = (count: number) => Math.floor(random() * count);
      const { page, backend } = await open({
        at: "#/overview",
        workspace: "local",
        overrides: withReview(reviewLines()),
      });
      const texts = Array.from({ length: 200 }, () =>
        Array.from({ length: 3 + pick(12) }, () => typed[pick(typed.length)] ?? "a").join(""),
      );
      let tried = 0;
      const kinds = new Set<string>();
      for (const [hash, ready] of screens) {
        await page.evaluate((value) => (location.hash = value), hash);
        await page.getByText(ready).first().waitFor();
        await fieldsOf(page).first().waitFor();
        if (hash.startsWith("#/review")) await page.getByText(ready).first().click();
        for (let turn = 0; turn < texts.length / screens.length; turn += 1) {
          const field: Locator = fieldsOf(page).nth(pick(await fieldsOf(page).count()));
          const text = texts[tried] ?? "a";
          tried += 1;
          await field.focus();
          await field.fill("");
          const before = backend.called.length;
          await page.keyboard.type(text);
          const name = await field.evaluate((node) => node.getAttribute("aria-label") ?? node.id);
          kinds.add(`${hash} ${name}`);
          expect([hash, name, await field.inputValue()]).toEqual([hash, name, text]);
          expect(new URL(page.url()).hash.split("?")[0]).toBe(hash.split("?")[0]);
          const others = backend.called.slice(before).map((one) => one.name);
          expect([hash, name, text, others.filter((one) => isChange(one))]).toEqual([
            hash,
            name,
            text,
            [],
          ]);
          await field.fill("");
        }
      }
      expect(tried).toBe(200);
      expect(kinds.size).toBeGreaterThan(15);
    },
  );
});
