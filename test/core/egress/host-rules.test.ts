import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { isBlockedHost } from "@plumbline/core/egress/guard.ts";
import { expect, test } from "vitest";

const nothing = parseEgressAllow("");

test("addresses spelled as names are refused where no URL parser has made literals of them", () => {
  const disguises = [
    "127.1",
    "127.0.0.1.",
    "0177.0.0.1",
    "0x7f.1",
    "0x7f.0X1",
    "1.2.3.4.5",
    "2130706433",
    "[::1]",
    "example.0x",
  ];
  expect(disguises.filter((host) => !isBlockedHost(host, 25, nothing))).toEqual([]);
});

test("names with digits are names", () => {
  const names = [
    "1and1.com",
    "mail.365.example",
    "127.0.0.1.example.com",
    "0x7f.example",
    "a.b1",
    "example.x0x",
  ];
  expect(names.filter((host) => isBlockedHost(host, 25, nothing))).toEqual([]);
});

test("a name is as long as the DNS carries it", () => {
  const name = `${"a.".repeat(125)}com.`;
  expect(name).toHaveLength(254);
  expect(isBlockedHost(name, 25, nothing)).toBe(false);
  expect(isBlockedHost(`a${name}`, 25, nothing)).toBe(true);
  expect(isBlockedHost(`${".".repeat(1_000_000)}x`, 25, nothing)).toBe(true);
});
