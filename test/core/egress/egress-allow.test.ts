import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { describe, expect, test } from "vitest";

describe("what an entry exempts", () => {
  test("nothing, by default", () => {
    for (const text of ["", "  ", ",", " , "]) {
      expect(parseEgressAllow(text).allows("127.0.0.1", 80)).toBe(false);
    }
  });

  test("an address, with every port", () => {
    const allow = parseEgressAllow("10.0.0.5");
    expect(allow.allows("10.0.0.5", 1)).toBe(true);
    expect(allow.allows("10.0.0.5", 65_535)).toBe(true);
    expect(allow.allows("10.0.0.6", 1)).toBe(false);
  });

  test("an address with one port", () => {
    const allow = parseEgressAllow("127.0.0.1:8080");
    expect(allow.allows("127.0.0.1", 8080)).toBe(true);
    expect(allow.allows("127.0.0.1", 8081)).toBe(false);
    expect(allow.allows("127.0.0.2", 8080)).toBe(false);
  });

  test("a block", () => {
    const allow = parseEgressAllow("10.1.0.0/16");
    expect(allow.allows("10.1.255.255", 443)).toBe(true);
    expect(allow.allows("10.2.0.0", 443)).toBe(false);
  });

  test("a block written with one of its addresses", () => {
    expect(parseEgressAllow("10.1.2.3/16").allows("10.1.0.9", 443)).toBe(true);
  });

  test("IPv6 addresses and blocks, in any spelling", () => {
    const allow = parseEgressAllow("fd00::5, [FD00:0::6]:8080, fd01::/16");
    expect(allow.allows("fd00:0:0::5", 9)).toBe(true);
    expect(allow.allows("fd00::6", 8080)).toBe(true);
    expect(allow.allows("fd00::6", 8081)).toBe(false);
    expect(allow.allows("fd01:2::3%eth0", 9)).toBe(true);
    expect(allow.allows("fd02::1", 9)).toBe(false);
  });

  test("an IPv4 entry frees no IPv6 spelling of the address", () => {
    expect(parseEgressAllow("127.0.0.1, 0.0.0.0/0").allows("::ffff:127.0.0.1", 80)).toBe(false);
  });

  test("each of several, with blanks around them", () => {
    const allow = parseEgressAllow(" 10.0.0.1:80 ,10.0.0.2,, 10.3.0.0/24 ");
    expect(allow.allows("10.0.0.1", 80)).toBe(true);
    expect(allow.allows("10.0.0.2", 443)).toBe(true);
    expect(allow.allows("10.3.0.77", 1)).toBe(true);
  });

  test("never a name by its address", () => {
    const allow = parseEgressAllow("0.0.0.0/0, ::/0");
    expect(allow.allows("localhost", 80)).toBe(false);
    expect(allow.allowsName("localhost", 80)).toBe(false);
  });

  test("a host name with every port, in any spelling of it", () => {
    const allow = parseEgressAllow("Hooks.Internal., mail_relay, bücher.example");
    for (const name of [
      "hooks.internal",
      "HOOKS.internal.",
      "mail_relay",
      "BÜCHER.example",
      "xn--bcher-kva.example",
    ])
      expect(allow.allowsName(name, 8080)).toBe(true);
    for (const name of [
      "internal",
      "a.hooks.internal",
      "hooks.internal.example",
      "hooks-internal",
      "10.0.0.5",
    ])
      expect(allow.allowsName(name, 8080)).toBe(false);
  });

  test("a host name with one port", () => {
    const allow = parseEgressAllow("localhost:8080");
    expect(allow.allowsName("localhost", 8080)).toBe(true);
    expect(allow.allowsName("localhost", 80)).toBe(false);
  });

  test("the first port and the last", () => {
    const allow = parseEgressAllow("10.0.0.1:1, 10.0.0.2:65535, localhost:1");
    expect(allow.allows("10.0.0.1", 1)).toBe(true);
    expect(allow.allows("10.0.0.2", 65_535)).toBe(true);
    expect(allow.allowsName("localhost", 1)).toBe(true);
  });

  test("the longest name that the DNS carries, with its dot", () => {
    const longest = `${"a.".repeat(125)}com.`;
    expect(longest).toHaveLength(254);
    expect(parseEgressAllow(longest).allowsName(longest, 80)).toBe(true);
  });

  test("never an address by a name", () => {
    expect(parseEgressAllow("localhost").allows("127.0.0.1", 80)).toBe(false);
  });
});

describe("a wrong entry", () => {
  test.each([
    "example.com:",
    "example.com:0",
    "example.com:65536",
    "example.com:https",
    "example.com/hook",
    "a..example.com",
    "-a.example.com",
    "user@example.com",
    "ex%61mple.com",
    `${"a.".repeat(127)}com`,
    "10.0.0.0/33",
    "fd00::/129",
    "10.0.0.0/",
    "10.0.0.0/8:443",
    "10.0.0/8",
    "10.0.0.1:0",
    "10.0.0.1:65536",
    "10.0.0.1:",
    "10.0.0.1:http",
    "127.1",
    "0x7f000001",
    "010.0.0.1",
    "[fd00::5]",
    "[fd00::5]:",
    "[10.0.0.1]:80",
    "fe80::1%eth0",
    "fe80::1%eth0/64",
    "http://10.0.0.1",
    "10.0.0.1 10.0.0.2",
    "*",
    "*.example.com",
  ])("%s stops the start and is named", (entry) => {
    const parse = () => parseEgressAllow(`10.0.0.0/8,${entry}`);
    expect(parse).toThrow(ConfigurationError);
    expect(parse).toThrow(`EGRESS_ALLOW has the invalid entry "${entry}"`);
  });

  test("a wildcard is refused with the reason", () => {
    expect(() => parseEgressAllow("*.example.com")).toThrow(
      'EGRESS_ALLOW has the invalid entry "*.example.com": wildcards are not supported. List each host name, such as hooks.internal.',
    );
  });
});
