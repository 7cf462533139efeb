import { listEndpointVariables, listOauthVariables } from "../packages/adapters/setting-names.ts";
import type { FunctionName } from "./routes.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const COMMON = ["LOG_LEVEL", "CORS_ORIGINS"];
/** Of the functions that trace requests, runs and calls. */
const TRACING = [
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_SERVICE_NAME",
  "OTEL_CAPTURE_CONTENT",
];
/** Of the functions that find out who calls. */
const CALLERS = [
  "AUTH_ISSUER",
  "AUTH_AUDIENCE",
  "AUTH_TENANT_CLAIM",
  "AUTH_CLIENT_ID",
  "REQUESTS_PER_MINUTE",
];
const SEARCH = [
  "SEARCH_A_API_KEY",
  "SEARCH_A_BASE_URL",
  "SEARCH_B_API_KEY",
  "SEARCH_B_BASE_URL",
  "SEARCH_C_INSTANCE_URL",
  "ALLOW_HTML_SEARCH_FALLBACK",
  "SEARCH_D_BASE_URL",
];
/** Of the function that tells the console which model is configured. */
const SHOWN_MODEL = ["MODEL_PROVIDER", "MODEL_ID", "MODEL_BASE_URL"];
const MODEL = [...SHOWN_MODEL, "MODEL_API_KEY", "READER"];
const PROVIDERS = listEndpointVariables();
/** The setting without which a secret has no use, by the secret. */
const NEEDED_BY = new Map([
  ...listOauthVariables().map(({ clientId, clientSecret }) => [clientSecret, clientId] as const),
  ["OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_ENDPOINT"] as const,
]);
/** Of the functions that dispatch calls, which renew a token that is about to end. */
const OAUTH = listOauthVariables().flatMap(({ kind: _kind, ...names }) => Object.values(names));

/** Of the functions that wait for a provider; a poll and a delivery never do. */
const WAITS = ["LONGEST_WAIT_SECONDS"];
/** Of the functions that log calls, or read the log. */
const CALLS = ["CALL_DAYS"];
/** Of the functions in which conversations go on. */
const CONVERSATIONS = ["CONVERSATION_HOURS"];
/** Of the function that runs the agent. */
const CHATS = ["CHAT_DAYS"];
const WATCHES = ["WATCH_EVENT_DAYS", "WATCHES_PER_TENANT"];

/**
 * Settings of the deploying environment that each function gets: what it uses and no more, so that a search
 * key is not in the environment of a function that never searches.
 */
const SETTINGS: Record<FunctionName, readonly string[]> = {
  health: COMMON,
  docs: [...COMMON, "PUBLIC_URL"],
  research: [...COMMON, ...TRACING, ...CALLERS, ...WAITS, ...SEARCH, ...MODEL, ...CALLS, ...CONVERSATIONS],
  agent: [
    ...COMMON,
    ...TRACING,
    ...CALLERS,
    "RUNS_PER_TENANT",
    ...WAITS,
    ...SEARCH,
    ...MODEL,
    ...PROVIDERS,
    ...OAUTH,
    ...WATCHES,
    ...CALLS,
    ...CONVERSATIONS,
    ...CHATS,
    "EGRESS_ALLOW",
    "PUBLIC_URL",
  ],
  tools: [
    ...COMMON,
    ...TRACING,
    ...CALLERS,
    ...WAITS,
    ...SEARCH,
    ...MODEL,
    ...PROVIDERS,
    ...OAUTH,
    ...WATCHES,
    ...CALLS,
    ...CONVERSATIONS,
    "EGRESS_ALLOW",
    "PUBLIC_URL",
  ],
  mcp: [
    ...COMMON,
    ...TRACING,
    ...CALLERS,
    ...WAITS,
    ...SEARCH,
    ...MODEL,
    ...PROVIDERS,
    ...OAUTH,
    ...WATCHES,
    ...CALLS,
    ...CONVERSATIONS,
    "EGRESS_ALLOW",
    "PUBLIC_URL",
  ],
  credentials: [
    ...COMMON,
    ...CALLERS,
    ...WAITS,
    ...PROVIDERS,
    ...OAUTH,
    ...CALLS,
    ...SHOWN_MODEL,
    "EGRESS_ALLOW",
    "PUBLIC_URL",
  ],
  tenants: [...COMMON, ...CALLERS],
  watches: [...COMMON, ...CALLERS, ...WAITS, ...PROVIDERS, ...OAUTH, ...WATCHES, ...CALLS, "EGRESS_ALLOW"],
  tick: [],
  poll: ["LOG_LEVEL", ...PROVIDERS, ...OAUTH, ...WATCHES, ...CALLS, "EGRESS_ALLOW"],
  deliver: ["LOG_LEVEL", ...PROVIDERS, ...OAUTH, "EGRESS_ALLOW"],
};

/**
 * Settings that are secrets. They are in no environment and no template, but parameters of Systems Manager,
 * which a function that uses them reads at its first invocation (packages/functions/runtime/environment.ts).
 */
const SECRET = ["SEARCH_A_API_KEY", "SEARCH_B_API_KEY", "MODEL_API_KEY", ...NEEDED_BY.keys()];

/**
 * Tells one state of the stage's secrets from the next. The functions that read secrets have it in their
 * environment and look at it no further: where it changes, Lambda begins them anew, and they read again.
 */
const SECRETS_VERSION = "SECRETS_VERSION";

