import {
  AdapterAuthError,
  AdapterError,
  AdapterRateLimitedError,
  AdapterTransientError,
  AdapterValidationError,
} from "@plumbline/core/errors/adapter-error.ts";

const CLASSES = {
  authentication: AdapterAuthError,
  validation: AdapterValidationError,
  rate_limit: AdapterRateLimitedError,
  transient: AdapterTransientError,
};

/** A page that stands already while blocks of it are still to come. */
export interface WrittenPart {
  /** The page's URL, or its id where it has none. */
  page: string;
  written: number;
  total: number;
}

/** The error of blocks that could not be added, told with what stands already: nothing may create the page anew without a look. */
export function unfinishedPage(error: unknown, { page, written, total }: WrittenPart): unknown {
  if (!(error instanceof AdapterError)) return error;
  return new CLASSES[error.code](
    `${error.message} The page ${page} exists with ${written} of ${total} blocks.`,
    {
      ...error.detail,
      nextStep: "Look at the page and add what is missing; creating it again would make a second one.",
      partlyDone: true,
    },
  );
}
