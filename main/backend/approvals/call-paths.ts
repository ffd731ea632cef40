/**
 * Finds the paths in the input of a call by its schema: every string that the contract declares as
 * `filePath`.
 */
import { z } from "zod";
import { filePath } from "../../../preload/contract/call";

type Finder = (value: unknown) => string[];

/** Null where the schema contains no path. The finder takes values that the schema has parsed. */
export function pathFinder(schema: unknown): Finder | null {
  if (schema === filePath) return (value) => [value as string];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner = pathFinder(schema.unwrap());
    return inner && ((value) => (value === undefined || value === null ? [] : inner(value)));
  }
  if (schema instanceof z.ZodArray) {
    const inner = pathFinder(schema.element);
    return inner && ((value) => (value as unknown[]).flatMap(inner));
  }
  if (schema instanceof z.ZodRecord) {
    const inner = pathFinder(schema.valueType);
    return inner && ((value) => Object.values(value as object).flatMap(inner));
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
      const find = pathFinder(field);
      return find ? [{ name, find }] : [];
    });
    if (fields.length === 0) return null;
    return (value) =>
      fields.flatMap(({ name, find }) => find((value as Record<string, unknown>)[name]));
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map((option) => ({
      option: option as z.ZodType,
      find: pathFinder(option),
    }));
    if (options.every(({ find }) => find === null)) return null;
    return (value) =>
      options.flatMap(({ option, find }) =>
        find && option.safeParse(value).success ? find(value) : [],
      );
  }
  return null;
}
