import type { LateSecret, Secret } from "@plumbline/core/access/secret.ts";
import type { Clock, Random } from "@plumbline/core/clock/clock.ts";
import type { StreamingHttpClient } from "@plumbline/core/egress/streaming-http-client.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import type { Shares } from "@plumbline/core/fairness/shares.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Metrics } from "@plumbline/core/metrics/metrics.ts";
import type { Tracer } from "@plumbline/core/tracing/tracer.ts";
import {
  type AwsAccess,
  buildBedrockUrl,
  createAnthropicDriver,
  createBedrockDriver,
  createOpenAiCompatibleDriver,
  findRegion,
} from "./drivers.ts";
import type { Model, ModelProvider } from "./model.ts";
import type { ModelDriver } from "./provider-call.ts";

/**
 * The operator's settings: `MODEL_PROVIDER`, `MODEL_ID`, `MODEL_CHOICES`, `MODEL_BASE_URL`, `MODEL_API_KEY`.
 */
export interface ModelSettings {
  provider: ModelProvider;
  id: string;
  /** IDs of other models of the provider that an agent run may use instead. */
  choices?: readonly string[] | undefined;
  baseUrl?: string | undefined;
  apiKey?: Secret | LateSecret | undefined;
}

export interface ModelPorts {
  http: StreamingHttpClient;
  clock: Clock;
  random: Random;
  /** Maximum total wait within one turn, in milliseconds. Defaults to 60 s. */
  longestWaitMs?: number | undefined;
  /** The platform's own AWS account, if any. Used for Bedrock unless an API key is set. */
  aws?: AwsAccess | undefined;
  /** Counts tokens. If omitted, they are not counted. */
  metrics?: Metrics | undefined;
  /**
   * Limits concurrent model requests and shares them fairly between tenants. If omitted, there is no limit.
   */
  shares?: Shares | undefined;
  /** Traces requests. If omitted, nothing is traced. */
  tracer?: Tracer | undefined;
}

/** Provider names in OpenTelemetry's conventions (`gen_ai.provider.name`). */
const PROVIDER_NAMES: Readonly<Record<ModelProvider, string>> = {
  bedrock: "aws.bedrock",
  anthropic: "anthropic",
  "openai-compatible": "openai",
};

const ANTHROPIC_URL = "https://api.anthropic.com/v1";

/**
 * Creates the model that the operator configured. Loads its code and its provider's package on first use.
 * Throws ConfigurationError immediately if a setting is missing.
 */
export function createModel(settings: ModelSettings, ports: ModelPorts): Model {
  const { id, apiKey } = settings;
  const { baseUrl, load } = chooseProvider(settings, ports);
  const secrets: Secret[] = [];
  const ready = async () => (typeof apiKey === "function" ? apiKey() : apiKey);
  const loadWithKey = async () => {
    const key = await ready();
    if (key) secrets.push(key);
    return load(key);
  };
  const provider = PROVIDER_NAMES[settings.provider];
  const open = loadOnce(async () => {
    const { ProviderBackedModel } = await import("./provider-backed-model.ts");
    return new ProviderBackedModel({ ...ports, id, baseUrl, secrets, provider, load: loadWithKey });
  });
  return {
    id,
    async ready() {
      await ready();
    },
    async *stream(request) {
      yield* (await open()).stream(request);
    },
  };
}

/** Creates all models that the operator configured: first the default, then the choices. */
export function createModels(settings: ModelSettings, ports: ModelPorts): Model[] {
  return listModelIds(settings).map((id) => createModel({ ...settings, id }, ports));
}

/** Lists the IDs of all configured models, starting with the default. */
export function listModelIds({ id, choices = [] }: ModelSettings): string[] {
  return [id, ...choices];
}

interface ProviderChoice {
  baseUrl: string;
  load: (apiKey: Secret | undefined) => Promise<ModelDriver>;
}

function chooseProvider(settings: ModelSettings, ports: ModelPorts): ProviderChoice {
  if (settings.provider === "bedrock") return configureBedrock(settings, ports.aws);
  return settings.provider === "anthropic"
    ? configureAnthropic(settings)
    : configureOpenAiCompatible(settings);
}

function configureOpenAiCompatible({ id, baseUrl: given }: ModelSettings): ProviderChoice {
  if (given === undefined)
    throw new ConfigurationError(
      "MODEL_BASE_URL must be set for openai-compatible, such as https://api.example.com/v1.",
    );
  const baseUrl = removeTrailingSlash(given);
  return {
    baseUrl,
    load: (apiKey) => createOpenAiCompatibleDriver(id, { baseUrl, apiKey }),
  };
}

function configureAnthropic({ id, apiKey, baseUrl: given = ANTHROPIC_URL }: ModelSettings): ProviderChoice {
  const missing = () => new ConfigurationError("MODEL_API_KEY must be set for anthropic.");
  if (apiKey === undefined) throw missing();
  const baseUrl = removeTrailingSlash(given);
  return {
    baseUrl,
    async load(key) {
      if (key === undefined) throw missing();
      return createAnthropicDriver(id, { baseUrl, apiKey: key });
    },
  };
}

function configureBedrock(
  { id, apiKey, baseUrl: given }: ModelSettings,
  aws: AwsAccess | undefined,
): ProviderChoice {
  const region = (given === undefined ? undefined : findRegion(given)) ?? aws?.region;
  const url = given ?? (region === undefined ? undefined : buildBedrockUrl(region));
  const ownAccess = aws && region && { region, credentials: () => aws.credentials() };
  const missing = () =>
    new ConfigurationError(
      "Bedrock is reached with the AWS account the service runs in, or with MODEL_API_KEY and MODEL_BASE_URL, such as https://bedrock-runtime.eu-west-1.amazonaws.com.",
    );
  if (!url || !(apiKey || ownAccess)) throw missing();
  const baseUrl = removeTrailingSlash(url);
  return {
    baseUrl,
    async load(key) {
      const access = key ? { apiKey: key } : ownAccess;
      if (!access) throw missing();
      return createBedrockDriver(id, { baseUrl, access });
    },
  };
}

function removeTrailingSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
