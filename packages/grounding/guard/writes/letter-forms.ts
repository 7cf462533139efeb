/**
 * Phrases of letters, posts, pages and tickets that are not about their subject, as data. They are sources of
 * regular expressions for a lower-case line without its final mark. Each matches the whole line. The slot
 * `names` contains names, `label` contains label words and known names, and `when` contains a known date or
 * day.
 */
export interface LetterForms {
  greetings: readonly string[];
  closings: readonly string[];
  /** Announcements, thanks, requests to read or reply. */
  lines: readonly string[];
  /** Words of titles, headings and subject lines. They say nothing about anyone, in any order. */
  labelWords: string;
}

const ENGLISH: LetterForms = {
  greetings: [
    "(?:hi|hello|hey|dear|good morning|good afternoon|good evening|greetings)(?: there| all| everyone| everybody| team| folks| colleagues| both)*(?:,? (?<names>.+?))?(?: and (?:the )?(?:team|all))?",
    "(?:hi|hello|dear) (?:sir|madam|sir or madam|reader|readers|customer|customers)",
    "to whom it may concern",
    "(?:all|team|everyone|folks)",
  ],
  closings: [
    "(?:(?:kind|best|warm|many|with kind|with best|with warm) )?(?:regards|wishes)(?: from (?<names>.+))?",
    "(?:all the best|best|cheers|sincerely|sincerely yours|yours sincerely|yours faithfully|yours truly|yours|respectfully|take care|see you soon|talk soon|until then|bye)",
    "(?:thanks|many thanks|thank you|thanks again|thanks a lot|thank you very much|thanks in advance)(?: and (?:kind |best )?regards)?",
    "have a (?:nice|good|great|lovely) (?:day|week|weekend|evening|time)",
    "sent (?:by|from) (?:plumbline|my assistant)",
  ],
  lines: [
    "(?:i )?hope (?:you are|you're|this (?:mail|email|message|note) finds you|all is|everything is) (?:well|doing well)",
    "how are you(?: doing)?(?: today)?",
    "(?:many thanks|thanks|thank you)(?: (?:very|so) much| a lot)? for (?:your (?:message|mail|email|note|question|time|help|patience|reply|interest)|reading|asking|waiting|joining)",
    "(?:here|below|attached|above) (?:is|are|comes|you find|you will find) (?:the|a|my|our|some|your)? ?(?<label>.+?)",
    "(?:here is|here's|this is|below is) what (?:i|we) (?:found|could find|have found)(?: (?:about|on) (?<label>.+))?",
    "(?:please )?(?:find|see|read|note) (?:the |a |our |my )?(?<label>.+?) (?:below|above|attached|here)",
    "(?:please )?(?:see|open|visit)(?: also)? (?:the |a |our |my |this )?(?<label>.+)",
    "(?:please )?(?:find|see) (?:the )?(?:attached|enclosed|following) (?<label>.+)",
    "(?:as (?:requested|asked|discussed|promised|agreed),? )?(?:i am|i'm|we are|we're) (?:sending|sharing|forwarding|passing on) (?:you )?(?:the|a|our|my|this|these|some) (?<label>.+)",
    "as (?:requested|asked|discussed|promised|agreed)",
    "(?:i|we) (?:looked up|researched|looked into|prepared|put together|gathered|collected|wrote|compiled)(?: you)? (?:the |a |some |this )?(?<label>.+)",
    "(?:i|we) (?:wanted|want|would like) to share (?:the |a |some |this |these )?(?<label>.+)",
    "(?:from|according to) (?:the|these|our) (?:sources|research|research outcome)",
    "(?:the )?(?:sources|quotes|research) (?:say|says|tell|tells|give|gives) (?:this|the following)",
    "(?:this|it) (?:is|was) (?:all|everything|what) (?:i|we) (?:found|could find|have)(?: so far| for now)?",
    "(?:more|further details|the rest|the details) (?:will )?follows?(?: (?<when>.+))?",
    "(?:please )?(?:let me|let us) know (?:if|whether|when|what|should) you (?:have (?:any )?(?:questions|comments|thoughts|feedback|additions|changes)|need (?:anything|anything else|more|more details|help)|think|would like more|want more|agree)(?: (?:on|about) (?<label>.+))?",
    "(?:please )?(?:feel free to|do) (?:ask|reply|respond|comment|reach out|get in touch|write back|contact me|contact us)(?: (?:with|if you have) (?:any )?(?:questions|comments|feedback))?",
    "(?:please )?(?:review|read|check|approve|comment on|look at|have a look at|go through|update|add to|reply to|respond to|share|forward|discuss|keep|use) (?:it|this|them|these|(?:the|this|these|our|my) (?<label>.+?))(?: (?:by|before|on|until|in) (?<when>.+))?",
    "(?:please )?(?:reply|respond|answer|comment|get back to me|get back to us|let me know)(?: (?:by|before|on|until) (?<when>.+))?",
    "(?:any|your|all) (?:questions|comments|feedback|thoughts|additions|replies) (?:is|are) (?:welcome|appreciated)",
    "(?:i|we) (?:look|am looking|are looking) forward to (?:hearing from you|your (?:reply|answer|feedback|comments|thoughts)|seeing you|meeting you|it)",
    "looking forward to (?:hearing from you|your (?:reply|answer|feedback|comments|thoughts)|seeing you|meeting you|it)",
    "(?:i|we) (?:will|'ll) (?:follow up|send more|send the rest|get back to you|be in touch|write again)(?: (?:soon|then|(?:on|by|in|at) (?<when>.+)))?",
    "(?:i am|i'm|we are|we're) (?:happy|glad) to (?:help|answer (?:any |your )?questions|discuss (?:it|this)|hear from you)",
    "(?:see you|talk|speak) (?:soon|then|tomorrow|(?:on|at|in) (?<when>.+))",
    "(?:the|our|this) (?:meeting|call|talk|session|workshop|review) (?:is|will be|takes place|starts) (?:on|at|tomorrow|today) ?(?<when>.*)",
    "(?:to do|todo|next steps?|action items?|open questions?|background|context|summary|sources?|notes?|details|agenda|references|acceptance criteria|description|steps|attachments?|cc|ps|fyi)",
    "(?:tl;dr|fyi|nb|ps)",
  ],
  labelWords:
    "a about above action agenda all an and answer answers appendix article at attached attachment background below biography bio book brief " +
    "briefing by chapter comments contents context daily data description details discussion document draft early email entry facts faq " +
    "feedback file files final findings first follow following follow-up for from fyi general guide header heading headline here highlights " +
    "history id in info information interview intro introduction item items key late later letter life line link links list mail meeting " +
    "memo message minutes monthly more name names new news newsletter next note notes of on online our outline overview page part person " +
    "personal please point points portrait post presentation profile project question questions quick quote quotes re read reader reading " +
    "recap reference references regarding reminder reply report request research result results review second section series short sketch " +
    "snippet source sources step steps story subject summaries summary table talk task tasks team text the their these this third ticket title to " +
    "today topic topics update updates version week weekly what who with work your fwd career education family introduction",
};

