import type { DispatchFailure, DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import type { Message, Reply } from "@plumbline/sandbox/server/reply.ts";
import type { Handle } from "@plumbline/sandbox/server/script.ts";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { expect } from "vitest";
import type * as z from "zod";

/**
 * The expected effect on a call when one field of an answer is missing. `required`: the call fails. A list of
 * paths: the result may differ at these paths only. A function: it computes the expected result from the
 * whole one and from the indexes in the field's path.
 */
export type FieldRule = "required" | readonly string[] | ((whole: unknown, indexes: number[]) => unknown);

/**
 * The rules of one answer, by path: `data.id`, `items.*.id` for every item, `""` for the answer itself. A
 * rule for a part also holds for the whole around it. A field without a rule must change nothing.
 */
export interface AnswerRules {
  fields: Readonly<Record<string, FieldRule>>;
  /** The failure that the call returns without a required field. */
  failure?: { readonly [Field in keyof DispatchFailure]?: DispatchFailure[Field] | undefined };
}

/** A call that is made with the provider's answers, and again with altered ones. */
export interface RepeatedCall {
  server: Pick<ScriptedServer, "clear" | "scriptAlways">;
  call(): Promise<DispatchResult>;
  /**
   * Answers the first call, whose answers are altered afterwards; the provider's own answers unless told
   * otherwise.
   */
  answer?(request: RecordedRequest, handle: Handle): Reply | Promise<Reply>;
  /** Tells the call's requests apart; by method and path unless told otherwise. */
  nameOf?(request: RecordedRequest): string;
}

export interface CallUnderTest extends RepeatedCall {
  /** The schema that the result must match. */
  output: z.ZodType | undefined;
  /** Every success of the call by the name of its request; one without a JSON body is left out. */
  answers: Readonly<Record<string, AnswerRules | "left whole">>;
}

/**
 * A refusal of a write that nobody may repeat, and of a read or a keyed write, which are tried three times.
 */
export const UNKNOWN_ONCE = { error_code: "transient", outcome_unknown: true, attempts: 1 } as const;
export const UNKNOWN_THRICE = { error_code: "transient", outcome_unknown: true, attempts: 3 } as const;
export const UNREADABLE_THRICE = {
  error_code: "transient",
  outcome_unknown: undefined,
  attempts: 3,
} as const;

/**
 * Makes a call, then makes it again for each field of each answer: with the field away, null and of another
 * type. The provider answers all other requests as it did the first time. Answers what was not as the rules
 * have it.
 */
export async function problemsWithoutEachField(under: CallUnderTest): Promise<string[]> {
  const recorded = await recordAnswers(under);
  const successes = [...recorded].filter(([, replies]) => replies.some(isSuccess)).map(([name]) => name);
  expect(successes.sort()).toEqual(Object.keys(under.answers).sort());
  const whole = await replay(under, recorded);
  if (!whole.ok) expect.fail(`the whole answers were refused: ${JSON.stringify(whole)}`);
  const problems: string[] = [];
  for (const [name, replies] of recorded) {
    const rules = under.answers[name];
    if (rules === undefined || rules === "left whole") continue;
    for (const [index, reply] of replies.entries()) {
      if (!isSuccess(reply)) continue;
      for (const { path, how, body } of alteredBodies(reply.json)) {
        const altered = replies.with(index, { ...reply, json: body });
        const result = await replay(under, new Map(recorded).set(name, altered));
        const problem = problemOf(result, whole.result, path, rules, under.output);
        if (problem !== undefined) problems.push(`${name}: ${path.join(".") || "all"} ${how}: ${problem}`);
      }
    }
  }
  return problems;
}

function isSuccess({ status = 200, json }: Message): boolean {
  return status < 300 && json !== undefined;
}

/** Makes a call, and returns the answers to its requests by their names. */
export async function recordAnswers({ server, call, answer, nameOf = methodAndPath }: RepeatedCall) {
  const recorded = new Map<string, Message[]>();
  server.clear();
  server.scriptAlways("", async (request, handle) => {
    const reply = await (answer ?? ((_, truly) => truly(request)))(request, handle);
    if ("fault" in reply) expect.fail("a fault is no answer to record");
    const name = nameOf(request);
    recorded.set(name, [...(recorded.get(name) ?? []), reply]);
    return reply;
  });
  const result = await call();
  if (!result.ok) expect.fail(`the call was refused: ${JSON.stringify(result)}`);
  return recorded;
}

/** Answers each request as recorded, in order; the last answer of a name stands for all that follow. */
export function replay(
  { server, call, nameOf = methodAndPath }: RepeatedCall,
  recorded: ReadonlyMap<string, readonly Message[]>,
): Promise<DispatchResult> {
  const asked = new Map<string, number>();
  server.clear();
  server.scriptAlways("", (request, handle) => {
    const name = nameOf(request);
    const replies = recorded.get(name);
    if (replies === undefined) return handle(request);
    const count = asked.get(name) ?? 0;
    asked.set(name, count + 1);
    return replies[Math.min(count, replies.length - 1)] ?? handle(request);
  });
  return call();
}

function methodAndPath({ method, path }: RecordedRequest): string {
  return `${method} ${path}`;
}

/** `null` stands for a text that is not there. */
function isText(value: unknown): boolean {
  return typeof value === "string" || value === null;
}

interface AlteredBody {
  path: readonly string[];
  how: "absent" | "null" | "of another type";
  body: unknown;
}

/**
 * A JSON value with each of its parts away, null and of another type, one at a time; entries of arrays are
 * not taken away.
 */
export function alteredBodies(value: unknown, path: readonly string[] = []): AlteredBody[] {
  const here: AlteredBody[] = [
    { path, how: "null", body: null },
    { path, how: "of another type", body: isText(value) ? 7 : "of another type" },
  ];
  if (typeof value !== "object" || value === null) return here;
  const below = Object.entries(value).flatMap(([key, part]) => {
    const altered = alteredBodies(part, [...path, key]).map(({ body, ...how }) => ({
      ...how,
      body: Array.isArray(value) ? value.with(Number(key), body) : { ...value, [key]: body },
    }));
    if (Array.isArray(value)) return altered;
    const { [key]: _away, ...rest }: Record<string, unknown> = { ...value };
    return [{ path: [...path, key], how: "absent", body: rest } as const, ...altered];
  });
  return [...here, ...below];
}

/** Returns a JSON value with each of its texts changed. */
export function withEveryText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((part) => withEveryText(part, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withEveryText(part, change)]));
}

