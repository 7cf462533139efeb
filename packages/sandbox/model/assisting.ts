import type { Behaviour, TurnCall } from "./behaviour.ts";
import { type ChatRequest, lastUserText, stepsTaken } from "./chat-request.ts";
import { evidenceIn } from "./evidence.ts";
import { truthful } from "./truthful.ts";

/** A form of instruction that the model understands, and the call that it leads to. */
interface Order {
  readonly pattern: RegExp;
  call(said: Readonly<Record<string, string | undefined>>): { name: string; arguments: object };
}

const ORDERS: readonly Order[] = [
  {
    pattern: /^post (?<text>.+?) (?:to|in) #?(?<channel>[\w-]+)[.!]?$/is,
    call: ({ text, channel }) => ({
      name: "chatapp_post_channel",
      arguments: { channel: `#${channel}`, text: unquoted(text) },
    }),
  },
  {
    pattern: /^(?:tell|message|dm) (?<to>[^\s:,]+)[:,]? (?<text>.+)$/is,
    call: ({ to, text }) => ({ name: "chatapp_dm", arguments: { to, text: unquoted(text) } }),
  },
  {
    pattern: /^(?:create|open|file) an? issue:? (?<title>.+)$/is,
    call: ({ title }) => ({
      name: "tracker_create_issue",
      arguments: { team_id: "ENG", title: unquoted(title) },
    }),
  },
  {
    pattern: /^(?:read|sum up|what is new in) (?:the feed )?(?<url>https?:\S+?)[.?!]?$/i,
    call: ({ url }) => ({ name: "feed_read", arguments: { url, limit: 5 } }),
  },
  {
    pattern: /^(?:show|list) (?:my |the )?(?:connections|accounts)\b/i,
    call: () => ({ name: "connections_list", arguments: {} }),
  },
];

function unquoted(text: string | undefined): string {
  return (text ?? "").trim().replace(/^["“'](.*)["”']$/s, "$1");
}

const HELP =
  "I am the sandbox's scripted model, and understand a few orders: `post The build is green to #general`, " +
  "`tell ada@example.com: lunch?`, `create an issue: the lift is stuck`, `read` with a feed's address, " +
  "`show my connections`, and questions such as `Who was Ada Lovelace?`.";

/** Maximum number of sentences in an answer. */
const MAX_PLACED = 3;

/**
 * Follows a user's instruction in a few fixed forms: calls a tool, then reports the outcome in a sentence.
 * Answers questions with the first sentences of its evidence, placed by number.
 */
export const assisting: Behaviour = (request) => {
  const numbers = evidenceIn(request).flatMap(({ number }) => number ?? []);
  if (numbers.length > 0)
    return {
      text: numbers
        .slice(0, MAX_PLACED)
        .map((number) => `[[${number}]]`)
        .join(" "),
    };
  if (evidenceIn(request).length > 0) return truthful(request);
  if (stepsTaken(request) > 0) return { text: reportOf(request) };
  const call = callFor(request);
  return call ? { calls: [call] } : { text: HELP };
};

function callFor(request: ChatRequest): TurnCall | undefined {
  const said = lastUserText(request).trim();
  for (const { pattern, call } of ORDERS) {
    const match = pattern.exec(said);
    if (!match) continue;
    const { name, arguments: args } = call(match.groups ?? {});
    if (request.tools.includes(name)) return { name, arguments: JSON.stringify(args) };
  }
  return undefined;
}

/** Reports the outcome of a call. The service itself shows the user a refusal word for word. */
function reportOf({ messages }: ChatRequest): string {
  const told = messages.findLast(({ role }) => role === "tool")?.text ?? "";
  const result = objectIn(told);
  if (result.refusal_reason !== undefined) return "That did not work: the reason stands above.";
  const { connections, items = connections, url, id } = result;
  if (Array.isArray(items)) return items.length === 0 ? "There is nothing." : items.map(lineOf).join("\n");
  if (typeof url === "string") return `Done: ${url}`;
  return typeof id === "string" ? `Done, with the id ${id}.` : "Done.";
}

function lineOf(item: unknown): string {
  const { title, label, kind } = fieldsIn(item);
  return `- ${[kind, title ?? label].filter((part) => typeof part === "string").join(": ")}`;
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
