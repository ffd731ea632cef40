import { expect, it } from "vitest";
import {
  isNetworkDrive,
  isNetworkType,
  isOnNetworkMount,
} from "../../../main/common/network-drive";

it.each([
  ["NFS", 0x6969, true],
  ["CIFS", 0xff534d42, true],
  // Where the type is a signed number of 32 bits.
  ["CIFS", 0xff534d42 | 0, true],
  ["sshfs", 0x65735546, true],
  ["9p", 0x01021997, true],
  ["tmpfs", 0x01021994, false],
  ["ext4", 0xef53, false],
  ["exFAT", 0x2011bab0, false],
])("%s (%i) is on the network: %s", (_name, type, isNetwork) => {
  expect(isNetworkType(type)).toBe(isNetwork);
});

it.each([
  ["\\\\nas\\media", true],
  ["\\\\?\\UNC\\nas\\media", true],
  ["\\\\?\\C:\\media", false],
  ["\\\\.\\C:\\media", false],
  ["C:\\media", false],
])("on Windows, %s is on the network: %s", async (folder, isNetwork) => {
  expect(await isNetworkDrive(folder, "win32")).toBe(isNetwork);
});

it.each([
  ["/Volumes/media", true],
  ["/Volumes/media/season 1", true],
  ["/Volumes/media 2", false],
  ["/Volumes/my on (old) disk/a", true],
  ["/Volumes/remote", true],
  ["/Users/me/Movies", false],
])("on macOS, %s is on the network: %s", (folder, isNetwork) => {
  const mounts = [
    "/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)",
    "map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)",
    "//me@nas._smb._tcp.local/media on /Volumes/media (smbfs, nodev, nosuid, mounted by me)",
    "/dev/disk4s1 on /Volumes/media 2 (exfat, local, nodev, nosuid)",
    "nas:/export on /Volumes/my on (old) disk (nfs, nodev)",
    "me@host:/ on /Volumes/remote (macfuse, nodev, synchronous)",
  ].join("\n");
  expect(isOnNetworkMount(folder, mounts)).toBe(isNetwork);
});

it("a folder that does not exist is on no network drive", async () => {
  expect(await isNetworkDrive("/no/such/folder", "linux")).toBe(false);
});
