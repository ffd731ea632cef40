import { z } from "zod";

/** A point in time, in milliseconds since 1970. */
export const timestamp = z.number();
