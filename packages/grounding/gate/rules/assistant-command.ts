import type { GateToken } from "../gate-tokens.ts";
import { type Hit, likelyLanguages } from "../phrases.ts";
import type { GateRule } from "../rule.ts";

const COMMAND =
  /^(?:(?:please|hey|ok|okay|can you|could you|would you|will you|ai|just|now|go ahead and|i need you to|i want you to|i'd like you to|let's|lets)[,\s]+)*(?:set|turn|play|pause|stop|skip|call|dial|text|send|remind|schedule|book|reserve|order|cancel|add|remove|delete|put|open|close|start|restart|reset|change|switch|transfer|pay|move|order|get|grab|pull up|bring up|show me (?:my|the)|read|repeat|speak|talk|whisper|sync|connect|disconnect|unsync|increase|decrease|raise|lower|dim|update|freeze|block|unblock|activate|report|file|submit|roll|flip|tell me (?:a (?:joke|story|secret|riddle)|another|my|your|one) |tell (?!me\b|us\b|who\b)|give me (?:my|a joke|the (?:time|date))|check|confirm|help|mark|clear|erase|rename|share|ring|wake|find my|announce|watch|follow|monitor|track|notify|inform|alert|broadcast|invite|ping|publish|post|forward|assign|approve|deploy|merge|upload|download|print|archive|subscribe|unsubscribe|let (?:me|him|her|them|my)|direct me|navigate|resume|mute|adjust|shuffle|queue|arrange|buy|purchase|enable|disable|refer to me|address me|thanks|thank you)\b/;
const SMALL_TALK =
  /^(?:hi|hello|hey|yes|no|yeah|yep|nope|nah|maybe|possibly|perhaps|sure|ok|okay|thanks|thank you|bye|goodbye|good (?:morning|night|evening|afternoon)|sorry|great|cool|true|false|correct|wrong|never mind|what's up|how(?:'s| is| are| have|'ve) (?:it|things|everything|life|you|your|been)\b|who are you|what are you|that (?:is|was|would|sounds)|that's|it's|i don't know|not sure|see you|talk to you)\b/;
/** Errands an assistant runs on the user's own accounts and devices. */
const ERRANDS = new Set(
  (
    "reservation reservations alarm alarms reminder reminders timer calendar meeting meetings appointment playlist volume speaker bluetooth wifi " +
    "account accounts balance credit debit card cards checking savings deposit paycheck payday pto 401k w2 apr routing pin overdraft payment " +
    "payments transactions bills insurance rewards flights luggage uber taxi restaurant restaurants " +
    "mileage tires shopping todo grocery recipe ingredients ingredient calories cook bake weather temperature " +
    "vaccines vaccinations visa plug timezone joke tracking vacation spelling spell translate translation"
  ).split(" "),
);
/** Questions about what was, which no errand is: "when was … introduced", "who first made …". */
const ABOUT_THE_PAST =
  /^(?:who|when|where|what|which|how)\b(?:\s+\w+){0,3}\s+(?:was|were|did|had|wrote|made|sang|played|first|invented)\b/;

/** Who does something among the caller's own people: "who is on call". */
const AMONG_OURS =
  /^(?:so |and |ok(?:ay)? )?who(?:'s|se)?\b.*\b(?:on (?:call|duty|shift|leave|vacation|my|our|this)|in (?:my|our|this|the (?:office|meeting|room|call|channel|team))|covering|access|out (?:sick|today)|off (?:today|tomorrow)|working (?:today|tomorrow|tonight)|with (?:me|us)|for (?:me|us)|my|our)\b/;
/** What was said among them. */
const OUR_TALK =
  /\b(?:in|on|at|from|during) (?:our|my|this|the|today's|yesterday's) (?:(?:team|group|weekly|daily|last) )?(?:channel|chat|thread|slack|teams|stand-?up|meeting|call|retro|inbox|group|dm|e-?mails?|shared doc)\b/;
/** Where one of them is, or whether they have answered: "is Paul free". */
const WHEREABOUTS =
  /^(?:is|are|was|did|has|have|will|can|does|when (?:is|will|does)|where(?:'s| is))\s+[\w'-]+\s+(?:still |already |even )?(?:free|available|busy|coming|here|there|home|online|joining|attending|around|on leave|on vacation|in the office|back|reply|replied|answer(?:ed)?|respond(?:ed)?|arriv\w+|(?:call|text|e-?mail|messag|pay|paid)\w* (?:me|us))\b/;

/** An order or small talk to the assistant, or an errand on the user's own accounts and devices. */
export const assistantCommand: GateRule = {
  reason: "assistant_command",
  weight: -4,
  applies: ({ asking, words, names, people, tokens, hits }) => {
    if (COMMAND.test(asking) || SMALL_TALK.test(asking)) return true;
    if (people.length === 0) {
      if (AMONG_OURS.test(asking) || WHEREABOUTS.test(asking) || OUR_TALK.test(asking)) return true;
      if (isErrand(tokens, hits) || (names.length > 0 && isErrandForOne(hits))) return true;
    }
    if (names.length > 0 || ABOUT_THE_PAST.test(asking)) return false;
    return words.filter((word) => ERRANDS.has(word)).length >= (words.length > 12 ? 2 : 1);
  },
};

const ERRAND_WITHIN = 4;

/** Whether another language's phrase of an errand stands near the beginning: "Wer hat heute Bereitschaft?" */
function isErrand(tokens: readonly GateToken[], hits: readonly Hit[]): boolean {
  const near = hits.filter(
    ({ kind, language, from, to }) =>
      kind === "errand" && language !== "en" && (from < ERRAND_WITHIN || to - from > 1),
  );
  if (near.length === 0) return false;
  const spoken = likelyLanguages(tokens, hits);
  return !spoken.has("en") && near.some(({ language }) => spoken.has(language));
}

/** Whether an English order at the beginning is for somebody named by one word, and nothing is asked about them. */
function isErrandForOne(hits: readonly Hit[]): boolean {
  const asks = hits.some(
    ({ kind }) => kind === "who" || kind === "life" || kind === "about" || kind === "question",
  );
  return !asks && hits.some(({ kind, language, from }) => kind === "errand" && language === "en" && from < 2);
}
