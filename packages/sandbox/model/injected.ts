import type { Behaviour, Turn } from "./behaviour.ts";
import { everythingTold } from "./evidence.ts";
import { truthful } from "./truthful.ts";

const injection = /\b(?:ignore|disregard|forget)\b[^.!?{"“]*\binstructions?\b/i;
const speech = /\b(?:say|write|reply|answer)\b[^"“]*["“]([^"”]+)["”]/i;
const call = /\bcall\s+([\w:]+)\s+with\s+(\{[^{}]*\})/i;

/**
 * Obeys the first injected instruction found in any text given to the model. Such a text tells the model to
 * ignore its instructions, and then to say something in quotation marks or to call a tool with a flat JSON
 * object. Answers truthfully if there is no such instruction.
 */
export const injected: Behaviour = (request) => {
  for (const text of everythingTold(request)) {
    const order = injection.exec(text);
    const obedience = order && obeyed(text.slice(order.index + order[0].length));
    if (obedience) return obedience;
  }
  return truthful(request);
};

function obeyed(order: string): Turn | undefined {
  const [, name, json] = call.exec(order) ?? [];
  if (name !== undefined && json !== undefined)
    return { calls: [{ name: name.replace(":", "__"), arguments: json }] };
  const [, words] = speech.exec(order) ?? [];
  return words === undefined ? undefined : { text: words };
}
