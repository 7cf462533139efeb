import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/fields.tsx";
import { Icon } from "../../parts/icon.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { useSubmit } from "../../parts/use-submit.ts";
import { rate } from "./chat-state.ts";
import type { AnswerTurn } from "./conversation.ts";

type Value = NonNullable<AnswerTurn["rating"]>["value"];

const THUMBS = [
  ["good", "up", "Good answer"],
  ["bad", "down", "Bad answer"],
] as const;

/** Shows thumbs up and down under an answer. Saves the choice immediately, then asks for the reason. */
export function RateAnswer({ at, turn: { rating } }: { at: number; turn: AnswerTurn }): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const value = rating?.value ?? "good";
  const { problem, isBusy, submit } = useSubmit(async () => {
    await rate(at, { value, reason: reason.trim() || null });
    setAsking(false);
  });
  const choose = (chosen: Value) => {
    setAsking(true);
    void rate(at, { value: chosen, reason: rating?.reason ?? null }).catch(() => setAsking(false));
  };
  return (
    <>
      <span class="thumbs">
        {THUMBS.map(([one, icon, words]) => (
          <button
            key={one}
            type="button"
            class="icon-button"
            aria-pressed={rating?.value === one}
            onClick={() => choose(one)}
          >
            <Icon name={icon} />
            <span class="visually-hidden">{words}</span>
          </button>
        ))}
      </span>
      {!isAsking && rating?.reason && <q>{rating.reason}</q>}
      {isAsking && rating && (
        <form class="rating-reason" onSubmit={submit}>
          {problem !== undefined && <ProblemBanner problem={problem} />}
          <TextField label="Why?" isOptional value={reason} onType={setReason} maxLength={2_000} />
          <Button type="submit" isBusy={isBusy}>
            Save
          </Button>
        </form>
      )}
    </>
  );
}
