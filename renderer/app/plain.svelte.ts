/** The value without the proxies of `$state`: the bridge takes only what the structured clone algorithm takes. */
export const plain = (value: unknown): unknown => $state.snapshot(value);
