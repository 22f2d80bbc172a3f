import type { PageReader } from "../content/reader.ts";
import { DEPENDENCY_KINDS, type Dependency, type DependencyKind, type Question } from "./dependency-kinds.ts";

export type RecordDependency = (dependency: Dependency) => void;

type Subject = (...args: unknown[]) => string | null;

/** Which dependency each question makes. */
const RULES: ReadonlyMap<Question, { kind: DependencyKind; subject: Subject }> = new Map(
  Object.entries(DEPENDENCY_KINDS).flatMap(([kind, { asked }]) =>
    // Object.entries forgets the keys' types; the table in kinds.ts is checked against the reader.
    Object.entries(asked).map(
      ([question, subject]) =>
        [question as Question, { kind: kind as DependencyKind, subject: subject as Subject }] as const,
    ),
  ),
);

/** The same reader, noting what each answer depends on. `except` names a kind that is not noted, for tests. */
export function recordDependencies(reader: PageReader, record: RecordDependency, except?: DependencyKind): PageReader {
  const recorded = { ...reader };
  for (const [question, { kind, subject }] of RULES) {
    if (kind === except) continue;
    const answer = reader[question] as (...args: unknown[]) => unknown; // called as its own caller called it
    const asked = (...args: unknown[]) => {
      const of = subject(...args);
      if (of !== null) record(`${kind}:${of}`);
      return answer(...args);
    };
    Object.assign(recorded, { [question]: asked });
  }
  return recorded;
}
