import { allowedOrigin, allowsUrl } from "@plumbline/core/credentials/allowed-origin.ts";
import { expect, test } from "vitest";

/** A host name of this many characters, in labels of at most 63. */
function hostOf(length: number): string {
  const labels = Array.from({ length: Math.ceil(length / 64) }, () => "a".repeat(63)).join(".");
  return labels.slice(labels.length - length);
}

const stored = (entry: string) => allowedOrigin.safeParse(entry).data;

test.each([
  ["hooks.example.com", "https://hooks.example.com"],
  [" HTTPS://Hooks.Example.com/ ", "https://hooks.example.com"],
  ["http://hooks.example.com", "http://hooks.example.com"],
  ["https://hooks.example.com:443", "https://hooks.example.com"],
  ["hooks.example.com:8443", "https://hooks.example.com:8443"],
  ["hooks.example.com:1", "https://hooks.example.com:1"],
  ["bücher.example", "https://xn--bcher-kva.example"],
  ["[2001:db8::1]:8443", "https://[2001:db8::1]:8443"],
  ["_hooks.example.com.", "https://_hooks.example.com."],
])("%j is stored as %s", (entry, origin) => {
  expect(stored(entry)).toBe(origin);
});

test.each([
  "",
  " ",
  "ftp://hooks.example.com",
  "hooks.example.com/in",
  "hooks.example.com?x",
  "ada@hooks.example.com",
  "*.example.com",
  "hooks.example.com:0",
  "hooks.example.com:65536",
  "-hooks.example.com",
  "a..example.com",
  `${"a".repeat(64)}.example`,
])("%j is refused with what is expected", (entry) => {
  const { error } = allowedOrigin.safeParse(entry);
  expect(error?.issues.at(-1)?.message).toMatch(/^must be an origin such as |^Too small/);
});

test("a host name may have as many characters as a name in the DNS", () => {
  expect(hostOf(253)).toHaveLength(253);
  expect(stored(hostOf(253))).toBe(`https://${hostOf(253)}`);
  expect(stored(hostOf(254))).toBeUndefined();
});

test("an entry lets a key go to its own scheme, host and port alone", () => {
  const allowed = ["https://hooks.example.com:8443"];
  expect(allowsUrl(allowed, new URL("https://hooks.example.com:8443/in"))).toBe(true);
  for (const url of [
    "https://hooks.example.com/in",
    "http://hooks.example.com:8443/in",
    "https://sub.hooks.example.com:8443/in",
  ])
    expect(allowsUrl(allowed, new URL(url))).toBe(false);
  for (const nothing of [undefined, [], "https://hooks.example.com:8443"])
    expect(allowsUrl(nothing, new URL("https://hooks.example.com:8443/in"))).toBe(false);
});
