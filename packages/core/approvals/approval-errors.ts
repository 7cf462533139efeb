import { AdapterRateLimitedError, AdapterValidationError } from "../errors/adapter-error.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { ApprovalStatus } from "./approval-record.ts";

const ALREADY_DECIDED: Readonly<Record<ApprovalStatus, string>> = {
  waiting: "Somebody else is deciding about this call. Reload it.",
  carrying_out: "This call was already approved and is in progress.",
  approved: "This call was already approved and has been made.",
  failed: "This call was already approved; see its result.",
  denied: "This call was already denied.",
  expired: "This call has expired: nobody approved it within 24 hours. Make it again if it is still needed.",
};

export function alreadyDecidedError(status: ApprovalStatus): ServiceError {
  return new ServiceError("conflict", ALREADY_DECIDED[status]);
}

export function cannotAllowError(): ServiceError {
  return new ServiceError(
    "conflict",
    "This call cannot be allowed permanently: it needs approval for a reason other than its destination, or does not belong to a conversation.",
  );
}

export function nothingChangedError(): ServiceError {
  return new ServiceError("conflict", "The edit does not change anything in this call.");
}

export function notEditableError(argument: string): ServiceError {
  return new ServiceError(
    "bad_request",
    `changes.${argument}: only texts and destinations of a waiting call can be edited; its account and the rest stay. ` +
      "Deny the call, and ask for another one.",
  );
}

export function tooManyWaitingError(): AdapterRateLimitedError {
  return new AdapterRateLimitedError("1,000 calls are already waiting for approval, which is the limit.", {
    permanent: true,
    nextStep: "Have somebody decide about those, then make this call again.",
  });
}

export function tooLargeError(): AdapterValidationError {
  return new AdapterValidationError(
    "This call needs a person's approval but is too large to be stored until then.",
    {
      nextStep: "Send less at once, such as a link instead of an attachment, or have the policy changed.",
    },
  );
}
