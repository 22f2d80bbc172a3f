/**
 * Something wrong in the content, collected while a build continues (errors stop it). `story` is the story's full slug
 * with its language prefix, `path` the block path inside it, such as `body[2]/items[0]/link`.
 */
export interface Problem {
  severity: "error" | "warning" | "info";
  /** Permanent, for example CONTENT_UNKNOWN_COMPONENT. */
  code: string;
  message: string;
  story: string;
  path: string;
  hint: string;
}

type ProblemDetails = Pick<Problem, "message" | "hint"> & Partial<Pick<Problem, "story" | "path">>;

/** Where it is, for people. */
export function placeOf({ story, path }: Pick<Problem, "story" | "path">): string {
  return [story, path].filter(Boolean).join(" › ");
}

/** A problem, which may have no story or no place in it. */
export function createProblem(
  severity: Problem["severity"],
  code: string,
  { message, story = "", path = "", hint }: ProblemDetails,
): Problem {
  return { severity, code, message, story, path, hint };
}
