import { type ChildProcess, spawn } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PROVIDERS = ["Slack", "Notion", "HubSpot", "Linear", "LinkedIn", "Google Calendar", "Brave", "Tavily"];
const MOST_WORDS = 700;

const readme = await readFile(`${ROOT}README.md`, "utf8");
const quickstart = await readFile(`${ROOT}docs/quickstart.md`, "utf8");
const isCode = (line: string) => line.startsWith("    ");
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== "");

/** The blocks of code under a heading of a page, as a reader pastes them. */
function pasted(heading: string, page = readme): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  const blocks = section.match(/(?:^ {4}.*\n|^\n(?= {4}))+/gm) ?? [];
  return blocks.map((block) => block.replace(/^ {4}/gm, ""));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("the README is short, and names the providers at its beginning", () => {
  const words = wordsOf(
    readme
      .split("\n")
      .filter((line) => !isCode(line))
      .join("\n"),
  );
  expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
  const beginning = words.slice(0, 100).join(" ");
  for (const provider of PROVIDERS) expect(beginning).toContain(provider);
});

test("the first commands of the README are the demo and the tests", () => {
  const [first, second] = readme.split("\n").filter(isCode);
  expect(first).toMatch(/^ {4}npm ci --omit=dev && npm run demo\b/);
  expect(second).toMatch(/^ {4}npm ci && npm test\b/);
});

describe("what the README says to try, pasted with a port and folders of this test's own,", () => {
  const files = {
    data: ".plumbline-readme-test",
    script: "readme-test.ts",
  };
  const started: ChildProcess[] = [];
  let port: number;

  const here = (block: string) =>
    block
      .replaceAll("8787", String(port))
      .replaceAll("npm ci --omit=dev && ", "") // This checkout is installed.
      .replaceAll(".plumbline/", `${files.data}/`);

  /**
   * Everything printed up to the last command's end. The group of what it leaves running is ended with the
   * test.
   */
  function shell(commands: string): Promise<string> {
    const { child, said } = begun(commands);
    // What it leaves running holds its output open: "close" would come only with the end of that.
    return new Promise((resolve) => child.once("exit", () => setImmediate(() => resolve(said()))));
  }

  /** Resolves once what a first terminal runs says that it is ready. */
  function ready(commands: string): Promise<void> {
    const { child, said } = begun(commands);
    return new Promise((resolve, reject) => {
      child.stdout?.on("data", () => said().includes("Press Ctrl-C to stop") && resolve());
      child.once("exit", () => reject(new Error(said())));
    });
  }

  function begun(commands: string): { child: ChildProcess; said: () => string } {
    const { PATH = "", HOME = "" } = process.env;
    const env = { PATH, HOME, PORT: String(port), SANDBOX_PORT: "0", DATA_DIR: files.data };
    const child = spawn("bash", ["-c", commands], { cwd: ROOT, detached: true, env });
    started.push(child);
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    return { child, said: () => said };
  }

  beforeAll(async () => {
    port = await freePort();
  });

  afterAll(async () => {
    for (const { pid } of started) {
      try {
        if (pid !== undefined) process.kill(-pid, "SIGKILL");
      } catch {
        // Nothing of that group is left.
      }
    }
    for (const name of Object.values(files)) await rm(`${ROOT}${name}`, { recursive: true, force: true });
  });

  test("starts a service that answers with quotes, posts to a channel, and runs an agent", async () => {
    const [start = "", session = "", requests = "", script = ""] = pasted("Try it").map(here);
    await ready(start);
    const said = await shell(session);
    expect(said).toContain("“Ada Lovelace was an English mathematician");
    expect(said).toContain("https://biographies.example/ada-lovelace");

    const answers = await shell(requests);
    expect(answers).toContain('"answer":{"claim"');
    expect(answers).toContain('"channel":"C0GENERAL"');

    await writeFile(`${ROOT}${files.script}`, script);
    const answer = await shell(`node --import tsx ${files.script}`);
    expect(answer).toContain("Ada Lovelace was an English");
    expect(answer).toContain(" (https://biographies.example/ada-lovelace)");

    // The quickstart begins with the same service, and goes on from there.
    const others = await Promise.all(
      ["A cited answer", "The first approval", "A tool", "An account of your own"].map((heading) =>
        shell(here(pasted(heading, quickstart)[0] ?? "")),
      ),
    );
    const [cited = "", waiting = "", tool = "", connected = ""] = others;
    expect(cited).toContain("https://biographies.example/ada-lovelace");
    expect(cited).toContain("Steve McQueen (director)");
    expect(waiting).toContain("refused (approval_required)");
    expect(waiting).toMatch(/http:\/\/127\.0\.0\.1:\d+\/\S+/);
    expect(tool).toContain("preview; nothing was sent");
    expect(tool).toMatch(/chatapp_post_channel.*\bok\b|\bok\b.*chatapp_post_channel/);
    expect(connected).toMatch(/http:\/\/127\.0\.0\.1:\d+\/\S+/);
  });
});
