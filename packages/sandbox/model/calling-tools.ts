import type { Behaviour, TurnCall } from "./behaviour.ts";
import { lastUserText, stepsTaken } from "./chat-request.ts";
import { truthful } from "./truthful.ts";

/**
 * Calls the tools of each step, those of one step at once, then answers as `after` does. Starts anew when the
 * user speaks again.
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
 * Asks for the connections and researches what the user said, both at once where both are offered; then
 * answers from what came.
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

/** Calls the first tool it is offered, again and again, and never answers. */
export const neverEnding: Behaviour = (request) => {
  const [name] = request.tools;
  return name === undefined ? truthful(request) : { calls: [{ name, arguments: "{}" }] };
};

/** Calls the first tool it is offered with half of a JSON object; then answers. */
export const malformedArguments: Behaviour = (request) => {
  const [name] = request.tools;
  return name === undefined
    ? truthful(request)
    : callingTools([[{ name, arguments: '{"query": "half of a' }]])(request);
};

/** Says nothing and calls nothing. */
export const empty: Behaviour = () => ({});
