import type { StreamChunk } from "@plumbline/client/agent-stream.ts";
import { splitCandidateList } from "@plumbline/client/candidate-list.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { researchOutcomeSchema } from "@plumbline/grounding/outcome";
import { type Choice, printCandidates } from "../print-candidates.ts";
import { printUnverified } from "../print-completion.ts";
import { toPrintable, toPrintableLine } from "../printable.ts";
import { type ShownCitation, Sources } from "../sources.ts";
import { Spinner } from "../spinner.ts";
import { applyStyle, printAside, type Terminal } from "../terminal.ts";

/** A chunk of this type. */
type Of<Type extends StreamChunk["type"]> = Extract<StreamChunk, { type: Type }>;

const STOPPED: Record<Of<"done">["stop_reason"], string | undefined> = {
  end: undefined,
  refusal: undefined,
  error: undefined,
  approval: "stopped: a person has to approve the next call",
  max_steps: "stopped: the model used all its turns; raise them with --max-steps",
  deadline: "stopped: the run timed out",
  stopped: "stopped as requested",
};

/**
 * Prints a run as it proceeds: the answer with numbered sources on standard output, everything else on
 * standard error.
 */
export class RunPrinter {
  readonly #terminal: Terminal;
  readonly #askAgain: ((choice: Choice) => string) | undefined;
  readonly #spinner: Spinner;
  readonly #lines: AnswerLines;
  readonly #tools: ToolsUnderWay;
  readonly #research = new RunResearch();
  readonly #sources = new Sources();
  /** ID of the approval that the run waits for. */
  #waitsFor: string | undefined;
  #runId = "";
  /** Descriptions of candidates, removed from a refusal's text and printed with the candidates at the end. */
  #candidateDescriptions: readonly string[] = [];

  /** `askAgain` returns how to continue if a name may refer to several people. */
  constructor(terminal: Terminal, askAgain?: (choice: Choice) => string) {
    this.#terminal = terminal;
    this.#askAgain = askAgain;
    this.#spinner = new Spinner(terminal);
    this.#lines = new AnswerLines(terminal);
    this.#tools = new ToolsUnderWay(terminal.clock);
    this.#wait();
  }

  print(chunk: StreamChunk): void {
    this.#spinner.stop();
    if (chunk.type === "text_delta") this.#printText(chunk);
    else if (chunk.type === "done") this.#printEnd(chunk);
    else {
      this.#lines.stepAside();
      this.#printActivity(chunk);
      this.#wait();
    }
  }

  /** Restores the terminal, whether or not the run succeeded. */
  close(): void {
    this.#spinner.stop();
    this.#lines.end();
  }

  /** Prints a piece of text. Citation marks are inserted before its trailing white space. */
  #printText(chunk: Of<"text_delta">): void {
    const text = toPrintable(this.#removeCandidates(chunk.text));
    const marks = this.#sources.formatMarks(this.#research.listCitations(chunk));
    const end = text.trimEnd();
    const cited = marks === "" ? "" : ` ${applyStyle(this.#terminal, "cyan", marks)}`;
    this.#lines.write(`${end}${cited}${text.slice(end.length)}`, text);
  }

