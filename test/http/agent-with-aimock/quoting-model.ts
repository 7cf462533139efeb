import type { ChatCompletionRequest } from "@copilotkit/aimock";

export interface Quote {
  text: string;
  /** The number of its source. */
  source: number;
}

/** The quotes of the research outcome in what a model was sent, a tool's result included. */
export function quotesIn({ messages }: ChatCompletionRequest): Quote[] {
  const read = messages.map(({ content }) => (typeof content === "string" ? content : "")).join("\n");
  const quotes = [...read.matchAll(/^\[\[\d+\]\] (.+) \(source (\d+)\)$/gm)];
  return quotes.map(([, text = "", source = ""]) => ({ text, source: Number(source) }));
}

/** A quote as a model cites it: with the number of its source in the sentence, or behind it. */
function cited({ text, source }: Quote, place: "within" | "behind"): string {
  return place === "behind" ? `${text} [${source}]` : text.replace(/(?=\.$)/, ` [${source}]`);
}

/** A model's answer: the first two quotes it was sent, word for word, and between them what it made up. */
export function quotingAround(invented: string, place: "within" | "behind" = "within") {
  return (request: ChatCompletionRequest) => {
    const [first, second] = quotesIn(request);
    if (!first || !second) throw new Error("the model was sent no two quotes");
    return { content: `${cited(first, place)} ${invented} ${cited(second, place)}` };
  };
}
