/** Verbs that pass an answer on, or keep it in a tool. */
const PASS =
  "(?:post|send|mail|e-?mail|tell|message|share|forward|publish|announce|notify|inform|dm|slack|text|write|reply|report)";
const KEEP = "(?:create|open|file|add|make|save|log|put|store|draft|schedule|record)";
/** A channel, a handle or an e-mail address. */
const ADDRESS =
  "(?:(?:the )?#[\\p{L}\\p{N}_-]+(?: channel)?|@[\\p{L}\\p{N}_.-]+|[\\p{L}\\p{N}._%+-]+@[\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]+)+)";
const ANSWER =
  "(?:it|that|this|them|these|(?:the|your|a|an) (?:short |brief |quick |whole |full )?(?:answer|answers|result|results|reply|outcome|findings|summary|info|information|response|note|message|post|mail|e-?mail)\\b)";
const RECEIVER = `(?:${ADDRESS}|me|us|him|her|everyone|everybody|(?:my|our|the) [\\p{L}]+(?: team| channel| list)?|\\p{Lu}[\\p{L}'’-]+)`;
const PLEASE =
  "(?:(?:please|then|and|also|now|afterwards|finally|so|can you|could you|would you|will you)[\\s,]+)*";
/** A question word: what follows is asked, whatever it is passed on to. */
const ASKS = "(?:who|whom|whose|what|which|when|where|why|how)(?![\\p{L}])";
const END = "[\\s.!?…]*$";

/** "… and post it to #general", "… and create a Linear issue about it", "… and send me an email". */
const ALSO_ORDERED = new RegExp(
  `[\\s,;]+(?:and then|and|then)\\s+(?:please\\s+|also\\s+)?(?:${PASS}\\s+(?:${ANSWER}|${RECEIVER}(?=[\\s.,!?]|$))|let\\s+${RECEIVER}\\s+know|${KEEP}\\s+(?:${ANSWER}|an? (?:[\\p{L}-]+ ){0,3}(?:issue|ticket|task|page|note|event|draft|card|entry|document|doc|reminder|record|row|comment|contact)\\b))[^?]*\\??$`,
  "iu",
);
/** "Mail it to bob@example.com", "Please tell #general", "Let the team know". */
const ORDER_ALONE = new RegExp(
  `^${PLEASE}(?:(?:${PASS}|${KEEP})\\s+(?:${ANSWER}(?:\\s+(?:to|in|on|into|with|at|for|about)\\s(?:(?!${ASKS})[^:?]){1,120})?|${ADDRESS}(?:\\s+about (?:it|that|this))?|${RECEIVER}(?: ${ANSWER})?)|let\\s+${RECEIVER}\\s+know(?: about (?:it|that|this))?)(?:[\\s,]+(?:please|too|as well|thanks))*${END}`,
  "iu",
);
/** "Post to #general who …", "email bob@example.com the …", "send a mail to anna@example.com: who …". */
const ORDER_AHEAD = new RegExp(
  `^${PLEASE}(?:${PASS}\\s+(?:an? (?:short |brief |quick )?(?:mail|e-?mail|message|note|post)\\s+)?(?:(?:to|in|into|on)\\s+)?${ADDRESS}(?:\\s+know)?|let\\s+${ADDRESS}\\s+know)[\\s,:–-]+(?:that\\s+|about\\s+|saying\\s+)?(?=\\S)`,
  "iu",
);
const TOLD_WHO = new RegExp(
  `^${PLEASE}(?:(?:tell|email|e-mail|message|inform|text)\\s+(?:my|our|the)?\\s*[\\p{L}'’-]+(?: team)?|let\\s+(?:my |our |the )?[\\p{L}'’-]+(?: team)?\\s+know)\\s+(?=${ASKS})`,
  "iu",
);
/** "Mail a short bio of … to bob@example.com". */
const ORDER_AROUND = new RegExp(
  `^${PLEASE}${PASS}\\s+(?<matter>.{3,300}?)\\s+(?:to|in|into|on|at|with)\\s+${ADDRESS}${END}`,
  "iu",
);
/** "Look up the CEO of Microsoft". */
const LOOKED_UP = new RegExp(
  `^${PLEASE}(?:look up|find out|search for|google|find|check)\\s+(?=(?:the|a|an)\\s|${ASKS})`,
  "iu",
);
/** Longer sentences are no orders. */
const LONGEST = 400;

/**
 * Returns what a sentence asks without the order to pass the answer on: "Who runs Intel and post it to
 * #general" → "Who runs Intel". Empty where the sentence is nothing but such an order.
 */
export function dropDelivery(sentence: string): string {
  if (sentence.length > LONGEST) return sentence;
  const text = sentence.trim();
  if (ORDER_ALONE.test(text)) return "";
  const asked = text.replace(ALSO_ORDERED, "");
  const around = ORDER_AROUND.exec(asked)?.groups?.matter;
  const plain = around ?? asked.replace(ORDER_AHEAD, "").replace(TOLD_WHO, "");
  const found = plain.replace(LOOKED_UP, "");
  if (!/\p{L}{2}/u.test(found)) return sentence;
  // A question keeps its mark: "Who runs Intel and mail it to me?".
  return found === text || !/[?？]$/u.test(text) || /[?？]$/u.test(found) ? found : `${found}?`;
}
