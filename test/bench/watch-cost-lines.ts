import { PRICES } from "./watch-cost-prices.ts";

export const MINUTES_A_MONTH = 30 * 24 * 60;
export const INTERVAL_MINUTES = 5;

/** As the stack has it (stacks/watches.ts, stacks/lambda-function.ts). */
const MESSAGES_TOGETHER = 4;
export const POLLS_AT_ONCE = 20;
const MEMORY_GB = 1;
/**
 * Of one CPU, at 1,024 MB (docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html: one at 1,769 MB).
 */
const CPU_SHARE = 1_024 / 1_769;
/** Of one batch, sources looked at side by side (watch-poller.ts). */
const AT_ONCE = 12;
/**
 * Lambda's own receivers of an idle queue: five, each 20 s at a time
 * (lambda/latest/dg/services-sqs-scaling.html), here two queues.
 */
const IDLE_RECEIVES_A_MINUTE = 2 * 5 * 3;
/** CloudWatch adds so much to each event that it takes in (its pricing page). */
export const LOG_EVENT_BYTES = 26;

/**
 * Not measured here: what a feed's host, a mail server's whole session, the table and the queue take to
 * answer. In seconds.
 */
export const ASSUMED = { feed: 0.3, inbox: 1, table: 0.005, queue: 0.02 };

/** Resources that one poll uses when it finds nothing. */
export interface PollCost {
  readUnits: number;
  writeUnits: number;
  /** Of one invocation, in seconds of its CPU share. */
  cpuSeconds: number;
  sources: number;
  answerSeconds: number;
  logBytes: number;
  keyOperations: number;
}

/** Resources that the ticks of one minute use: a fixed part, and a part for each watch that is sent. */
export interface TickCost {
  readUnits: (watches: number) => number;
  queries: number;
}

/** A bill of so many watches. */
export interface Scale {
  watches: number;
  /** Watches in a message, as measured. */
  batchSize: number;
  poll: PollCost;
}

/** A line of the bill. */
export interface Line {
  name: string;
  /** Monthly dollars, and how they come about. */
  of(scale: Scale): { dollars: number; how: string };
}

/** The lines of the bill. */
export function linesOf(tick: TickCost): Line[] {
  const perPoll = (
    name: string,
    unit: string,
    amount: (poll: PollCost) => number,
    price: number,
    per: number,
  ) => ({
    name,
    of: ({ watches, poll }: Scale) => {
      const polls = pollsAMonth(watches);
      const dollars = (polls * amount(poll) * price) / per;
      return {
        dollars,
        how: `${millions(polls)} polls × ${amount(poll).toFixed(4)} ${unit} × $${price}/${per.toExponential(0)}`,
      };
    },
  });
  return [
    perPoll("DynamoDB, polls read", "read units", ({ readUnits }) => readUnits, PRICES.readUnits, 1e6),
    perPoll("DynamoDB, polls write", "write units", ({ writeUnits }) => writeUnits, PRICES.writeUnits, 1e6),
    {
      name: "DynamoDB, ticks",
      of: ({ watches }) => {
        const units = tick.readUnits(watches);
        return {
          dollars:
            (MINUTES_A_MONTH * units * PRICES.readUnits) / 1e6 +
            (MINUTES_A_MONTH * 2 * PRICES.writeUnits) / 1e6,
          how: `${MINUTES_A_MONTH} min × (${units.toFixed(0)} read units × $${PRICES.readUnits}/1e6 + 2 writes × $${PRICES.writeUnits}/1e6)`,
        };
      },
    },
    {
      name: "SQS",
      of: (scale) => {
        const messages = messagesAMonth(scale);
        const idle = MINUTES_A_MONTH * IDLE_RECEIVES_A_MINUTE;
        const requests = messages / 10 + (messages / MESSAGES_TOGETHER) * 2 + idle;
        return {
          dollars: (requests * PRICES.queueRequests) / 1e6,
          how: `(${millions(messages)} messages × (1/10 sent + 1/${MESSAGES_TOGETHER} received + 1/${MESSAGES_TOGETHER} deleted) + ${millions(idle)} idle) × $${PRICES.queueRequests}/1e6`,
        };
      },
    },
    {
      name: "Lambda, requests",
      of: (scale) => {
        const invocations = invocationsAMonth(scale);
        const ticks = 2 * MINUTES_A_MONTH;
        return {
          dollars: ((invocations + ticks) * PRICES.invocations) / 1e6,
          how: `(${millions(invocations)} polls' + ${millions(ticks)} ticks') × $${PRICES.invocations}/1e6`,
        };
      },
    },
    {
      name: "Lambda, polls' GB-seconds",
      of: (scale) => {
        const invocations = invocationsAMonth(scale);
        const seconds = secondsOf(scale);
        return {
          dollars: invocations * seconds * MEMORY_GB * PRICES.gbSecond,
          how: `${millions(invocations)} × ${seconds.toFixed(2)} s (${rounds(scale)} rounds × ${scale.poll.answerSeconds} s + CPU ${cpuOf(scale).toFixed(2)} s) × ${MEMORY_GB} GB × $${PRICES.gbSecond}`,
        };
      },
    },
    {
      name: "Lambda, ticks' GB-seconds",
      of: (scale) => {
        const sends = messagesAMonth(scale) / 10 / MINUTES_A_MONTH;
        const seconds = tick.queries * ASSUMED.table + sends * ASSUMED.queue;
        return {
          dollars: MINUTES_A_MONTH * seconds * MEMORY_GB * PRICES.gbSecond,
          how: `${MINUTES_A_MONTH} min × (${tick.queries.toFixed(0)} reads × ${ASSUMED.table} s + ${sends.toFixed(0)} sends × ${ASSUMED.queue} s) × ${MEMORY_GB} GB × $${PRICES.gbSecond}`,
        };
      },
    },
    {
      name: "EventBridge rules",
      of: () => ({ dollars: PRICES.scheduledRule, how: "scheduled rules cost nothing" }),
    },
    perPoll("CloudWatch, log lines", "bytes", ({ logBytes }) => logBytes, PRICES.logGigabyte, 1e9),
    perPoll("KMS", "operations", ({ keyOperations }) => keyOperations, PRICES.keyOperations, 1e6),
  ];
}

function pollsAMonth(watches: number): number {
  return (watches * MINUTES_A_MONTH) / INTERVAL_MINUTES;
}

function messagesAMonth({ watches, batchSize }: Scale): number {
  return pollsAMonth(watches) / batchSize;
}

function invocationsAMonth(scale: Scale): number {
  return messagesAMonth(scale) / MESSAGES_TOGETHER;
}

/**
 * Of one batch, whose sources are looked at side by side up to a bound; the batches of an invocation are side
 * by side too.
 */
function rounds({ batchSize, poll }: Scale): number {
  return Math.ceil((batchSize * poll.sources) / AT_ONCE);
}

function cpuOf({ batchSize, poll }: Scale): number {
  return (MESSAGES_TOGETHER * batchSize * poll.cpuSeconds) / CPU_SHARE;
}

/** Invocations under way, on average over time. */
export function pollersAtOnce(scale: Scale): number {
  return (invocationsAMonth(scale) / MINUTES_A_MONTH / 60) * secondsOf(scale);
}

/** Returns the seconds that an invocation is billed for. */
function secondsOf(scale: Scale): number {
  return rounds(scale) * scale.poll.answerSeconds + cpuOf(scale);
}

function millions(value: number): string {
  return `${(value / 1e6).toFixed(1)} M`;
}
