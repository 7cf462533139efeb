/** The chat app never answers a call that comes with this token. */
export const HANGING_TOKEN = "xoxb-hanging";
/** The model begins an answer to a prompt that has this word, and never ends it. */
export const HANGING_WORD = "lighthouse";
