import type { Dub } from "../../../../preload/contract/dubs";
import { formatNumber } from "../../format";
import { count } from "./count";

export const dubs = {
  start: "Start inference",
  stop: "Stop inference",
  changed: {
    start: (number: number) =>
      number === 0
        ? "No language has lines and voices yet"
        : `Inference started for ${count(number, "language", "languages")}`,
    stop: (number: number) =>
      number === 0
        ? "Nothing was running"
        : `Inference stopped for ${count(number, "language", "languages")}`,
  },
  paused: "Inference is paused in this workspace.",
  resume: "Resume",
  startOne: "Start",
  stopOne: "Stop",
  startOf: (language: string) => `Start inference for ${language}`,
  stopOf: (language: string) => `Stop inference for ${language}`,
  linesAfterPicture: (timecode: string, isAssumed: boolean) =>
    `All lines begin after the end of the picture: their times count from ${timecode}, ${isAssumed ? "the usual timecode of a picture" : "the timecode of the picture"}.`,
  moveLines: "Move the lines into the picture",
  acceptVideo: "Continue with what is there",
  complete: "All takes are made",
  /** Where no takes are planned yet. */
  states: {
    idle: "Inference was not started",
    due: "Starts soon",
    making: "Running",
    finishing: "Running",
    made: "No lines",
    stopped: "Stopped",
    blocked: "Cannot start",
    other: "Unknown state",
  } satisfies Record<Dub["state"], string>,
  takes: (made: string, planned: number) => `${made} of ${formatNumber(planned)} takes`,
  failed: (number: string) => `${number} failed`,
  outdated: (number: string) => `${number} to be made`,
  timeLeft: (duration: string) => `${duration} left`,
};
