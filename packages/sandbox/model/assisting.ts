import type { Behaviour, TurnCall } from "./behaviour.ts";
import { type ChatRequest, lastUserText, stepsTaken } from "./chat-request.ts";
import { evidenceIn, type PromptEvidence } from "./evidence.ts";
import { findRepeatedPosts, type OrderedCall, readRequests } from "./orders.ts";
import { truthful } from "./truthful.ts";

/** Matches a text that stands for the answer: "it", "a summary of it". */
const REFERS_TO_ANSWER =
  /^(?:it|this|that|(?:an?|the|your) (?:\w+ )?(?:summary|answer|result|quotes?)(?: (?:of|about|on) .*)?)$/i;

const THANKS =
  /^(?:thanks?|thank you|thx|cheers|great|perfect|cool|nice|ok(?:ay)?|good)(?:[ ,]+\w+){0,4}[\s.!]*$/i;

const HELP =
  "I am the sandbox's scripted model, and understand a few orders: `post The build is green to #general`, " +
  "`tell Ada: lunch?`, `send a mail to ada@example.com: lunch?`, `create an issue: the lift is stuck`, `read` with a feed's address, " +
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
  const { orders, strange } = ordersIn(request, evidence);
  const calls = orders.filter((order) => order !== NOTHING_TO_WRITE);
  const unsent = strange === undefined ? undefined : NOT_SENT;
  const said = [text, unsent].filter((part) => part !== undefined).join("\n\n");
  if (calls.length > 0) return { ...(said !== "" && { text: said }), calls };
  if (said !== "") return { text: said };
  if (orders.length > 0) return { text: "I do not know what to write." };
  if (isRefused(request)) return { text: NOT_SAID };
  return { text: THANKS.test(lastUserText(request).trim()) ? "You are welcome." : HELP };
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
const NOT_SENT = "I have not sent anything: I do not understand where to send it.";

/** Returns the calls for all orders in the message. A text that stands for the answer is replaced by it. */
function ordersIn(request: ChatRequest, evidence: readonly PromptEvidence[]) {
  const said = request.messages.filter(({ role }) => role === "user").map(({ text }) => text);
  const { calls, strange } = readOrders(said, evidence.length > 0 || isRefused(request));
  const orders = calls.flatMap(
    ({ name, arguments: args, passesOn }): (TurnCall | typeof NOTHING_TO_WRITE)[] => {
      if (!request.tools.includes(name)) return [];
      const text = typeof args.text === "string" ? args.text : "";
      if (!REFERS_TO_ANSWER.test(text) && !(passesOn && evidence.length > 0))
        return [{ name, arguments: JSON.stringify(args) }];
      const answer = evidence.map((one) => one.text).join(" ");
      return [
        answer === "" ? NOTHING_TO_WRITE : { name, arguments: JSON.stringify({ ...args, text: answer }) },
      ];
    },
  );
  return { orders, strange };
}

/** Finds the orders in the last of the user's messages. A correction repeats a post of an earlier one. */
function readOrders(said: readonly string[], isResearched: boolean) {
  const messages = said.map(withoutMaterial);
  const repeated = findRepeatedPosts(messages.at(-1) ?? "", messages.slice(0, -1));
  if (repeated.length > 0) return { calls: repeated, strange: undefined };
  return readRequests(messages.at(-1) ?? "", isResearched);
}

/** Returns what the user wrote: the last paragraph of a message, after the material for the answer. */
function withoutMaterial(text: string): string {
  return (
    text
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? ""
  ).trim();
}

/** Returns the destinations of the orders in the user's last message, as written there. */
function listNamed(request: ChatRequest) {
  const { messages } = objectIn(lastUserText(request));
  const texts = Array.isArray(messages) ? messages.map(String) : [];
  const said = withoutMaterial(texts.at(-1) ?? "");
  const calls = readOrders(texts, true).calls.map((call: OrderedCall) => call.arguments);
  const write_to = calls
    .flatMap(({ channel, to = channel }) => [to].flat())
    .filter((place) => typeof place === "string")
    .map((place) => (said.includes(place) ? place : place.slice(1)));
  const things = calls.some(({ title }) => title !== undefined) ? [{ thing: "issue", words: "issue" }] : [];
  return { write_to, things, answer: [] };
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
  if (isRefusal) return "That did not work.";
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
