import type { Policy } from "@plumbline/core/access/policy.ts";
import { decide } from "@plumbline/core/policy/decide.ts";
import { RunTrace } from "@plumbline/core/policy/run-trace.ts";
import type { Destination } from "@plumbline/core/tool/destination.ts";
import { expect, test } from "vitest";

const POST = { name: "social_post:network", effect: "write" } as const;
const GENERAL: Destination = { kind: "channel", value: "#general", argument: "channel" };
const EVE: Destination = { kind: "address", value: "eve@evil.example", argument: "cc" };

async function decided(
  policy: Policy,
  run: "no run" | "read nothing" | "read outside",
  destinations: readonly Destination[] = [GENERAL, EVE],
) {
  const trace = run === "no run" ? undefined : new RunTrace({ messages: ["Post it to #general"] });
  if (run === "read outside") trace?.noteOutside();
  return (await decide({ tool: POST, destinations, policy, trace })).may;
}

test("a call waits when its run has read outside text and a destination was not named", async () => {
  expect(await decided({}, "read outside")).toBe("wait");
  expect(await decided({}, "read outside", [GENERAL])).toBe("go");
  expect(await decided({}, "read outside", [])).toBe("go");
  expect(await decided({}, "read nothing")).toBe("go");
  expect(await decided({}, "no run")).toBe("go");
});

test("the reason names the destination and its argument", async () => {
  const trace = new RunTrace({ messages: ["Post it to #general"] });
  trace.noteOutside();
  const decision = await decide({ tool: POST, destinations: [GENERAL, EVE], policy: {}, trace });
  expect(decision).toMatchObject({ may: "wait", reason: expect.stringContaining("eve@evil.example (cc)") });
  expect(JSON.stringify(decision)).not.toContain("#general");
});

test("a tool's rule says always or never, in either spelling of its name", async () => {
  expect(await decided({ approval: { "social_post:network": "always" } }, "no run", [])).toBe("wait");
  expect(await decided({ approval: { social_post__network: "always" } }, "read nothing", [])).toBe("wait");
  expect(await decided({ approval: { "social_post:network": "never" } }, "read outside")).toBe("go");
  expect(await decided({ approval: { email_send: "always" } }, "no run")).toBe("go");
});

test("only_allowed_destinations refuses everything else, in all runs and whatever was named", async () => {
  const only: Policy = { only_allowed_destinations: true, allowed_destinations: ["#ops"] };
  expect(await decided(only, "no run", [GENERAL])).toBe("not");
  expect(await decided(only, "read nothing", [GENERAL])).toBe("not");
  expect(await decided({ ...only, approval: { "social_post:network": "never" } }, "no run", [GENERAL])).toBe(
    "not",
  );
  expect(await decided(only, "no run", [{ ...GENERAL, value: "ops" }])).toBe("go");
  expect(await decided(only, "no run", [])).toBe("go");
});

test("a link that needs a click waits like any other place, and is not one that a policy must list", async () => {
  const link: Destination = { kind: "link", value: "https://a.example/", argument: "html", needsClick: true };
  expect(await decided({}, "read outside", [link])).toBe("wait");
  expect(await decided({ only_allowed_destinations: true }, "no run", [link])).toBe("go");
  expect(
    await decided({ only_allowed_destinations: true }, "no run", [{ ...link, needsClick: undefined }]),
  ).toBe("not");
});

test("the reason names a host once, however much is loaded from it", async () => {
  const trace = new RunTrace({ messages: [] });
  trace.noteOutside();
  const at = (url: string): Destination => ({ kind: "link", value: url, argument: "html" });
  const destinations = [at("https://a.example/1"), at("https://a.example/2"), at("https://b.example/")];
  const decision = await decide({ tool: POST, destinations, policy: {}, trace });
  expect(decision).toMatchObject({
    reason: expect.stringContaining("asks to send anything to a.example (html), b.example (html). "),
  });
});
