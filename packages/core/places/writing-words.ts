/**
 * Words of one language that ask to write something. Lists are in lower case and separated by spaces; "_"
 * joins the words of one entry.
 */
export interface WritingWords {
  /** Imperatives of other parts of a task, which do not write. */
  reads: string;
  /** Imperatives that put something somewhere: "post it in #general". */
  posts: string;
  /** Imperatives that send something: "send it to Ada". */
  sends: string;
  /** Imperatives whose object is the recipient: "tell Ada". */
  tells: string;
  /** Imperatives that create something. */
  makes: string;
  /** Imperatives that change or delete something. */
  ends: string;
  /** Imperatives that reply to a mail. */
  answers: string;
  /** Other forms of these verbs, to which a destination may belong: "the mail that was sent to Ada". */
  reports: string;
  /** Words that may precede an imperative: "please", "then". */
  openers: string;
  /** Openers of several words: "can you". */
  requests?: string;
  /** Words that start a phrase before the order: "based on the feed, write …". */
  leads?: string;
  /** Words that start a condition ("if there is an outage, post …"). The first may also follow the order. */
  conditions?: string;
  /** Start of a wish: "i'd like". */
  wishes?: string;
  /** Verbs that say what should be done: "should". */
  duties?: string;
  /** The verb of a text that should go somewhere, and the auxiliary of a passive. */
  moves?: string;
  /** Persons of the conversation. What a run reads cannot fulfil a condition about them. */
  persons?: string;
  to: string;
  at: string;
  /** Words of `at` that can also introduce a topic: "a note on #general". */
  topics?: string;
  with: string;
  /** Pronouns for the text to write: "it". */
  pronouns: string;
  /** Articles of something that is already known. */
  definites?: string;
  /** Articles and words used like them. */
  articles: string;
  /** Function words that join nouns: "of", "about". */
  links: string;
  /** All other function words. A sentence that contains one is left to the model. */
  grammar: string;
  /** Words that may follow a destination. */
  tails: string;
  /** Words and punctuation that precede the next order: "and". */
  joins: string;
  /** Nouns next to a destination: "channel". */
  placeNouns: string;
  /** Words for an existing mail. */
  mails: string;
  /** Words for a text that is created to be sent: "a short summary". */
  texts: string;
  /** Nouns of new things, and verbs that imply one ("invite"): `note:note,page event:meeting`. */
  things: string;
  /** Nouns of places that store such things, in the same format. */
  homes?: string;
}

/**
 * Patterns for the words before and after a destination, up to the ends of its sentence, in a language whose
 * verb comes last.
 */
export interface FormAround {
  before: RegExp;
  after: RegExp;
}

