import type { Secret } from "@plumbline/core/access/secret.ts";
import { ModelError } from "./model-error.ts";
import type { ModelDriver, ModelFetch, ProviderModel } from "./provider-call.ts";

/*
 * One driver per provider. Each imports its provider's package on first use, so that packages of other
 * providers are never loaded.
 */

/**
 * Name under which the package looks up signatures that one vendor's compatible endpoint requires with
 * returned tool calls. It is not sent.
 */
const SIGNATURE_PROVIDER = "google";

/**
 * Creates the driver for Chat Completions with streaming, which many servers implement. The base URL excludes
 * `/chat/completions`. A key is optional.
 */
export async function createOpenAiCompatibleDriver(
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
    name: SIGNATURE_PROVIDER,
    baseURL,
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch,
    ...key,
  });
  const model = provider.chatModel(id);
  // Building a model's schemas takes a millisecond, so one model serves all calls. The package passes on the
  // call's signal, by which the call's fetch is found.
  return async (fetchOfCall) => ({
    doStream(call) {
      const { signal: abortSignal } = new AbortController();
      fetches.set(abortSignal, fetchOfCall);
      return model.doStream({ ...call, abortSignal });
    },
  });
}

/**
 * Creates the driver for the Messages API. Always passes base URL and key, because the package otherwise
 * reads them from the environment.
 */
export async function createAnthropicDriver(
  id: string,
  { baseUrl: baseURL, apiKey }: { baseUrl: string; apiKey: Secret },
): Promise<ModelDriver> {
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  return async (fetch) => createAnthropic({ baseURL, apiKey: apiKey.reveal(), fetch })(id);
}

/** Credentials that sign AWS requests (Signature Version 4). */
export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** Set for temporary credentials of a role. */
  sessionToken?: string | undefined;
}

/** The platform's own AWS account: its region and the current credentials of its role. */
export interface AwsAccess {
  region: string;
  credentials(): Promise<AwsCredentials>;
}

const BEDROCK_HOST = /^bedrock-runtime(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/;

/** Returns Bedrock's endpoint in a region (AWS service endpoints). */
export function buildBedrockUrl(region: string): string {
  return `https://bedrock-runtime.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
}

/**
 * Returns the region of a Bedrock endpoint, because a signature is valid for only one region. Returns
 * `undefined` for other hosts.
 */
export function findRegion(baseUrl: string): string | undefined {
  return BEDROCK_HOST.exec(new URL(baseUrl).hostname)?.[1];
}

/** Authentication for Bedrock: an API key, or signed requests for a region. */
type BedrockAccess = { apiKey: Secret } | AwsAccess;

/**
 * Creates the driver for ConverseStream. Always passes every setting, because the package otherwise reads the
 * environment. An empty key means "sign the request", and a base URL prevents looking up endpoints.
 */
export async function createBedrockDriver(
  id: string,
  { baseUrl: baseURL, access }: { baseUrl: string; access: BedrockAccess },
): Promise<ModelDriver> {
  const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
  return async (fetch): Promise<ProviderModel> => {
    if ("apiKey" in access)
      return createAmazonBedrock({ baseURL, apiKey: access.apiKey.reveal(), fetch })(id);
    const { accessKeyId, secretAccessKey, sessionToken } = await loadCredentials(access);
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

async function loadCredentials(access: AwsAccess) {
  try {
    return await access.credentials();
  } catch (error) {
    throw new ModelError("model_unavailable", "The service could not get access to the model.", {
      providerCode: error instanceof Error ? error.name : undefined,
    });
  }
}

/**
 * Matches a Chat Completions event that contains only text. The groups are the part before the text, the text
 * as JSON, and the part after it.
 */
const TEXT_EVENT = /^(data:.*?"delta":\{(?:"role":"assistant",)?"content":")((?:[^"\\]|\\.)*)("\}.*)$/;

const END = "\n\n";

interface TextEvent {
  head: string;
  text: string;
  tail: string;
}

/**
 * Merges consecutive text events of a Chat Completions stream that arrived in one chunk and differ only in
 * their text. Providers send one event per token, and the package takes about 15 µs to parse each. Several
 * arrive together if the model is fast, a gateway buffers them, or this process is busy. Delays no event.
 * Passes on other events, and those with "\r\n" line ends, unchanged.
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
      if (end > 0) controller.enqueue(encoder.encode(joinAdjacentEvents(text.slice(0, end))));
    },
    flush(controller) {
      const rest = unfinished + decoder.decode();
      if (rest !== "") controller.enqueue(encoder.encode(rest));
    },
  });
}

function joinAdjacentEvents(events: string): string {
  const joined: string[] = [];
  let open: TextEvent | undefined;
  for (const event of events.split(END)) {
    const read = parseTextEvent(event);
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

function parseTextEvent(event: string): TextEvent | undefined {
  const [, head, text, tail] = TEXT_EVENT.exec(event) ?? [];
  return head === undefined || text === undefined || tail === undefined ? undefined : { head, text, tail };
}
