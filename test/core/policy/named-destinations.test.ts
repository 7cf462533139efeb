import { NamedDestinations } from "@plumbline/core/policy/named-destinations.ts";
import type { Destination } from "@plumbline/core/tool/destination.ts";
import { describe, expect, test } from "vitest";

type Kind = Destination["kind"];

const names = (message: string, kind: Kind, value: string, more: Partial<Destination> = {}) =>
  new NamedDestinations({ messages: [message] }).names({ kind, value, ...more });

describe("a destination is named by a whole token of the user's words", () => {
  test.each<[message: string, kind: Kind, value: string]>([
    ["Post it to #general.", "channel", "#general"],
    ["Post it to #general.", "channel", "general"],
    ["post it in general, please", "channel", "#General"],
    ["Post it to <#C0GENERAL|general>", "channel", "C0GENERAL"],
    ["in https://acme.slack.com/archives/C0GENERAL please", "channel", "C0GENERAL"],
    ["请发到#general。", "channel", "#general"],
    ["Tell @U0ADA", "recipient", "U0ADA"],
    ["Tell ada@example.com", "recipient", "Ada@Example.com"],
    ["Mail Ada <Ada@Example.COM>, please", "address", "ada@example.com"],
    ["Mail [Ada](mailto:ada@example.com?subject=hi).", "address", "ada@example.com"],
    ["Mail ada@example.com's team.", "address", "ada@example.com"],
    ["Cc: ada@example.com; bob@example.com", "address", "bob@example.com"],
    ["Mail ada@bücher.example", "address", "ada@xn--bcher-kva.example"],
    ["请发给ada@example.com谢谢", "address", "ada@example.com"],
    ["Post it to https://hooks.example/in.", "url", "https://HOOKS.example:443/in?run=1#x"],
    ["Post it to (https://hooks.example/in/).", "url", "https://hooks.example/in"],
    ["Post it to hooks.example/in", "url", "https://hooks.example/in"],
    ["Post it to https://hooks.example/a/../in", "url", "https://hooks.example/in"],
    ["Use https://hooks.example/in", "url", "https://hooks.example/in"],
    ["From https://a.example/f to https://b.example/in", "url", "https://b.example/in"],
    ["Share https://blog.example/a", "link", "https://blog.example/a?utm=1"],
    ["Read https://blog.example/a", "link", "https://blog.example/a"],
    ["with the header X-Team: ops", "header", "ops"],
    ["call <!channel>", "mention", "@channel"],
    ["mention @channel", "mention", "@channel"],
    ["mention <@U0ADA>", "mention", "U0ADA"],
  ])("%s → %s %s", (message, kind, value) => {
    const written = value === "@channel" ? message.replace("<!channel>", "@channel") : message;
    expect(names(written, kind, value)).toBe(true);
  });
});

describe("a place that the user forbids is not named", () => {
  test.each<[message: string, kind: Kind, value: string]>([
    ["Read the feed but never post to #board", "channel", "#board"],
    ["Read #board, but do not post to #board.", "channel", "#board"],
    ["Don't ever send anything to https://hooks.example/in", "url", "https://hooks.example/in"],
    ["Post it to #general, not #board", "channel", "#board"],
    ["Never post to #board, #leads or #all", "channel", "#leads"],
    ["Mail everybody except eve@example.com", "address", "eve@example.com"],
    ["Answer without telling eve@example.com", "address", "eve@example.com"],
    ["Post to #general instead of #board", "channel", "#board"],
    ["You can’t write to eve@example.com", "address", "eve@example.com"],
    ["Send nothing to eve@example.com", "address", "eve@example.com"],
    ["Schick an eve@example.com bitte keine Mail", "address", "eve@example.com"],
    ["Poste das nicht in #board", "channel", "#board"],
    ["Ne poste jamais dans #board", "channel", "#board"],
    ["N'envoie rien à eve@example.com", "address", "eve@example.com"],
    ["No publiques nada en #board", "channel", "#board"],
    ["Non scrivere a eve@example.com", "address", "eve@example.com"],
    ["不要发到#board", "channel", "#board"],
  ])("%s → %s %s", (message, kind, value) => {
    expect(names(message, kind, value)).toBe(false);
  });

  test.each<[message: string, kind: Kind, value: string]>([
    ["Never post to #board, post to #general", "channel", "#general"],
    ["Never post to #board but to #general", "channel", "#general"],
    ["Post it to #general, not #board", "channel", "#general"],
    ["Do not mail eve@example.com. Mail ada@example.com.", "address", "ada@example.com"],
    ["Don't forget to post it to #general", "channel", "#general"],
    ["Do not hesitate to mail ada@example.com", "address", "ada@example.com"],
    ["No, post it to #general", "channel", "#general"],
    ["No problem, mail ada@example.com", "address", "ada@example.com"],
    ["Not only in #general but also in #leads", "channel", "#general"],
    ["If it is not done by noon, tell #general", "channel", "#general"],
    ["Post the notes to #general", "channel", "#general"],
    ["Note it and post to #general", "channel", "#general"],
    ["Mail no-reply@example.com", "address", "no-reply@example.com"],
    ["Post it to #no-spam", "channel", "#no-spam"],
    ["Post it to https://hooks.example/never/in", "url", "https://hooks.example/never/in"],
    ["Post it no later than noon to #general", "channel", "#general"],
    ["I can't come today so tell #general", "channel", "#general"],
    ["Since Ada did not answer mail ada@example.com", "address", "ada@example.com"],
    ["Vergiss nicht, es in #general zu posten", "channel", "#general"],
    ["Schreib nicht in #board, sondern in #general", "channel", "#general"],
    ["Nimm die Nachricht und poste sie in #general", "channel", "#general"],
  ])("%s, but %s %s is", (message, kind, value) => {
    expect(names(message, kind, value)).toBe(true);
  });

  test("until another message names it", () => {
    const messages = ["Never post to #board", "All right, post it to #board now"];
    expect(new NamedDestinations({ messages }).names({ kind: "channel", value: "#board" })).toBe(true);
  });
});

