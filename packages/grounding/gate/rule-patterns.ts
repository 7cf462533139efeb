import { wordSet } from "../lexicon/language.ts";
import { ENGLISH } from "../lexicon/lexicon.ts";

/** Words of encyclopaedic questions, such as works, offices and species. */
export const KNOWLEDGE = wordSet(ENGLISH.topics.knowledge);

const LANGUAGES =
  "python|java|javascript|typescript|c\\+\\+|c#|rust|golang|ruby|php|sql|bash|shell|kotlin|swift|perl|scala|haskell|matlab|html|css|regex";

export const CODE = [
  /\b(?:def|function|fn|func)\s+\w+\s*\(|\bclass\s+\w+\s*(?:\(|\{|:\s*\n)/,
  /```|>>>\s|=>\s*[{(]|;\s*(?:\n|$)|^\s*#include\b|<\/?[a-z]+>/m,
  /^\s*(?:async\s+)?(?:def|class|func|fn|function|import|from|public|private|const|let|var|package|using)\s+[\w.{*]+.*(?:[:;({=]|\bimport\b)/m,
  /^\s*(?:select|insert|update|delete|create|alter)\s+.*\b(?:from|into|set|table)\b/im,
  /\b(?:write|create|implement|fix|debug|refactor|optimi[sz]e|complete|review|build)\b[^.?!\n]{0,40}\b(?:function|program|script|code|algorithm|class|method|query|regex|regular expression|unit tests?|component|endpoint|api)\b/i,
  new RegExp(
    `\\b(?:in|using|with|a|an|the|my|this)\\s+(?:${LANGUAGES})\\s+(?:function|program|script|code|class|query|error|solution|list|file)\\b`,
    "i",
  ),
  new RegExp(
    `\\b(?:how (?:do|can|to|would|should)\\b.{0,80})\\b(?:in|using|with)\\s+(?:${LANGUAGES})\\b`,
    "i",
  ),
  /\b(?:stack ?trace|traceback|segfault|nullpointer\w*|typeerror|syntaxerror|undefined is not|compile error)\b/i,
];

export const QUANTITY =
  /(?<![\w.])\$?\d+(?:,\d{3})*(?:\.\d+)?(?:\/\d+(?:rds?|ths?|nds?)?)?%?(?![\w-]*\p{L}{3,}\d)|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|dozen|twice|thrice|double|triple|half|third|quarter|each|every|per)\b/giu;

export const FORMULA =
  /^[\s\d+\-*/^().,=x?%]*\d\s*[-+*/^×÷]\s*\d[\s\d+\-*/^().,=x?%]*$|\b(?:what is|calculate|compute|solve|evaluate|simplify)\b[^\p{L}]*\d+(?:\.\d+)?\s*(?:[-+*/^×÷]|plus|minus|times|divided by|percent of|% of)/iu;

export const IDENTIFIER =
  /`[^`\n]+`|\b[a-z][a-z0-9]*_[a-z0-9_]+\b|\b_{1,2}[a-z]\w*|\b[a-z]{3,}[A-Z][a-z]\w*\b|\b\w+\(\)|\b\w+\.(?:ts|tsx|js|jsx|py|rs|go|java|rb|c|cpp|h|json|ya?ml|toml|md|sh|css|html|sql)\b|\b[A-Za-z]\w+::\w+/;

export const OURS =
  /\b(?:this|our|my) (?:workspace|project(?:'s)?|module|package|file|branch|commit|backend|frontend|build|pipeline|deployment)\b|\b(?:this|our|my|the) (?:repo(?:sitory)?|code ?base|pull request|test suite|source code)\b|\b(?:this|my|our) (?:code|function|class|method|script|error|bug|tests?|query|component|endpoint|api|snippet|stack trace)\b|\bpull request\b|\bin the code\b/;

/** Words about software. Two different ones indicate a question about code. */
export const SOFTWARE = wordSet(ENGLISH.topics.software);

/** Errands that an assistant runs on the user's own accounts and devices. */
export const ERRANDS = wordSet(ENGLISH.topics.errands);

export const COMMAND =
  /^(?:(?:please|hey|ok|okay|can you|could you|would you|will you|ai|just|now|go ahead and|i need you to|i want you to|i'd like you to|let's|lets)[,\s]+)*(?:set|turn|play|pause|stop|skip|call|dial|text|send|remind|schedule|book|reserve|order|cancel|add|remove|delete|put|open|close|start|restart|reset|change|switch|transfer|pay|move|order|get|grab|pull up|bring up|show me (?:my|the)|read|repeat|speak|talk|whisper|sync|connect|disconnect|unsync|increase|decrease|raise|lower|dim|update|freeze|block|unblock|activate|report|file|submit|roll|flip|tell me (?:a (?:joke|story|secret|riddle)|another|my|your|one) |tell (?!me\b|us\b|who\b)|give me (?:my|a joke|the (?:time|date))|check|confirm|help|mark|clear|erase|rename|share|ring|wake|find my|announce|watch|follow|monitor|track|notify|inform|alert|broadcast|invite|ping|publish|post|forward|assign|approve|deploy|merge|upload|download|print|archive|subscribe|unsubscribe|let (?:me|him|her|them|my)|direct me|navigate|resume|mute|adjust|shuffle|queue|arrange|buy|purchase|enable|disable|refer to me|address me|thanks|thank you)\b/;

export const SMALL_TALK =
  /^(?:hi|hello|hey|yes|no|yeah|yep|nope|nah|maybe|possibly|perhaps|sure|ok|okay|thanks|thank you|bye|goodbye|good (?:morning|night|evening|afternoon)|sorry|great|cool|true|false|correct|wrong|never mind|what's up|how(?:'s| is| are| have|'ve) (?:it|things|everything|life|you|your|been)\b|who are you|what are you|that (?:is|was|would|sounds)|that's|it's|i don't know|not sure|see you|talk to you)\b/;

/** A question that is only about what the assistant has access to. */
export const OWN_MEANS =
  /^(?:so |and |ok(?:ay)?,? )?(?:which|what) (?:connections?|connected accounts?|accounts?|tools?|integrations?|channels?|watches|feeds)(?: (?:are|is))?(?: there| available| connected| set up| configured| active| watched| do we have| have we got)*(?: (?:here|now|today|at the moment|right now))?[?.! ]*$/;

/** Questions about the past, which are never errands: "when was … introduced", "who first made …". */
export const ABOUT_THE_PAST =
  /^(?:who|when|where|what|which|how)\b(?:\s+\w+){0,3}\s+(?:was|were|did|had|wrote|made|sang|played|first|invented)\b/;
