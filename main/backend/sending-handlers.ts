/** What is sent from this computer: scripts, the script store, the outbox, bulk. Each is refused until it is connected. */
import { calls, type Handlers } from "../../preload/contract";
import { AppError } from "../common/errors";

const groups = ["scripts", "scriptStore", "outbox", "bulk"] as const;
type Sending = Pick<Handlers, (typeof groups)[number]>;

export function createSendingHandlers(connected: Partial<Sending> = {}): Sending {
  const refused = () => {
    throw new AppError("not-offered", "not connected yet");
  };
  const missing = groups.map((group) => [
    group,
    Object.fromEntries(Object.keys(calls[group]).map((method) => [method, refused])),
  ]);
  return { ...(Object.fromEntries(missing) as Sending), ...connected };
}
