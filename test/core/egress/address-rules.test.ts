import { isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBlockedAddress } from "../../../packages/core/egress/address-rules.ts";

/**
 * Each refused block of IPv4 by its first and last address, and the public neighbours on both sides where
 * there are any.
 */
const V4_BLOCKS: [block: string, first: string, last: string, before?: string | undefined, after?: string][] =
  [
    ["0.0.0.0/8", "0.0.0.0", "0.255.255.255", undefined, "1.0.0.0"],
    ["10.0.0.0/8", "10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"],
    ["100.64.0.0/10", "100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"],
    ["127.0.0.0/8", "127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"],
    ["169.254.0.0/16", "169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"],
    ["172.16.0.0/12", "172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"],
    ["192.0.0.0/24", "192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"],
    ["192.0.2.0/24", "192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"],
    ["192.31.196.0/24", "192.31.196.0", "192.31.196.255", "192.31.195.255", "192.31.197.0"],
    ["192.52.193.0/24", "192.52.193.0", "192.52.193.255", "192.52.192.255", "192.52.194.0"],
    ["192.88.99.0/24", "192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"],
    ["192.168.0.0/16", "192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"],
    ["192.175.48.0/24", "192.175.48.0", "192.175.48.255", "192.175.47.255", "192.175.49.0"],
    ["198.18.0.0/15", "198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"],
    ["198.51.100.0/24", "198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"],
    ["203.0.113.0/24", "203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"],
    ["224.0.0.0/4 and 240.0.0.0/4", "224.0.0.0", "255.255.255.255", "223.255.255.255"],
  ];

const V6_BLOCKS: typeof V4_BLOCKS = [
  ["all below 2000::/3", "::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", undefined, "2000::"],
  ["2001::/23", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2000:ffff::ffff", "2001:200::"],
  ["2001:db8::/32", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db7:ffff::", "2001:db9::"],
  ["2002::/16", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:ffff::", "2003::"],
  ["3fff::/20", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "3ffe:ffff::", "3fff:1000::"],
  ["all above 2000::/3", "4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:ffff:ffff::"],
];

describe("blocks", () => {
  test.each([...V4_BLOCKS, ...V6_BLOCKS])(
    "%s is blocked from end to end and no further",
    (_block, first, last, before, after) => {
      expect(isBlockedAddress(first)).toBe(true);
      expect(isBlockedAddress(last)).toBe(true);
      if (before !== undefined) expect(isBlockedAddress(before)).toBe(false);
      if (after !== undefined) expect(isBlockedAddress(after)).toBe(false);
    },
  );
});

describe("single addresses", () => {
  test.each([
    ["169.254.169.254", "cloud metadata"],
    ["169.254.170.2", "container credentials"],
    ["169.254.170.23", "pod credentials"],
    ["100.100.100.200", "cloud metadata in the NAT block"],
    ["fd00:ec2::254", "cloud metadata over IPv6"],
    ["::", "unspecified"],
    ["::1", "loopback"],
    ["0:0:0:0:0:0:0:1", "loopback in full"],
    ["::127.0.0.1", "IPv4-compatible loopback"],
    ["::7f00:1", "the same in hexadecimal"],
    ["::ffff:127.0.0.1", "IPv4-mapped loopback"],
    ["::FFFF:7F00:1", "the same in capitals"],
    ["0:0:0:0:0:ffff:10.0.0.1", "IPv4-mapped private"],
    ["::ffff:0:127.0.0.1", "IPv4-translated loopback (RFC 6145)"],
    ["64:ff9b::127.0.0.1", "NAT64 of loopback"],
    ["64:ff9b::a9fe:a9fe", "NAT64 of cloud metadata"],
    ["64:ff9b:1::8.8.8.8", "local NAT64"],
    ["2002:7f00:1::", "6to4 of loopback"],
    ["2002:a00:1::1", "6to4 of a private address"],
    ["2001::80ff:fffe", "Teredo of loopback, inverted"],
    ["2001:0:4136:e378:8000:63bf:f5ff:fffe", "Teredo of a private address, inverted"],
    ["2001:2::1", "benchmarking"],
    ["2001:10::1", "ORCHID"],
    ["2001:20::1", "ORCHIDv2"],
    ["100::1", "discard"],
    ["100:0:0:1::1", "dummy"],
    ["5f00::1", "segment routing"],
    ["fc00::1", "unique local"],
    ["fe80::1", "link-local"],
    ["fec0::1", "site-local"],
    ["ff02::1", "multicast"],
    ["fe80::1%eth0", "link-local with a zone id"],
    ["::1%lo", "loopback with a zone id"],
    ["::ffff:127.0.0.1%1", "mapped loopback with a zone id"],
    ["fe80::1%wlan-0.100", "link-local with the zone id of a virtual interface"],
  ])("%s is blocked: %s", (address) => {
    expect(isBlockedAddress(address)).toBe(true);
  });

  test.each([
    "8.8.8.8",
    "1.1.1.1",
    "93.184.216.34",
    "2606:4700:4700::1111",
    "2a00:1450:4001:80b::200E",
    "2620:fe::fe%eth0.100",
  ])("%s is public", (address) => {
    expect(isBlockedAddress(address)).toBe(false);
  });

  test("what embeds even a public IPv4 address is refused whole", () => {
    const embeddings = [
      "::ffff:8.8.8.8",
      "::8.8.8.8",
      "64:ff9b::8.8.8.8",
      "2002:808:808::",
      "2001::f7f7:f7f7",
    ];
    expect(embeddings.filter(isBlockedAddress)).toEqual(embeddings);
  });
});

test("what is no IP literal is blocked", () => {
  const others = [
    "",
    "example.com",
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "010.0.0.1",
    "8.8.8.8.",
    "[2606:4700::1]",
    "8.8.8.8/32",
    "%eth0",
  ];
  expect(others.filter(isBlockedAddress)).toEqual(others);
});

test("every spelling of an IPv6 address gets the same answer", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 7, maxLength: 7 }), (rest) => {
      // Both halves of 2000::/3 and its neighbours come up often enough to matter.
      for (const head of [0x1fff, 0x2001, 0x2002, 0x2606, 0x3fff, 0x4000]) {
        const full = [head, ...rest].map((group) => group.toString(16).padStart(4, "0")).join(":");
        const shortened = new URL(`http://[${full}]/`).hostname.slice(1, -1);
        const answers = [full, full.toUpperCase(), shortened, `${shortened}%eth0`].map(isBlockedAddress);
        expect(new Set(answers).size).toBe(1);
      }
    }),
    { seed: 1, numRuns: 50 },
  );
});

test("no literal that net.isIP knows makes it throw", () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      expect(isIP(address)).not.toBe(0);
      expect(isBlockedAddress(address)).toBeTypeOf("boolean");
    }),
    { seed: 1, numRuns: 500 },
  );
});