export const WRITING_WORDS: readonly WritingWords[] = [
  {
    reads:
      "read sum_up sum summarise summarize check look search find get fetch take give show list collect gather go compare translate explain analyse analyze review scan open see work_out pick grab extract count sort draft write describe shorten rewrite turn use do try pull go_through find_out figure_out look_up browse examine research compose prepare run query search_for look_for note ping",
    posts: "post put share publish write drop announce add paste place push upload",
    sends:
      "send forward mail e-mail email message deliver write push submit upload text pass hand reply relay",
    tells:
      "tell notify mail e-mail email message dm ping inform ask invite cc bcc remind text alert brief warn let give send shoot trigger loop_in",
    makes:
      "create open file add make log book schedule put save write start set_up record register enter draft store block arrange plan jot raise subscribe watch follow monitor track invite turn convert keep_an_eye keep_watching",
    ends: "stop end cancel delete remove unsubscribe update change edit",
    answers: "answer reply respond write_back get_back",
    reports:
      "posted sent wrote written mailed emailed e-mailed forwarded told said shared published delivered addressed replied answered writing posting sending mailing going moving belongs subscribed posts",
    openers:
      "please then also now next finally first second third afterwards so ok okay great thanks hi hello hey yes kindly just and today tomorrow tonight again immediately directly too",
    requests:
      "can_you could_you would_you will_you i_want_you_to i_need_you_to i_would_like_you_to i'd_like_you_to let's go_ahead_and make_sure_to be_sure_to remember_to you_can once_done after_that when_done",
    leads: "after based_on from using following",
    conditions: "if when whenever once as_soon_as",
    wishes: "i_want i_need i_would_like i'd_like",
    duties: "should must has_to have_to needs_to need_to ought_to",
    moves: "go be",
    persons: "i you me we us i'm i've you've",
    to: "to into onto",
    at: "in on via for at as",
    topics: "on for",
    with: "with",
    pronouns: "it this that them these those everything all",
    definites: "the this that these those my our",
    articles: "the a an my our your his her its their this these those all every each any new both",
    links: "from for by with in on and as at i we of about",
    grammar:
      "not no nor never nothing nobody none neither nowhere without but except unless instead rather than only if whether who whose which why while because though although until till before after since once when where how what or either else can can't could couldn't may might must mustn't shall should shouldn't would wouldn't will won't do does don't doesn't did didn't am is isn't are aren't was wasn't were weren't be been being has have had hasn't haven't you he she they me us him there here ever yet too such some cannot dont",
    tails:
      "that what who how why where about saying it to know whether summarizing summarising containing asking telling",
    joins: "and then , ; &",
    placeNouns:
      "channel webhook hook endpoint url address account page list group thread of user colleague team mailbox inbox feed",
    mails: "mail e-mail email message note",
    texts: "summary recap digest update overview list reminder reply answer post line announcement report",
    things:
      "issue:issue,issues,ticket,tickets,bug,bugs,task,tasks,to-do,todo,story note:note,notes,page,pages,entry,entries,document,doc event:event,events,meeting,meetings,appointment,appointments,call,calls,invite,invitation,reminder,slot,lunch contact:contact,contacts,lead,leads,customer watch:watch,watches,subscription,subscriptions,alert,monitor,feed,inbox,subscribe,follow,track,keep_an_eye,keep_watching",
    homes:
      "issue:tracker,backlog,board note:notes,database,wiki,notebook event:calendar,diary,agenda contact:contacts,crm",
  },
  {
    reads:
      "lies lese fasse fass prüfe schau sieh such suche finde hol hole nimm zeig zeige liste sammle übersetze vergleiche erkläre schreib schreibe entwirf",
    posts: "poste veröffentliche teile schreib schreibe stell stelle setz setze leg lege",
    sends: "sende send schicke schick maile mail leite melde liefere schreib schreibe übermittle",
    tells:
      "sag sage gib schreib schreibe schick schicke sende maile mail informiere benachrichtige frag frage erinnere lade lad warne",
    makes:
      "erstelle erstell lege leg trage trag mach mache öffne speichere speicher plane notiere schreib schreibe buche abonniere beobachte verfolge überwache lade lad",
    ends: "beende stoppe lösche bestelle",
    answers: "antworte beantworte",
    reports: "geschrieben geschickt gesendet gepostet schrieb schickte sandte gemailt",
    openers: "bitte dann danach und auch jetzt nun zuerst anschließend ok hallo hi ja gerne heute morgen",
    to: "an nach",
    at: "in im auf bei für als",
    topics: "über",
    with: "mit",
    pronouns: "es das dies sie diese alles",
    definites: "der die das den dem unser unsere mein meine meinen",
    articles:
      "der die das den dem des ein eine einen einem einer eines mein meine meinen meinem meiner unser unsere unseren unserem unserer dein deine ihr ihre alle neue neuen neueste neuesten letzte letzten",
    links: "von vom aus zu zum zur über für und in im am mit",
    grammar:
      "nicht kein keine keinen keinem keiner nie niemals nichts niemand niemandem nirgends nirgendwo weder noch ohne außer ausser aber sondern statt anstatt nur wenn ob wer wen wem wessen welche warum während weil obwohl bis bevor nachdem seit wann wo wie was oder kann könnte darf muss soll sollte würde wird werden ist sind war waren hat habe haben du er wir ihn ihm uns mir mich",
    tails: "dass was wer wie über mit als zusammen kopie ab bescheid weiter",
    joins: "und dann , ; &",
    placeNouns: "kanal webhook adresse konto seite liste gruppe kollegen kollegin team",
    mails: "mail e-mail email nachricht",
    texts: "zusammenfassung übersicht liste antwort erinnerung beitrag bericht",
    things:
      "issue:ticket,tickets,issue,aufgabe,vorgang,fehler note:notiz,notizen,seite,eintrag,dokument event:termin,termine,besprechung,ereignis,treffen,lade,lad contact:kontakt,kontakte watch:beobachtung,abonnement,feed,abonniere,beobachte,verfolge,überwache",
    homes: "note:datenbank,notizen event:kalender contact:kontakte,kontakten issue:tracker",
  },
  {
    reads:
      "lis résume résumez cherche trouve prends regarde vérifie liste traduis compare explique montre écris rédige",
    posts:
      "publier partager publie publiez publie-le publie-la poste poste-le partage partage-le mets mets-le écris ajoute",
    sends: "envoyer transférer envoie envoyez envoie-le envoie-la transfère transfère-le écris transmets",
    tells: "préviens informe avertis invite demande",
    makes: "crée créez ajoute ouvre note enregistre planifie mets surveille suis invite",
    ends: "arrête annule supprime",
    answers: "réponds répondez",
    reports: "envoyé envoyée envoyés écrit publié posté répondu",
    openers: "puis ensuite et aussi maintenant merci bonjour salut oui d'abord aujourd'hui demain",
    requests: "s'il_te_plaît s'il_vous_plaît peux-tu pouvez-vous",
    to: "à au aux vers",
    at: "sur dans en comme",
    topics: "sur",
    with: "avec",
    pronouns: "le la les cela ça ceci tout",
    definites: "le la les l",
    articles:
      "le la les l un une des mon ma mes notre nos ce cet cette ces dernier dernière nouveau nouvelle",
    links: "du de d à partir et sur",
    grammar:
      "ne n pas rien jamais aucun aucune personne ni sans sauf mais plutôt si qui que quoi dont pourquoi quand où comment ou partout peut puis-je dois doit est sont était a ont il elle nous vous ils elles me moi",
    tails: "que qui comment avec s'il pour au",
    joins: "et puis , ;",
    placeNouns: "canal adresse compte page liste groupe équipe webhook",
    mails: "mail message courriel e-mail",
    texts: "résumé liste réponse rappel rapport annonce",
    things:
      "issue:ticket,tâche,bug note:note,page event:événement,réunion,rendez-vous,invite contact:contact,contacts watch:flux,abonnement,surveille,suis",
    homes: "note:notes,base event:agenda,calendrier contact:contacts",
  },
  {
    reads:
      "lee resume busca encuentra mira revisa lista traduce compara explica toma muestra escribe redacta",
    posts:
      "publicar compartir publica publícalo publícala publique comparte compártelo pon ponlo escribe añade sube",
    sends: "enviar mandar reenviar envía envíe envíalo envíala manda mándalo reenvía escribe",
    tells: "avisa informa notifica invita cuéntale dile pregunta",
    makes: "crea cree añade abre guarda apunta programa agenda vigila sigue invita",
    ends: "detén cancela elimina",
    answers: "responde contesta",
    reports: "enviado enviados escrito escribió publicado mandado respondido",
    openers: "luego después y también ahora gracias hola sí primero hoy mañana",
    requests: "por_favor puedes podrías",
    to: "a al hacia",
    at: "en como",
    with: "con",
    pronouns: "lo la los las esto eso todo",
    definites: "el la los las",
    articles: "el la los las un una unos unas mi mis nuestro nuestra este esta último última nuevo nueva",
    links: "de del sobre y",
    grammar:
      "no nada nunca jamás nadie ninguno ninguna ningún ni sin salvo excepto menos pero sino si quién quien que qué cuál cuándo cuando dónde donde cómo como o solo sólo puede debe es son era ha han él ella nosotros me nos",
    tails: "que lo qué cómo con por",
    joins: "y luego , ;",
    placeNouns: "canal dirección cuenta página lista grupo equipo webhook",
    mails: "correo mensaje mail e-mail",
    texts: "resumen lista respuesta recordatorio informe anuncio",
    things:
      "issue:ticket,tarea,incidencia note:nota,página event:evento,reunión,cita,invita contact:contacto watch:feed,vigila,sigue",
    homes: "note:notas event:calendario,agenda contact:contactos",
  },
  {
    reads: "leggi riassumi cerca trova guarda controlla elenca traduci confronta spiega prendi mostra scrivi",
    posts:
      "pubblicare pubblica pubblicalo pubblicala condividi condividilo metti mettilo scrivi aggiungi posta postalo",
    sends: "inviare mandare invia invialo inviala manda mandalo inoltra scrivi",
    tells: "avvisa informa invita avverti",
    makes: "crea aggiungi apri salva annota pianifica segui monitora invita",
    ends: "ferma annulla elimina",
    answers: "rispondi",
    reports: "inviato inviata inviati scritto scrisse pubblicato mandato risposto",
    openers: "poi e anche ora grazie ciao sì prima quindi oggi domani",
    requests: "per_favore puoi potresti",
    to: "a al alla ai alle",
    at: "su sul in nel nella come",
    topics: "su sul",
    with: "con",
    pronouns: "lo la li le questo quello tutto",
    definites: "il lo la i gli le l",
    articles: "il lo la i gli le un una uno mio mia miei mie nostro nostra questo ultimo ultima nuovo nuova",
    links: "di del della dei dell su sul e",
    grammar:
      "non niente nulla mai nessuno nessuna né senza tranne eccetto salvo ma anziché invece se chi che cosa quale quando dove come perché o solo può deve è sono era ha hanno lui lei noi mi ci",
    tails: "che cosa come con per",
    joins: "e poi , ;",
    placeNouns: "canale indirizzo pagina lista gruppo webhook",
    mails: "mail messaggio e-mail",
    texts: "riassunto lista risposta promemoria rapporto annuncio",
    things:
      "issue:ticket,attività note:nota,pagina event:evento,riunione,appuntamento,invita contact:contatto watch:feed,segui,monitora",
    homes: "note:note event:calendario,agenda contact:contatti",
  },
  {
    reads:
      "leia resuma busque procure encontre veja verifique liste traduza compare explique pegue mostre escreva lê resume",
    posts: "publicar compartilhar publique publica poste posta compartilhe partilha coloque escreva adicione",
    sends: "enviar mandar envie envia mande manda encaminhe escreva",
    tells: "avise informe notifique convide",
    makes: "crie cria adicione abra salve anote agende acompanhe monitore siga convide",
    ends: "pare cancele apague",
    answers: "responda responde",
    reports: "enviado enviados escrito escreveu publicado mandado respondido",
    openers: "depois e também agora obrigado olá sim primeiro então hoje amanhã",
    requests: "por_favor pode poderia",
    to: "para a ao à",
    at: "em no na como",
    with: "com",
    pronouns: "o a os as isso isto tudo",
    definites: "o a os as",
    articles: "o a os as um uma meu minha meus nosso nossa este esta último última novo nova",
    links: "de do da dos das sobre e",
    grammar:
      "não nada nunca jamais ninguém nenhum nenhuma nem sem exceto salvo menos mas senão se quem que qual quando onde como porque ou só apenas pode deve é são era tem ele ela nós me nos",
    tails: "que como com por",
    joins: "e depois , ;",
    placeNouns: "canal endereço conta página lista grupo webhook",
    mails: "mail mensagem e-mail",
    texts: "resumo lista resposta lembrete relatório anúncio",
    things:
      "issue:ticket,tarefa note:nota,página event:evento,reunião,convide contact:contato watch:feed,acompanhe,monitore,siga",
    homes: "event:calendário,agenda contact:contatos",
  },
  {
    reads: "lees vat zoek vind kijk controleer neem toon vertaal vergelijk verzamel schrijf",
    posts: "plaats post deel zet publiceer schrijf",
    sends: "stuur verstuur mail zend schrijf",
    tells: "informeer waarschuw vraag",
    makes: "maak open voeg noteer plan volg",
    ends: "stop verwijder annuleer",
    answers: "antwoord beantwoord",
    reports: "gestuurd geschreven geplaatst gemaild schreef",
    openers: "alsjeblieft graag dan daarna en ook nu eerst hallo ja vandaag morgen",
    to: "naar aan",
    at: "in op als",
    topics: "op",
    with: "met",
    pronouns: "het dit dat ze alles",
    definites: "de het",
    articles: "de het een mijn onze ons deze dit laatste nieuwe",
    links: "van uit over voor en in",
    grammar:
      "niet geen nooit niets niemand nergens noch zonder behalve maar liever als of wie wat waarom wanneer waar hoe alleen kan mag moet zou is zijn was heeft hij zij wij mij",
    tails: "dat wat hoe met als",
    joins: "en dan , ;",
    placeNouns: "kanaal adres account pagina lijst groep webhook",
    mails: "mail bericht e-mail",
    texts: "samenvatting lijst antwoord herinnering bericht",
    things:
      "issue:ticket,taak note:notitie,pagina event:afspraak,vergadering contact:contact watch:feed,volg",
    homes: "event:agenda,kalender contact:contacten",
  },
  {
    reads: "прочитай прочти найди посмотри проверь собери переведи сравни покажи напиши возьми подведи",
    posts: "опубликуй опубликуйте размести напиши напишите выложи запости добавь",
    sends: "отправь отправьте перешли перешлите пошли напиши напишите",
    tells: "сообщи уведоми предупреди пригласи",
    makes: "создай создайте добавь запиши открой запланируй следи пригласи",
    ends: "останови отмени удали",
    answers: "ответь ответьте",
    reports: "отправил отправили написал написали написано отправлено опубликовано",
    openers: "пожалуйста затем потом и также теперь сначала привет да сегодня завтра сейчас",
    to: "на",
    at: "в во как",
    with: "с",
    pronouns: "это его её их всё",
    articles: "мой мою мои мое наш нашу последнее последние новое новую",
    links: "из о об от и",
    grammar:
      "не ни никогда ничего никто никому нигде нет без кроме но а лишь только если ли кто кого кому что чей почему когда где как или можно нельзя должен был была есть ты он она мы они мне нам",
    tails: "что о об как с",
    joins: "и затем потом , ;",
    placeNouns: "канал адрес страницу группу почту",
    mails: "письмо сообщение",
    texts: "сводку список ответ напоминание отчёт",
    things:
      "issue:задачу,тикет note:заметку,страницу event:встречу,событие,пригласи contact:контакт watch:ленту,следи",
    homes: "event:календарь contact:контакты",
  },
];

