/** People that phrasings are filled with, as capitalised scripts write them. */
export const NAMES = [
  "Ada Lovelace",
  "Jensen Huang",
  "Chimamanda Ngozi Adichie",
  "Luis de la Fuente",
  "Renée O'Connor",
  "Nguyen Van Thieu",
  "Mary-Kate Olsen",
  "John F. Kennedy",
] as const;

/** People in the scripts that know no capitals. */
export const NATIVE_NAMES = {
  ar: ["نجيب محفوظ", "فيروز", "محمد صلاح"],
  zh: ["马云", "钟南山", "屠呦呦"],
  ja: ["宮崎駿", "大谷翔平", "黒澤明"],
  ko: ["손흥민", "김연아", "봉준호"],
} as const;
