/**
 * Recognises folders whose changes by other computers are not reported by the system of this one.
 */
import { execFile } from "node:child_process";
import { realpath, statfs } from "node:fs/promises";
import { promisify } from "node:util";

/** The types that statfs reports on Linux (statfs(2), linux/magic.h). */
const networkTypes: readonly number[] = [
  0x6969, // NFS
  0xff534d42, // CIFS
  0xfe534d42, // SMB 2
  0x517b, // SMB
  0x65735546, // FUSE: sshfs, rclone and others
  0x01021997, // 9p: folders of a virtual machine's host
  0x786f4256, // VirtualBox shared folders
  0xbacbacbc, // VMware shared folders
  0x00c36400, // Ceph
  0x5346414f, // AFS
  0x73757245, // Coda
  0x0bd00bd0, // Lustre
];

export const isNetworkType = (type: number) => networkTypes.includes(type >>> 0);

/** The types that `mount` names on macOS. */
const networkTypeNames = /^(?:smbfs|nfs|afpfs|webdav|ftp|cifs|\w*fuse\w*)$/;

/** A UNC path; "\\?\" and "\\.\" begin paths of this computer. */
const isUncPath = (folder: string) => /^\\\\(?:\?\\UNC\\|[^?.\\])/i.test(folder);

/**
 * Whether a folder is on a network drive, by the output of `mount` on macOS:
 * "//me@nas/media on /Volumes/media (smbfs, nodev, nosuid)".
 */
export function isOnNetworkMount(folder: string, mounts: string): boolean {
  let found = { point: "", isNetwork: false };
  for (const line of mounts.split("\n")) {
    const opening = line.lastIndexOf(" (");
    const at = line.indexOf(" on ");
    if (at < 0 || opening < at) continue;
    const point = line.slice(at + " on ".length, opening);
    const [type = ""] = line.slice(opening + 2).split(/[,)]/);
    const isAbove = folder === point || folder.startsWith(point === "/" ? "/" : `${point}/`);
    if (isAbove && point.length > found.point.length)
      found = { point, isNetwork: networkTypeNames.test(type) };
  }
  return found.isNetwork;
}

const runMount = promisify(execFile);
const mountTimeoutMs = 5_000;

/** Resolves with false where the system does not tell. */
export async function isNetworkDrive(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  try {
    switch (platform) {
      case "win32":
        // The real path of a mapped drive letter is that of its share.
        return isUncPath(folder) || isUncPath(await realpath(folder));
      case "darwin": {
        const { stdout } = await runMount("/sbin/mount", { timeout: mountTimeoutMs });
        return isOnNetworkMount(await realpath(folder), stdout);
      }
      case "linux":
        return isNetworkType((await statfs(folder)).type);
      default:
        return false;
    }
  } catch {
    return false;
  }
}
