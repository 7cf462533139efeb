import type { Secret } from "@plumbline/core/access/secret.ts";
import { ModelError } from "./model-error.ts";
import type { ModelDriver, ModelFetch, ProviderModel } from "./provider-call.ts";

/*
 * One driver for each provider. It imports its provider's package when it is first asked, so that the
 * packages of the other providers are never loaded.
 */

/**
 * The name under which the package looks for the signatures that one maker's endpoint of this form wants back
 * with its calls; it is sent nowhere.
 */
const NAME = "google";

/**
 * Chat Completions with streaming, as many servers speak it. The base URL ends before `/chat/completions`; a
 * key is optional.
 */
export async function openAiCompatibleDriver(
  id: string,
  settings: { baseUrl: string; apiKey?: Secret | undefined },
): Promise<ModelDriver> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const { baseUrl: baseURL, apiKey } = settings;
  const fetches = new WeakMap<AbortSignal, ModelFetch>();
  const fetch: ModelFetch = async (input, init) => {
    const fetchOfCall = init?.signal && fetches.get(init.signal);
    if (!fetchOfCall) throw new TypeError("The package asked without the signal of its call.");
    const { body, headers } = await fetchOfCall(input, init);
    return new Response(body?.pipeThrough(joinTextEvents()), { headers });
  };
  const key = apiKey ? { apiKey: apiKey.reveal() } : {};
  const provider = createOpenAICompatible({
    name: NAME,
    baseURL,
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch,
    ...key,
  });
  const model = provider.chatModel(id);
  // Each model builds schemas of its own, which takes a millisecond: one model serves all calls, and the
  // signal of a call, which the package hands on, finds the call's fetch.
  return async (fetchOfCall) => ({
    doStream(call) {
      const { signal: abortSignal } = new AbortController();
      fetches.set(abortSignal, fetchOfCall);
      return model.doStream({ ...call, abortSignal });
    },
  });
}

/**
 * The Messages API. Base URL and key are always given, since the package reads the environment for what is
 * not.
 */
export async function anthropicDriver(
  id: string,
  { baseUrl: baseURL, apiKey }: { baseUrl: string; apiKey: Secret },
): Promise<ModelDriver> {
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  return async (fetch) => createAnthropic({ baseURL, apiKey: apiKey.reveal(), fetch })(id);
}

/** The keys that sign a request to AWS (Signature Version 4). */
export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of a role. */
  sessionToken?: string | undefined;
}

/** The platform's own account with AWS: its region, and its role's credentials as they are now. */
export interface AwsAccess {
  region: string;
  credentials(): Promise<AwsCredentials>;
}

const BEDROCK_HOST = /^bedrock-runtime(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/;

/** Where Bedrock answers in a region (AWS service endpoints). */
export function bedrockUrl(region: string): string {
  return `https://bedrock-runtime.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
}

/**
 * The region that a Bedrock endpoint names, since a signature is good for that one alone; `undefined` for any
 * other host.
 */
export function regionOf(baseUrl: string): string | undefined {
  return BEDROCK_HOST.exec(new URL(baseUrl).hostname)?.[1];
}

/** Opens Bedrock's door: a Bedrock API key, or requests signed for a region. */
type BedrockAccess = { apiKey: Secret } | AwsAccess;

/**
 * ConverseStream. Everything is given to the package, since it reads the environment for what is not: an
 * empty key means "sign", a base URL keeps it from looking for endpoints.
 */
export async function bedrockDriver(
  id: string,
  { baseUrl: baseURL, access }: { baseUrl: string; access: BedrockAccess },
): Promise<ModelDriver> {
  const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
  return async (fetch): Promise<ProviderModel> => {
    if ("apiKey" in access)
      return createAmazonBedrock({ baseURL, apiKey: access.apiKey.reveal(), fetch })(id);
    const { accessKeyId, secretAccessKey, sessionToken } = await credentialsOf(access);
    return createAmazonBedrock({
      baseURL,
      apiKey: "",
      region: access.region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      fetch,
    })(id);
  };
}

async function credentialsOf(access: AwsAccess) {
  try {
    return await access.credentials();
  } catch (error) {
    throw new ModelError("model_unavailable", "The service's access to the model could not be had.", {
      providerCode: error instanceof Error ? error.name : undefined,
    });
  }
}

/**
 * Matches an event of Chat Completions that holds nothing but text: what stands before the text, the text as
 * JSON writes it, and what stands behind it.
 */
const TEXT_EVENT = /^(data:.*?"delta":\{(?:"role":"assistant",)?"content":")((?:[^"\\]|\\.)*)("\}.*)$/;

const END = "\n\n";

interface TextEvent {
  head: string;
  text: string;
  tail: string;
}

/**
 * Joins neighbouring text events of a Chat Completions stream that arrived in one piece and differ in their
 * text alone. A provider sends an event for each token, and the package that reads them takes some 15 µs for
 * each. Events arrive together where the model is fast, a gateway collects them, or this process is busy.
 * Nothing waits for a later event. All other events, and those with lines that end in "\r\n", pass unchanged.
 */
function joinTextEvents(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let unfinished = "";
  return new TransformStream({
    transform(piece, controller) {
      const text = unfinished + decoder.decode(piece, { stream: true });
      const last = text.lastIndexOf(END);
      const end = text.includes("\r") ? text.length : last < 0 ? 0 : last + END.length;
      unfinished = text.slice(end);
      if (end > 0) controller.enqueue(encoder.encode(joinNeighbours(text.slice(0, end))));
    },
    flush(controller) {
      const rest = unfinished + decoder.decode();
      if (rest !== "") controller.enqueue(encoder.encode(rest));
    },
  });
}

function joinNeighbours(events: string): string {
  const joined: string[] = [];
  let open: TextEvent | undefined;
  for (const event of events.split(END)) {
    const read = readTextEvent(event);
    if (read && read.head === open?.head && read.tail === open.tail) {
      open.text += read.text;
      continue;
    }
    if (open) joined.push(open.head + open.text + open.tail);
    open = read;
    if (!read) joined.push(event);
  }
  if (open) joined.push(open.head + open.text + open.tail);
  return joined.join(END);
}

function readTextEvent(event: string): TextEvent | undefined {
  const [, head, text, tail] = TEXT_EVENT.exec(event) ?? [];
  return head === undefined || text === undefined || tail === undefined ? undefined : { head, text, tail };
}
