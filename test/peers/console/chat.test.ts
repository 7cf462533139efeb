import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { SCREENS, startConsoleUnderTest, type Tab } from "./console-under-test.ts";

const console = startedForFile(() => startConsoleUnderTest({ model: "assisting" }));

beforeAll(async () => {
  await console.service.runWithInput(
    sampleBotToken,
    "credential",
    "add",
    "--kind",
    "chatapp_bot",
    "--label",
    "team",
  );
});

async function send(tab: Tab, text: string): Promise<void> {
  await tab.page.getByLabel("Message").fill(text);
  await tab.page.keyboard.press("Enter");
}

function policy(approval: object): Promise<Response> {
  return fetch(`${console.service.url}/api/v1/policy`, {
    method: "PUT",
    headers: { authorization: `Bearer ${console.key}`, "content-type": "application/json" },
    body: JSON.stringify({ approval }),
  });
}

describe.each(Object.entries(SCREENS))("on a %s", (screen, viewport) => {
  test("a question is answered with sources that open, and an order is carried out", async () => {
    const colorScheme = screen === "phone" ? "dark" : "light";
    const tab = await console.openSignedIn("#/chat", {
      viewport,
      colorScheme,
      hasTouch: screen === "phone",
    });
    const { page, checkWhole, picture } = tab;
    await page.getByLabel("Message").waitFor();
    await picture(`${screen}-chat-empty`);
    await checkWhole();

    await send(tab, "Who was Ada Lovelace?");
    const answer = page.locator(".turn.assistant").first();
    await answer.locator(".answer-text").getByText("English mathematician").first().waitFor();
    await answer.locator(".ending").waitFor();
    await picture(`${screen}-chat-answer`);
    const mark = answer.locator(".citation-mark").first();
    await (screen === "phone" ? mark.tap() : mark.hover());
    const card = page.locator(".citation-card");
    await card.locator("mark").getByText("English mathematician").waitFor();
    expect(await card.getByRole("link").getAttribute("href")).toContain("#:~:text=");
    await picture(`${screen}-chat-citation`);
    await checkWhole();
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "detached" });
    await answer.locator(".chat-sources > summary").click();
    const pages = await answer.locator(".source-card .source-title a").all();
    const addresses = await Promise.all(pages.map((link) => link.getAttribute("href")));
    expect(new Set(addresses.map((href) => href?.split("#")[0])).size).toBe(addresses.length);
    await answer.locator(".source-card summary").first().click();
    await answer.locator(".source-card blockquote mark").first().waitFor();
    await answer.getByText("matches the text").first().waitFor();
    await picture(`${screen}-chat-source`);
    await checkWhole();

    // In a conversation of its own: after research, an order of this form waits for a person.
    const order = await console.openSignedIn("#/chat", { viewport, colorScheme });
    await send(order, "Post The build is green to #general");
    const call = order.page.locator(".turn.assistant").first().locator(".tool-call");
    await call.getByText("Posted to #general: The build is green").waitFor();
    expect(await call.getByRole("link").getAttribute("href")).toContain("/archives/");
    await order.picture(`${screen}-chat-sentence`);
    await call.locator("summary").click();
    await call.getByText("Arguments").waitFor();
    await order.picture(`${screen}-chat-call`);
    await order.checkWhole();
  });
});

test("a refusal shows its code and the next step without unfolding, and a link that renews the account", async () => {
  const { sandbox } = console.service;
  sandbox.chatapp.scriptAlways("POST", { json: { ok: false, error: "invalid_auth" } });
  try {
    const tab = await console.openSignedIn("#/chat");
    await send(tab, "Post The build is green to #general");
    const call = tab.page.locator(".tool-call");
    await call.getByText("authentication", { exact: true }).waitFor();
    await tab.page.locator(".ending").waitFor();
    await tab.picture("chat-refusal");
    const shown = await call.innerText();
    expect(shown).toMatch(/connect/i);
    expect(await call.locator("details").getAttribute("open")).toBeNull();
    await tab.checkWhole();
    await call.getByRole("link", { name: "Reconnect Chat app (Slack), bot: team" }).click();
    await tab.page.getByRole("dialog").getByText("team").first().waitFor();
    await tab.picture("chat-reconnect");
  } finally {
    sandbox.chatapp.clear();
  }
});