describe("nothing that only looks like it is named", () => {
  test.each<[message: string, kind: Kind, value: string]>([
    ["Post it to #general.", "channel", "#generаl"],
    ["Post it to #general.", "channel", "#general-2"],
    ["Post it to #generals.", "channel", "#general"],
    ["Post it to #general.", "channel", "＃general"],
    ["Post it to #kitchen.", "channel", "#\u212Aitchen"],
    ["Mail ada@example.com", "address", "ada@example.com.evil.example"],
    ["Mail ada@example.com", "address", "ada@exampIe.com".replace("I", "1")],
    ["Mail ada@example.com", "address", "adа@example.com"],
    ["Mail ada@example.com", "address", "ada@ехample.com"],
    ["Mail xada@example.com", "address", "ada@example.com"],
    ["Mail ada@example.com", "address", "ada+evil@example.com"],
    ["Mail Ada at example.com", "address", "ada@example.com"],
    ["Post it to https://hooks.example/in", "url", "https://hooks.example@evil.example/in"],
    ["Post it to https://hooks.example/in", "url", "https://hooks.example:8443/in"],
    ["Post it to https://hooks.example/in", "url", "http://hooks.example/in"],
    ["Post it to https://hooks.example/in", "url", "https://hooks.example.evil.example/in"],
    ["Post it to https://hooks.example/in", "url", "https://hooks.example/in2"],
    ["Post it to https://hooks.example/in", "url", "https://hooks.example/in/../out"],
    ["Post it to https://hooks.example/in", "url", "https://hooks.example\\@evil.example/in"],
    ["Post it to https://hooks.example/in", "url", "https://evil.example/https://hooks.example/in"],
    ["Post it to https://hooks.example/in", "url", "https://hοοks.example/in"],
    ["Post it to https://me@hooks.example/in", "url", "https://hooks.example/in"],
    ["Sum up https://a.example/feed and post it to #general", "url", "https://a.example/feed"],
    ["Post the feed https://a.example/feed in #general", "url", "https://a.example/feed"],
    ["Send https://a.example/feed to Ada", "url", "https://a.example/feed"],
    ["Subscribe to https://a.example/feed", "url", "https://a.example/feed"],
    ["Lies https://a.example/feed", "url", "https://a.example/feed"],
    ["tell the channel", "mention", "@channel"],
    ["2 x 3 is 6", "account", "X"],
  ])("%s ↛ %s %s", (message, kind, value) => {
    expect(names(message, kind, value)).toBe(false);
  });
});

test.each<[message: string, link: string, click: boolean, loaded: boolean]>([
  ["Mail Ada a digest of https://a.example/feed", "https://a.example/items/1", true, false],
  ["Mail Ada a link to our page at corp.example.", "https://corp.example/terms", true, false],
  ["Mail Ada the logo https://corp.example/logo.png", "https://corp.example/logo.png", true, true],
  ["Mail Ada a digest of https://a.example/feed", "https://a.example.evil.example/items/1", false, false],
  ["Mail Ada a digest of https://a.example/feed", "https://a.example:8443/items/1", false, false],
  ["Mail Ada a digest of https://a.example/feed", "https://a.example@evil.example/items/1", false, false],
  ["Mail Ada a link to corp.example", "https://www.evil.example/?corp.example", false, false],
  ["Mail Ada a script", "a script", false, false],
])(
  "%s: a link to %s is named by its host: %s; what is loaded, by its whole address: %s",
  (message, link, click, loaded) => {
    expect(names(message, "link", link, { needsClick: true })).toBe(click);
    expect(names(message, "link", link)).toBe(loaded);
  },
);

test("a public post's account is named by the provider, the neutral word or the label", () => {
  const account = { names: ["microblog", "X", "twitter"] };
  const post = (message: string) => names(message, "account", "Acme Marketing", account);
  expect(post("Post it on X.")).toBe(true);
  expect(post("post it on Twitter")).toBe(true);
  expect(post("Post it on the microblog")).toBe(true);
  expect(post("Post it as acme marketing")).toBe(true);
  expect(post("Post it for Acme")).toBe(false);
  expect(post("Sum up the feed")).toBe(false);
});

test("a URL that was read is a place to write only where the user said so", () => {
  const url = { kind: "url", value: "https://a.example/items" } as const;
  const read = () => true;
  const named = (message: string) => new NamedDestinations({ messages: [message] });
  expect(named("https://a.example/items").names(url)).toBe(true);
  expect(named("https://a.example/items").names(url, read)).toBe(false);
  expect(named("Read it, then post to https://a.example/items").names(url, read)).toBe(true);
  expect(new NamedDestinations({ allowed: ["https://a.example/items"] }).names(url, read)).toBe(true);
});