const GERMAN: LetterForms = {
  greetings: [
    "(?:hallo|hi|guten tag|guten morgen|liebe|lieber|sehr geehrte|sehr geehrter)(?: (?:frau|herr|zusammen|alle|kolleginnen|kollegen|team|damen|herren|und))*(?:,? (?<names>.+?))?",
  ],
  closings: [
    "(?:(?:viele|liebe|beste|herzliche|schöne) )?grüße(?: (?:aus|von) (?<names>.+))?",
    "mit (?:freundlichen|besten|herzlichen) grüßen",
    "(?:vielen dank|danke|besten dank|bis bald|bis dann)",
  ],
  lines: [
    "ich hoffe,? es geht (?:dir|euch|ihnen) gut",
    "(?:hier|unten|anbei) (?:ist|sind|kommt|findest du|finden sie) (?:die|der|das|eine|ein|meine|unsere)? ?(?<label>.+)",
    "(?:bitte )?(?:melde dich|melden sie sich|meldet euch)(?: bei fragen)?",
    "bei fragen (?:melde dich|melden sie sich|meldet euch)(?: gern| gerne)?",
    "(?:vielen dank|danke) für (?:die|deine|ihre|eure) (?:nachricht|frage|mail|geduld)",
  ],
  labelWords:
    "der die das den dem ein eine einen über zu zum zur von vom für und mit in im an am zusammenfassung notizen notiz übersicht bericht quellen " +
    "quelle zitat zitate leben werk ergebnisse recherche frage fragen antwort besprechung protokoll seite thema kurz neu steckbrief",
};

