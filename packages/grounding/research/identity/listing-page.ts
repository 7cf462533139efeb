import type { Passage } from "./person-profile.ts";

/** What only pages say that list the people of a name; in the languages with word lists. */
const LISTING =
  /(?:may|can|could) (?:also )?refer to\b|\(disambiguation\)|disambiguation page|people (?:named|with the (?:sur)?name)\b|\(begriffsklärung\)|ist der name folgender personen|\(desambiguación\)|puede referirse a\b|\(homonymie\)|peut désigner\b|\(disambigua\)|può riferirsi a\b|\(desambiguação\)|pode referir-se a\b|\(doorverwijspagina\)|\(anlam ayrımı\)|\(значения\)|\(توضيح\)|消歧义|消歧義|曖昧さ回避|동음이의/;
const READ = 300;

/** Whether a page only lists people of one name. */
export function listsNamesakes({ title, text }: Passage): boolean {
  return LISTING.test(`${title.slice(0, READ)}\n${text.slice(0, READ)}`.toLowerCase());
}
