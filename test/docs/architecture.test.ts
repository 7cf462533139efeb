import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as z from "zod";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGE = readFileSync(`${ROOT}docs/architecture.md`, "utf8");
const packages = readdirSync(`${ROOT}packages`).sort();

const ruleSet = z.object({
  forbidden: z.array(z.object({ name: z.string(), to: z.object({ pathNot: z.unknown() }).partial() })),
});
const { forbidden } = ruleSet.parse(createRequire(import.meta.url)(`${ROOT}.dependency-cruiser.cjs`));

/** Reads lines such as `adapters, grounding → core` of the drawing: every arrow as "adapters → core". */
function drawnArrows(): { rooms: string[]; arrows: string[] } {
  const lines = [...PAGE.matchAll(/^ {4}([a-z, ]+) → ([a-z, ]+)$/gm)];
  const pairs = lines.flatMap(([, from = "", to = ""]) =>
    from.split(", ").map((room): [string, string[]] => [room, to === "none" ? [] : to.split(", ")]),
  );
  return {
    rooms: pairs.map(([room]) => room).sort(),
    arrows: pairs.flatMap(([room, others]) => others.map((other) => `${room} → ${other}`)).sort(),
  };
}

/** The arrows that `npm run check:arrows` lets pass, read from the rule of each package. */
function allowedArrows(): string[] {
  return packages.flatMap((name) => {
    const rule = forbidden.find((one) => one.name === `package-${name}`);
    const [, rooms = ""] = /^\^packages\/\((.*)\)\/$/.exec(String(rule?.to.pathNot)) ?? [];
    return rooms
      .split("|")
      .filter((other) => other !== "" && other !== name)
      .map((other) => `${name} → ${other}`);
  });
}

/** The arrows that the packages' manifests declare. */
function declaredArrows(): string[] {
  const manifest = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });
  return packages.flatMap((name) => {
    const text = readFileSync(`${ROOT}packages/${name}/package.json`, "utf8");
    return Object.keys(manifest.parse(JSON.parse(text)).dependencies)
      .filter((other) => other.startsWith("@plumbline/"))
      .map((other) => `${name} → ${other.replace("@plumbline/", "")}`);
  });
}

describe("the drawing of docs/architecture.md", () => {
  test("has every package once, and nothing else", () => {
    expect(drawnArrows().rooms).toEqual(packages);
  });

  test("has the arrows that may be, and no other", () => {
    expect(drawnArrows().arrows).toEqual(allowedArrows().sort());
  });

  test("is what the packages declare", () => {
    expect(drawnArrows().arrows).toEqual(declaredArrows().sort());
  });

  test("stands beside a table with a row for every package", () => {
    const rows = PAGE.split("\n").filter(
      (line) => line.startsWith("| [`packages/") || line.startsWith("| `packages/"),
    );
    const named = rows.flatMap((row) => [...(row.split(" | ")[0] ?? "").matchAll(/`packages\/(\w+)`/g)]);
    expect(named.map(([, name]) => name).sort()).toEqual(packages);
  });
});
