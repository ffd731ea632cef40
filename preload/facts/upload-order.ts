/** How the user moves waiting uploads in their queue. */

/** To an end of the queue, or by one upload. */
export const uploadMoves = ["top", "up", "down", "bottom"] as const;
/** The largest number of uploads that are moved by one: each of them has a neighbour to find. */
export const maxMovedByOne = 1_000;