const SPANISH: LetterForms = {
  greetings: [
    "(?:hola|buenos días|buenas tardes|estimado|estimada|estimados|querido|querida)(?: (?:todos|todas|equipo|señor|señora))*(?:,? (?<names>.+?))?",
  ],
  closings: [
    "(?:saludos|un saludo|saludos cordiales|atentamente|muchas gracias|gracias|un abrazo|hasta pronto)",
  ],
  lines: [
    "espero que (?:estés|esté|estén) bien",
    "(?:aquí|abajo|adjunto) (?:está|están|va|van|tienes|encontrarás) (?:el|la|los|las|un|una)? ?(?<label>.+)",
    "(?:avísame|avísenme|escríbeme) si (?:tienes|tiene|tienen) (?:alguna pregunta|preguntas)",
    "gracias por (?:tu|su) (?:mensaje|pregunta|tiempo)",
  ],
  labelWords:
    "el la los las un una de del sobre para con en y resumen notas nota informe fuentes fuente cita citas vida obra resultados pregunta respuesta reunión tema breve",
};

const FRENCH: LetterForms = {
  greetings: [
    "(?:bonjour|salut|bonsoir|cher|chère|chers|chères)(?: (?:tous|toutes|équipe|monsieur|madame|collègues|à))*(?:,? (?<names>.+?))?",
  ],
  closings: [
    "(?:cordialement|bien à vous|bien cordialement|merci|merci beaucoup|à bientôt|amicalement|bonne journée)",
  ],
  lines: [
    "j'espère que (?:vous allez|tu vas) bien",
    "(?:voici|ci-dessous|ci-joint) (?:le|la|les|un|une|mon|notre)? ?(?<label>.+)",
    "n'hésitez pas à (?:me contacter|poser vos questions|répondre)",
    "merci (?:pour|de) (?:votre|ton) (?:message|question|temps)",
  ],
  labelWords:
    "le la les l un une des de du d sur pour avec en et résumé notes note rapport sources source citation citations vie œuvre résultats question réponse réunion sujet bref",
};

export const LETTER_FORMS: readonly LetterForms[] = [ENGLISH, GERMAN, SPANISH, FRENCH];

/** Names and values of fields in JSON and workspaces that describe format rather than content. */
export const FIELD_WORDS =
  "active address align base64 city company country employer industry job jobtitle lead lifecycle organisation organization owner postcode role website zip alt amount archived array assignee author background block blocks body bold bool boolean button caption category cell cells " +
  "channel checked children class closed code color column columns comment content contents count created currency data date default " +
  "deadline default description detail details done draft due element elements email emoji enabled end event facts false field fields file " +
  "filename footer format fields group header heading heading_1 headers height high html icon id image in progress index info item items " +
  "json key kind label labels language layout level limit line link list locale low markdown max medium message meta metadata min mode mrkdwn " +
  "multi name none normal note notes null number object on off open option options order page paragraph parent part payload phone plain plain_text " +
  "position priority progress properties property public published quote rank read ready ref reference rich row rows section select sent " +
  "severity short size sort source sources stage start state status step style subject subtitle summary tag tags team text thread time " +
  "timestamp timezone title todo to do total true type unread updated url urgent user username value values version visible weight width unfurl dry run retry retries attempts ttl timeout pinned starred flagged notify silent mute muted public private anonymous hidden locked required optional editable dismissible ephemeral broadcast expanded collapsed selected";
