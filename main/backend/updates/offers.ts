/** The release that is offered: from the list of the feed, or from the one that was stored. */
import type { UpdateStatus } from "../../../preload/contract/updates";
import { isNewer, type UpdateRefusal } from "../../../preload/facts/updates";
import type { UpdateHost } from "../ports";
import { chooseRelease, isWithdrawn, type Offer } from "./choose-release";
import { UpdateRefused } from "./errors";
import type { FeedClient } from "./feed-client";
import { openReleaseList, type ReleaseFile, type ReleaseList } from "./release-list";
import type { UpdateFolder } from "./update-folder";
import type { UpdateSettings } from "./update-settings";

export interface OffersDeps {
  /** The running version. */
  version: string;
  host: Pick<UpdateHost, "feed" | "installation">;
  settings: UpdateSettings;
  folder: UpdateFolder;
  client: Pick<FeedClient, "readList">;
  /** Called before the offered file changes: nothing may use the former one any more. */
  beforeChange: (next: Offer | null) => Promise<void>;
  now: () => number;
}

/** The file is not that of the list. */
const wrongFiles: ReadonlySet<UpdateRefusal> = new Set<UpdateRefusal>(["wrong-size", "wrong-hash"]);

export type Offers = ReturnType<typeof createOffers>;

export function createOffers(deps: OffersDeps) {
  const { version, settings, folder, now } = deps;
  const { feed, installation } = deps.host;
  let offer: Offer | null = null;
  let isComplete = false;
  let withdrawn: string | null = null;
  let news: UpdateStatus["news"] = null;

  /** @throws UpdateRefused */
  function open(text: string): ReleaseList {
    if (!feed) throw new UpdateRefused("no-list", "this build has no feed");
    return openReleaseList(text, {
      feed,
      now: now(),
      highestVersion: settings.get().highestList,
    });
  }

  function choose(list: ReleaseList, isRequested: boolean): Offer | null {
    const { skipped, requested, seed } = settings.get();
    return chooseRelease(list, { version, ...installation, seed, skipped, requested }, isRequested);
  }

  /** A list was accepted: it replaces what was offered before. */
  async function use(list: ReleaseList, isRequested: boolean): Promise<void> {
    const before = offer;
    const next = choose(list, isRequested);
    if (isRequested && next) settings.change({ requested: next.release.version });
    await deps.beforeChange(next);
    withdrawn = before && isWithdrawn(list, before.release.version) ? before.release.version : null;
    await folder.keepOnly(next?.file ?? null);
    offer = next;
    isComplete = !!next?.file && (await folder.hasFile(next.file));
  }

  return {
    current: () => offer,
    /** Whether the file of the offer is complete. */
    isComplete: () => isComplete,
    /** A version that was offered before, and must not be installed. */
    withdrawn: () => withdrawn,
    news: () => news,
    /** Reads the list of the feed. Rejects with UpdateRefused or an AppError. */
    async check(isRequested: boolean, signal: AbortSignal): Promise<void> {
      if (!feed) return;
      const text = await deps.client.readList(feed.url, signal);
      const list = open(text);
      await folder.writeList(text);
      settings.change({ highestList: list.metadataVersion, checkedAt: now() });
      await use(list, isRequested);
    },
    /** Reads the list that the last check stored, so that its offer needs no network. */
    async useStored(): Promise<void> {
      const text = feed ? await folder.readList() : null;
      if (text === null) return;
      const list = open(text);
      const { seenVersion } = settings.get();
      const current = list.releases.find((one) => one.version === version);
      if (current && seenVersion !== null && isNewer(version, seenVersion))
        news = { version, notes: current.notes };
      await use(list, false);
    },
    /** The file of the offer was downloaded. */
    completed: (): void => void (isComplete = true),
    /** The user has read the news. */
    forgetNews: (): void => void (news = null),
    /**
     * An installation failed. A file that has other bytes than the list names is deleted, and one
     * that is missing is no longer complete: both are downloaded again.
     */
    async installFailed(error: unknown): Promise<void> {
      if (error instanceof UpdateRefused && wrongFiles.has(error.refusal))
        await folder.keepOnly(null);
      isComplete = !!offer?.file && (await folder.hasFile(offer.file));
    },
    /** Offers nothing until the next check. */
    async drop(): Promise<void> {
      offer = null;
      isComplete = false;
      await folder.keepOnly(null);
    },
    /**
     * The file of the offer as the stored list names it now. SECURITY: only what was signed is
     * installed, whatever has changed in the folder or in memory. @throws UpdateRefused
     */
    async verified(): Promise<ReleaseFile> {
      const text = await folder.readList();
      if (text === null || !offer) throw new UpdateRefused("no-list", "there is no stored list");
      const file = choose(open(text), true)?.file;
      if (!file || file.sha512 !== offer.file?.sha512)
        throw new UpdateRefused("invalid-list", "the stored list has another release");
      return file;
    },
  };
}
