import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { nameCandidates } from "./candidate-names.ts";

interface CandidateListProps {
  outcomes: readonly Pick<Schemas["ResearchOutcome"], "refusal_reason" | "disambiguation_candidates">[];
  isDisabled?: boolean;
  /** Called with the name of the intended person. */
  onChoose: (name: string) => void;
}

/** Asks which of several people with the same name is meant, with a button for each. */
export function CandidateList(props: CandidateListProps): JSX.Element | null {
  const { outcomes, isDisabled = false, onChoose } = props;
  const candidates = outcomes.flatMap(nameCandidates);
  if (candidates.length === 0) return null;
  return (
    <fieldset class="candidates" disabled={isDisabled}>
      <legend class="visually-hidden">Who do you mean?</legend>
      {candidates.map(({ url, name, told, domain }) => (
        <button key={url} type="button" class="card" onClick={() => onChoose(name)}>
          <strong>{name}</strong> <span>{told}</span> <span class="small soft">{domain}</span>
        </button>
      ))}
    </fieldset>
  );
}
