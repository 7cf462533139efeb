import type { Schemas } from "@plumbline/client/schemas.ts";
import { json as reply } from "@plumbline/sandbox/server/reply.ts";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startedForFile } from "../support/started.ts";
import type { Run } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

const NO_WATCH = "00000000-0000-4000-8000-000000000000";
const SECRET = /^signing secret {2}(whsec_\S{44})$/m;

/** Each test's own path at the receiver. */
let path: string;
let made = 0;

const service = startedForFile(startLocalService);

afterEach(() => service.sandbox.webhook.clear());
function receiver(): string {
  made += 1;
  path = `/finds/${made}`;
  return `${service.sandbox.webhook.url}${path}`;
}

const feedUrl = () => `${service.sandbox.feeds.url}/rss.xml`;

function json<Answer>({ out }: Run): Answer {
  return JSON.parse(out);
}

type Receiving = Schemas["Watch"] & { signing_secret?: string | null };

async function addFeed(...options: string[]): Promise<Receiving> {
  return json(await service.run("watch", "add", "feed", feedUrl(), ...options, "--json"));
}

/** A watch whose three finds of the beginning are delivered to this test's path. */
function addFinding(): Promise<Receiving> {
  return addFeed("--since", "2025-11-01", "--deliver-to", receiver());
}

async function deliveries(id: string, ...options: string[]): Promise<Schemas["Delivery"][]> {
  const run = await service.run("watch", "deliveries", id, ...options, "--json");
  return json<{ items: Schemas["Delivery"][] }>(run).items;
}

const statuses = async (id: string) => (await deliveries(id)).map(({ status }) => status);
const received = () => service.sandbox.webhook.requests.filter((request) => request.path === path);
const arrived = (id: string) =>
  vi.waitFor(async () => expect(await statuses(id)).toEqual(["delivered", "delivered", "delivered"]), {
    timeout: 15_000,
  });

describe("add --deliver-to", () => {
  test("prints the secret once, by which what is sent is verified", async () => {
    const url = receiver();
    const { code, out, err } = await service.run("watch", "add", "feed", feedUrl(), "--deliver-to", url);
    const [, id = ""] = /^watching (\S+) /.exec(out) ?? [];
    const [, secret = ""] = SECRET.exec(out) ?? [];
    expect([code, out.split("\n")[1]]).toEqual([0, `${id} delivers to ${url}`]);
    expect(err).toBe(
      `Store the secret safely: it is not shown again.\nList its events with: npx --no plumbline watch events ${id}\n`,
    );
    expect(await service.run("watch", "test", id)).toEqual({
      code: 0,
      out: `accepted: ${url} responded with 200\n`,
      err: "",
    });
    const [request] = received();
    const message = new Webhook(secret).verify(request?.text ?? "", request?.headers ?? {});
    expect(message).toMatchObject({ type: "watch.test", data: { watch_id: id } });
    expect((await service.run("watch", "list")).out).not.toContain("whsec_");
  });

  test("with --json gives it beside the watch's fields, and without a receiver gives none", async () => {
    const url = receiver();
    expect(await addFeed("--deliver-to", url)).toMatchObject({
      deliver_to: url,
      signing_secret: expect.stringMatching(/^whsec_/),
    });
    expect(await addFeed()).not.toHaveProperty("signing_secret");
  });

  test("of a receiver the guard refuses begins nothing", async () => {
    const { code, out, err } = await service.run(
      ..."watch add feed".split(" "),
      feedUrl(),
      "--deliver-to",
      "http://10.0.0.1/",
    );
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^plumbline: deliver_to must have a public host.* Use an address .*EGRESS_ALLOW=/);
  });
});

test("deliver turns delivery on with a secret, moves it without one, and off", async () => {
  const { id } = await addFeed("--interval", "30");
  const url = receiver();
  const on = await service.run("watch", "deliver", id, url);
  expect(on.out).toMatch(SECRET);
  expect(on.err).toBe(
    `Store the secret safely: it is not shown again.\nTo deliver what was missed: npx --no plumbline watch replay ${id} --since TIME\n`,
  );
  const moved = receiver();
  expect(await service.run("watch", "deliver", id, moved)).toEqual({
    code: 0,
    out: `${id} delivers to ${moved}\n`,
    err: "",
  });
  expect(json(await service.run("watch", "deliver", id, "--off", "--json"))).toMatchObject({
    deliver_to: null,
  });
  expect((await service.run("watch", "deliver", id, "--off")).out).toBe(`${id} does not deliver\n`);
  expect(json(await service.run("watch", "deliver", id, url, "--json"))).toMatchObject({
    deliver_to: url,
    signing_secret: expect.stringMatching(/^whsec_/),
  });
});