function problemOf(
  result: DispatchResult,
  whole: unknown,
  path: readonly string[],
  { fields, failure = {} }: AnswerRules,
  output: z.ZodType | undefined,
): string | undefined {
  const rule = Object.entries(fields).find(([pattern, rule]) => isRuleOf(rule, pattern, path))?.[1];
  if (rule === "required") {
    const all: Record<string, unknown> = { ...result };
    const told = Object.fromEntries(Object.keys(failure).map((key) => [key, all[key]]));
    const asDocumented = !result.ok && differences(told, failure).length === 0;
    return asDocumented ? undefined : `must fail as documented: ${JSON.stringify(result)}`;
  }
  if (!result.ok) return `must not fail: ${result.refusal_reason}`;
  const parsed = output?.safeParse(result.result);
  if (parsed?.success === false) return `does not match the output schema: ${parsed.error.message}`;
  const notInSchema = parsed ? differences(parsed.data, result.result) : [];
  if (notInSchema.length > 0) return `has what the output schema lacks: ${notInSchema.join(", ")}`;
  const indexes = path.filter((step) => /^\d+$/.test(step)).map(Number);
  if (typeof rule === "function") {
    const different = differences(result.result, rule(whole, indexes));
    return different.length === 0 ? undefined : `differs at ${different.join(", ")}`;
  }
  const mayDiffer = Object.entries(fields).flatMap(([pattern, paths]) =>
    Array.isArray(paths) && touches(pattern.split("."), path) ? paths : [],
  );
  const wrong = differences(result.result, whole).filter(
    (at) => !mayDiffer.some((pattern) => touches(pattern.split("."), at.split("."))),
  );
  return wrong.length === 0 ? undefined : `differs at ${wrong.join(", ")}`;
}

/**
 * Returns whether a rule alone decides about a path: the rule is the field's own, or a required field lies
 * within the altered part.
 */
function isRuleOf(rule: FieldRule, pattern: string, path: readonly string[]): boolean {
  const steps = pattern === "" ? [] : pattern.split(".");
  if (rule !== "required")
    return typeof rule === "function" && steps.length === path.length && touches(steps, path);
  return steps.length >= path.length && touches(steps, path) && !steps.slice(path.length).includes("*");
}

/** Returns whether one of the two paths is the other or a part of it; `*` matches any step. */
function touches(pattern: readonly string[], path: readonly string[]): boolean {
  const common = Math.min(pattern.length, path.length);
  return pattern.slice(0, common).every((step, index) => step === "*" || step === path[index]);
}

/** The paths at which two JSON values differ. */
function differences(one: unknown, other: unknown, path = ""): string[] {
  const [a, b] = [one, other].map((value) => (value === undefined ? undefined : JSON.stringify(value)));
  if (a === b) return [];
  if (!isTree(one) || !isTree(other) || Array.isArray(one) !== Array.isArray(other)) return [path || "all"];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => differences(one[key], other[key], path === "" ? key : `${path}.${key}`));
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
