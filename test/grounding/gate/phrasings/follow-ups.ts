import followUps from "./follow-ups.json" with { type: "json" };

/** Turns on the last answer, for learning; places as in requests.ts. */
export const ON_THE_LAST_ANSWER: readonly string[] = followUps.on_the_last_answer;

/** Turns that say something new, or nothing: none is on the last answer. */
export const NOT_ON_THE_LAST_ANSWER: readonly string[] = followUps.not_on_the_last_answer;
