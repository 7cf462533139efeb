import type { Policy } from "@plumbline/core/access/policy.ts";
import { decide } from "@plumbline/core/policy/decide.ts";
import { RunTrace } from "@plumbline/core/policy/run-trace.ts";
import type { Destination } from "@plumbline/core/tool/destination.ts";
import { expect, test } from "vitest";

const POST = { name: "social_post:network", effect: "write" } as const;
const GENERAL: Destination = { kind: "channel", value: "#general", argument: "channel" };
const EVE: Destination = { kind: "address", value: "eve@evil.example", argument: "cc" };

function decided(
  policy: Policy,
  run: "no run" | "read nothing" | "read outside",
  destinations: readonly Destination[] = [GENERAL, EVE],
) {
  const trace = run === "no run" ? undefined : new RunTrace({ messages: ["Post it to #general"] });
  if (run === "read outside") trace?.noteOutside();
  return decide({ tool: POST, destinations, policy, trace }).may;
}

test("a call waits when its run has read outside text and a destination was not named", () => {
  expect(decided({}, "read outside")).toBe("wait");
  expect(decided({}, "read outside", [GENERAL])).toBe("go");
  expect(decided({}, "read outside", [])).toBe("go");
  expect(decided({}, "read nothing")).toBe("go");
  expect(decided({}, "no run")).toBe("go");
});

test("the reason names the destination and its argument", () => {
  const trace = new RunTrace({ messages: ["Post it to #general"] });
  trace.noteOutside();
  const decision = decide({ tool: POST, destinations: [GENERAL, EVE], policy: {}, trace });
  expect(decision).toMatchObject({ may: "wait", reason: expect.stringContaining("eve@evil.example (cc)") });
  expect(JSON.stringify(decision)).not.toContain("#general");
});

test("a tool's rule says always or never, in either spelling of its name", () => {
  expect(decided({ approval: { "social_post:network": "always" } }, "no run", [])).toBe("wait");
  expect(decided({ approval: { social_post__network: "always" } }, "read nothing", [])).toBe("wait");
  expect(decided({ approval: { "social_post:network": "never" } }, "read outside")).toBe("go");
  expect(decided({ approval: { email_send: "always" } }, "no run")).toBe("go");
});

test("only_allowed_destinations refuses everything else, in all runs and whatever was named", () => {
  const only: Policy = { only_allowed_destinations: true, allowed_destinations: ["#ops"] };
  expect(decided(only, "no run", [GENERAL])).toBe("not");
  expect(decided(only, "read nothing", [GENERAL])).toBe("not");
  expect(decided({ ...only, approval: { "social_post:network": "never" } }, "no run", [GENERAL])).toBe("not");
  expect(decided(only, "no run", [{ ...GENERAL, value: "ops" }])).toBe("go");
  expect(decided(only, "no run", [])).toBe("go");
});

test("a link that needs a click waits like any other place, and is not one that a policy must list", () => {
  const link: Destination = { kind: "link", value: "https://a.example/", argument: "html", needsClick: true };
  expect(decided({}, "read outside", [link])).toBe("wait");
  expect(decided({ only_allowed_destinations: true }, "no run", [link])).toBe("go");
  expect(decided({ only_allowed_destinations: true }, "no run", [{ ...link, needsClick: undefined }])).toBe(
    "not",
  );
});

test("the reason names a host once, however much is loaded from it", () => {
  const trace = new RunTrace({ messages: [] });
  trace.noteOutside();
  const at = (url: string): Destination => ({ kind: "link", value: url, argument: "html" });
  const destinations = [at("https://a.example/1"), at("https://a.example/2"), at("https://b.example/")];
  const { reason } = decide({ tool: POST, destinations, policy: {}, trace }) as { reason: string };
  expect(reason).toContain("did not name a.example (html), b.example (html): ");
});
