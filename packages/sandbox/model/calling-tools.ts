import type { Behaviour, TurnCall } from "./behaviour.ts";
import { lastUserText, stepsTaken } from "./chat-request.ts";
import { truthful } from "./truthful.ts";

/**
 * Calls the tools of each step, all tools of a step at once, then answers as `after` does. Starts over after
 * each user message.
 */
export function callingTools(
  steps: readonly (readonly TurnCall[])[],
  after: Behaviour = truthful,
): Behaviour {
  return (request) => {
    const calls = steps[stepsTaken(request)];
    return calls === undefined ? after(request) : { calls };
  };
}

/**
 * Calls both the list of connections and research on the user's message at once, if offered, then answers
 * from the results.
 */
export const researching: Behaviour = (request) => {
  const query = JSON.stringify({ query: lastUserText(request) });
  const wanted = [
    { name: "connections_list", arguments: "{}" },
    { name: "grounded_research", arguments: query },
  ];
  const calls = wanted.filter(({ name }) => request.tools.includes(name));
  return calls.length === 0 ? truthful(request) : callingTools([calls])(request);
};

/** Keeps calling the first tool offered and never answers. */
export const neverEnding: Behaviour = (request) => {
  const [name] = request.tools;
  return name === undefined ? truthful(request) : { calls: [{ name, arguments: "{}" }] };
};

/** Calls the first tool offered with half of a JSON object, then answers. */
export const malformedArguments: Behaviour = (request) => {
  const [name] = request.tools;
  return name === undefined
    ? truthful(request)
    : callingTools([[{ name, arguments: '{"query": "half of a' }]])(request);
};

/** Returns an empty turn. */
export const empty: Behaviour = () => ({});
