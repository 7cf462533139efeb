import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SOURCES = fileURLToPath(new URL("../../packages/console/src", import.meta.url));

const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) =>
  /\.tsx?$/.test(name),
);

test.each(files)("%s writes no markup and no script", (name) => {
  const source = readFileSync(join(SOURCES, name), "utf8");
  const ways =
    /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySet|document\.write|DOMParser|eval\(|new Function/;
  expect(source).not.toMatch(ways);
});

test.each(files)("%s makes links to other sites by ExternalLink alone", (name) => {
  const source = readFileSync(join(SOURCES, name), "utf8");
  const own = source.matchAll(/href=(\{[^}]*\}|"[^"]*")/g);
  const targets = [...own].map(([, target = ""]) => target);
  const known = /^(\{linkTo(List)?\(|\{serviceUrl\(|"#)/;
  const isLinkPart = name === join("parts", "external-link.tsx");
  expect(
    targets.filter((target) => !known.test(target) && !isLinkPart && !source.includes("<ExternalLink")),
  ).toEqual([]);
});

test.each(files)("%s asks the service through the client alone", (name) => {
  const source = readFileSync(join(SOURCES, name), "utf8");
  // The code to repeat a call is text.
  const isClient = [join("app", "api.ts"), join("parts", "repeat-code.tsx")].includes(name);
  expect(isClient || !/\bfetch\(|XMLHttpRequest|EventSource|WebSocket|sendBeacon/.test(source)).toBe(true);
});
