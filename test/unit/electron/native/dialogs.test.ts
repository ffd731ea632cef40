import { expect, test, vi } from "vitest";
import { fileNameFor } from "../../../../main/electron/native/dialogs";

vi.mock("electron", () => ({ dialog: {} }));

test("a suggested name is valid on every system", () => {
  expect(fileNameFor("Glossary.csv")).toBe("Glossary.csv");
  expect(fileNameFor('Season 1/2: "pilot?".csv')).toBe("Season 1-2- -pilot-.csv");
  expect(fileNameFor("../../etc/passwd.csv")).toBe("-..-etc-passwd.csv");
  expect(fileNameFor("...")).toBe("Dubyard");
  expect(fileNameFor(" .csv")).toBe("Dubyard.csv");
  expect(fileNameFor(`${"x".repeat(300)}.csv`)).toBe(`${"x".repeat(150)}.csv`);
  expect(fileNameFor("Übung · 日本.csv")).toBe("Übung · 日本.csv");
});
