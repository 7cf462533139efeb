import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { beforeAll, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startLocalService } from "./local-service.ts";

const [withLibrary = "", withoutLibrary = ""] = [
  ...readFileSync("docs/deliveries.md", "utf8").matchAll(/^```js\n(.*?)^```$/gms),
].map(([, code]) => code);

let secret: string;
let sent: RecordedRequest;

const service = startedForFile(startLocalService);

beforeAll(async () => {
  const { feeds, webhook } = service.sandbox;
  const add = [
    "watch",
    "add",
    "feed",
    `${feeds.url}/rss.xml`,
    "--deliver-to",
    `${webhook.url}/finds`,
    "--json",
  ];
  const watch = JSON.parse((await service.run(...add)).out);
  secret = watch.signing_secret;
  await service.run("watch", "test", watch.id);
  const [request] = await webhook.waitForRequests(1);
  if (request === undefined) throw new Error("Nothing was sent.");
  sent = request;
});

const altered = () => sent.text.replace("watch.test", "watch.text");

test("the receiver with the library takes what was sent, each id once, and nothing else", async () => {
  expect(withLibrary).toContain(".listen(8080);");
  const code = withLibrary.replace(
    ".listen(8080);",
    '.listen(0, "127.0.0.1", function () { console.log(this.address().port); });',
  );
  const receiver = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    env: { SIGNING_SECRET: secret },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const printed = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
    const port = (await printed.next()).value;
    const post = async (body: string) => {
      const headers = Object.entries(sent.headers).filter(([name]) => name.startsWith("webhook-"));
      return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).status;
    };
    expect([await post(sent.text), await post(altered()), await post(sent.text)]).toEqual([204, 401, 204]);
    receiver.kill();
    const lines: string[] = [];
    for await (const line of printed) lines.push(line);
    expect(lines).toEqual([expect.stringMatching(/^watch\.test \{ watch_id: /)]);
  } finally {
    receiver.kill();
    if (receiver.exitCode === null && receiver.signalCode === null) await once(receiver, "exit");
  }
});

test("the check without a library knows what was sent from all else", async () => {
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(withoutLibrary)}`);
  const { headers, text } = sent;
  const asked = (changed: Record<string, string>) => isGenuine(secret, { ...headers, ...changed }, text);
  expect(isGenuine(secret, headers, text)).toBe(true);
  expect(asked({ "webhook-signature": `v1,AAAA ${headers["webhook-signature"]}` })).toBe(true);
  expect(isGenuine(secret, headers, altered())).toBe(false);
  expect(isGenuine(`whsec_${"A".repeat(43)}=`, headers, text)).toBe(false);
  expect(isGenuine(secret, {}, text)).toBe(false);
  for (const changed of [
    { "webhook-id": "evt_other" },
    { "webhook-timestamp": "soon" },
    { "webhook-timestamp": String(Number(headers["webhook-timestamp"]) - 3_600) },
    { "webhook-signature": "" },
    { "webhook-signature": "v1" },
    { "webhook-signature": String(headers["webhook-signature"]).replace("v1,", "v2,") },
  ])
    expect(asked(changed)).toBe(false);
});
