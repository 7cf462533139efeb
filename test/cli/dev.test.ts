import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plumblineClient } from "@plumbline/client/client.ts";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createDevSettings, listRealParts } from "../../packages/cli/dev/sandboxed-parts.ts";
import { main } from "../../packages/cli/main.ts";
import { signInAtSandbox } from "../support/sign-in-at-sandbox.ts";
import { fakeTerminal, plumbline } from "./fake-terminal.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "plumbline-test-"));
});

afterEach(() => rm(dataDir, { recursive: true }));

/** `plumbline dev` on free ports, once it has said what to try. */
async function startDev(environment: Record<string, string> = {}) {
  const run = { out: "", err: "" };
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const settings = { DATA_DIR: dataDir, PORT: "0", ...environment };
  const ended = main(
    ["dev", "--sandbox-port", "0"],
    fakeTerminal(run, { environment: settings, stopSignal: () => stopped }),
  );
  await vi.waitFor(() => expect(run.out).toContain("Press Ctrl-C to stop"), { timeout: 30_000 });
  const said = (line: string) => plumbline(["chat", line], { environment: { DATA_DIR: dataDir } });
  return {
    run,
    said,
    /** Reads where it is now: after a new start it has another port. */
    async client() {
      const [url, key] = await Promise.all(
        ["url", "dev-api-key"].map((name) => readFile(join(dataDir, name), "utf8")),
      );
      return plumblineClient({ baseUrl: String(url).trim(), apiKey: String(key).trim() });
    },
    stop() {
      stop();
      return ended;
    },
  };
}

/** Connects an account of Slack by a sign-in at the sandbox. */
async function signInToSlack(label: string): Promise<void> {
  const connect = ["connection", "add", "--kind", "slack", "--label", label];
  const { out } = await plumbline(connect, { environment: { DATA_DIR: dataDir } });
  expect(await (await signInAtSandbox(out.trim())).text()).toContain("Slack is connected");
}

