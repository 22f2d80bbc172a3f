/** Data loading status of specification §4. */
export type Status = "idle" | "pending" | "success" | "error";

/** Sets `html[data-status]`, for styles and tests. */
export function setStatus(status: Status): void {
  document.documentElement.dataset.status = status;
}
