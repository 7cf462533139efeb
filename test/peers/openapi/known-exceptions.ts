import * as z from "zod";
import type { MadeCase } from "./made-case.ts";

/**
 * A request as described that is refused all the same, by a rule that the description says in words alone.
 */
interface Exception {
  operations: RegExp;
  /** A pattern of the 400's complaint about a field: `path: message`. */
  complaint: RegExp;
  /** Why no schema says it. */
  reason: string;
}

const AGENT = /^POST \/api\/v1\/agent\/stream$/;

const EXCEPTIONS: readonly Exception[] = [
  {
    operations:
      /^(GET \/api\/v1\/(approvals|audit|audit\/operators|calls|chats|connections|credentials|export|watches|watches\/\{id\}\/(events|deliveries)|tenants|tenants\/\{id\}\/keys)|POST \/api\/v1\/(watches\/\{id\}\/replay|tenants\/\{id\}\/data-key\/rewrap))$/,
    complaint: /^(cursor|after): must be a (next_)?cursor from an earlier response$/,
    reason: "A cursor is opaque: the service alone knows which ones it gave.",
  },
  {
    operations: /^GET \/api\/v1\/usage$/,
    complaint: /^from: must not be later than `to`$/,
    reason: "A rule between two parameters.",
  },
  {
    operations: /^(POST \/api\/v1\/watches|PATCH \/api\/v1\/watches\/\{id\})$/,
    complaint:
      /^((?<field>deliver_to|url): \k<field> must (be an absolute http|not contain a user|have a public host)|deliver_to: Several credentials match)/,
    reason: "The guard has the last word on where requests go, and which accounts there are is in no schema.",
  },
  {
    operations: /^POST \/api\/v1\/connections\/\{kind\}$/,
    complaint: /^kind: must be a kind that is connected by OAuth$/,
    reason:
      "All kinds share one schema; which of them have an authorization server is in docs/connections.md.",
  },
  {
    operations: /^POST \/api\/v1\/connections\/\{kind\}$/,
    complaint:
      /^(credential_id: is of kind \w+; use that kind in the path|label: is required for a new connection)$/,
    reason: "The credential to renew is looked at, and only a renewal may leave out the label.",
  },
  {
    operations: /^POST \/api\/v1\/approvals\/\{id\}$/,
    complaint:
      /^: (changes is required for edit and not allowed otherwise|(because|always_for) is only allowed with (deny|approve))$/,
    reason: "A rule between the decision and the other fields.",
  },
  {
    operations: /^POST \/api\/v1\/tenants$/,
    complaint: /^own_key: is not supported without KMS$/,
    reason: "Whether a tenant may bring its own key depends on where the service runs.",
  },
  {
    operations:
      /^(POST \/(api\/v1\/(agent\/stream|sessions|tenants\/\{id\}\/keys)|mcp)|PUT \/api\/v1\/policy)$/,
    complaint: /^(tools|allowed_tools|approval)(\.[^:]+)?: .*is not the name of a tool/s,
    reason: "Which tools there are is said by the list of tools.",
  },
  {
    operations: /^PUT \/api\/v1\/policy$/,
    complaint: /^: must have at most 16,000 characters in total$/,
    reason: "A bound on the whole, which is read at every call.",
  },
  {
    operations: /^POST \/api\/v1\/autonomy\/research\/check$/,
    complaint:
      /^(: must have either sources, such as .*|sources: must have at most 50,000 characters in total)$/,
    reason: "A rule between two fields of the body, and a bound on all sources together.",
  },
  {
    operations: /^(?:POST|PUT|PATCH) /,
    complaint: /: is an integer that JSON parsers round; send it as a string$/s,
    reason: "JSON Schema does not tell a number that a double holds from one that it rounds.",
  },
  {
    operations: /^(?:POST|PUT|PATCH) /,
    complaint: /: must (?:have at least 1 character|not be blank)$/s,
    reason: "Controls that JSON forbids are taken out of a text before it is measured.",
  },
  {
    operations: /^POST \/api\/v1\/connections\/\{kind\}$/,
    complaint: /^raw: is not allowed together with link$/,
    reason: "A rule between two fields of the body.",
  },
  {
    operations: /^POST \/api\/v1\/tools\//,
    complaint: /^name: must be [\w:]+ or left out$/,
    reason: "The name in the body is that of the path.",
  },
  {
    operations: /^POST \/api\/v1\/tools\//,
    complaint: /^approval_id: must be used without preview and Idempotency-Key$/,
    reason: "A rule between two fields of the body and a header.",
  },
  {
    operations: /^POST \/api\/v1\/(sessions|agent\/stream)$/,
    complaint: /^credential_ids\.\d+: is not the id of a credential$/,
    reason: "No schema lists the credentials that exist.",
  },
  {
    operations: /^POST \/api\/v1\/sessions$/,
    complaint: /^origin: must be an origin in the form that browsers .*$/,
    reason: "No schema says how a browser writes an origin.",
  },
  {
    operations: AGENT,
    complaint: /^model: must be truthful$/,
    reason: "Which model is configured is the operator's word.",
  },
  {
    operations: AGENT,
    complaint:
      /^messages(\.\d+)?: must (end with a user message|have either parts or content|contain at most 100000 characters in total)$/,
    reason: "Rules between the turns of a conversation, and between a turn's fields.",
  },
  {
    operations: AGENT,
    complaint: /^messages\.\d+\.(content|parts): must contain some text$/,
    reason: "Whether a turn may be without text depends on whose it is.",
  },
  {
    operations: AGENT,
    complaint:
      /^messages\.\d+\.parts\.\d+\.(type: is ".*", which is not supported here; send text|text: is required)$/s,
    reason: "The AI SDK's kinds of parts are open, and a user's may only be text.",
  },
  {
    operations: AGENT,
    complaint:
      /^((id|trigger|messageId|messages|messages\.\d+\.(id|metadata|parts)): is not a known field|messages\.\d+\.content: (is required|must have at least 1 character|must not be blank))$/,
    reason:
      "A UI message without `protocol=ui-message`, or beside `resume`: a body's schema cannot depend on the query.",
  },
  {
    operations: /^(POST|PATCH) \/api\/v1\/(tenants\/\{id\}\/keys|credentials|credentials\/\{id\})$/,
    complaint: /^expires_at: must be in the future(, unless you also send a refresh_token)?$/,
    reason: "No schema knows what time it is.",
  },
  {
    operations: /^PATCH \/api\/v1\/credentials\/\{id\}$/,
    complaint: /^metadata\b/,
    reason: "What metadata may hold depends on the kind of the credential that is changed.",
  },
  {
    operations: /^POST \/api\/v1\/watches$/,
    complaint: /^(since: must be a date|mailbox: must not contain control characters|: )/,
    reason:
      "What a calendar, the language of mail filters and the first look at a source have against it is in no schema.",
  },
  {
    operations: /^POST \/api\/v1\/tools\/\{name\}$/,
    complaint: /^Idempotency-Key: is not allowed in a preview$/,
    reason: "OpenAPI has no word for a header that depends on the body.",
  },
  {
    operations: /^(POST|PATCH) /,
    complaint: /: has a key __proto__, which is not accepted$/,
    reason: "It holds for every object at any depth, so the description says it once for all.",
  },
];

