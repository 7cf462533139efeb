import type { Behaviour, TurnCall } from "./behaviour.ts";
import { type ChatRequest, lastUserText, stepsTaken } from "./chat-request.ts";
import { evidenceIn, type PromptEvidence } from "./evidence.ts";
import { truthful } from "./truthful.ts";

/** A form of instruction that the model understands, and the calls that it leads to. */
interface Order {
  readonly pattern: RegExp;
  calls(said: Readonly<Record<string, string | undefined>>): { name: string; arguments: object }[];
}

const ORDERS: readonly Order[] = [
  {
    pattern:
      /^post (?<text>.+?) (?:to|in) (?<channels>#?[\w-]+(?:(?:,? and|,) (?:(?:to|in) )?#[\w-]+)*)[.!?:]?$/is,
    calls: ({ text, channels = "" }) =>
      Array.from(channels.matchAll(/#?(?<name>[\w-]+)(?=,| and|$)/gi), ({ groups }) => ({
        name: "chatapp_post_channel",
        arguments: { channel: `#${groups?.name}`, text: unquoted(text) },
      })),
  },
  {
    pattern:
      /^(?:(?:tell|message|dm) (?!me\b)(?<to>[^\s:,]+)[:,]?|send (?:(?<receiver>\S+) a message|a message to (?<other>[^\s:]+)):) (?<text>.+)$/is,
    calls: ({ to, receiver = to, other = receiver, text }) => [
      { name: "chatapp_dm", arguments: { to: other, text: unquoted(text) } },
    ],
  },
  {
    pattern: /^(?:create|open|file) an? issue:? (?<title>.+)$/is,
    calls: ({ title }) => [
      { name: "tracker_create_issue", arguments: { team_id: "ENG", title: unquoted(title) } },
    ],
  },
  {
    pattern: /^(?:read|sum up|what is new in) (?:the feed )?(?<url>https?:\S+?)[.?!]?$/i,
    calls: ({ url }) => [{ name: "feed_read", arguments: { url, limit: 5 } }],
  },
  {
    pattern: /^(?:show|list) (?:my |the )?(?:connections|accounts)\b/i,
    calls: () => [{ name: "connections_list", arguments: {} }],
  },
];

/** Matches the place where an order or a question may start within a message. */
const PART =
  /(?:^|(?<=[.!?;:])\s+|,?\s+(?:and then|and|then)\s+)(?:please\s+|and\s+)?(?=(?:post|tell|message|dm|send|create|open|file|read|sum up|show|list|who|whom|whose|what|which|when|where|why|how)\b)/gi;

const QUESTION = /^(?:who|whom|whose|what|which|when|where|why|how)\b/i;
/** Matches a text that stands for the answer: "it", "a summary of it". */
const REFERS_TO_ANSWER =
  /^(?:it|this|that|(?:an?|the|your) (?:\w+ )?(?:summary|answer|result|quotes?)(?: (?:of|about|on) .*)?)$/i;

