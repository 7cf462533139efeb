import type { ResearchRefusal } from "../errors/research-refusal.ts";

/** A refusal that is a tool's own answer rather than a failed call. */
export interface RefusalDetail {
  errorCode: ResearchRefusal;
  refusalReason: string;
  nextStep?: string | undefined;
  /** The tool's whole result, so that candidates and chains are not lost with the refusal. */
  result?: unknown;
}

/** A tool's reasoned no: shown verbatim, never retried. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
  readonly detail: RefusalDetail;

  constructor(detail: RefusalDetail) {
    super(detail.refusalReason);
    this.detail = detail;
  }
}