test("deliveries and replays: each find is sent with the id it had, as often as it is asked for", async () => {
  const { id } = await addFinding();
  await arrived(id);
  const { out } = await service.run("watch", "deliveries", id, "--limit", "2");
  expect(out).toMatch(/^dlv_3 +delivered +1 +- +200 +\S+Z\ndlv_2 +delivered .+\n$/m);

  expect(await service.run("watch", "replay", id, "dlv_1")).toMatchObject({ out: "queued dlv_1\n" });
  await arrived(id);
  const since = ["--since", "2026-01-01T00:00:00Z"];
  expect((await service.run("watch", "replay", id, ...since)).err).toBe(
    "Nothing was missed in that period.\n",
  );
  expect((await service.run("watch", "replay", id, ...since, "--all")).out).toBe("queued 3\n");
  await arrived(id);
  const ids = received().map(({ headers }) => headers["webhook-id"]);
  expect(ids).toHaveLength(7);
  expect(new Set(ids).size).toBe(3);
});

test("a receiver that fails is seen in the lists, and test says so with its exit code", async () => {
  service.sandbox.webhook.scriptAlways(() => true, reply({}, 500));
  const { id } = await addFinding();
  await vi.waitFor(
    async () => expect((await deliveries(id)).flatMap(({ attempts }) => attempts)).toHaveLength(3),
    { timeout: 15_000 },
  );
  const list = (await service.run("watch", "list")).out;
  expect(list).toContain(`next: npx --no plumbline watch deliveries ${id} (3 waiting, 0 dead)\n`);
  const { out } = await service.run("watch", "deliveries", id, "--status", "waiting");
  expect(out.match(/^ {4}transient, .+ responded with 500\.$/gm)).toHaveLength(3);
  const test = await service.run("watch", "test", id);
  expect(test).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringMatching(/^not accepted \(transient\): .+ 500\.\n$/),
  });
  expect(json(await service.run("watch", "test", id, "--json"))).toMatchObject({ ok: false, status: 500 });
});

test("a receiver that is gone stops delivery, and is named again to go on", async () => {
  const { id, deliver_to } = await addFinding();
  await arrived(id);
  service.sandbox.webhook.script(() => true, reply({}, 410));
  await service.run("watch", "replay", id, "dlv_2");
  const stopped = async () =>
    expect((await service.run("watch", "list")).out).toContain(
      `next: npx --no plumbline watch deliver ${id} URL`,
    );
  await vi.waitFor(stopped, { timeout: 15_000 });
  expect((await deliveries(id, "--status", "dead")).map((delivery) => delivery.id)).toEqual(["dlv_2"]);
  const refused = await service.run("watch", "secret", id);
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringMatching(/^plumbline: The receiver has responded that it is gone.+ \(409 conflict\)\n$/),
  ]);
  const on = await service.run("watch", "deliver", id, deliver_to ?? "");
  expect([on.out, on.err]).toEqual([
    `${id} delivers to ${deliver_to}\n`,
    `To deliver what was missed: npx --no plumbline watch replay ${id} --since TIME\n`,
  ]);
  const replay = await service.run("watch", "replay", id, "--since", "2026-01-01T00:00:00Z");
  expect(replay.out).toBe("queued 1\n");
  await arrived(id);
});

test("secret makes another one, and both sign", async () => {
  const { id, signing_secret: first } = await addFeed("--deliver-to", receiver());
  const { out, err } = await service.run("watch", "secret", id);
  const [, second = ""] = SECRET.exec(out) ?? [];
  expect(err).toBe(
    "Store the secret safely: it is not shown again.\nFor 24 h, deliveries are also signed with the previous one.\n",
  );
  expect(second).not.toBe(first);
  await service.run("watch", "test", id);
  const [request] = received();
  for (const secret of [String(first), second])
    expect(() => new Webhook(secret).verify(request?.text ?? "", request?.headers ?? {})).not.toThrow();
  expect(json(await service.run("watch", "secret", id, "--json"))).toEqual({
    secret: expect.stringMatching(/^whsec_/),
  });
});

test("commands that need a receiver are refused for a watch without one", async () => {
  const { id } = await addFeed("--interval", "60");
  for (const command of ["secret", "test"])
    expect((await service.run("watch", command, id)).err).toMatch(/ has no receiver.+ \(409 conflict\)\n$/);
});

test.each([["deliveries"], ["secret"], ["test"], ["deliver", "--off"], ["replay", "dlv_1"]])(
  "%s of no watch is a failed call",
  async (command, ...rest) => {
    const { code, out, err } = await service.run("watch", command, NO_WATCH, ...rest);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toBe("plumbline: There is no such watch. (404 not_found)\n");
  },
);
