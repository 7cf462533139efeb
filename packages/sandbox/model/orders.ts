/** A call that an order leads to. */
export interface OrderedCall {
  name: string;
  arguments: Readonly<Record<string, unknown>>;
  /** True if its text is what the user asks about, not what to write: "send her birth date to #general". */
  passesOn?: true;
}

/** A form of order that the model understands, and the calls that it leads to. */
interface Order {
  readonly pattern: RegExp;
  calls(said: Readonly<Record<string, string | undefined>>): OrderedCall[];
}

const CHANNELS = "(?<channels>#?[\\w-]+(?:(?:,? and|,) (?:(?:to|in) )?#[\\w-]+)*)";

const ORDERS: readonly Order[] = [
  {
    pattern: new RegExp(`^post (?<text>.+?) (?:to|in) ${CHANNELS}[.!?:]?$`, "is"),
    calls: ({ text, channels }) => listPosts(text, channels),
  },
  {
    pattern: new RegExp(`^(?:send|share) (?<text>.+?) (?:to|in|with) (?=#)${CHANNELS}[.!?:]?$`, "is"),
    calls: ({ text, channels }) => listPosts(text, channels).map((post) => ({ ...post, passesOn: true })),
  },
  {
    pattern:
      /^(?:(?:tell|message|dm) (?!me\b)(?<to>[^\s:,]+)(?:[:,]| that\b)?|send (?:(?<receiver>\S+) a message|a message to (?<other>[^\s:]+)):) (?<text>.+)$/is,
    calls: ({ to, receiver = to, other = receiver, text }) => [
      { name: "chatapp_dm", arguments: { to: nameOrAddress(other), text: unquoted(text) } },
    ],
  },
  {
    pattern:
      /^send (?:an? )?(?:e-?mail|mail) to (?<to>[^\s:,]+@[^\s:,]+)(?:[:,]| saying(?: that)?| that says) (?<text>.+)$/is,
    calls: ({ to, text }) => [
      { name: "email_send", arguments: { to: [to], subject: "A message", text: unquoted(text) } },
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
    pattern: /^(?:show|list) (?:me )?(?:my |the )?(?:connections|accounts)\b/i,
    calls: () => [{ name: "connections_list", arguments: {} }],
  },
];

function listPosts(text: string | undefined, channels = ""): OrderedCall[] {
  return Array.from(channels.matchAll(/#?(?<name>[\w-]+)(?=,| and|$)/gi), ({ groups }) => ({
    name: "chatapp_post_channel",
    arguments: { channel: `#${groups?.name}`, text: unquoted(text) },
  }));
}

function unquoted(text: string | undefined): string {
  return (text ?? "").trim().replace(/^["“'](.*)["”']$/s, "$1");
}

/** Writes a bare name, such as "Maria", as the chat app expects it. */
function nameOrAddress(to = ""): string {
  return /^\p{L}[\p{L}'’-]+$/u.test(to) ? `@${to.toLowerCase()}` : to;
}

/** Matches the place where an order or a question may start within a message. */
const PART =
  /(?:^|(?<=[.!?;:])\s+|,?\s+(?:and then|and|then)\s+)(?:please\s+|and\s+)?(?=(?:post|tell|message|dm|send|share|e-?mail|mail|create|open|file|read|sum up|show|list|who|whom|whose|what|which|when|where|why|how)\b)/gi;

const QUESTION = /^(?:who|whom|whose|what|which|when|where|why|how)\b/i;
const SENDS = /^(?:post|tell|message|dm|send|share|e-?mail|mail)\s+(?!me\b)\S/i;

/** The orders of a message. */
export interface OrdersInText {
  calls: readonly OrderedCall[];
  /** The first order to send something that the model does not understand. */
  strange: string | undefined;
}

/**
 * Finds all orders in a text, wherever they are. What follows an order belongs to it, unless it is another
 * order or the question that was researched.
 */
export function readRequests(said: string, isResearched: boolean): OrdersInText {
  const ends = [said.length];
  let strange: string | undefined;
  const found: { index: number; calls: OrderedCall[] }[] = [];
  for (const { index, 0: lead } of [...said.matchAll(PART)].toReversed()) {
    const part = said.slice(index + lead.length);
    const readUpTo = (end: number) => readOrder(part.slice(0, end - index - lead.length).trim());
    const end = ends.find((one) => readUpTo(one) !== undefined);
    if (end === undefined && SENDS.test(part)) strange = part.slice(0, ends[0]);
    if (end === undefined && !(isResearched && QUESTION.test(part))) continue;
    ends.unshift(index);
    if (end === undefined) continue;
    // An order found inside this order's text belongs to the text.
    while (found[0] && found[0].index < end) found.shift();
    found.unshift({ index, calls: readUpTo(end) ?? [] });
    strange = undefined;
  }
  return { calls: found.flatMap(({ calls }) => calls), strange };
}

function readOrder(text: string): OrderedCall[] | undefined {
  for (const { pattern, calls } of ORDERS) {
    const match = pattern.exec(text);
    if (match) return calls(match.groups ?? {});
  }
  return undefined;
}

/** Matches "no, to #random instead", "Actually, #random", "and to #random too". */
const ANOTHER_CHANNEL =
  /^(?:(?:no|nope|oops|sorry|wait|actually|rather|and|also|please|i meant?|make (?:it|that)|(?:post|send|put|share) (?:it|that|this))\b[\s,.:–-]*)*(?:(?:to|in|into)\s+)?(?<channels>#[\w-]+)(?:[\s,]+(?:instead|too|also|as well|please|then))*[.!]*$/i;

/**
 * Finds the posts of earlier messages that a correction or an addition ("no, to #random instead") asks for in
 * another channel. Returns an empty list if the message asks for something else.
 */
export function findRepeatedPosts(said: string, earlier: readonly string[]): OrderedCall[] {
  const channels = ANOTHER_CHANNEL.exec(said)?.groups?.channels;
  if (channels === undefined) return [];
  for (const message of earlier.toReversed()) {
    const post = readRequests(message, true).calls.find(({ name }) => name === "chatapp_post_channel");
    if (post) return listPosts(String(post.arguments.text), channels);
  }
  return [];
}
