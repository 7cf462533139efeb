import type { SentenceWords } from "../sentence-words.ts";

export const ARABIC_SENTENCES: SentenceWords = {
  abbreviations: "د أ م ص ج ق ه ت هـ ق.م أ.د د.م إلخ الخ ص.ب",
  openEnded: "إلخ الخ م ه هـ ق.م",
  subjects: "هو هي هم",
  refersToNothing: /^(?:هذه (?:المقالة|الصفحة|القائمة)|هذا (?:المقال|الموقع))(?!\p{L})/u,
};
