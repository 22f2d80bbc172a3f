import type { Failure } from "./failure.ts";

/** Carries what is shown to who develops the site. */
export class FailureError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, { cause });
    this.failure = failure;
  }
}
