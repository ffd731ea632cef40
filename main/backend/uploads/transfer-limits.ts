/** The limits of requests and bandwidth that follow from the settings and the upload hours. */
import type { UploadSettings } from "../../../preload/model";
import type { Bandwidth } from "./transfer/bandwidth";
import type { Concurrencies } from "./transfer/concurrency";

/** With a lower bandwidth limit per request, requests would stall. Bytes per second. */
const minBandwidth = 250_000;

/** The restrictions of the upload hours; none until they are set. */
export interface TransferHours {
  /** Whether no request of a workspace may start. */
  isClosed: (workspaceId: string) => boolean;
  /** Bytes per second over all requests, besides the bandwidth limit; 0 for none. */
  limit: number;
}

/** The smaller of two limits, of which 0 is none. */
const lowerLimit = (a: number, b: number) => (a === 0 || b === 0 ? Math.max(a, b) : Math.min(a, b));

/** The largest number of requests for these settings. */
export function maxConnections({ maxConnections: wanted, bandwidthLimit }: UploadSettings): number {
  if (bandwidthLimit === 0) return wanted;
  return Math.max(1, Math.min(wanted, Math.floor(bandwidthLimit / minBandwidth)));
}

export interface TransferLimitsDeps {
  /** Settings until `setSettings` is called. */
  settings: UploadSettings;
  concurrencies: Pick<Concurrencies, "limit">;
  bandwidth: Pick<Bandwidth, "limit">;
  /** The number of requests may have changed. */
  onChanged: () => void;
}

export function createTransferLimits(deps: TransferLimitsDeps) {
  const { concurrencies, bandwidth } = deps;
  let { settings } = deps;
  let hours: TransferHours = { isClosed: () => false, limit: 0 };
  let { bandwidthLimit } = settings;

  function apply(): void {
    const before = bandwidthLimit;
    bandwidthLimit = lowerLimit(settings.bandwidthLimit, hours.limit);
    concurrencies.limit(maxConnections({ ...settings, bandwidthLimit }));
    // Setting the same limit again would allow bytes twice.
    if (bandwidthLimit !== before) bandwidth.limit(bandwidthLimit);
    deps.onChanged();
  }

  return {
    settings: () => settings,
    isClosed: (workspaceId: string) => hours.isClosed(workspaceId),
    /** Applies the settings; requests that are being sent continue. */
    setSettings(next: UploadSettings): void {
      settings = next;
      apply();
    },
    setHours(next: TransferHours): void {
      hours = next;
      apply();
    },
  };
}
