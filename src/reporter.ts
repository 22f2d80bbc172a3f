/** How a long-running command reports progress; cli/report.ts implements it, tests pass a silent one. */
export interface Reporter {
  /** A step begins; it ends when the next one begins or with `done`. */
  step(title: string): void;
  /** Progress inside the current step. */
  progress(done: number, expected: number, note?: string): void;
  info(message: string): void;
  warn(message: string): void;
  /** Shown with --verbose only. */
  detail(message: string): void;
}

export const SILENT: Reporter = { step() {}, progress() {}, info() {}, warn() {}, detail() {} };
