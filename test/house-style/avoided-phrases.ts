/**
 * Phrases that a native reader stumbles over, and what to write in their place. They are looked for in
 * comments, in Markdown, in the titles of tests, and in the texts that the product shows.
 */
export const AVOIDED_PHRASES: Readonly<Record<string, string>> = {
  "is none": "there is no …, or: is not a …",
  "are none": "there are no …, or: are not …",
  "of ours": "our …",
  "of theirs": "their …",
  "is told": "receives, learns, or: the message says",
  "to be had": "available",
  whom: "split the sentence, or use who or that",
  thereof: "of it",
  therein: "in it",
  whereof: "of which",
  "borne out": "supported by the evidence",
};