test("the newest answer is in sight, unless the reader has scrolled up", async () => {
  const tab = await console.openSignedIn("#/chat");
  const answers = tab.page.locator(".turn.assistant");
  for (const [at, text] of ["Who was Ada Lovelace?", "Who was Alan Turing?", "hello"].entries()) {
    await send(tab, text);
    await answers.nth(at).locator(".ending").waitFor();
  }
  const isInSight = async (index: number) => {
    const box = await answers.nth(index).locator(".ending").boundingBox();
    const height = tab.page.viewportSize()?.height ?? 0;
    return box !== null && box.y >= 0 && box.y + box.height <= height;
  };
  expect(await isInSight(2)).toBe(true);
  await tab.page.evaluate("window.scrollTo({ top: 0 })");
  expect(await isInSight(2)).toBe(false);
});

test("a name of several people brings a choice, and the choice an answer", async () => {
  const tab = await console.openSignedIn("#/chat");
  const { page, checkWhole, picture } = tab;
  await send(tab, "Who is Steve McQueen?");
  await page.locator(".ending").waitFor();
  await picture("chat-candidates");
  expect(await page.locator(".tool-call .banner").count()).toBe(0);
  expect(await page.locator(".tool-call").getByText("refused").count()).toBe(0);
  await page.getByRole("group", { name: "Who do you mean?" }).waitFor();
  await page.getByRole("button", { name: "Steve McQueen, an American actor" }).waitFor();
  await checkWhole();
  await page.getByRole("button", { name: "Steve McQueen (director)" }).click();
  await page
    .locator(".turn.assistant")
    .nth(1)
    .locator(".answer-text")
    .getByText("film director")
    .first()
    .waitFor();
});

test("a call that must be allowed shows what it would send, and goes on once a person has allowed it", async () => {
  await policy({ chatapp_post_channel: "always" });
  const tab = await console.openSignedIn("#/chat");
  const { page, checkWhole, picture } = tab;
  await send(tab, "Post Dinner at eight to #general");
  const waiting = page.locator(".waiting-call");
  await waiting.getByText("Dinner at eight", { exact: true }).waitFor();
  await page.locator(".ending").waitFor();
  await picture("chat-approval");
  await checkWhole();

  // The approval's page leads to the run that made the call.
  await page.goto(`${console.service.url}/#/approvals`);
  await page.getByRole("link", { name: "Post to #general: Dinner at eight" }).click();
  await page.getByRole("link", { name: "Open the run" }).click();
  await page.getByRole("heading", { name: "Post Dinner at eight to #general" }).waitFor();
  await expect.poll(() => page.title()).toContain("Post Dinner at eight to #general · Plumbline");
  await page.getByRole("main").getByText("Post Dinner at eight to #general").first().waitFor();
  await checkWhole();
  await page.getByRole("link", { name: "Chat", exact: true }).first().click();

  // The result of a call belongs to the answer that asked for it.
  await send(tab, "Show my connections");
  await page.locator(".turn.assistant").nth(1).locator(".ending").waitFor();
  await waiting.getByRole("button", { name: "Approve and send" }).click();
  await page
    .locator(".turn.assistant")
    .first()
    .locator(".tool-call")
    .getByText("Posted to #general")
    .waitFor();
  await page.locator(".ending").first().waitFor();
  expect(await waiting.count()).toBe(0);
  await policy({});
});

const WRITTEN = `# Results

A **bold** start, \`code\` and [the docs](https://docs.example/start). See https://example.com/a.

- first
  - nested
- [x] done

1. one
2. two

| Town | People |
|---|---:|
| Ulm | 12,000 |

\`\`\`ts
const a = 1 < 2;
\`\`\`

> quoted

[a trap](javascript:alert(1)) ![a picture](https://tracker.example/p.png) <b>raw</b> [bank.example](https://evil.example/)`;