test("the lines that dev prints work when pasted", { timeout: 60_000 }, async () => {
  const dev = await startDev();
  const lines = dev.run.out.split("\n").filter((line) => line.startsWith("  npx --no plumbline "));
  expect(lines).toHaveLength(3);
  const outputs: string[] = [];
  // Somebody who pastes them is at a terminal, where each call has a conversation.
  const unasked = () => Promise.reject(new Error("asked"));
  const dialogue = { ask: unasked, askSecret: unasked, runInterruptibly: unasked };
  for (const line of lines) {
    const words = [...line.matchAll(/'[^']*'|"[^"]*"|\S+/g)].map(([word]) =>
      word.replace(/^["']|["']$/g, ""),
    );
    const { code, out, err } = await plumbline(words.slice(3), {
      environment: { DATA_DIR: dataDir },
      dialogue,
    });
    expect([line, code, err]).toEqual([line, 0, expect.any(String)]);
    outputs.push(out);
  }
  expect(outputs[0]).toContain("Lovelace");
  expect(outputs[1]).toMatch(/^Done, with the id /);
  expect(outputs[2]).toContain('"items"');
  expect(await dev.stop()).toBe(0);
});

test("the model says what it can do, and every order it names works", { timeout: 60_000 }, async () => {
  const dev = await startDev();
  const { out: help } = await dev.said("hello");
  const orders = [...help.matchAll(/`([^`]+)`/g)].flatMap(([, order]) => order ?? []);
  expect(orders.length).toBeGreaterThan(4);
  for (const order of orders.filter((one) => one !== "read")) {
    const { code, out } = await dev.said(order);
    expect([order, code, out]).toEqual([order, 0, expect.stringMatching(/Done|sandbox|Lovelace/)]);
  }
  await dev.stop();
});

test("a connected account makes its provider the real one, and starts the service again", {
  timeout: 60_000,
}, async () => {
  const dev = await startDev();
  const given = { environment: { DATA_DIR: dataDir }, input: "lin_api_of_our_team", clock: systemClock };
  const add = ["credential", "add", "--kind", "tracker", "--label", "our team", "--no-test"];
  const added = await plumbline(add, given);
  expect([added.code, added.err]).toEqual([
    0,
    expect.stringMatching(
      /^Linear now uses the real provider\. Calls that wait .* will fail: make them again\. To go back to the sandbox: npx --no plumbline credential revoke \S+\n$/,
    ),
  ]);
  await vi.waitFor(() => expect(dev.run.err).toContain("Linear: now real."), {
    timeout: 30_000,
  });
  const { data } = await (await dev.client()).GET("/api/v1/credentials", {
    params: { query: { kind: "tracker" } },
  });
  const labels = data.items.filter(({ status }) => status !== "revoked").map(({ label }) => label);
  expect(labels).toEqual(["our team"]);
  await dev.stop();
  const again = await startDev();
  expect(again.run.out).toContain("Real providers: Linear;");
  const environment = { DATA_DIR: dataDir };
  expect((await plumbline(["credential", "revoke", "our team"], { environment })).code).toBe(0);
  await vi.waitFor(() => expect(again.run.err).toContain("Linear: simulated again."), {
    timeout: 30_000,
  });
  await vi.waitFor(
    async () => expect((await again.said("Create an issue: the lift is stuck")).out).toContain("Done"),
    {
      timeout: 30_000,
    },
  );
  await again.stop();
});

test("an account that signs in at the sandbox takes the place of the sample, and nothing becomes real", {
  timeout: 60_000,
}, async () => {
  const dev = await startDev();
  await signInToSlack("our team");
  await vi.waitFor(
    async () => {
      const { data } = await (await dev.client()).GET("/api/v1/credentials", {
        params: { query: { kind: "chatapp_bot" } },
      });
      const labels = data.items.filter(({ status }) => status !== "revoked").map(({ label }) => label);
      expect(labels).toEqual(["our team"]);
    },
    { timeout: 30_000 },
  );
  expect((await dev.said("Post The build is green. to #general")).out).toContain("Done");
  expect(dev.run.err).not.toContain("now real");
  await dev.stop();
  const again = await startDev();
  expect((await again.said("Post The build is green. to #general")).out).toContain("Done");
  await again.stop();
});

test("a second account of Slack signs in beside the first; without both the sample works again", {
  timeout: 60_000,
}, async () => {
  const dev = await startDev();
  const labels = async () => {
    const { data } = await (await dev.client()).GET("/api/v1/credentials", {
      params: { query: { kind: "chatapp_bot" } },
    });
    return data.items.filter(({ status }) => status !== "revoked").map(({ label }) => label);
  };
  await signInToSlack("a");
  await vi.waitFor(async () => expect(await labels()).toEqual(["a"]), { timeout: 30_000 });
  await signInToSlack("b");
  expect((await labels()).sort()).toEqual(["a", "b"]);
  const environment = { DATA_DIR: dataDir };
  for (const label of ["a", "b"])
    expect((await plumbline(["credential", "revoke", label], { environment })).code).toBe(0);
  await vi.waitFor(async () => expect(await labels()).toEqual(["sandbox"]), { timeout: 30_000 });
  expect(
    (await plumbline(["credential", "test", "sandbox", "--kind", "slack"], { environment })).out,
  ).toContain("works");
  await dev.stop();
});

test("a port of the sandbox that is taken is named", async () => {
  const dev = await startDev();
  const { data } = await (await dev.client()).GET("/api/v1/tools", {});
  expect(data.items.length).toBeGreaterThan(10);
  const taken = /127\.0\.0\.1:(\d+)\/rss/.exec(dev.run.out)?.[1] ?? "";
  const { code, err } = await plumbline(["dev", "--sandbox-port", taken], {
    environment: { DATA_DIR: join(dataDir, "other") },
  });
  expect(code).toBe(1);
  expect(err).toContain(taken);
  expect(err).toContain("--sandbox-port");
  const second = await plumbline(["dev"], { environment: { DATA_DIR: dataDir } });
  expect([second.code, second.err]).toEqual([1, expect.stringMatching(/is already running at http:\S+\./)]);
  await dev.stop();
}, 60_000);

test("it says how to sign in to the console, with a command to copy", { timeout: 60_000 }, async () => {
  const dev = await startDev();
  const [, url, command] = /open (\S+) in a browser, and sign in .*:\n\n {2}(.+)/.exec(dev.run.out) ?? [];
  expect(dev.run.out).toContain(`ready ${url}`);
  const key = execFileSync("sh", ["-c", String(command)], { encoding: "utf8" }).trim();
  const session = await fetch(`${url}/api/v1/policy`, { headers: { authorization: `Bearer ${key}` } });
  expect(session.status).toBe(200);
  await dev.stop();
});

test("beside it, doctor looks at what the sandbox plays", { timeout: 60_000 }, async () => {
  const dev = await startDev();
  const { out } = await plumbline(["doctor", "--json"], { environment: { DATA_DIR: dataDir } });
  const { findings }: { findings: { area: string; state: string }[] } = JSON.parse(out);
  const played = findings.filter(({ area }) => ["provider", "search", "model"].includes(area));
  expect(new Set(played.map(({ area }) => area)).size).toBe(3);
  expect(played.filter(({ state }) => state === "problem")).toEqual([]);
  await dev.stop();
});

test("the model says of a refusal that it did not work, and lists connections", {
  timeout: 60_000,
}, async () => {
  const dev = await startDev();
  expect((await dev.said("show my connections")).out).toContain("- chat app (Slack): sandbox");
  const refused = await dev.said("Post hello to #nosuch");
  expect([refused.code, refused.out]).toEqual([1, expect.stringContaining("That did not work")]);
  await dev.stop();
});

describe("what is real", () => {
  const names = (environment: Record<string, string>, kinds: string[] = []) =>
    listRealParts(environment, new Set(kinds)).map(({ name }) => name);

  test("a part with a setting of its own, and no other", () => {
    expect(names({})).toEqual([]);
    expect(names({ PORT: "1", DATA_DIR: "x" })).toEqual([]);
    expect(names({ SEARCH_A_API_KEY: "k" })).toEqual(["the search"]);
    expect(names({ MODEL_PROVIDER: "anthropic" })).toEqual(["the model"]);
    expect(names({ READER: "off" })).toEqual([]);
    expect(names({ CRM_BASE_URL: "https://crm.example" })).toEqual(["HubSpot"]);
    expect(names({ OAUTH_TRACKER_CLIENT_ID: "id" })).toEqual(["Linear"]);
  });

  test("a provider with an account; mail and calendar of one account go together", () => {
    const [part] = listRealParts({}, new Set(["mail_oauth_a"]));
    expect(part?.owns("CALENDAR_BASE_URL")).toBe(true);
    expect(part?.owns("MAIL_OAUTH_A_IMAP_HOST")).toBe(true);
    expect(part?.owns("MAIL_OAUTH_B_IMAP_HOST")).toBe(false);
  });

  test("the sandbox's settings stand for the rest, and never over the environment's", () => {
    const sandbox = {
      settings: { CRM_BASE_URL: "sandbox", NOTES_BASE_URL: "sandbox", EXTRA_CA_FILE: "sandbox" },
      allow: ["127.0.0.1:1"],
    };
    const environment = { EXTRA_CA_FILE: "own", EGRESS_ALLOW: "10.0.0.0/8" };
    expect(createDevSettings(environment, sandbox, listRealParts({}, new Set(["crm"])))).toEqual({
      NOTES_BASE_URL: "sandbox",
      EXTRA_CA_FILE: "own",
      EGRESS_ALLOW: "10.0.0.0/8,127.0.0.1:1",
    });
  });
});
