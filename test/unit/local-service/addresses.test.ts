/** Private addresses, from which scripts and videos are not fetched. */
import { expect, it } from "vitest";
import { isPrivateAddress } from "../../../main/local-service/fetch/addresses";

const privateAddresses = [
  // IPv4: both ends of each range.
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.88.99.0", "192.88.99.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
  ["224.0.0.0", "239.255.255.255"],
  ["240.0.0.0", "255.255.255.255"],
  // IPv6: this computer, addresses outside of 2000::/3, and special ranges within it.
  ["::", "::1"],
  ["::2", "::ffff"],
  ["::127.0.0.1", "::8.8.8.8"],
  ["64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"],
  ["100::", "100::ffff:ffff:ffff:ffff"],
  ["0:1::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:1::1", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2002:808:808::1", "2002:7f00:1::1"],
  ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["4000::", "5f00::1"],
  ["fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fe80::1%eth0", "2606:4700::1111%eth0"],
  ["fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  // With an embedded IPv4 address.
  ["::ffff:127.0.0.1", "::ffff:7f00:1"],
  ["::FFFF:10.0.0.1", "0:0:0:0:0:ffff:c0a8:0101"],
  ["::ffff:0.0.0.0", "::ffff:169.254.169.254"],
  ["64:ff9b::127.0.0.1", "64:ff9b::7f00:1"],
  ["64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe"],
  ["::ffff:0:127.0.0.1", "::ffff:0:808:808"],
  ["64:ff9b::1:8.8.8.8", "64:ff9b:0:0:1::8.8.8.8"],
  // Not an address.
  ["", "localhost"],
  ["1.1.1", "1.1.1.1 "],
  ["[2606:4700::1111]", "0x7f000001"],
] as const;

const publicAddresses = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "169.253.255.255",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.88.98.255",
  "192.167.255.255",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2000::1",
  "2001:200::1",
  "2001:4860:4860::8888",
  "2001:db7:ffff::1",
  "2001:db9::1",
  "2003::1",
  "2606:4700:4700::1111",
  "2a00:1450:4001:82a::200e",
  "3ffe::1",
  "3fff:1000::1",
  "::ffff:8.8.8.8",
  "::ffff:808:808",
  "64:ff9b::8.8.8.8",
  "64:ff9b::808:808",
];

it.each(privateAddresses.flat())("%j is private", (address) =>
  expect(isPrivateAddress(address)).toBe(true),
);

it.each(publicAddresses)("%s is public", (address) =>
  expect(isPrivateAddress(address)).toBe(false),
);
