import { samplePath } from "../../preload/facts/voice-samples";
import { toasts } from "../app/messages/toasts.svelte";
import type { Session } from "../app/session.svelte";
import { t } from "../app/strings";
import { lacks } from "./capabilities";
import { SoundPlayer } from "./sound-player.svelte";
import { needsService } from "./offline-reason";

/** Plays samples of voices, one at a time. */
class VoicePlayer {
  #player = new SoundPlayer();

  /** The voice that is loading or playing; null if none is. */
  get playing(): string | null {
    return this.#player.playing;
  }

  /** Plays the sample of a voice, or stops it if it is playing. */
  toggle(session: Session, voice: string): void {
    const url = samplePath({ workspaceId: session.workspaceId ?? "", voice });
    this.#player.toggle(voice, url, () =>
      toasts.show(t.voices.sampleFailed(voice), { tone: "bad" }),
    );
  }

  stop(): void {
    this.#player.stop();
  }
}

export const voicePlayer = new VoicePlayer();

/** Whether the service makes samples of voices. */
export const hasSamples = (session: Session): boolean => session.offers("voice-samples");

/** Why no sample can be played; undefined if one can. */
export const sampleReason = (session: Session): string | undefined =>
  needsService(session) ??
  (lacks(session, "inference") ? t.capabilities.reasons.inference : undefined);