function unquoted(text: string | undefined): string {
  return (text ?? "").trim().replace(/^["“'](.*)["”']$/s, "$1");
}

const HELP =
  "I am the sandbox's scripted model, and understand a few orders: `post The build is green to #general`, " +
  "`tell ada@example.com: lunch?`, `create an issue: the lift is stuck`, `read` with a feed's address, " +
  "`show my connections`, and questions such as `Who was Ada Lovelace?`.";

/** Maximum number of sentences in an answer, and in one that compares. */
const MAX_PLACED = 3;
const MAX_COMPARED = 6;

/**
 * Follows the orders in a user's message: calls a tool for each, then reports the outcomes. Answers questions
 * with the first sentences of its evidence, placed by number. If asked which destinations the user's messages
 * name for writing, lists those of the orders that it would follow.
 */
export const assisting: Behaviour = (request) => {
  if (request.schema === "named_for_writing") return { text: JSON.stringify(listNamed(request)) };
  if (stepsTaken(request) > 0) return { text: reportOf(request) };
  const isCompared = /\b(?:compare|difference)\b/i.test(lastUserText(request));
  const evidence = evidenceIn(request).slice(0, isCompared ? MAX_COMPARED : MAX_PLACED);
  const isPlaceable = evidence.some(({ number }) => number !== undefined);
  const numbers = evidence.flatMap(({ number }) => (number === undefined ? [] : `[[${number}]]`));
  const text = isPlaceable
    ? layOut(numbers, lastUserText(request))
    : evidence.length > 0
      ? truthful(request).text
      : undefined;
  const orders = ordersIn(request, evidence);
  const calls = orders.filter((order) => order !== NOTHING_TO_WRITE);
  if (calls.length > 0) return { ...(text !== undefined && { text }), calls };
  if (text !== undefined) return { text };
  if (orders.length > 0) return { text: "I do not know what to write." };
  return { text: isRefused(request) ? NOT_SAID : HELP };
};

/** Lays out the sentences of an answer as the user asks: bullets, a table or a paragraph. */
function layOut(sentences: readonly string[], asked: string): string {
  if (/\btable\b/i.test(asked)) {
    const rows = sentences.map((sentence, index) => `| ${index + 1} | ${sentence} |`);
    return ["| No. | Quotation |", "|---|---|", ...rows].join("\n");
  }
  if (/\b(?:bullets?|list)\b/i.test(asked)) return sentences.map((sentence) => `- ${sentence}`).join("\n");
  return sentences.join(" ");
}

const NOTHING_TO_WRITE = "nothing to write";
const NOT_SAID = "The sources do not say.";

/** Returns the calls for all orders in the message. A text that stands for the answer is replaced by it. */
function ordersIn(
  request: ChatRequest,
  evidence: readonly PromptEvidence[],
): (TurnCall | typeof NOTHING_TO_WRITE)[] {
  const calls = findCalls(lastUserText(request).trim(), evidence.length > 0 || isRefused(request));
  return calls.flatMap(({ name, arguments: args }) => {
    if (!request.tools.includes(name)) return [];
    const text = "text" in args && typeof args.text === "string" ? args.text : "";
    if (!REFERS_TO_ANSWER.test(text)) return [{ name, arguments: JSON.stringify(args) }];
    const answer = evidence.map((one) => one.text).join(" ");
    return [
      answer === "" ? NOTHING_TO_WRITE : { name, arguments: JSON.stringify({ ...args, text: answer }) },
    ];
  });
}

/** Returns the destinations of the orders in the user's last message, as written there. */
function listNamed(request: ChatRequest) {
  const { messages } = objectIn(lastUserText(request));
  const said = Array.isArray(messages) ? String(messages.at(-1)).trim() : "";
  const calls = findCalls(said, true).map((call) => fieldsIn(call.arguments));
  const write_to = calls.flatMap(({ channel, to = channel }) => {
    const place = typeof to === "string" ? to : "";
    return [said.includes(place) ? place : place.slice(1)].filter((written) => written !== "");
  });
  const things = calls.some(({ title }) => title !== undefined) ? [{ thing: "issue", words: "issue" }] : [];
  return { write_to, things, answer: [] };
}

/**
 * Returns the calls for all orders in a text, wherever they are. What follows an order belongs to it, unless
 * it is another order or the question that was researched.
 */
function findCalls(said: string, isResearched: boolean): ReturnType<Order["calls"]> {
  const ends = [said.length];
  const found: { index: number; calls: ReturnType<Order["calls"]> }[] = [];
  for (const { index, 0: lead } of [...said.matchAll(PART)].toReversed()) {
    const part = said.slice(index + lead.length);
    const readUpTo = (end: number) => readOrder(part.slice(0, end - index - lead.length).trim());
    const end = ends.find((one) => readUpTo(one) !== undefined);
    if (end === undefined && !(isResearched && QUESTION.test(part))) continue;
    ends.unshift(index);
    if (end === undefined) continue;
    // What was read as an order may be a part of this order's text.
    while (found[0] && found[0].index < end) found.shift();
    found.unshift({ index, calls: readUpTo(end) ?? [] });
  }
  return found.flatMap(({ calls }) => calls);
}

function readOrder(text: string): ReturnType<Order["calls"]> | undefined {
  for (const { pattern, calls } of ORDERS) {
    const match = pattern.exec(text);
    if (match) return calls(match.groups ?? {});
  }
  return undefined;
}

function isRefused({ messages }: ChatRequest): boolean {
  return messages.findLast(({ role }) => role === "user")?.text.startsWith("<research_refusal>") === true;
}

/** Reports the outcome of each call. The service itself shows the user a refusal word for word. */
function reportOf(request: ChatRequest): string {
  const { messages } = request;
  const start = messages.findLastIndex(({ role }) => role === "user");
  const results = messages.slice(start + 1).filter(({ role }) => role === "tool");
  const isResearched = evidenceIn({ ...request, messages: messages.slice(0, start + 1) }).length > 0;
  const lines = results.map(({ text }) => reportResult(objectIn(text), isResearched || isRefused(request)));
  return [...new Set(lines)].join("\n");
}

/** Reports a call's outcome. After research, the guard withholds more than a confirmation or an apology. */
function reportResult(result: Readonly<Record<string, unknown>>, isResearched: boolean): string {
  const isRefusal = result.refusal_reason !== undefined;
  if (isResearched) return isRefusal ? "I am sorry about that." : "Done.";
  if (isRefusal) return "That did not work: the reason is above.";
  const { connections, items = connections, url, id } = result;
  if (Array.isArray(items)) return items.length === 0 ? "There is nothing." : items.map(lineOf).join("\n");
  if (typeof url === "string") return `Done: ${url}`;
  return typeof id === "string" ? `Done, with the id ${id}.` : "Done.";
}

function lineOf(item: unknown): string {
  const { title, label, kind, provider = kind } = fieldsIn(item);
  return `- ${[provider, title ?? label].filter((part) => typeof part === "string").join(": ")}`;
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsIn(JSON.parse(text));
  } catch {
    return {};
  }
}

function fieldsIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
