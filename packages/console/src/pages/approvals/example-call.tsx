import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { hasScope, visitState } from "../../app/visit-state.ts";
import { Button } from "../../parts/button.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { useSubmit } from "../../parts/use-submit.ts";

/** The example posts with this tool, to a channel that the sandbox has. */
const TOOL = "chatapp_post_channel";
const POST = { channel: "#general", text: "Hello from the example call." };
const QUESTION = { query: "Who was Ada Lovelace?" };

/** Returns whether the visitor may make the example call, and its message would stay on this machine. */
export function mayTryExample(): boolean {
  const state = visitState.value;
  return state.status === "signed_in" && state.visit.sample_tools.includes(TOOL) && hasScope("tools:call");
}

/**
 * A button that makes a call as an agent would: it reads outside text, then posts to a channel that nobody
 * named. The call waits, and its page opens.
 */
export function ExampleCall(): JSX.Element | null {
  const { problem, isBusy, submit } = useSubmit(async () => {
    // Not the ID that a run of the agent would have: pages look for such a run.
    const conversation = `example-${crypto.randomUUID()}`;
    await call("grounded_research", QUESTION, conversation);
    const answer = await call(TOOL, POST, conversation);
    if (answer.ok)
      throw new Error(
        "The call was made at once: its destination is always allowed, or the policy never asks for this tool.",
      );
    if (answer.approval_id === undefined) throw new Error(answer.refusal_reason);
    location.hash = linkTo("approvals", answer.approval_id);
  });
  if (!mayTryExample()) return null;
  return (
    <form onSubmit={submit}>
      {problem !== undefined && <ProblemBanner problem={problem} />}
      <Button type="submit" kind="primary" isBusy={isBusy}>
        Try an example call
      </Button>
    </form>
  );
}

async function call(name: string, args: Record<string, unknown>, conversation: string) {
  const params = { path: { name }, header: { "x-conversation-id": conversation } };
  return (await service.POST("/api/v1/tools/{name}", { params, body: { arguments: args } })).data;
}
