import type * as z from "zod";
import type { Scope } from "../access/caller.ts";
import type { OpenCredential } from "../credentials/resolver.ts";
import { credentialId, isSecretArgument, optionalCredentialId, selectTimeoutArgument } from "./arguments.ts";
import { SENTENCE } from "./call-title.ts";
import type { Destination, MailSender, ResolvedName } from "./destination.ts";
import type {
  ActionContext,
  ActionRequest,
  Change,
  CredentialNeed,
  DestinationAccount,
  PlannedRequest,
  PreviewAnswer,
  ReadableText,
  Tool,
} from "./tool.ts";

type CredentialOf<Need extends CredentialNeed> = Need["use"] extends "required"
  ? OpenCredential
  : Need["use"] extends "optional"
    ? OpenCredential | undefined
    : undefined;

/**
 * Definition of a tool: what the model reads, what the dispatcher checks, and the action. Its fields are
 * those of a Tool (tool.ts), typed with the tool's arguments and result.
 */
export interface ToolDefinition<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Need extends CredentialNeed,
> extends Pick<Tool, "name" | "description" | "effect" | "idempotency" | "reach" | "reads">,
    Partial<Pick<Tool, "title" | "sentence" | "scopes" | "additive" | "identifiers" | "cursorIsId">> {
  /** The tool's own arguments. `credential_id` and `timeout_seconds` are added. */
  input: Input;
  example?: z.input<Input>;
  output: Output;
  credential: Need;
  /** Required for every write. Use `noDestinations` for a write without destinations. */
  destinations?(
    input: z.output<Input>,
    account: DestinationAccount | undefined,
  ): readonly Destination[] | Promise<readonly Destination[]>;
  resolved?(result: z.output<Output>, input: z.output<Input>): readonly ResolvedName[];
  senders?(result: z.output<Output>): readonly MailSender[];
  /** Maximum time of a network request in seconds, whatever the caller requests. Defaults to 120. */
  longestTimeoutSeconds?: number;
  run(input: z.output<Input>, context: ActionContext<CredentialOf<Need>>): Promise<z.output<Output>>;
  scopesOf?(input: z.output<Input>): readonly Scope[];
  previewAnswer?(request: ActionRequest, index: number, input: z.output<Input>): PreviewAnswer | undefined;
  preview?(
    input: z.output<Input>,
    context: ActionContext<CredentialOf<Need>>,
  ): Promise<readonly PlannedRequest[]>;
  changes?(input: z.output<Input>, context: ActionContext<CredentialOf<Need>>): Promise<readonly Change[]>;
  texts?(input: z.output<Input>): readonly ReadableText[] | Promise<readonly ReadableText[]>;
}

const NAME = /^[a-z][a-z0-9_]*(:[a-z][a-z0-9_]*)?$/;
const TITLE = /^[A-Z][\w -]{3,39}$/;
const RESERVED = ["credential_id", "timeout_seconds"];
const SECRET_NAME = /(^|_)(token|password|secret|api_key)$/;
const MIN_DESCRIPTION = 40;

/** Creates a tool. Throws a plain Error, while the module loads, if the definition is inconsistent. */
export function defineTool<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Need extends CredentialNeed,
>(definition: ToolDefinition<Input, Output, Need>): Tool {
  const problems = findContradictions(definition);
  if (problems.length > 0) throw new Error(`Tool ${definition.name}: ${problems.join("; ")}.`);
  const {
    preview,
    previewAnswer,
    changes,
    texts,
    run,
    scopesOf,
    destinations,
    resolved,
    senders,
    ...declared
  } = definition;
  const { credential, input } = declared;
  const shape = {
    ...(credential.use === "required" ? { credential_id: credentialId } : {}),
    ...(credential.use === "optional" ? { credential_id: optionalCredentialId } : {}),
    ...input.shape,
    ...(definition.reach.to === "nowhere"
      ? {}
      : { timeout_seconds: selectTimeoutArgument(definition.longestTimeoutSeconds) }),
  };
  return {
    ...declared,
    title: definition.title ?? definition.name,
    additive: definition.additive ?? false,
    scopes: definition.scopes ?? [],
    identifiers: definition.identifiers ?? [],
    input: input.extend(shape).strict(),
    run: (parsed, context) => run(removeAdded<Input>(parsed), narrowContext<Need>(context)),
    ...(scopesOf && { scopesOf: (parsed) => scopesOf(removeAdded<Input>(parsed)) }),
    ...(destinations && {
      destinations: (parsed, account) => destinations(removeAdded<Input>(parsed), account),
    }),
    // A result is what `run` returned, with its secrets redacted.
    ...(resolved && {
      resolved: (result, parsed) => resolved(result as z.output<Output>, removeAdded<Input>(parsed)),
    }),
    ...(senders && { senders: (result) => senders(result as z.output<Output>) }),
    ...(preview && {
      preview: (parsed, context) => preview(removeAdded<Input>(parsed), narrowContext<Need>(context)),
    }),
    ...(changes && {
      changes: (parsed, context) => changes(removeAdded<Input>(parsed), narrowContext<Need>(context)),
    }),
    ...(texts && { texts: (parsed) => texts(removeAdded<Input>(parsed)) }),
    ...(previewAnswer && {
      previewAnswer: (request, index, parsed) => previewAnswer(request, index, removeAdded<Input>(parsed)),
    }),
  };
}

