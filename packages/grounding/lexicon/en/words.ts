import type { LanguageWords } from "../language-words.ts";

export const ENGLISH_WORDS: LanguageWords = {
  stopWords:
    "a an the this that these those some any each every either neither both all no not nor none and or but if then else than so as " +
    "i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself it its itself they " +
    "them their theirs themselves one ones who whom whose which what when where why how there here am is are was were be been being " +
    "do does did doing done have has had having can could may might must shall should will would of in on at by for from to into onto " +
    "with without within about above across after against along among around before behind below beneath beside between beyond " +
    "down during except inside near off out outside over past since through throughout till toward under until up upon via while " +
    "because though although also too very just only even still yet again ever never such same other another more most much many " +
    "few less least own please tell give let s t d ll re ve m don isn aren wasn doesn didn",
  pronouns:
    "he she it they his her hers him them its their theirs this these that those himself herself itself themselves",
  months: [
    "january|jan",
    "february|feb",
    "march|mar",
    "april|apr",
    "may",
    "june|jun",
    "july|jul",
    "august|aug",
    "september|sept|sep",
    "october|oct",
    "november|nov",
    "december|dec",
  ],
  common:
    "born died death birth lived year years day time people man woman life work works worked working world war city country first last " +
    "new old name named known called made make used use two three four many old long write wrote written explain describe find show " +
    "know need want help create list summarize compare get today during later founded president company university team played play " +
    "won win song movie film show season best largest capital population history meaning between like become became said says " +
    "author actor singer player director father mother wife husband son daughter news information background email meeting thanks hello",
  page: {
    verbs:
      "is are was were be been being am has have had does did do can could may might must shall should " +
      "will would won lost led made became began came went wrote built held sold ran took gave got grew " +
      "knew left met paid put said says sang saw set sat shot spent spoke stood taught told thought threw " +
      "wore works lives plays leads runs serves owns makes writes teaches remains includes contains stands " +
      "lies covers consists means refers belongs died born found founded fell rose hit cut beat broke " +
      "brought bought chose drew drove fought flew hosts stars features",
    verbEnding: /\w{2,}ed$/u,
    labels:
      "skip to content|skip to main content|skip to navigation|skip to search|jump to content|" +
      "jump to navigation|jump to search|read more|read full story|read the full story|read full article|" +
      "read also|learn more|show more|see more|see all|view all|view more|find out more|load more|" +
      "continue reading|keep reading|share on facebook|share on twitter|share on x|share on linkedin|" +
      "share on whatsapp|share on pinterest|share via email|share this article|share this page|share this|" +
      "click to share|follow us|log in|sign in|sign up|sign in to|subscribe now|" +
      "subscribe to our newsletter|contact us|about us|toggle navigation|toggle menu|main menu|main page|" +
      "main content|back to top|go to top|table of contents|related articles|related content|related posts|" +
      "recent posts|most popular|privacy policy|cookie policy|cookie settings|terms of use|" +
      "terms of service|accept all cookies|accept all|accept cookies|reject all|manage cookies|" +
      "all rights reserved|open menu|close menu|from wikipedia, the free encyclopedia|citation needed|" +
      "leave a comment|leave a reply|add to cart|view profile|advertisement|subscribe|tweet",
    menuWords:
      "home about contact menu search login register subscribe share tweet print email close news sports " +
      "sport video videos photos gallery blog shop faq help careers press products services support " +
      "business world politics entertainment technology science health lifestyle opinion more events " +
      "topics categories tags archive archives weather money travel culture newsletter newsletters account " +
      "cart profile settings language english edit history view talk read projects portfolio team studio donate tickets",
    notices:
      /\bjavascript is (?:disabled|required)|\bisbn\b|\bissn\b|\bdoi:|\bcreative commons\b|\bwe and our (?:\d+ )?partners\b|\bstore and\/or access\b|\b(?:uses?|accept(?:ing)?|our|enable|store) (?:\w+ )?cookies\b|\bcookies (?:to|help|on)\b|\ball rights reserved\b|copyright ©|\bprivacy policy\b|\bterms (?:of (?:use|service)|and conditions)\b|\bclick(?:ing)? (?:here|on the (?:link|button))\b|\benable javascript\b|\byour (?:browser|inbox|email address|privacy)\b|\bour (?:newsletters?|web ?site|community)\b|\bnewsletter\b.{0,80}\b(?:sign|subscribe)|\bmay refer to:?$|\bto connect with\b|\b(?:people|others) you may know\b|\bprofile on linkedin\b|\bon linkedin, the world\b/,
    noticeOpenings:
      /^(?:(?:posted (?:by|on|in|at)|filed under|tagged|retrieved (?:on )?\d|retrieved [a-z]+ \d|archived from|uploaded (?:by|on))(?!\p{L})|(?:published|updated|last updated|last modified|written|edited|reviewed|created)(?: on| by| in| at)? [^,]{0,30}$|\^ |©|(?:sign up|subscribe|log in|register|join) (?:now|to|for|today|free|with|here|facebook|linkedin)\b|(?:find|get|discover|explore|learn|read|see|view|check out|browse|look up|know|watch|download|search|shop|buy|listen to) (?:out|more|all|everything|the (?:latest|full|best|profiles?|complete|most|biography|life)|what|how|who|why|our|now|here|about|full|[\p{L}.]+(?: [\p{L}.]+){0,3}['’]s)(?!\p{L})|(?:in )?this (?:article|page|post|guide|website|site)\b|(?:photo|image|picture|credit|source|caption|file|video|tags?|category|categories|filed under|posted (?:by|on|in)|published (?:by|on|in)?|updated|last (?:updated|modified|edited)|written by|edited by|author|reviewed by|by|note|see also|main article|further information|external links|references|contents|sources|related):|\d+ (?:min|minutes?) read\b)/u,
    dateWords:
      "ago day days hour hours hr hrs minute minutes min mins week weeks month months year years yesterday " +
      "today updated published posted last on at by am pm st nd rd th utc gmt est et pst edt monday " +
      "tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun " +
      "modified edited of the in reviewed date a an one",
  },
};
