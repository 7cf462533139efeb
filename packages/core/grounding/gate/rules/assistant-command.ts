import type { GateRule } from "../rule.ts";

const COMMAND =
  /^(?:(?:please|hey|ok|okay|can you|could you|would you|will you|ai|just|now|go ahead and|i need you to|i want you to|i'd like you to|let's|lets)[,\s]+)*(?:set|turn|play|pause|stop|skip|call|dial|text|send|remind|schedule|book|reserve|order|cancel|add|remove|delete|put|open|close|start|restart|reset|change|switch|transfer|pay|move|order|get|grab|pull up|bring up|show me (?:my|the)|read|repeat|speak|talk|whisper|sync|connect|disconnect|unsync|increase|decrease|raise|lower|dim|update|freeze|block|unblock|activate|report|file|submit|roll|flip|tell me (?:a (?:joke|story|secret|riddle)|another|my|your|one) |tell (?!me\b|us\b|who\b)|give me (?:my|a joke|the (?:time|date))|check|confirm|help|mark|clear|erase|rename|share|ring|wake|find my|let (?:me|him|her|them|my)|direct me|navigate|resume|mute|adjust|shuffle|queue|arrange|buy|purchase|enable|disable|refer to me|address me|thanks|thank you)\b/;
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

/** An order or small talk to the assistant, or an errand on the user's own accounts and devices. */
export const assistantCommand: GateRule = {
  reason: "assistant_command",
  weight: -4,
  applies: ({ asking, words, names }) => {
    if (COMMAND.test(asking) || SMALL_TALK.test(asking)) return true;
    if (names.length > 0 || ABOUT_THE_PAST.test(asking)) return false;
    return words.filter((word) => ERRANDS.has(word)).length >= (words.length > 12 ? 2 : 1);
  },
};
