import { messageText } from "../../../preload/facts/service-messages";
import type { EngineWait } from "./ports";

/** What the message of a batch says about an engine that has to be waited for. */
export function waitNote({ reason, until }: EngineWait, now: number): string {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000));
  return `${messageText("engine-busy", { seconds })}: ${reason}`;
}