export const FORMS_AROUND: readonly FormAround[] = [
  // Japanese: the verb ends the sentence, and a negation would change it.
  {
    before: /^/u,
    after:
      /^\s*(?:チャンネル|さん)?(?:に|へ|宛に|まで)(?:[^。、？]{0,20}を)?(?:投稿|送信|共有|転送|連絡|通知)して(?:ください|下さい|くださいね|ね)?$|^\s*(?:チャンネル|さん)?(?:に|へ|宛に|まで)(?:[^。、？]{0,20}を)?(?:送って|書いて|知らせて|伝えて)(?:ください|下さい|ね)?$/u,
  },
  // Chinese: the verb comes right before the destination, and is first in its clause or follows "把".
  {
    before:
      /^(?=请|請|把|将|將|总结|總結|汇总|整理|查看|读|看|搜索|翻译|发)(?:.*(?:[，；\s]|然后|並|并|再|请|請))?(?:[把将將][^，。]{1,20})?(?:发|發|发送|發送|发布|發布|转发|轉發|寄|写|分享|贴)(?:到|给|給|至)$/su,
    after: /^(?:频道|頻道|群)?(?:里|中|上)?(?:吧|谢谢|，谢谢|謝謝)?$/u,
  },
  // Korean.
  {
    before: /^/u,
    after:
      /^\s*(?:\s*채널)?(?:에|에게|으로|로|께)(?:\s[^.?,]{0,20}[을를])?\s+(?:게시해|올려|보내|전달해|공유해|알려)\s*(?:줘|주세요|주십시오)?$/u,
  },
  // Turkish.
  {
    before: /^/u,
    after:
      /^(?:['’]?y?[ae]|\s(?:adresine|kanalına|kanalında))\s+(?:gönder|yaz|ilet|paylaş|yayınla)(?:in|ın|iniz|ınız)?$/u,
  },
];
