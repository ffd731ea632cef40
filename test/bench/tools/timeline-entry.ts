/** The parts of the timeline that a frame consists of, for a page of a benchmark. */
export { draw } from "../../../renderer/features/review/timeline/draw";
export { Peaks } from "../../../renderer/features/review/timeline/peaks";
export { PlacedLines } from "../../../renderer/features/review/timeline/placed-lines";