const problem = z.object({ errors: z.array(z.object({ path: z.string(), message: z.string() })).min(1) });

const refusedCall = z.object({ ok: z.literal(false), error_code: z.string(), refusal_reason: z.string() });

const correctedCall = z.object({ ok: z.literal(true), corrected: z.array(z.string()).min(1) });

const refusedOrCorrectedCall = z.union([refusedCall, correctedCall]);

/**
 * Returns whether a call of a tool was refused as every tool refuses, by an answer with `ok` false, or its
 * arguments were taken in another form, which the answer tells (docs/tools.md, "Arguments in another form").
 */
export function isRefusedOrCorrectedCall({ operation, status, text }: MadeCase): boolean {
  if (status !== 200 || !operation.startsWith("POST /api/v1/tools/")) return false;
  return refusedOrCorrectedCall.safeParse(JSON.parse(text)).success;
}

/** Returns whether an answer is a 400 whose complaints are all known exceptions. */
export function isKnownException({ operation, status, text }: MadeCase): boolean {
  if (status !== 400 || !text.startsWith("{")) return false;
  const told = problem.safeParse(JSON.parse(text));
  if (!told.success) return false;
  return told.data.errors.every(({ path, message }) =>
    EXCEPTIONS.some(
      ({ operations, complaint }) => operations.test(operation) && complaint.test(`${path}: ${message}`),
    ),
  );
}
