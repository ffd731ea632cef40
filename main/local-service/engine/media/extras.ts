/** What MediaInfo reports of a file besides its first picture and its sound. */
import type { MediaExtras, NamedStream } from "../ports";
import { textOf, type MediaTrack } from "./media-track";

/**
 * Metadata of the whole file, by MediaInfo's names, and how users know it: those that MediaInfo
 * finds in all containers, so that a copied one is not called missing.
 */
const metadataNames: Readonly<Record<string, string>> = {
  Title: "title",
  Performer: "artist",
  Genre: "genre",
  Description: "description",
  Comment: "comment",
  Copyright: "copyright",
  Recorded_Date: "date",
};
const maxName = 24;
/** MediaInfo's names of chapters: "_00_01_30_000". */
const chapterTime = /^_?\d{2}[_:]\d{2}[_:]\d{2}[_.]\d{3}$/;

/** A text of a file as a part of a message: it cannot contain separators of messages. */
export const shortName = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N} +/_-]+/gu, " ")
    .trim()
    .slice(0, maxName)
    .trim();

const named = (track: MediaTrack): NamedStream => ({
  language: shortName(textOf(track["Language"])),
  name: shortName(
    [track["Title"], track["Format"], track["Type"], track["CodecID"]]
      .map(textOf)
      .find((text) => text !== "") ?? "",
  ),
});

/** Closed captions are a part of the picture, and copied with it. */
const isInPicture = (track: MediaTrack) => /A\/53|SCTE|DTVCC/.test(textOf(track["MuxingMode"]));

const extraOf = (track: MediaTrack | undefined): Readonly<Record<string, unknown>> => {
  const extra = track?.["extra"];
  return typeof extra === "object" && extra !== null ? (extra as Record<string, unknown>) : {};
};

const chaptersOf = (menu: MediaTrack) =>
  Object.keys({ ...menu, ...extraOf(menu) }).filter((key) => chapterTime.test(key)).length;

/** Whether the name of an attached file is that of a cover in Matroska. */
export const isCover = (name: string) => /^(small_)?cover/i.test(name);
/** Of attached files that ffmpeg reads as pictures. */
const isPicture = (name: string) => /\.(jpe?g|png|gif|tiff?)$/i.test(name);

/** The extras of a file by the tracks of MediaInfo. */
export function extrasOf(tracks: readonly MediaTrack[]): MediaExtras {
  const ofType = (type: string) => tracks.filter((track) => track["@type"] === type);
  const [general] = ofType("General");
  const [video, ...others] = ofType("Video");
  const attachments = textOf(extraOf(general)["Attachments"]).split(" / ");
  const isGiven = (text: string) => text !== "";
  return {
    hasCover: textOf(general?.["Cover"]) !== "",
    pictures: others.length,
    subtitles: ofType("Text")
      .filter((track) => !isInPicture(track))
      .map(named),
    chapters: Math.max(0, ...ofType("Menu").map(chaptersOf)),
    data: ofType("Other")
      .filter((track) => textOf(track["Type"]) !== "Time code")
      .map(named),
    attachments: attachments
      .filter((name) => isGiven(name) && !isCover(name))
      .map((name) => ({ language: "", name: shortName(name) })),
    pictureFiles: attachments.filter(isPicture),
    metadata: Object.entries(metadataNames).flatMap(([key, name]) =>
      isGiven(textOf(general?.[key])) ? [name] : [],
    ),
    dynamicRanges: textOf(video?.["HDR_Format"]).split(" / ").map(shortName).filter(isGiven),
  };
}