  /** Removes the descriptions of candidates from a refusal. They are printed at the end, with their pages. */
  #removeCandidates(text: string): string {
    const candidates = this.#research.ambiguous?.disambiguation_candidates ?? [];
    const { lead, descriptions } = splitCandidateList(text, candidates);
    if (descriptions.length > 0) this.#candidateDescriptions = descriptions;
    return lead;
  }

  #printActivity(chunk: StreamChunk): void {
    if (chunk.type === "start") {
      this.#runId = chunk.run_id;
      const { model, unavailable_model: gone } = chunk;
      if (gone !== undefined)
        printAside(this.#terminal, toPrintable(`${gone} is no longer available; ${model} continues`));
    } else if (chunk.type === "tool_use") {
      printAside(this.#terminal, `→ ${this.#tools.begin(chunk)}`);
    } else if (chunk.type === "tool_result") {
      this.#research.enter(chunk);
      printAside(this.#terminal, `← ${this.#tools.end(chunk)}`);
    } else if (chunk.type === "approval_required") {
      this.#waitsFor ??= chunk.approval_id;
      printAside(this.#terminal, `  approve it at ${toPrintable(chunk.approve_url)}`);
    } else if (chunk.type === "unverified") {
      printUnverified(this.#terminal, chunk);
    } else if (chunk.type === "error") {
      const failure = `plumbline: ${toPrintable(chunk.message)} (${chunk.error_code})`;
      this.#terminal.err(`${applyStyle(this.#terminal, "red", failure, "err")}\n`);
    }
  }

  #printEnd({ stop_reason: reason, usage, elapsed_ms: elapsed }: Of<"done">): void {
    this.#lines.end();
    this.#sources.print(this.#terminal);
    for (const text of this.#research.unanswered) this.#terminal.out(`${toPrintable(text)}\n`);
    if (this.#research.ambiguous)
      printCandidates(this.#terminal, this.#research.ambiguous, {
        next: this.#askAgain,
        descriptions: this.#candidateDescriptions,
      });
    const stopped = STOPPED[reason];
    if (stopped !== undefined) printAside(this.#terminal, stopped);
    if (reason === "approval" && this.#waitsFor !== undefined)
      printAside(
        this.#terminal,
        `continue with: ${PLUMBLINE} chat --resume ${toPrintable(this.#waitsFor)} --run ${toPrintable(this.#runId)}`,
      );
    const { input_tokens: read, output_tokens: written } = usage;
    if (read + written > 0)
      printAside(this.#terminal, `${(elapsed / 1000).toFixed(1)} s, ${read} tokens read, ${written} written`);
  }

  #wait(): void {
    this.#spinner.spin(this.#tools.listNames() || "thinking…");
  }
}

/**
 * Prints the answer on standard output and messages on standard error. Both may be the same screen or file.
 */
class AnswerLines {
  readonly #terminal: Terminal;
  /** True if the answer's last line has no line end yet. */
  #midLine = false;
  /** True if a message has started its own line since then. */
  #apart = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Prints a part of the answer. `text` is its visible content. */
  write(shown: string, text: string): void {
    if (text === "") return;
    this.#terminal.out(shown);
    this.#midLine = !text.endsWith("\n");
    this.#apart = false;
  }

  /** Ends the current line, so that a message does not continue the answer's line. */
  stepAside(): void {
    const { watched } = this.#terminal;
    if (!this.#midLine || this.#apart || watched.out !== watched.err) return;
    this.#terminal.err("\n");
    this.#apart = true;
  }

  /** Ends the answer's last line. */
  end(): void {
    if (this.#midLine && !(this.#apart && this.#terminal.watched.out)) this.#terminal.out("\n");
    this.#midLine = false;
  }
}

/**
 * Results of a run's research: the citations of its text, and the people that an ambiguous name may refer to.
 */
class RunResearch {
  readonly #found = new Map<string, readonly ShownCitation[]>();
  #latest = "";
  /** The last outcome with several candidates. */
  ambiguous: Choice | undefined;
  /** Says for each part of a question that was not answered why not. */
  readonly unanswered = new Set<string>();

  /** Records a tool's result if it is a research outcome. */
  enter({ name, tool_use_id: toolUseId, is_error: refused, content }: Of<"tool_result">): void {
    if (name !== "grounded_research") return;
    const outcome = researchOutcomeSchema.safeParse(content).data;
    if (!outcome) return;
    if (outcome.disambiguation_candidates.length > 0) this.ambiguous = outcome;
    if (refused) return;
    for (const { kind, text } of outcome.unverified_notes)
      if (kind === "unanswered") this.unanswered.add(text);
    this.#found.set(toolUseId, outcome.citations);
    this.#latest = toolUseId;
  }

  /** Returns the citations of a text. If there was only one outcome, the text does not name its call. */
  listCitations({ citations = [], tool_use_id: id = this.#latest }: Of<"text_delta">): ShownCitation[] {
    const found = this.#found.get(id) ?? [];
    return citations.flatMap((index) => found[index] ?? []);
  }
}

/** The running tool calls of a run, each with its start time. */
class ToolsUnderWay {
  readonly #clock: Clock;
  readonly #uses = new Map<string, { name: string; startedAt: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts a call. Returns the tool and its arguments in one line. */
  begin({ tool_use_id: id, name, arguments: args }: Of<"tool_use">): string {
    this.#uses.set(id, { name: toPrintable(name), startedAt: this.#clock.monotonic() });
    return `${toPrintable(name)} ${summarizeArguments(args)}`.trimEnd();
  }

  /** Ends a call. Returns its result in words, with its duration in seconds. */
  end(result: Of<"tool_result">): string {
    const use = this.#uses.get(result.tool_use_id);
    this.#uses.delete(result.tool_use_id);
    const account = result.credential ? ` (${toPrintable(result.credential.label)})` : "";
    const how = `${toPrintable(result.name)}${account} ${result.is_error ? result.error_code : "ok"}`;
    if (!use) return how;
    return `${how}, ${((this.#clock.monotonic() - use.startedAt) / 1000).toFixed(1)} s`;
  }

  /** Lists the names of the running tools as text. */
  listNames(): string {
    const names = [...this.#uses.values()].map(({ name }) => name);
    return names.length > 0 ? `${names.join(", ")}…` : "";
  }
}

const MAX_VALUE_LENGTH = 40;
const MAX_ARGUMENTS = 4;

/** Summarizes a tool's arguments: `to=ada@example.com text="The build is gr…"`. */
function summarizeArguments(args: unknown): string {
  const all = Object.entries(Object(args));
  const shown = all.slice(0, MAX_ARGUMENTS).map(([name, value]) => `${name}=${summarizeValue(value)}`);
  return [...shown, ...(all.length > MAX_ARGUMENTS ? ["…"] : [])].map(toPrintableLine).join(" ");
}

function summarizeValue(value: unknown): string {
  const text = typeof value === "string" && /^[^\s"]+$/.test(value) ? value : JSON.stringify(value);
  const characters = [...text];
  return characters.length > MAX_VALUE_LENGTH ? `${characters.slice(0, MAX_VALUE_LENGTH).join("")}…` : text;
}
