/** Data loading status of specification §4. */
export type Status = "idle" | "pending" | "success" | "error";

/** Shows it as `html[data-status]`, for styles, tests and the curious. */
export function setStatus(status: Status): void {
  document.documentElement.dataset.status = status;
}
