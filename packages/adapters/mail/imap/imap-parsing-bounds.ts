import { TokenParser } from "imapflow/lib/handler/token-parser.js";

/** Only a set of UIDs is ever longer, and none is asked for. */
const LONGEST_TOKEN = 8_192;
/** Of the UIDs a search finds, each is one. */
const MOST_TOKENS = 500_000;

/**
 * Makes imapflow refuse an answer whose reading would stop the process, before it reads it: version 2.1.2 takes the square of a
 * long token's length (a minute for 500 KB; mended in 2.5.9) and some 300 bytes for every token, however short.
 */
export function boundParsing(): void {
  const { getAttributes } = TokenParser.prototype;
  TokenParser.prototype.getAttributes = function bounded(this: TokenParser) {
    if (isExcessive(this.str)) throw new ExcessiveResponse();
    return getAttributes.call(this);
  };
}

class ExcessiveResponse extends Error {
  override readonly name = "ExcessiveResponse";
  /** imapflow's own code for an answer beyond its limits. */
  readonly code = "ResponseTooLarge";

  constructor() {
    super("The response has too many tokens, or one that is too long.");
  }
}

const SPACE = 0x20;
const QUOTE = 0x22;
const OPENING = 0x28;
const BACKSLASH = 0x5c;

/** Whether the tokens of a response are more or longer than any server has reason to send; quoted strings may have any length. */
export function isExcessive(response: string): boolean {
  let tokens = 0;
  let length = 0;
  let quoted = false;
  for (let at = 0; at < response.length; at++) {
    const letter = response.charCodeAt(at);
    if (quoted && letter === BACKSLASH) at += 1;
    else if (letter === QUOTE) quoted = !quoted;
    if (quoted) continue;
    const parts = letter === SPACE || letter === OPENING;
    length = parts || letter === QUOTE ? 0 : length + 1;
    if (parts) tokens += 1;
    if (length > LONGEST_TOKEN || tokens > MOST_TOKENS) return true;
  }
  return false;
}