/** Settings of the stage itself, which no function gets. */
const OF_THE_STAGE = [
  "WATCH_POLLS_AT_ONCE",
  "WATCH_DELIVERIES_AT_ONCE",
  "WATCH_RESERVED_CONCURRENCY",
  "THROTTLE_REQUESTS_PER_SECOND",
  "THROTTLE_BURST",
  "THROTTLE_COSTLY_REQUESTS_PER_SECOND",
  "THROTTLE_COSTLY_BURST",
  "FIREWALL_REQUESTS_PER_FIVE_MINUTES",
  "FIREWALL_KEY_REQUESTS_PER_MINUTE",
  "FIREWALL_ANONYMOUS_REQUESTS_PER_MINUTE",
  "DOMAIN_NAME",
  "CERTIFICATE_ARN",
  "ALARM_EMAIL",
  "WARNING_EMAIL",
  "MONTHLY_BUDGET",
  "ACCOUNT_CONCURRENCY",
  "DEPLOY_ACCOUNT",
  "KEY_REGIONS",
];

/** Beginnings of names that are ours alone, and names that are as a provider's would be. */
const OURS = [
  /^AUTH_(ISSUER|AUDIENCE|TENANT|CLIENT)/,
  /^(SEARCH|ALLOW_HTML|EGRESS|EXTRA_CA|CHATAPP|MAIL_OAUTH|OAUTH|MODEL|CALL|LONGEST_WAIT|WATCH|WATCHES|RUNS|THROTTLE|FIREWALL|ALARM|WARNING|MONTHLY|ACCOUNT)_/,
  new RegExp(`^(${PROVIDERS.map((name) => name.split("_")[0]).join("|")})_.*URL$`),
];

/** Functions that ask a model only to have research read. */
const ASK_AS_READER: readonly FunctionName[] = ["tools", "mcp"];

/** Tells whether a function asks the model that the environment configures, and for what. */
export function asksModel(name: FunctionName, { READER }: Environment): boolean {
  return SETTINGS[name].includes("READER") && !(READER === "off" && ASK_AS_READER.includes(name));
}

function namesFor(name: FunctionName, environment: Environment): readonly string[] {
  if (asksModel(name, environment) || !ASK_AS_READER.includes(name)) return SETTINGS[name];
  return SETTINGS[name].filter((setting) => !MODEL.includes(setting));
}

/**
 * Those of a function's settings that are set and no secrets; `STAGE_SECRETS` names the secrets it is to look
 * for. Throws for a wrong one.
 */
export function settingsFor(name: FunctionName, environment: Environment): Record<string, string> {
  const set = namesFor(name, environment).map((setting): [string, string] => [
    setting,
    environment[setting] ?? "",
  ]);
  const secrets = secretsOf(name, environment);
  const named: [string, string][] = [
    ["STAGE_SECRETS", secrets.join(",")],
    [SECRETS_VERSION, secrets.length > 0 ? secretsVersion(environment) : ""],
  ];
  return Object.fromEntries(
    [...set, ...named].filter(([setting, value]) => value !== "" && !SECRET.includes(setting)),
  );
}

/** Throws for one that is no version. */
function secretsVersion(environment: Environment): string {
  const version = environment[SECRETS_VERSION] ?? "";
  if (/^[A-Za-z0-9._-]{0,64}$/.test(version)) return version;
  throw new Error(`${SECRETS_VERSION} must be up to 64 letters, digits, dots, underscores and hyphens.`);
}

/**
 * Where a stage's secret setting is kept: as the functions look for it
 * (packages/aws/settings/stage-secrets.ts).
 */
export function secretParameterName(stage: string, setting: string): string {
  return `/plumbline/${stage}/${setting}`;
}

/** The secret settings that a function may read; an OAuth client's only where the stage sets its ID. */
export function secretsOf(name: FunctionName, environment: Environment): readonly string[] {
  return namesFor(name, environment).filter((setting) => {
    const id = NEEDED_BY.get(setting);
    return SECRET.includes(setting) && (id === undefined || Boolean(environment[id]));
  });
}

/**
 * Throws for a setting that would get lost on the way to the functions, `SEARCH_A_KEY` for
 * `SEARCH_A_API_KEY` say: the functions, which refuse such a slip themselves, would never see it.
 */
export function refuseUnknownSettings(environment: Environment): void {
  const known = new Set([...Object.values(SETTINGS).flat(), ...OF_THE_STAGE]);
  const lost = Object.keys(environment).filter(
    (name) => environment[name] && OURS.some((ours) => ours.test(name)) && !known.has(name),
  );
  if (lost.length > 0) throw new Error(`No function of the cloud has the setting ${lost.join(", ")}.`);
}

/** Throws where the credentials of the deployment are of another account than `DEPLOY_ACCOUNT` names. */
export function refuseOtherAccount(account: string, { DEPLOY_ACCOUNT: wanted }: Environment): void {
  if (!wanted || wanted === account) return;
  throw new Error(`DEPLOY_ACCOUNT is ${wanted}, and these AWS credentials are of the account ${account}.`);
}

/**
 * Throws for a secret in the environment of the deployment: on AWS it would be read from nowhere but Systems
 * Manager.
 */
export function refuseSecrets(stage: string, environment: Environment): void {
  const [secret] = SECRET.filter((name) => environment[name]);
  if (secret === undefined) return;
  throw new Error(
    `${secret} is set here, and the cloud does not take secrets from there. Unset it, and store it once: ` +
      `aws ssm put-parameter --type SecureString --name ${secretParameterName(stage, secret)} --value …`,
  );
}