/** Answers the next message with a text, chunk by chunk, in place of the service. */
async function answerWith(tab: Tab, chunks: readonly object[]): Promise<void> {
  const events = [{ type: "start", run_id: crypto.randomUUID(), conversation_id: "c1" }, ...chunks, DONE];
  const body = events.map((event, at) => `id: ${at + 1}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  await tab.page.route("**/agent/stream", (route) =>
    route.fulfill({ contentType: "text/event-stream", body }),
  );
}

const DONE = {
  type: "done",
  stop_reason: "end",
  usage: { input_tokens: 0, output_tokens: 0 },
  elapsed_ms: 100,
};

test.each(Object.entries(SCREENS))(
  "an answer in Markdown is read as such on a %s",
  async (screen, viewport) => {
    const tab = await console.openSignedIn("#/chat", {
      viewport,
      colorScheme: screen === "phone" ? "dark" : "light",
    });
    const { page } = tab;
    await answerWith(tab, [{ type: "text_delta", text: WRITTEN }]);
    await send(tab, "Write");
    const answer = page.locator(".turn.assistant .markdown");
    await answer.getByRole("heading", { name: "Results" }).waitFor();
    await answer.locator("ul ul li").getByText("nested").waitFor();
    await answer.locator("ol li").nth(1).waitFor();
    await answer.locator("td").getByText("12,000").waitFor();
    await answer.locator("pre").getByText("const a = 1 < 2;").waitFor();
    await answer.getByRole("button", { name: "Copy" }).waitFor();
    const links = await answer.getByRole("link").all();
    expect(await Promise.all(links.map((link) => link.getAttribute("href")))).toEqual([
      "https://docs.example/start",
      "https://example.com/a",
      "https://tracker.example/p.png",
      "https://evil.example/",
    ]);
    await answer.getByText("the docs (docs.example)").waitFor();
    await answer.getByText("bank.example (evil.example)").waitFor();
    await answer.getByText("<b>raw</b>").waitFor();
    expect(await answer.locator("img, b").count()).toBe(0);
    await tab.picture(`${screen}-chat-markdown`);
    await tab.checkWhole();
  },
);

test("a comparison names a person who was not found", async () => {
  const tab = await console.openSignedIn("#/chat");
  await send(tab, "compare Ada Lovelace and Zebulon Quartermain");
  await tab.page.locator(".answer > p").getByText("do not speak of Zebulon Quartermain").waitFor();
});

test("nothing of a page, a message or a refusal becomes markup, and another conversation begins empty", async () => {
  const tab = await console.openSignedIn("#/chat");
  const { page, checkWhole } = tab;
  const hostile = '<img src=x onerror="document.title=1">';
  await send(tab, `Post ${hostile} to #general`);
  await page.locator(".ending").waitFor();
  await page.locator(".tool-call summary").click();
  expect(await page.locator("main img").count()).toBe(0);
  await checkWhole();
  await page.getByRole("button", { name: "New chat" }).click();
  expect(await page.locator(".turn").count()).toBe(0);
});

test("a message that is entered during an answer is sent after it, unless it is taken back", async () => {
  const tab = await console.openSignedIn("#/chat");
  const { page, picture, checkWhole } = tab;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/agent/stream", async (route) => {
    await released;
    await route.continue();
  });
  await send(tab, "Show my connections");
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await send(tab, "hello");
  const queued = page.getByText("This will be sent when the answer is complete.");
  await queued.waitFor();
  await picture("chat-queued");
  await checkWhole();
  await page.getByRole("button", { name: "Do not send" }).click();
  await queued.waitFor({ state: "detached" });
  expect(await page.getByLabel("Message").inputValue()).toBe("hello");
  await send(tab, "hello again");
  release();
  const answers = page.locator(".turn.assistant");
  await answers.nth(1).locator(".ending").waitFor();
  expect(await page.locator(".turn.user").allInnerTexts()).toEqual([
    expect.stringContaining("Show my connections"),
    expect.stringContaining("hello again"),
  ]);
  expect(await page.getByLabel("Message").inputValue()).toBe("");
});

test("a run is stopped, and a conversation outlasts a look at another page but not the visit", async () => {
  const tab = await console.openSignedIn("#/chat");
  const { page } = tab;
  await page.route("**/agent/stream", () => undefined);
  await send(tab, "Show my connections");
  // Without an answer of the service, only the second press gives up waiting for one.
  for (let press = 0; press < 2; press++) await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped. The agent may still have written something").waitFor();
  await page.unroute("**/agent/stream");
  await page.getByRole("link", { name: "Tools" }).click();
  await page.getByRole("heading", { name: "Tools" }).waitFor();
  await page.getByRole("link", { name: "Chat", exact: true }).click();
  await page.getByText("Stopped.").waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("API key").fill(console.key);
  await page.keyboard.press("Enter");
  await page.goto(`${console.service.url}/#/chat`);
  await page.getByRole("heading", { name: "Try" }).waitFor();
});

