import type { Failure } from "./failure.ts";

/** An error with everything the developer of the site is shown. */
export class FailureError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, { cause });
    this.failure = failure;
  }
}
