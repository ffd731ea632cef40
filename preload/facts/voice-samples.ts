/** The URLs of voice samples in the window: "/voice-sample/WORKSPACE/VOICE", below its origin. */

const prefix = "/voice-sample/";

export interface VoiceSample {
  workspaceId: string;
  voice: string;
}

export const samplePath = ({ workspaceId, voice }: VoiceSample): string =>
  `${prefix}${encodeURIComponent(workspaceId)}/${encodeURIComponent(voice)}`;

/** Null for any other path, also if it is not encoded properly. */
export function sampleOfPath(pathname: string): VoiceSample | null {
  if (!pathname.startsWith(prefix)) return null;
  const segments = pathname.slice(prefix.length).split("/");
  try {
    const [workspaceId = "", voice = "", ...more] = segments.map(decodeURIComponent);
    return workspaceId === "" || voice === "" || more.length > 0 ? null : { workspaceId, voice };
  } catch {
    return null;
  }
}
