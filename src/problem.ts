/**
 * A content defect, collected as data while a build goes on (errors, by contrast, stop it).
 * `story` is the story's full slug with its language prefix, `path` the block path inside it,
 * such as `body[2]/items[0]/link`.
 */
export interface Problem {
  severity: "error" | "warning" | "info";
  /** Permanent and greppable, for example CONTENT_UNKNOWN_COMPONENT. */
  code: string;
  message: string;
  story: string;
  path: string;
  hint: string;
}
