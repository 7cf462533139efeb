import type { Sandbox } from "@plumbline/sandbox";
import type { SampleCall, SamplePlaces, ToolSamples } from "@plumbline/sandbox/tool-samples.ts";
import { loadToolSamples } from "../../packages/service/docs/load-tool-samples.ts";

/** The samples of every tool, in the order in which the tools are listed. */
export const TOOL_SAMPLES = (await loadToolSamples()) as unknown as readonly ToolSamples[];

export interface NamedCall {
  tool: string;
  promises: ToolSamples["promises"];
  /** Description of the call, starting with its tool. */
  title: string;
  call: SampleCall;
}

/** Returns the sample calls of every tool that reaches out in one of these ways; all tools by default. */
export function sampleCalls(...ways: readonly ToolSamples["promises"]["reach"][]): NamedCall[] {
  return TOOL_SAMPLES.filter(({ promises }) => ways.length === 0 || ways.includes(promises.reach)).flatMap(
    ({ tool, promises, calls }) =>
      Object.entries(calls).map(([name, call]) => ({ tool, promises, title: `${tool}, ${name}`, call })),
  );
}

/** Returns the plainest sample call of each tool for each account that the tool uses. */
export function plainCalls(...ways: readonly ToolSamples["promises"]["reach"][]): NamedCall[] {
  const calls = sampleCalls(...ways);
  const key = ({ tool, call }: NamedCall) => `${tool} ${call.connection}`;
  return calls.filter((one) => calls.find((other) => key(other) === key(one)) === one);
}

/** Returns the URLs of a sandbox that sample calls contain. */
export function placesIn({ feeds, webhook }: Pick<Sandbox, "feeds" | "webhook">): SamplePlaces {
  return { feed: `${feeds.url}/rss.xml`, webhook: webhook.url };
}

/** Returns the arguments of a sample call. `made` is the result of the call before it. */
export function argumentsOf(
  { args }: Pick<SampleCall, "args">,
  places: SamplePlaces,
  made: Record<string, unknown> = {},
): Record<string, unknown> {
  return typeof args === "function" ? args(places, made) : args;
}
