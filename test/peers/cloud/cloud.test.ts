import { PutParameterCommand } from "@aws-sdk/client-ssm";
import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { testCredentials } from "./credential-tests.ts";
import { type DeployedStage, deployStage } from "./deployed-stage.ts";
import { takeFromQueue } from "./event-sources.ts";
import { missingGrants } from "./granted-actions.ts";
import { testOwnKeys } from "./own-key-tests.ts";
import { testResources } from "./resource-tests.ts";
import { testRunbook } from "./runbook-tests.ts";
import { makeTenant } from "./stage-callers.ts";
import { StageStorage } from "./stage-storage.ts";
import { testTemplates } from "./template-tests.ts";
import { testWayBack } from "./way-back-tests.ts";

let sandbox: Sandbox;
let stage: DeployedStage;
let storage: StageStorage;

beforeAll(async () => {
  sandbox = await startSandbox();
  stage = await deployStage(sandbox);
  storage = new StageStorage(stage.moto.url);
}, 600_000);

afterEach(() => {
  vi.useRealTimers();
  expect(missingGrants(stage)).toEqual([]);
});

afterAll(async () => {
  storage?.close();
  await stage?.close();
  await sandbox?.close();
});

testTemplates(() => stage.built);
testResources(() => ({ stage, storage }));
testCredentials(() => ({ stage, storage, chatapp: sandbox.chatapp }));
testOwnKeys(() => ({ stage, storage }));
testWayBack(() => ({ stage, storage }));
await testRunbook(() => ({ stage }));

test("a feed's new item goes from the clock over two queues to the receiver, signed", async () => {
  const { key } = await makeTenant(stage);
  const watch = {
    type: "feed",
    url: `${sandbox.feeds.url}/rss.xml`,
    interval_minutes: 5,
    deliver_to: `${sandbox.webhook.url}/hook`,
  };
  const { json: begun } = await stage.call("watches", key, "POST /api/v1/watches", watch);
  const { json: signing } = await stage.call("watches", key, `POST /api/v1/watches/${begun.id}/secret`);
  const rules = await stage.control.rules();
  const inputs = rules.flatMap(({ targets }) => targets.map(({ Input }) => JSON.parse(Input)));
  const tick = () =>
    stage.invoke(
      "tick",
      inputs.find(({ wheel }) => wheel === "feed"),
    );
  const sources = await stage.control.eventSources();
  const take = async (queue: string) => {
    const source = sources.find(({ EventSourceArn }) => EventSourceArn.includes(queue));
    if (!source) throw new Error(`Nothing receives from ${queue}.`);
    return takeFromQueue(stage, storage.sqs, source);
  };

  await tick();
  await take("FeedPolls");
  stage.pass(5 * 60_000);
  const now = Date.now() + stage.aheadMs();
  const publishedAt = new Date(now).toISOString();
  sandbox.feeds.feed.publish({ slug: "engine", title: "Engine", summary: "", publishedAt });
  await tick();
  const ofThisWatch = [expect.stringContaining(String(begun.id))];
  expect(await take("FeedPolls")).toEqual(ofThisWatch);
  expect(await take("Deliveries")).toEqual(ofThisWatch);
  const [request, ...others] = sandbox.webhook.requests;
  expect(others).toEqual([]);
  vi.useFakeTimers({ toFake: ["Date"], now });
  const headers = Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]);
  const webhook = new Webhook(String(signing.secret));
  const message = webhook.verify(request?.body.toString() ?? "", Object.fromEntries(headers));
  expect(message).toMatchObject({ data: { watch_id: begun.id, item: { title: "Engine" } } });
});

test("a search key is read from Systems Manager, and is in no template", async () => {
  const Value = sandbox.settings.SEARCH_A_API_KEY;
  const Name = "/plumbline/dev/SEARCH_A_API_KEY";
  await storage.ssm.send(new PutParameterCommand({ Name, Value, Type: "SecureString", Overwrite: true }));
  await stage.restart("research");
  const { key } = await makeTenant(stage);
  const asked = { prompt: "Who was Ada Lovelace?" };
  const { json } = await stage.call("research", key, "POST /api/v1/autonomy/research/complete", asked);
  expect(json.outcome).toMatchObject({ ok: true, provider_used: "search_a" });
  expect(sandbox.searchA.requests[0]?.headers["x-subscription-token"]).toBe(Value);
  expect(JSON.stringify([...stage.built.templates.values()])).not.toContain(Value);
});