test("a reload shows the conversation again: its answers, and a call that waits or was made", async () => {
  await policy({ chatapp_post_channel: "always" });
  const tab = await console.openSignedIn("#/chat");
  const { page } = tab;
  const answers = page.locator(".turn.assistant");
  for (const [at, text] of ["Who was Ada Lovelace?", "Post Supper at nine to #general"].entries()) {
    await send(tab, text);
    await answers.nth(at).locator(".ending").waitFor();
  }
  await page.reload();
  await answers.first().locator(".answer-text").getByText("English mathematician").first().waitFor();
  const waiting = answers.nth(1).locator(".waiting-call");
  await waiting.getByRole("button", { name: "Approve and send" }).click();
  await answers.nth(1).locator(".tool-call").getByText("Posted to #general").waitFor();
  await answers.nth(1).locator(".ending").waitFor();
  await page.reload();
  await answers.nth(1).locator(".tool-call").getByText("Posted to #general").waitFor();
  expect(await answers.count()).toBe(2);
  expect(await page.locator(".waiting-call").count()).toBe(0);
  await policy({});
});

test("on a phone a long call can be decided at once, and says when somebody else has decided", async () => {
  await policy({ chatapp_post_channel: "always" });
  const tab = await console.openSignedIn("#/chat", { viewport: SCREENS.phone });
  const { page } = tab;
  await send(tab, `Post ${"The board meets at nine in the large room. ".repeat(12)} to #general`);
  const card = page.locator(".waiting-call");
  for (const name of ["Approve and send", "Deny"]) {
    const button = card.getByRole("button", { name });
    await button.waitFor();
    const { x, y, height } = (await button.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    expect(y + height).toBeLessThanOrEqual(SCREENS.phone.height);
    expect(await page.evaluate(`document.elementFromPoint(${x + 9}, ${y + 9})?.textContent`)).toBe(name);
  }
  const reason = page.getByText("The tenant's policy requires a person").filter({ visible: true });
  expect(await reason.count()).toBe(1);
  expect(await page.getByRole("button", { name: /Continue|again/ }).count()).toBe(0);
  await tab.picture("phone-chat-long-call");
  await tab.checkWhole();

  const { pathname } = new URL((await card.getByRole("link").last().getAttribute("href")) ?? "");
  await fetch(`${console.service.url}/api/v1${pathname.replace("approve", "approvals")}`, {
    method: "POST",
    headers: { authorization: `Bearer ${console.approverKey}`, "content-type": "application/json" },
    body: JSON.stringify({ decision: "approve" }),
  });
  await page.reload();
  await page.getByText("The agent does not know this yet.").waitFor();
  await page.locator(".tool-call summary").getByText("decided", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Continue the answer" }).click();
  await page.locator(".tool-call").getByText("Posted to #general").waitFor();
  await policy({});
});

test("a call that somebody else changed shows what was sent, and that it was changed", async () => {
  await policy({ chatapp_post_channel: "always" });
  const tab = await console.openSignedIn("#/chat");
  const { page, picture, checkWhole } = tab;
  await send(tab, "Post Breakfast at six to #general");
  const link = page.locator(".waiting-call").getByRole("link", { name: "Ask somebody else to decide" });
  const { pathname } = new URL((await link.getAttribute("href")) ?? "");
  const decide = async (path: string, body: object) => {
    const answer = await fetch(`${console.service.url}/api/v1${path.replace("approve", "approvals")}`, {
      method: "POST",
      headers: { authorization: `Bearer ${console.approverKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { id: string };
  };
  const { id } = await decide(pathname, { decision: "edit", changes: { text: "Breakfast at eight" } });
  await decide(`/approvals/${id}`, { decision: "approve" });
  await page.reload();
  await page.locator(".waiting-call").getByText("Posted to #general: Breakfast at eight").waitFor();
  await page.getByRole("button", { name: "Continue the answer" }).click();
  const call = page.locator(".tool-call");
  await call.getByText("A person changed this call before it was sent.").waitFor();
  await call.getByText("Posted to #general: Breakfast at eight").waitFor();
  await call.locator("summary").click();
  await call.getByText("Arguments as a person changed them").waitFor();
  await picture("chat-changed");
  await checkWhole();
  await policy({});
});

test("a message that was sent just before a reload is answered after it, and sent once", async () => {
  const tab = await console.openSignedIn("#/chat");
  const { page } = tab;
  const answers = page.locator(".turn.assistant");
  await send(tab, "hello");
  await answers.first().locator(".ending").waitFor();
  await send(tab, "Post Elevenses to #general");
  await page.reload();
  await page.locator(".turn.user").getByText("Post Elevenses to #general").waitFor();
  await answers.nth(1).locator(".ending, .banner").first().waitFor();
  // The browser may have dropped the request: its page says so, and the reader asks again.
  const again = page.getByRole("button", { name: "Try again" });
  if (await again.isVisible()) await again.click();
  await answers.nth(1).getByText("Posted to #general: Elevenses").waitFor();
  await page.reload();
  await answers.nth(1).getByText("Posted to #general: Elevenses").waitFor();
  expect(await answers.count()).toBe(2);
  await page.getByRole("button", { name: "New chat" }).click();
  await page.locator("textarea:focus").waitFor();
});

test("sentences that no source supports fold into one line, which opens to their reasons", async () => {
  const lying = await startConsoleUnderTest({ model: "lying-in-some" });
  try {
    const tab = await lying.openSignedIn("#/chat");
    await send(tab, "Who was Ada Lovelace?");
    await tab.page.locator(".ending").waitFor();
    expect(await tab.page.locator(".withheld").count()).toBe(1);
    await tab.picture("chat-withheld");
    await tab.page.getByText(/^\d+ sentences withheld: show$/).click();
    await tab.page.locator(".withheld s").first().waitFor();
    await tab.picture("chat-withheld-open");
    await tab.checkWhole();
  } finally {
    await lying.close();
  }
});

test("without a model a fact is answered from its sources, and all else is refused word for word", async () => {
  const bare = await startConsoleUnderTest();
  try {
    const tab = await bare.openSignedIn("#/chat");
    await send(tab, "Show my connections");
    await tab.page.getByRole("alert").waitFor();
    await tab.picture("chat-no-model");
    await tab.page.getByRole("button", { name: "Try again" }).click();
    await tab.page.getByRole("alert").waitFor();
    await send(tab, "Who was Ada Lovelace?");
    await tab.page.locator(".answer-text").getByText("English mathematician").first().waitFor();
    await send(tab, "When did Ada Lovelace buy a lighthouse?");
    await tab.page.getByRole("region", { name: "Found instead" }).getByText("Lovelace").first().waitFor();
    await tab.picture("chat-found-instead");
    await tab.checkWhole();
  } finally {
    await bare.close();
  }
});

test("of two accounts that fit, the agent uses the one that was chosen, also after a reload", async () => {
  const own = await startConsoleUnderTest({ model: "assisting" });
  try {
    const { tokens } = own.service.sandbox.chatapp.workspace;
    const holder = tokens.get(sampleBotToken);
    if (holder) tokens.set("xoxb-second-workspace", holder);
    const add = ["credential", "add", "--kind", "chatapp_bot", "--label"];
    await own.service.runWithInput(sampleBotToken, ...add, "team");
    await own.service.runWithInput("xoxb-second-workspace", ...add, "second");
    const tab = await own.openSignedIn("#/chat", { viewport: SCREENS.phone });
    const { page, checkWhole, picture } = tab;
    await page.getByText("Accounts: all").click();
    await page.getByRole("checkbox", { name: /: team/ }).uncheck();
    await page.getByText("Accounts: 1 of 2").waitFor();
    await picture("phone-chat-accounts");
    await checkWhole();
    await page.reload();
    await page.getByText("Accounts: 1 of 2").waitFor();
    await send(tab, "Post Ready to #general");
    await page.locator(".turn.assistant").first().locator(".ending").waitFor();
    expect(own.service.sandbox.chatapp.requests.at(-1)?.headers.authorization).toBe(
      "Bearer xoxb-second-workspace",
    );
    await page.getByRole("button", { name: "New chat" }).click();
    await page.getByText("Accounts: all").waitFor();
  } finally {
    await own.close();
  }
});
