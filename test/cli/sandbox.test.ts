import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocalServer } from "@plumbline/local";
import { sampleTasksDatabaseId } from "@plumbline/sandbox/notes/sample-workspace.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { main } from "../../packages/cli/main.ts";
import { signInAtSandbox } from "../support/sign-in-at-sandbox.ts";
import { argumentsOf, TOOL_SAMPLES } from "../support/tool-samples.ts";
import { fakeTerminal, plumbline, type Run } from "./fake-terminal.ts";

/** `plumbline sandbox`, once it has printed its lines, which it does at one stroke. */
async function startSandboxCommand(...options: string[]) {
  const run = { out: "", err: "" };
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const ended = main(["sandbox", ...options], fakeTerminal(run, { stopSignal: () => stopped }));
  await vi.waitFor(() => expect(run.out).not.toBe(""), { timeout: 10_000 });
  return {
    run,
    stop() {
      stop();
      return ended;
    },
  };
}

/** Splits a line into words as a POSIX shell does. */
function shellWords(line: string): string[] {
  const out = execFileSync("sh", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" });
  return out.split("\0").slice(0, -1);
}

test("--json prints the settings as one object, and the servers run until it is stopped", async () => {
  const sandbox = await startSandboxCommand("--json");
  const settings: Record<string, string> = JSON.parse(sandbox.run.out);
  expect(sandbox.run.err).toBe("");
  expect(settings).toMatchObject({ MODEL_ID: "truthful", CHATAPP_BASE_URL: expect.any(String) });
  const asked = () => fetch(`${settings.CHATAPP_BASE_URL}auth.test`, { method: "POST" });
  expect((await asked()).status).toBe(200);
  expect(await sandbox.stop()).toBe(0);
  await expect(asked()).rejects.toThrow("fetch failed");
});

describe("with what it prints, pasted,", () => {
  let close: () => Promise<void>;
  let run: (input: string | undefined, ...args: string[]) => Promise<Run>;
  let err: string;

  beforeAll(async () => {
    const sandbox = await startSandboxCommand();
    const lines = sandbox.run.out.trimEnd().split("\n");
    err = sandbox.run.err;
    const exported = lines
      .filter((line) => line.startsWith("export "))
      .map((line) => shellWords(line)[1] ?? "")
      .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]);
    const dataDir = await mkdtemp(join(tmpdir(), "plumbline-test-"));
    const environment = { ...Object.fromEntries(exported), DATA_DIR: dataDir, PORT: "0" };
    const server = await startLocalServer(environment, { logSink: () => undefined });
    run = (input, ...args) =>
      plumbline(args, { environment: { DATA_DIR: dataDir }, ...(input === undefined ? {} : { input }) });
    close = async () => {
      await server.close();
      await sandbox.stop();
      await rm(dataDir, { recursive: true });
    };
    for (const line of lines.filter((text) => !text.startsWith("export "))) {
      const [echo = "", add = ""] = line.split(" | ");
      const args = shellWords(add.replace("npx --no plumbline ", ""));
      expect(await run(shellWords(echo)[1], ...args)).toMatchObject({ code: 0, err: "" });
    }
  });

  afterAll(() => close());

  /** Returns the first group of a pattern in standard error. */
  const named = (what: RegExp) => what.exec(err)?.[1] ?? "";
  const mailbox = async () => {
    const { out } = await run(undefined, "credential", "list", "--kind", "mail_oauth_b", "--json");
    return String(JSON.parse(out).items[0].id);
  };
  const inMailbox = async (args: object) => ({ ...args, credential_id: await mailbox() });

  test("the IDs are those of the sandbox's workspaces", () => {
    expect(named(/database_id (\S+)/).replaceAll("-", "")).toBe(sampleTasksDatabaseId.replaceAll("-", ""));
    expect([named(/channel (\w+)/), named(/team_id (\w+)/)]).toEqual(["C0GENERAL", "ENG"]);
  });

  /** Calls a tool in a conversation of its own, which must succeed, and returns the result. */
  const called = async (tool: string, args: object, connection: string | undefined, conversation: string) => {
    const json = JSON.stringify(connection === "mail" ? await inMailbox(args) : args);
    const { code, out } = await run(undefined, "tool", "call", tool, json, "--conversation", conversation);
    expect([code, out]).toEqual([0, expect.stringMatching(/^\{/)]);
    return JSON.parse(out);
  };

  test.each(TOOL_SAMPLES)("$tool works", async ({ tool, calls }) => {
    const places = { feed: named(/feed +(\S+)/), webhook: named(/webhook +(\S+)/) };
    const [call = expect.fail("no sample")] = Object.values(calls);
    const { after, connection } = call;
    const made =
      after && (await called(after.tool, argumentsOf(after, places), after.connection, `before:${tool}`));
    await called(tool, argumentsOf(call, places, made), connection, tool);
  });

  test("an account is given tokens by OAuth, with the button of the sandbox's page", async () => {
    const { out } = await run(undefined, "connection", "add", "--kind", "slack", "--renew", "sandbox");
    const ended = await signInAtSandbox(out.trim());
    expect(await ended.text()).toContain("Slack is connected");
    expect(await run(undefined, "credential", "test", "sandbox", "--kind", "slack")).toMatchObject({
      code: 0,
    });
  });

  test("and so does the model", async () => {
    expect(await run(undefined, "chat", "Who was Ada Lovelace?")).toMatchObject({ code: 0 });
  });
});
