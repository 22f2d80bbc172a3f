import type { Problem } from "../problems/problem.ts";
import { filled } from "./filled.ts";

/** What is wrong in the content, as editors read it: in the site's own sentence for its code, or in English. */
export function problemText(
  words: Readonly<Record<string, string>> | undefined,
  { code, message }: Pick<Problem, "code" | "message">,
): string {
  return filled(words?.[code] || "{message}", { message });
}
