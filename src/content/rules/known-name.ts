/** Names that a site's code asks for. One that the definition does not have gets an empty answer, and is reported. */
import { createProblem, type Problem } from "../../problems/problem.ts";

export function reportUnknown(
  what: "page type" | "datasource",
  name: string,
  { known, onProblem }: { known: readonly string[]; onProblem(problem: Problem): void },
): void {
  if (name === "" || known.includes(name)) return;
  const key = what === "page type" ? "pageTypes" : "datasources";
  const there = known.length === 0 ? `no \`${key}\`` : known.join(", ");
  onProblem(
    createProblem("warning", "CODE_UNKNOWN_NAME", {
      message: `There is no ${what} "${name}"; the site definition has ${there}. What asks for it gets nothing.`,
      hint: `Correct the name where the site's code asks for it, or add it to "${key}" of the site definition.`,
    }),
  );
}

/** `of`: an entry or story, of what. */
export function unknownField(of: string, field: string): Problem {
  return createProblem("warning", "CODE_UNKNOWN_NAME", {
    message: `No ${of} has the field "${field}". What asks for it gets nothing.`,
    hint: "Correct the name where the site's code asks for it.",
  });
}

export function unknownWord(lang: string, name: string): Problem {
  return createProblem("warning", "CODE_UNKNOWN_NAME", {
    message: `There is no word "${name}" in the language "${lang}". What asks for it gets nothing.`,
    hint: 'Correct the name where the site\'s code asks for it, or add it to "words" of the site definition.',
  });
}
