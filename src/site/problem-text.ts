import type { Problem } from "../problems/problem.ts";
import { filled } from "./filled.ts";

/**
 * What is wrong in the content, as editors read it: in the site's own sentence for its code, or in English. The English one
 * has the details, so it follows unless the site's own says where it stands.
 */
export function problemText(
  words: Readonly<Record<string, string>> | undefined,
  { code, message }: Pick<Problem, "code" | "message">,
): string {
  const own = words?.[code] || "{message}";
  return filled(own.includes("{message}") ? own : `${own} ({message})`, { message });
}
