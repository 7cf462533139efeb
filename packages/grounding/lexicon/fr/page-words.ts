import type { PageWords } from "../page-words.ts";

export const FRENCH_PAGES: PageWords = {
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
};
