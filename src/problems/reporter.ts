/** Reports the progress of a long command; implemented in cli/report.ts, and silently in tests. */
export interface Reporter {
  /** Starts a step; it ends with the next one or with `done`. */
  step(title: string): void;
  /** Progress within the current step. */
  progress(done: number, expected: number, note?: string): void;
  info(message: string): void;
  warn(message: string): void;
  /** Printed with --verbose only. */
  detail(message: string): void;
}

export const SILENT: Reporter = { step() {}, progress() {}, info() {}, warn() {}, detail() {} };
