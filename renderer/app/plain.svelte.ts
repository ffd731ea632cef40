/**
 * The value without the proxies of `$state`: the bridge accepts only values that can be
 * structurally cloned.
 */
export const plain = (value: unknown): unknown => $state.snapshot(value);