/** Narrows the context's type. The dispatcher only runs a tool with a matching credential. */
function narrowContext<Need extends CredentialNeed>(
  context: ActionContext,
): ActionContext<CredentialOf<Need>> {
  return context as ActionContext<CredentialOf<Need>>;
}

/**
 * Removes the arguments that defineTool added, so that an action receives only those in its definition. The
 * dispatcher has already parsed them with the tool's `input`.
 */
function removeAdded<Input extends z.ZodObject>(parsed: Record<string, unknown>): z.output<Input> {
  const { credential_id: _credential, timeout_seconds: _timeout, ...own } = parsed;
  return own as z.output<Input>;
}

function findContradictions(definition: ToolDefinition<z.ZodObject, z.ZodType, CredentialNeed>): string[] {
  const { name, description, input, credential, effect, idempotency, reach, identifiers = [] } = definition;
  const { title, sentence, additive = false } = definition;
  const problems: string[] = [];
  const refuse = (wrong: boolean, problem: string) => {
    if (wrong) problems.push(problem);
  };
  refuse(!NAME.test(name), "the name must be lowercase words with at most one colon");
  refuse(
    title !== undefined && !TITLE.test(title),
    "the title must be a few words that begin with a capital",
  );
  refuse(
    sentence !== undefined && !SENTENCE.test(sentence),
    "the sentence must begin with its verb in two forms, such as `Send|Sent a message`",
  );
  for (const [, argument = ""] of sentence?.matchAll(/\{(\w+)/g) ?? [])
    refuse(!(argument in input.shape), `the argument ${argument} of the sentence does not exist`);
  refuse(additive && effect === "read", "a tool that reads cannot be additive");
  refuse(definition.changes !== undefined && effect === "read", "a tool that reads cannot show changes");
  refuse(
    effect === "write" && definition.destinations === undefined,
    "a tool that writes must declare its destinations, or `noDestinations`",
  );
  refuse(description.trim().length < MIN_DESCRIPTION, "the description is too short to help a model");
  refuse(
    (effect === "read") !== (idempotency === "read"),
    "a tool that reads must have the idempotency `read`, and a tool that writes another one",
  );
  refuse(credential.use !== "none" && credential.kinds.length === 0, "it uses a credential but has no kinds");
  problems.push(...findMetadataProblems(credential));
  refuse(
    credential.use === "required" && reach.to === "caller_chosen",
    "a required credential may not go to a host the caller chose",
  );
  refuse(reach.to === "provider" && reach.baseUrls.length === 0, "it reaches a provider but has no base URL");
  refuse(
    reach.to === "caller_chosen" && !(reach.argument in input.shape),
    "the argument that chooses its destination does not exist",
  );
  refuse(
    reach.to === "provider" && reach.fetches !== undefined && !(reach.fetches in input.shape),
    "the argument whose URLs it fetches does not exist",
  );
  for (const path of identifiers) {
    const [argument = ""] = path.split(".");
    refuse(!(argument in input.shape), `the argument ${argument}, listed in identifiers, does not exist`);
  }
  for (const argument of RESERVED)
    refuse(argument in input.shape, `the argument ${argument} is added by defineTool`);
  for (const [argument, schema] of Object.entries(input.shape)) {
    refuse(
      SECRET_NAME.test(argument) && !isSecretArgument(schema),
      `the argument ${argument} must be created by createSecretArgument`,
    );
  }
  return problems;
}

/** Checks that no metadata key is both required and excluded. The registry checks that they exist. */
function findMetadataProblems(need: CredentialNeed): string[] {
  if (need.use === "none") return [];
  const { kinds, metadata = {}, excludedMetadata = {} } = need;
  const problems: string[] = [];
  for (const kind of new Set([...Object.keys(metadata), ...Object.keys(excludedMetadata)])) {
    if (!kinds.includes(kind)) problems.push(`it lists metadata of the kind ${kind}, which it does not use`);
    for (const key of (metadata[kind] ?? []).filter((name) => excludedMetadata[kind]?.includes(name)))
      problems.push(`it needs and excludes metadata.${key} of the kind ${kind}`);
  }
  return problems;
}

/** Converts a tool's name for model providers and MCP, which do not allow `:`. Replaces it with `__`. */
export function toModelName(name: string): string {
  return name.replace(":", "__");
}
