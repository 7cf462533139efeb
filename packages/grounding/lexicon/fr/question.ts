import type { QuestionLexicon } from "../question-lexicon.ts";

/** Patterns of French questions. */
export const question: QuestionLexicon = {
  openers: [
    "(?:bonjour|salut|bonsoir|coucou|chère équipe)(?: à tous)?",
    "(?:s['’]il (?:te|vous) plaît|svp|stp|merci|pardon|excusez-moi|ok|d['’]accord|bon|alors|super|intéressant|ah|oh|oui|non)",
    "(?:et|mais|donc|ou)(?=[ ,]+(?:qui|que|quand|où|pourquoi|comment|quel|quelle|combien))",
    "(?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu peux|vous pouvez)(?: me| nous)? (?:dire|expliquer|raconter|indiquer)",
    "(?:dis-moi|dites-moi|explique-moi|expliquez-moi)(?= (?:qui|quand|où|pourquoi|comment|quel|quelle|combien|ce que))",
    "(?:sais-tu|savez-vous|je (?:voudrais|veux|souhaite|souhaiterais|aimerais) (?:savoir|comprendre|connaître)|je me demande)",
  ],
  closers: [
    "(?:s['’]il (?:te|vous) plaît|svp|stp|merci|merci d['’]avance|merci beaucoup)",
    "pour (?:moi|nous|mon|ma|mes|notre|nos)(?: \\p{L}+){0,3}",
    "en (?:quelques mots|une phrase|deux phrases|\\d+ mots|bref|résumé)",
  ],
  smallTalk: [
    "(?:comment (?:vas-tu|allez-vous|ça va)|ça va)",
    "bonjour|salut|merci|ok|oui|non",
    "(?:peux-tu|pouvez-vous|pourriez-vous) m['’]aider",
  ],
  questionWords: [
    "(?:(?:en|à|de|d['’]|depuis|jusqu['’]à|pour|par|avec|sur|dans|chez) ?)?(?:qui|que|qu['’]est-ce|quoi|quand|où|pourquoi|comment|quel|quelle|quels|quelles|lequel|laquelle|combien)",
  ],
  auxiliaries: [
    "(?:est-ce que|est-ce qu['’]|est-il|est-elle|a-t-il|a-t-elle|était-il|était-elle|y a-t-il|peut-on|est|a|était)",
  ],
  asksInside: ["(?:savoir|comprendre|connaître|expliquer|dire|demande|demander|demandait|apprendre)"],
  requests: [
    "(?:parle|parlez|raconte|racontez|dis|dites|informe|informez|renseigne|renseignez|briefe|briefez)[- ](?:moi|nous)(?: (?:plus|tout|un peu|quelque chose|ce que tu sais|ce que vous savez))*(?: (?:sur|de|du|d['’]|à propos de|au sujet de))?",
    "que (?:sais-tu|savez-vous|sait-on|peux-tu me dire|pouvez-vous me dire) (?:sur|de|à propos de)",
    "(?:j['’]ai besoin|je (?:cherche|veux|voudrais|souhaite)|nous avons besoin|il me faut)(?: [^.?!]{0,60}?)? (?:sur|à propos de|concernant|au sujet de)",
    "(?:écris|écrivez|rédige|rédigez|prépare|préparez|crée|créez|fais|faites|donne|donnez|trouve|trouvez|ajoute|ajoutez|envoie|envoyez|résume|publie|note)(?:[- ]moi|[- ]nous)?(?: [^.?!]{0,80}?)? (?:sur|à propos de|concernant|présentant|qui présente|de|d['’])",
    "(?:décris|décrivez|explique|expliquez|résume|résumez|présente|présentez)(?:[- ]moi|[- ]nous)?",
    "(?:une? |la |le |des )?(?:(?:courte|brève|petite) )?(?:biographie|bio|profil|informations?|infos|détails|résumé|vie|parcours|portrait)(?: courte| brève| complète)? (?:de|d['’]|sur)",
  ],
  biographies: ["biographie", "bio", "portrait", "parcours", "vie"],
  bareRequests: [
    "(?:briefe|informe|prépare)[- ]moi",
    "fais[- ]moi (?:un )?(?:bref |petit )?(?:résumé|topo|briefing)",
    "que dois-je savoir",
  ],
  whoIs: [
    ["(?:qui est|c['’]est qui|qui est-ce que) %", "Qui est %?"],
    ["qui (?:était|fut) %", "Qui était %?"],
    ["% c['’]est qui", "Qui est %?"],
  ],
  personForms: [
    "(?:quand|où|en quelle année|dans quelle ville) (?:est né|est née|est mort|est morte|est décédé|est décédée|a vécu|a étudié) %",
    "quel âge (?:a|avait) %",
    "(?:quand|où) % (?:est-il|est-elle) (?:né|née|mort|morte)",
  ],
  canonical: "Qui est %?",
  lifeWords:
    "vie biographie bio portrait profil parcours carrière histoire réalisations accompli connu connue célèbre important importance personne œuvre réunion rencontre rendez-vous entretien demain aujourd'hui lundi mardi mercredi jeudi vendredi semaine équipe chef patron client collègue présentation blog newsletter note crm mail courriel bref court informations infos détails résumé exactement fait",
  firstPerson: ["(?:je|j['’]|me|moi|mon|ma|mes|nous|notre|nos)"],
  expected: [
    [
      "date",
      "(?:depuis |jusqu['’]à )?quand|(?:en |à |depuis )?quel(?:le)? (?:année|date|jour|mois|siècle|décennie|époque|est la date)",
    ],
    [
      "number",
      "(?:à |en |de |depuis )?combien|quel(?:le)? (?:âge|est (?:le|la|l['’]) ?(?:nombre|population|hauteur|taille|prix|fortune|âge|pourcentage|superficie|distance|température|longueur))",
    ],
    [
      "place",
      "(?:d['’])?où|(?:dans |en |à |de )?quel(?:le)? (?:pays|ville|lieu|endroit|région|état|continent|île|fleuve|rivière|rue|capitale|est la capitale)",
    ],
    [
      "organisation",
      "(?:pour |dans |par |à |de )?quel(?:le)? (?:entreprise|société|organisation|université|équipe|parti|club|banque|école|groupe|journal)",
    ],
    [
      "person",
      "(?:à |de |avec |par |pour |chez )?qui(?! est-ce que)|quel(?:le)? (?:personne|homme|femme|joueur|acteur|actrice|président|chanteur|auteur|roi|reine)",
    ],
    ["reason", "pourquoi|pour quelle raison|quelle est la (?:raison|cause)"],
    ["description", "comment|qu['’]est-ce que c['’]est|qu['’]est-ce qu['’]"],
    ["thing", "(?:\\p{L}+ )?(?:que|quoi|quel|quelle|quels|quelles|lequel|laquelle|qu['’]\\p{L}+)"],
    ["yes_no", "(?:est|a|était|y a|peut)[- ]\\p{L}+"],
  ],
  personPronouns: ["il", "elle", "lui"],
  personPossessives: ["son", "sa", "ses"],
  possessive: null,
  thingPronouns: ["cela", "ça", "ceci", "le", "la"],
  prepositions: ["en", "dans", "à", "au", "aux", "pour", "avec", "de", "depuis", "pendant", "sur", "chez"],
  anaphora: [
    "il",
    "elle",
    "ils",
    "elles",
    "lui",
    "leur",
    "leurs",
    "son",
    "sa",
    "ses",
    "ce",
    "cet",
    "cette",
    "ces",
    "cela",
    "ça",
    "celui",
    "celle",
    "ceux",
    "y",
    "là",
    "alors",
    "autre",
    "autres",
    "aussi",
    "même",
  ],
  sameAsked: [
    "(?:et |mais )?(?:qu['’]en est-il de|que dire de) %",
    "et %",
    "(?:non )?je (?:voulais|veux) dire %",
  ],
  barePrompts: ["(?:et |mais )?(?:pourquoi|comment|quand|où|qui|combien|c['’]est vrai|vraiment|par exemple)"],
  generalWords:
    "chose choses type façon manière exemple intéressant important principal bon meilleur mauvais différent information détail point question réponse problème sujet idée raison cause faire dire savoir penser vouloir aider chercher trouver passer plus nouveau ancien premier dernier gens personne année temps jour aujourd'hui maintenant",
  employerPrepositions: ["de", "chez", "du"],
  placePrepositions: ["originaire de", "né à", "née à"],
  roleArticles: ["le", "la", "un", "une", "ancien", "ancienne", "actuel"],
  roles:
    "physicien physicienne chimiste biologiste mathématicien mathématicienne scientifique chercheur chercheuse ingénieur inventeur architecte peintre artiste sculpteur photographe chanteur chanteuse musicien musicienne compositeur pianiste danseur acteur actrice réalisateur réalisatrice producteur écrivain écrivaine romancier romancière poète journaliste historien philosophe économiste psychologue professeur enseignant politicien président présidente ministre maire député sénateur ambassadeur avocat avocate juge général pilote astronaute footballeur joueur joueuse gardien boxeur nageur coureur cycliste entraîneur chef médecin chirurgien entrepreneur fondateur fondatrice investisseur banquier pdg directeur directrice roi reine empereur pape",
  nonPersonNouns:
    "film roman livre chanson album groupe entreprise société ville village pays navire bateau série jeu opéra tableau voiture marque journal magazine fleuve lac montagne île rue pont université école musée hôtel équipe parti programme poème",
};
