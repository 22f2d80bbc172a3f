import type { Problem } from "../problem.ts";

/** An asset that could not be had: what refers to it shows its missing-image state. */
export function failed(filename: string, cause: unknown): Problem {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return {
    severity: "warning",
    code: "ASSET_FAILED",
    message: `The asset ${filename.split("/").at(-1)} could not be fetched: ${reason}`,
    story: "",
    path: "",
    hint: "Upload the file again in the content service, or remove it from the stories that show it.",
  };
}
