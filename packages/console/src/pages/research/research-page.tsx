import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { ConsolePage } from "../../app/console-page.ts";
import { Button } from "../../parts/button.tsx";
import { Loading } from "../../parts/data-table.tsx";
import { Field } from "../../parts/field.tsx";
import { TextField } from "../../parts/fields.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { type AskedQuestion, askResearch, keepQuestion, lastQuestions, type ResearchAnswer } from "./ask.ts";
import { OutcomeView } from "./outcome-view.tsx";

/** Answers questions about people, organisations and events with verbatim quotes from pages. */
export const researchPage: ConsolePage = {
  path: "research",
  title: "Research",
  icon: "book",
  group: "Ask",
  needs: "research",
  Body: ResearchPage,
};

function ResearchPage(): JSX.Element {
  const [prompt, setPrompt] = useState("");
  const [context, setContext] = useState("");
  const { answer, problem, isAsking, ask, stop } = useResearch();
  const asked = (question: AskedQuestion) => {
    setPrompt(question.prompt);
    setContext(question.context);
    ask(question);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (prompt.trim() !== "") ask({ prompt: prompt.trim(), context: context.trim() });
  };
  return (
    <>
      <PageHead
        title="Research"
        lead="Ask about people, organisations and events. Every sentence of the answer is supported by a page."
      />
      <form class="card ask-form" onSubmit={submit}>
        <Field label="Question">
          {(control) => (
            <textarea
              {...control}
              rows={2}
              required
              placeholder="Who was Ada Lovelace?"
              value={prompt}
              onInput={(event) => setPrompt(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && !event.shiftKey && !event.isComposing) submit(event);
              }}
            />
          )}
        </Field>
        <TextField
          label="Who or what you mean"
          hint="If several share the name: a profession, a place, a year."
          isOptional
          value={context}
          onType={setContext}
        />
        <div class="button-row">
          <Button kind="primary" type="submit" isBusy={isAsking}>
            {isAsking ? "Searching" : "Ask"}
          </Button>
          {isAsking && <Button onClick={stop}>Stop</Button>}
        </div>
      </form>
      {problem !== undefined && <ProblemBanner problem={problem} />}
      {isAsking && <Loading />}
      {!isAsking && answer && (
        <OutcomeView answer={answer} onCandidate={(title) => asked({ prompt, context: title })} />
      )}
      {!isAsking && !answer && problem === undefined && <LastQuestions onChoose={asked} />}
    </>
  );
}

/** Runs one question at a time. A new one cancels the one before. */
function useResearch() {
  const [answer, setAnswer] = useState<ResearchAnswer>();
  const [problem, setProblem] = useState<unknown>();
  const [isAsking, setAsking] = useState(false);
  const running = useRef<AbortController>(undefined);
  const ask = (question: AskedQuestion) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    keepQuestion(question);
    setAsking(true);
    setAnswer(undefined);
    setProblem(undefined);
    askResearch(question, own.signal)
      .then(setAnswer, (thrown: unknown) => own.signal.aborted || setProblem(thrown))
      .finally(() => running.current === own && setAsking(false));
  };
  return { answer, problem, isAsking, ask, stop: () => running.current?.abort() };
}

const EXAMPLES: readonly AskedQuestion[] = [
  { prompt: "Who was Ada Lovelace?", context: "" },
  { prompt: "Who is Steve McQueen?", context: "" },
];

function LastQuestions({ onChoose }: { onChoose: (question: AskedQuestion) => void }): JSX.Element {
  const last = lastQuestions();
  const shown = last.length > 0 ? last : EXAMPLES;
  return (
    <section class="last-questions">
      <h2>{last.length > 0 ? "Asked in this tab" : "Try"}</h2>
      <ul>
        {shown.map((question) => (
          <li key={`${question.prompt}\n${question.context}`}>
            <button type="button" class="link" onClick={() => onChoose(question)}>
              {question.prompt}
            </button>
            {question.context !== "" && <span class="soft"> {question.context}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
