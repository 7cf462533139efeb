/**
 * Shapes of tokens a provider might quote back. Each begins with a mark of its own and is read once from there, so that
 * a text costs what its length costs. A shape that ordinary words could have must hold a digit (`DIGIT`).
 */
const DIGIT = "(?=[A-Za-z_-]{0,60}\\d)";
const SHAPES = [
  // Ours: tenant, operator and session keys, signing secrets.
  "pl[kos]_[\\w-]{20,}",
  "whsec_[\\w+/=-]{8,}",
  // Slack, Notion, Linear, HubSpot.
  "xox[a-z](?:\\.xox[a-z])?-[\\w-]{8,}",
  "xapp-[\\w-]{8,}",
  "ntn_\\w{8,}",
  `secret_${DIGIT}[A-Za-z0-9]{16,}`,
  "lin_(?:api|oauth)_\\w{8,}",
  "pat-[a-z]{2}\\d-[\\w-]{8,}",
  // Google: access tokens, API keys, client secrets, refresh tokens.
  "ya29\\.[\\w.-]{8,}",
  "AIza[\\w-]{30,}",
  "GOCSPX-[\\w-]{16,}",
  "1//[\\w-]{20,}",
  // OpenAI and Anthropic, and others who write keys like theirs.
  `sk-(?:proj-|ant-|svcacct-|admin-|or-)${DIGIT}[\\w-]{12,}`,
  `sk-${DIGIT}[\\w-]{16,}`,
  "[rs]k_(?:live|test)_\\w{8,}",
  // GitHub and GitLab.
  "gh[opusr]_\\w{16,}",
  "github_pat_\\w{16,}",
  "glpat-[\\w-]{16,}",
  // AWS key ids.
  "(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}(?![A-Za-z0-9])",
  // Tavily and Brave.
  "tvly-[\\w-]{12,}",
  `BSA${DIGIT}[\\w-]{20,}`,
  // X: tokens of OAuth 1.0a and of an app; LinkedIn.
  "\\d{5,20}-(?=[a-z0-9]{0,34}[A-Z])[A-Za-z0-9]{35,}",
  "A{20,}[\\w%]{20,}",
  `AQ${DIGIT}[\\w-]{60,}`,
] as const;
const TOKENS = new RegExp(`(?<![A-Za-z0-9])(?:${SHAPES.join("|")})`, "g");
/** X's tokens of OAuth 2.0: base64 of a text that ends in the kind of the token. */
const MARKED_BASE64 = /(?<![\w-])[\w-]{40,}(?![\w-])/g;
const X_MARK =
  /(?:OjE6YXQ6MQ|OjE6cnQ6MQ|oxOmF0Oj|oxOnJ0Oj|6MTphdDox|6MTpydDox|OmF0Oj|OnJ0Oj|phdDo|pydDo|YXQ6M|cnQ6M)/;
/** Only from the beginning of a run of its characters: from each place in it would take the square of the run's length. */
const JWT = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]{4,}){1,3}/g;
const AWS_SECRET =
  /(secret[_-]?access[_-]?key|aws[_-]?secret(?:[_-]?key)?)(["']?\s{0,3}[:=]\s{0,3}["']?)[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/])/gi;
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g;
const SCHEME_TOKEN = /\b(Bearer|Basic)(\s{1,20})([\w.~+/=-]{8,})/gi;
/** `Basic authentication` and `Bearer resource_metadata=` are words. */
const WORDS = /^[a-z]+(?:[-_/][a-z]+)*[.=]?$/i;
const URL_LIKE = /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{0,30}:)?\/\/[^\s"'<>]+/gi;
/** Whoever knows the path of a hook may post to it. */
const HOOK = /^(?:hooks\.slack(?:-gov)?\.com\/.|discord(?:app)?\.com\/api\/webhooks\/)/i;
/** Names a service, not a person: `ssh://git@host`. */
const LONGEST_USER = 19;

/** `//u:p@h`: nothing shorter is taken out. */
const SHORTEST_SHAPE = 7;

/** A text without what is shaped like a token, without the queries of URLs and the passwords in them. */
export function withoutTokenShapes(text: string): string {
  if (text.length < SHORTEST_SHAPE) return text;
  return text
    .replace(PRIVATE_KEY, "[redacted]")
    .replace(URL_LIKE, cleanUrl)
    .replace(SCHEME_TOKEN, (all, scheme: string, gap: string, value: string) =>
      value.length < 40 && WORDS.test(value) ? all : `${scheme}${gap.length > 1 ? " " : gap}[redacted]`,
    )
    .replace(AWS_SECRET, "$1$2[redacted]")
    .replace(JWT, "[redacted]")
    .replace(TOKENS, "[redacted]")
    .replace(MARKED_BASE64, (run) => (X_MARK.test(run.slice(-24)) ? "[redacted]" : run));
}

function cleanUrl(url: string, scheme = ""): string {
  const rest = url.slice(scheme.length + 2);
  const authority = rest.slice(0, endOf(rest, /[/?#\\]/));
  const at = authority.lastIndexOf("@");
  const user = authority.slice(0, Math.max(0, at));
  const isOpen = at < 0 || (!user.includes(":") && user.length <= LONGEST_USER);
  const host = isOpen ? authority : `[redacted]${authority.slice(at)}`;
  const path = rest.slice(authority.length);
  if (HOOK.test(host + path)) return `${scheme}//${host}/[redacted]`;
  if (!/https?:$/i.test(scheme)) return `${scheme}//${host}${path}`;
  const query = path.search(/[?#]/);
  return `${scheme}//${host}${query < 0 ? path : `${path.slice(0, query)}?[redacted]`}`;
}

function endOf(text: string, mark: RegExp): number {
  const at = text.search(mark);
  return at < 0 ? text.length : at;
}
