import type { ReadPassage } from "./group-people.ts";
import type { Passage } from "./person-profile.ts";
import { PEOPLE } from "./person-words.ts";

/** What tells more than what the person is. */
const MORE = /(?:\s(?:who|whom|whose|that|which|best known|known|born|and (?:is|was))\b|[,;:(]).*$/su;
const MOST_WORDS = 8;
const LONGEST_ARTICLE = 12;

/** What passages say first that their person is, in their words: "an American judge". Null when none says. */
export function describePerson(read: readonly ReadPassage[], passages: readonly Passage[]): string | null {
  for (const { index, profile } of read) {
    const { title = "", text = "" } = passages[index] ?? {};
    for (const clause of profile.definitions) {
      const at = text.indexOf(clause);
      const short = clause.replace(MORE, "").trim().split(/\s+/).slice(0, MOST_WORDS).join(" ");
      if (short === "" || profile.roles.size === 0) continue;
      if (at < 0 && !title.includes(short)) continue;
      return articleBefore(text, at, profile.language) + short;
    }
  }
  return null;
}

function articleBefore(text: string, at: number, language: ReadPassage["profile"]["language"]): string {
  if (at <= 0) return "";
  const before = /(?:\p{L}+\s){1,3}$/u.exec(text.slice(Math.max(0, at - LONGEST_ARTICLE), at))?.[0] ?? "";
  const articles = PEOPLE[language].articles.split(" ").map((article) => article.replace(/_/g, " "));
  const found = articles.filter((article) => article !== "" && ` ${before}`.endsWith(` ${article} `));
  const longest = found.toSorted((one, other) => other.length - one.length)[0];
  return longest === undefined ? "" : `${longest} `;
}
