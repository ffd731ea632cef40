type AnyFunction = (input: unknown) => unknown;

/**
 * Groups of functions with one parameter, each function replaced by what `wrap` returns for it, its
 * group and its name.
 */
export function wrapFunctions<T extends object>(
  groups: T,
  wrap: (run: AnyFunction, group: string, name: string) => AnyFunction,
): T {
  const wrapped = Object.entries(groups).map(([group, functions]) => [
    group,
    Object.fromEntries(
      Object.entries(functions as Record<string, AnyFunction>).map(([name, run]) => [
        name,
        wrap(run, group, name),
      ]),
    ),
  ]);
  return Object.fromEntries(wrapped) as T;
}
