/** Shows that a row holds: a test by its file and title, or words of docs/specification.md. */
type Evidence = { test: string; title: string } | { line: string };

/** `test` is a file below `test/`, `title` a part of the title of one of its tests. */
const tested = (test: string, title: string): Evidence => ({ test, title });
const told = (line: string): Evidence => ({ line });

/**
 * Names each row of the specification in a few words, with what shows that it holds. A new row of the
 * specification is added here first.
 */
export const SPECIFICATION_ROWS: readonly (readonly [row: string, ...shown: Evidence[]])[] = [
  // Agent credential
  [
    "one record per tenant, kind and label",
    tested("aws/dynamodb/dynamo-label-claims.test.ts", "one record per (tenant, kind, label)"),
  ],
  [
    "its fields: id, tenant, kind, label, scope, metadata, times",
    tested("http/credentials.test.ts", "shows what was stored, and never its tokens"),
  ],
  [
    "tokens are stored only as ciphertext",
    tested("http/credentials.test.ts", "is stored with ciphertexts alone"),
  ],
  [
    "tenant boundary on the record",
    tested(
      "core/dispatch/before-network.test.ts",
      "another tenant's id is answered like one that never existed, byte for byte",
    ),
  ],
  [
    "expires_at ends it",
    tested("core/dispatch/before-network.test.ts", "expired, from the very millisecond on"),
  ],
  ["revoked_at ends it", tested("core/dispatch/before-network.test.ts", "revoked")],
  ["the ten kinds", tested("adapters/provider-names.test.ts", "is named for a credential of kind %s")],
  [
    "metadata: author URN of the network",
    tested("adapters/network/connection.test.ts", "a token of another member is refused, with both names"),
  ],
  [
    "metadata: SMTP host, port, TLS, user, sender",
    tested(
      "adapters/mail/smtp-destination.test.ts",
      "smtp_ssl on a port of STARTTLS: said, and not tried again",
    ),
  ],
  [
    "metadata: IMAP host, port, TLS, user",
    tested("adapters/mail/imap-sign-in.test.ts", "signs in and out, and tells whose mailbox it is"),
  ],
  [
    "metadata: calendar_id, primary by default",
    tested("adapters/calendar/create-event.test.ts", "the primary one, unless the connection names another"),
  ],
  [
    "metadata: auth_form of the tracker",
    tested("adapters/tracker/create-issue.test.ts", "an OAuth token stands behind Bearer"),
  ],
  // Adapter matrix
  [
    "chat app: two tools, bot and user tokens; an e-mail opens a conversation",
    tested(
      "core/dispatch/direct-message.test.ts",
      "by e-mail: the person is looked up, the conversation opened, the message posted",
    ),
  ],
  [
    "notes: version header, query, create, blocks on request",
    tested("adapters/notes/query.test.ts", "a query gives pages with plain values"),
    tested("adapters/notes/fetch-blocks.test.ts", "every kind of block has its line"),
  ],
  [
    "CRM: batch upsert by e-mail in one round trip",
    tested("adapters/crm/batch.test.ts", "a hundred in one request"),
  ],
  [
    "tracker: issueCreate with priorities remapped",
    tested(
      "adapters/tracker/create-issue.test.ts",
      "priority %s is %i to the provider and itself in the result",
    ),
  ],
  [
    "microblog: v2 post, 280 characters, media first",
    tested("adapters/microblog/weighted-length.test.ts", "agrees with twitter-text"),
    told("media is uploaded through v1.1"),
  ],
  [
    "network: UGC post by the metadata's author",
    tested("adapters/network/input.test.ts", "an organization posts in its own name"),
  ],
  [
    "SMTP: XOAUTH2 or generic",
    tested("adapters/mail/smtp-login.test.ts", "it is presented once, by XOAUTH2, whatever else is offered"),
    told("mail always uses TLS"),
  ],
  [
    "IMAP: XOAUTH2 or generic, a small filter language",
    tested("adapters/mail/filter-parse.test.ts", "the refusal of an unknown term lists the known ones"),
  ],
  [
    "calendar: insert and list, meeting link",
    tested("adapters/calendar/create-event.test.ts", "everything an event may have"),
  ],
  [
    "webhook: JSON, SSRF guard, 1 MiB",
    tested("adapters/http/request.test.ts", "of 1 MiB is sent and of one byte more is not"),
    tested("core/egress/guarded-connector.test.ts", "is refused without asking the resolver"),
  ],
  [
    "feeds: RSS 2.0 and Atom, keywords, since",
    tested("adapters/rss/dialects.test.ts", "one feed in three dialects"),
    tested("adapters/rss/input.test.ts", "since"),
  ],
  // Research outcome and citation
  [
    "fields of an outcome",
    tested("http/openapi/document.test.ts", "becomes types of TypeScript with everything in them"),
  ],
  [
    "summary names domains, snippets and provider",
    tested(
      "grounding/research/engine.test.ts",
      "is cited, verbatim, by domain, and says where it comes from",
    ),
  ],
  [
    "claims point into citations",
    tested(
      "grounding/research/outcome-properties.test.ts",
      "is sound: claims verbatim, snippets with their hashes, an answer that is one of the claims",
    ),
    told("`citation_index` counts from 0, `rank` from 1"),
  ],
  [
    "disambiguation candidates: URL, title, domain",
    tested(
      "grounding/research/engine.test.ts",
      "on a name that several people bear: list them and ask which",
    ),
  ],
  [
    "refusal_reason is shown word for word",
    tested("http/agent-told.test.ts", "of a refusal that stands at once is put to no model"),
  ],
  [
    "coverage_score and its threshold of 0.15",
    tested(
      "grounding/research/outcome-properties.test.ts",
      "covers the question from the threshold on exactly when it is answered",
    ),
  ],
  [
    "provider_used",
    tested("http/research.test.ts", "hands over to the next backend and says so"),
    told("`provider_used` is the backend that supplied most"),
  ],
  ["citation: retrieved_at with offset", told("`retrieved_at` ends in `+00:00`")],
  [
    "citation: snippet_hash of 16 hex characters",
    tested("grounding/research/outcome-properties.test.ts", "snippets with their hashes"),
  ],
  // Search backends
  [
    "four backends in priority order",
    tested(
      "grounding/research/provider-chain.test.ts",
      "goes down the priority order until one answers, with a line for each",
    ),
  ],
  [
    "second backend: advanced depth",
    tested(
      "grounding/research/search-backends.test.ts",
      "asks search_b for advanced depth without an answer of its own",
    ),
  ],
  [
    "self-hosted meta-search without a key",
    tested(
      "grounding/research/search-backends.test.ts",
      "keeps search_c's results when only some engines are down, and says so",
    ),
  ],
  [
    "HTML fallback, switched on",
    tested("service/settings/read-settings.test.ts", "reads ALLOW_HTML_SEARCH_FALLBACK=%j"),
    told("`search_d` alone, when enabled, counts as a configured backend"),
  ],
  // Endpoints and tools
  [
    "research/complete: research before any model call",
    tested("http/research.test.ts", "answers a question about a person in cited, verbatim claims"),
  ],
  [
    "the gate marks prompts that need grounding",
    tested("http/research.test.ts", "is overruled by requires_grounding, towards grounding alone"),
  ],
  [
    "agent/stream: the outcome in a tool_result chunk",
    tested("http/agent-stream.test.ts", "says start, the research as a tool call, the cited text, done"),
  ],
  ["every action is a tool", tested("http/tools.test.ts", "tells everything of every tool")],
  [
    "a tool call has a name and arguments",
    tested("http/tools.test.ts", "that names another tool than its path is a 400, and asks nobody"),
  ],
  [
    "grounded_research returns the outcome",
    tested("http/tools.test.ts", "refused by research keeps its outcome"),
  ],
  [
    "ok=false becomes is_error with reason and code",
    tested("http/agent-tool-loop.test.ts", "hands every result to the model and says what is done"),
  ],
  // Dispatcher rules
  [
    "one dispatcher, one pool reused",
    tested(
      "core/egress/connections.test.ts",
      "calls share one connection, each made as soon as the one before is answered",
    ),
  ],
  [
    "the resolver rejects another tenant's credential",
    tested(
      "core/dispatch/before-network.test.ts",
      "another tenant's of the wrong kind tells no more than that",
    ),
  ],
  [
    "kind must match, before any network",
    tested("core/dispatch/before-network.test.ts", "of the wrong kind"),
  ],
  ["adapters do not retry", tested("core/dispatch/steps.test.ts", "a step done once")],
  [
    "one log line a call, without the token",
    tested(
      "core/dispatch/log-line.test.ts",
      "a call that worked leaves exactly one line of exactly these fields",
    ),
  ],
  // Research engine rules
  [
    "hard failure falls back to the next backend",
    tested("grounding/research/provider-chain.test.ts", "takes a lost connection for a failure"),
    told("research falls back to the next one, as after a 5xx"),
  ],
  [
    "no backend: refuses, never from memory",
    tested("grounding/research/engine.test.ts", "without a backend: name the settings"),
  ],
  [
    "refusal: not configured",
    tested(
      "http/research.test.ts",
      "where no backend is set, the refusal names the settings and nothing is asked",
    ),
  ],
  [
    "refusal: insufficient evidence",
    tested(
      "grounding/research/engine.test.ts",
      "on evidence about somebody else: ask for context, cite nothing",
    ),
  ],
  [
    "refusal: ambiguous name",
    tested("http/research.test.ts", "lists the people who share a name, and tells them apart by context"),
  ],
  [
    "refusal: provider failure with chain and last error",
    tested(
      "grounding/research/engine.test.ts",
      "when every backend fails: show the chain and the last error",
    ),
  ],
  [
    "anti-fabrication preamble at every entry of a model",
    tested("grounding/prompt/system-prompt.test.ts", "is the preamble, whatever else"),
    tested("http/agent-told.test.ts", "every request of the model begins with the preamble"),
  ],
  [
    "workspace context is dropped from external topics",
    tested("http/agent-becoming-grounded.test.ts", "forgets the workspace and receives the rules"),
  ],
  // Authentication
  [
    "webhook: optional bearer token; feeds need none",
    tested("adapters/http/request.test.ts", "a bearer token"),
  ],
  [
    "mail: XOAUTH2 for the OAuth kinds",
    tested("adapters/mail/smtp-login.test.ts", "it is presented once, by XOAUTH2, whatever else is offered"),
  ],
  [
    "tracker: bearer form or API key",
    tested("adapters/tracker/create-issue.test.ts", "a personal API key stands alone in the header"),
  ],
  [
    "401 and 403 are authentication failures",
    tested("core/dispatch/provider-answers.test.ts", "refused at once"),
    told("A rate limit reported as 403 is a rate limit"),
  ],
  [
    "tokens never appear in logs",
    tested("core/dispatch/secrets-stay-inside.test.ts", "that echoes the bearer token %s"),
  ],
  // Errors and limits
  [
    "429 or a rate-limited payload: rate limit",
    tested("adapters/waits-in-payloads.test.ts", "keeps to a wait that a 429 names in its body: %s"),
  ],
  [
    "5xx or network error: transient",
    tested("core/dispatch/provider-answers.test.ts", "tried again until it is taken"),
  ],
  [
    "any other 4xx: validation",
    tested("core/dispatch/provider-answers.test.ts", "refused at once"),
    told("408 and 425 are `transient`"),
  ],
  [
    "at most three attempts",
    tested("core/dispatch/provider-answers.test.ts", "given up after three attempts"),
  ],
  [
    "Retry-After is honoured",
    tested("adapters/http/answers.test.ts", "429 with Retry-After is waited for"),
    told("A wait that a provider asks for is respected"),
  ],
  [
    "backoff with 25% jitter, at most 8 s",
    tested(
      "core/dispatch/retry-policy.test.ts",
      "its jitter reaches from a quarter below to a quarter above, never past 8 s",
    ),
    told("Three attempts have two waits"),
  ],
  [
    "no retries of 401, 403 and other 4xx",
    tested("core/dispatch/retry-policy.test.ts", "%s is not tried again"),
  ],
  [
    "30 s a call, timeout_seconds",
    tested(
      "core/dispatch/time.test.ts",
      "a post that is never answered ends after 30 s, its outcome unknown",
    ),
    tested("core/dispatch/time.test.ts", "timeout_seconds is honoured"),
  ],
  [
    "private, loopback and link-local destinations are blocked",
    tested("core/egress/address-rules.test.ts", "is blocked: %s"),
  ],
  // Versioning
  [
    "paths carry /api/v1",
    tested(
      "http/openapi/document.test.ts",
      "are those of the routes, one for one, each told as it is served",
    ),
  ],
  ["notes: pinned version", tested("adapters/notes/query.test.ts", "a query gives pages with plain values")],
];
