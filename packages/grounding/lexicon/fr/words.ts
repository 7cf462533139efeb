import type { LanguageWords } from "../language-words.ts";

export const FRENCH_WORDS: LanguageWords = {
  stopWords:
    "le la les l un une des du de d au aux à ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs je j tu il " +
    "elle on nous vous ils elles me m te t se s lui eux moi toi soi y en et ou où mais donc or ni car que qu quoi qui dont quand comme si " +
    "lorsque puisque quoique quel quelle quels quelles lequel laquelle lesquels comment pourquoi combien ne n pas plus moins très bien " +
    "aussi encore déjà toujours jamais ainsi alors avec sans sous sur dans par pour contre entre vers chez depuis pendant avant après " +
    "jusque jusqu dès lors selon parmi malgré suis es est sommes êtes sont étais était étions étaient fus fut furent serai sera seront " +
    "serait soit soient été étant être ai as a avons avez ont avais avait avaient eut eurent aura aurait ait eu ayant avoir fait peut " +
    "peuvent pouvait pourrait doit doivent devait faut c ceci cela ça celui celle ceux celles tout toute tous toutes autre autres même " +
    "mêmes quelque quelques chaque plusieurs aucun aucune certains certaines rien personne stp svp dis donne",
  pronouns:
    "il elle ils elles lui eux leur leurs son sa ses ce cet cette ces cela ceci ça celui celle ceux celles",
  months: [
    "janvier|janv",
    "février|févr|fév",
    "mars",
    "avril|avr",
    "mai",
    "juin",
    "juillet|juil",
    "août",
    "septembre|sept",
    "octobre|oct",
    "novembre|nov",
    "décembre|déc",
  ],
  common:
    "né née mort morte décédé naissance année années an ans siècle jour temps homme femme vie travail monde guerre ville pays premier " +
    "première dernier dernière nouveau nouvelle nom appelé appelée connu connue aujourd hui ensuite deux trois quatre fondé fondée président " +
    "entreprise société université équipe joueur acteur actrice chanteur écrivain écris explique décris parle trouve montre aide grand " +
    "grande capitale population histoire sens père mère fils fille épouse mari français française bonjour merci veux besoin",
  page: {
    verbs:
      "est sont était étaient fut furent sera a ont avait avaient eut né née naît meurt mourut mort vit " +
      "vécut gagne gagna remporte remporta écrit écrivit fonde fonda dirige dirigea travaille joue joua " +
      "devient devint reçoit reçut commence compte fait fit peut doit dit se situe trouve étudie publie",
    verbEnding: /(?:aient|èrent|ait)$/u,
    labels:
      "aller au contenu|aller au contenu principal|aller à la navigation|passer au contenu|lire la suite|" +
      "lire plus|en savoir plus|voir plus|voir tout|afficher plus|partager sur facebook|" +
      "partager sur twitter|se connecter|s'inscrire|s'abonner|je m'abonne|qui sommes-nous|à propos|" +
      "haut de page|retour en haut|tous droits réservés|tout accepter|accepter les cookies|" +
      "politique de confidentialité|mentions légales|modifier le code|articles connexes|" +
      "un article de wikipédia, l'encyclopédie libre",
    menuWords:
      "accueil contact menu rechercher recherche connexion inscription actualités actualité sport sports " +
      "économie politique culture sciences santé société monde international vidéos photos blog boutique " +
      "aide partager imprimer modifier plus thèmes",
    notices:
      /(?:utilise|utilisons|accepte[rz]?|dépose) .{0,80}cookies|\bcookies (?:pour|afin)\b|tous droits réservés|politique de confidentialité|cliquez|\bvotre (?:navigateur|e-mail|adresse|consentement)|notre (?:newsletter|site|lettre)/,
    noticeOpenings:
      /^(?:(?:découvrez|lisez|consultez|abonnez|inscrivez|retrouvez|suivez|trouvez|voir)(?:-vous)? (?:plus|tout|toute|tous|toutes|ici|la|le|les|à|notre|nos|comment|l['’])|(?:photo|image|crédit|source|auteur|par|publié|mis à jour|catégorie|fichier|voir aussi|article détaillé|sommaire|références):)/,
    dateWords:
      "il y a jour jours heure heures minute minutes semaine semaines mois an ans année hier aujourd hui " +
      "publié mis à jour le modifié lundi mardi mercredi jeudi vendredi samedi dimanche dernière " +
      "modification un une de lun mer jeu ven sam dim h",
  },
};
