/**
 * How long the objects of a bucket stay after their rows were removed, in milliseconds: a dump of
 * the database that is not older is restored whole.
 */
export const keepRemovedMs = 7 * 24 * 3_600_000;
