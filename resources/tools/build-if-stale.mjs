/** Before the tests that use out/: builds it where it is missing or older than its sources. */
import { build, isStale } from "./build.mjs";

export default async function setup() {
  if (isStale()) await build();
}
