import type { QuestionLexicon } from "../question-lexicon.ts";

/** Patterns of Italian questions. */
export const question: QuestionLexicon = {
  openers: [
    "(?:ciao|salve|buongiorno|buonasera|buon giorno)(?: a tutti)?",
    "(?:per favore|per piacere|grazie|scusa|scusi|ok|va bene|bene|allora|interessante|ah|oh|sì|no)",
    "(?:e|ma|quindi)(?=[ ,]+(?:chi|che|quando|dove|perché|come|quale|quanto))",
    "(?:puoi|può|potresti|potrebbe|mi puoi|mi potresti|potete)(?: per favore)? (?:dirmi|spiegarmi|raccontarmi|dire|spiegare|raccontare)",
    "(?:dimmi|mi dica|spiegami)(?= (?:chi|quando|dove|perché|come|quale|quanto|cosa))",
    "(?:sai|sapete|vorrei sapere|voglio sapere|mi piacerebbe sapere|mi chiedo)",
  ],
  closers: [
    "(?:per favore|per piacere|grazie|grazie mille)",
    "per (?:me|noi|il mio|la mia|il nostro|la nostra)(?: \\p{L}+){0,3}",
    "in (?:poche parole|breve|sintesi|una frase|\\d+ parole)",
  ],
  smallTalk: ["come (?:stai|sta|va)", "ciao|grazie|ok|sì|no", "(?:puoi|può|potresti) aiutarmi"],
  questionWords: [
    "(?:(?:in|a|di|da|con|per|su|fino a) )?(?:chi|che|cosa|che cosa|quando|dove|perché|come|quale|quali|quanto|quanta|quanti|quante|cos['’]|dov['’]|com['’]|qual)",
  ],
  auxiliaries: ["(?:è|era|sono|ha|hanno|fu|può|c['’]è)"],
  asksInside: ["(?:sapere|capire|conoscere|spiegare|dire|chiedo|chiedere|scoprire)"],
  requests: [
    "(?:parlami|raccontami|dimmi|informami|aggiornami|mi parli)(?: (?:di più|tutto|qualcosa|un po['’]))* (?:di|su|del|della|riguardo a)",
    "(?:che )?cosa (?:sai|sa|sapete|puoi dirmi|si sa) (?:di|su|del|della)",
    "(?:ho bisogno|cerco|voglio|vorrei|mi serve|mi servono|abbiamo bisogno)(?: [^.?!]{0,60}?)? (?:su|riguardo a|di)",
    "(?:scrivi|scriva|scrivimi|prepara|prepari|crea|fai|dammi|mi dia|trova|aggiungi|invia|redigi|genera|pubblica|annota|riassumi)(?: [^.?!]{0,80}?)? (?:su|riguardo a|che presenti|presentando|di)",
    "(?:descrivi|spiega|riassumi|presenta)(?:mi)?",
    "(?:una? |la |il )?(?:(?:breve|corta) )?(?:biografia|profilo|informazioni|dettagli|riassunto|vita|storia)(?: breve)? (?:di|su|del|della)",
  ],
  biographies: ["biografia", "profilo", "vita"],
  bareRequests: [
    "(?:aggiornami|informami|preparami)",
    "fammi (?:un )?(?:breve )?(?:riassunto|briefing)",
    "(?:che )?cosa devo sapere",
  ],
  whoIs: [
    ["chi è %", "Chi è %?"],
    ["chi (?:era|fu) %", "Chi era %?"],
  ],
  personForms: [
    "(?:quando|dove|in che anno|in quale città) (?:è nato|è nata|nacque|è morto|è morta|morì|è vissuto|ha studiato) %",
    "quanti anni (?:ha|aveva) %",
  ],
  canonical: "Chi è %?",
  lifeWords:
    "vita biografia profilo carriera storia successi realizzato conosciuto conosciuta famoso famosa importante importanza persona opera riunione incontro incontrerò colloquio domani oggi lunedì martedì mercoledì giovedì venerdì settimana squadra team capo cliente collega presentazione blog newsletter nota crm mail breve informazioni dettagli riassunto esattamente fatto",
  firstPerson: ["(?:io|mi|me|mio|mia|miei|noi|ci|nostro|nostra)"],
  expected: [
    [
      "date",
      "(?:da |fino a )?quando|(?:in |di |da )?(?:che|quale) (?:anno|data|giorno|mese|secolo|decennio|epoca)",
    ],
    [
      "number",
      "(?:da |a |in )?quant[oaie]|qual è (?:il|la|l['’]) ?(?:numero|popolazione|altezza|prezzo|patrimonio|età|percentuale|superficie|distanza|lunghezza)",
    ],
    [
      "place",
      "(?:di |da )?(?:dove|dov['’])|(?:in |di |da |a )?(?:che|quale|quali) (?:paese|città|luogo|regione|stato|continente|isola|fiume|via|provincia)",
    ],
    [
      "organisation",
      "(?:per |in |di |con )?(?:che|quale|quali) (?:azienda|società|organizzazione|università|squadra|partito|club|banca|scuola|gruppo|giornale)",
    ],
    [
      "person",
      "(?:a |di |con |da |per )?chi|quale (?:persona|uomo|donna|giocatore|attore|attrice|presidente|cantante|autore|re|regina)",
    ],
    ["reason", "perché|per quale motivo|qual è (?:la causa|il motivo)"],
    ["description", "com(?:e|['’])|(?:che )?cos(?:a|['’]) ?(?:è|sono|era|significa|è successo)"],
    ["thing", "(?:\\p{L}+ )?(?:che|cosa|quale|quali|qual)"],
    ["yes_no", "(?:è|era|sono|ha|hanno|fu|può|c['’]è)"],
  ],
  personPronouns: ["lui", "lei"],
  personPossessives: ["suo", "sua", "suoi", "sue"],
  possessive: null,
  thingPronouns: ["questo", "quello", "ciò"],
  prepositions: ["in", "a", "per", "con", "da", "di", "su", "durante", "nel", "nella", "al"],
  anaphora: [
    "lui",
    "lei",
    "loro",
    "suo",
    "sua",
    "suoi",
    "sue",
    "questo",
    "questa",
    "questi",
    "queste",
    "quello",
    "quella",
    "quelli",
    "ciò",
    "ci",
    "ne",
    "lì",
    "là",
    "allora",
    "altro",
    "altra",
    "altri",
    "anche",
    "stesso",
  ],
  sameAsked: [
    "(?:e |ma )?(?:che dire di|che ne è di|per quanto riguarda) %",
    "e %",
    "(?:no )?(?:intendevo|volevo dire) %",
  ],
  barePrompts: ["(?:e |ma )?(?:perché|come|quando|dove|chi|quanto|davvero|è vero|per esempio)"],
  generalWords:
    "cosa cose tipo modo esempio interessante importante principale buono migliore cattivo diverso informazione dettaglio punto domanda risposta problema argomento idea ragione causa fare dire sapere pensare volere aiutare cercare trovare più nuovo vecchio primo ultimo gente persona anno tempo giorno oggi ora",
  employerPrepositions: ["di", "della", "del"],
  placePrepositions: ["originario di", "nato a", "nata a"],
  roleArticles: ["il", "la", "lo", "un", "una", "ex", "attuale"],
  roles:
    "fisico fisica chimico biologo matematico scienziato scienziata ricercatore ingegnere inventore architetto pittore artista scultore fotografo cantante musicista compositore pianista ballerino attore attrice regista produttore scrittore scrittrice poeta giornalista storico filosofo economista psicologo professore insegnante politico presidente ministro sindaco senatore deputato ambasciatore avvocato giudice generale pilota astronauta calciatore giocatore portiere pugile nuotatore ciclista allenatore cuoco medico chirurgo imprenditore fondatore investitore banchiere ceo direttore re regina imperatore papa",
  nonPersonNouns:
    "film romanzo libro canzone album gruppo azienda società città paese nave serie gioco opera dipinto auto marca giornale rivista fiume lago monte isola via ponte università scuola museo hotel squadra partito programma poesia",
};
