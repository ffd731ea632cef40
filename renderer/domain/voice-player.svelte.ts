import { samplePath } from "../../preload/facts/voice-samples";
import { toasts } from "../app/messages/toasts.svelte";
import type { Session } from "../app/session.svelte";
import { t } from "../app/strings";
import { lacks } from "./capabilities";
import { needsService } from "./offline-reason";

/** Plays samples of voices, one at a time. */
class VoicePlayer {
  /** The voice that is loading or playing; null if none is. */
  playing = $state<string | null>(null);
  #audio: HTMLAudioElement | null = null;

  /** Plays the sample of a voice, or stops it if it is playing. */
  toggle(session: Session, voice: string): void {
    const wasPlaying = this.playing === voice;
    this.stop();
    if (wasPlaying) return;
    const audio = new Audio(samplePath({ workspaceId: session.workspaceId ?? "", voice }));
    this.#audio = audio;
    this.playing = voice;
    const end = () => {
      if (this.#audio === audio) this.stop();
    };
    audio.addEventListener("ended", end);
    audio.addEventListener("error", () => {
      if (this.#audio === audio) toasts.show(t.voices.sampleFailed(voice), { tone: "bad" });
      end();
    });
    // A rejection is also an "error" event, or the playback was stopped.
    audio.play().catch(() => undefined);
  }

  stop(): void {
    this.#audio?.pause();
    this.#audio = null;
    this.playing = null;
  }
}

export const voicePlayer = new VoicePlayer();

/** Whether the service makes samples of voices. */
export const hasSamples = (session: Session): boolean =>
  session.workspace?.extensions.includes("voice-samples") ?? false;

/** Why no sample can be played; undefined if one can. */
export const sampleReason = (session: Session): string | undefined =>
  needsService(session) ??
  (lacks(session, "inference") ? t.capabilities.reasons.inference : undefined);
