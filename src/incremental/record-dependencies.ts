import type { PageReader } from "../site/api/reader.ts";
import { DEPENDENCY_KINDS, type Dependency, type DependencyKind, type ReaderMethod } from "./dependency-kinds.ts";

type Subject = (...args: unknown[]) => string | null;

/** The kind of dependency that each reader method records. */
const RULES: ReadonlyMap<ReaderMethod, { kind: DependencyKind; subject: Subject }> = new Map(
  Object.entries(DEPENDENCY_KINDS).flatMap(([kind, { methods }]) =>
    // Object.entries loses the keys' types; dependency-kinds.ts checks the table against the reader.
    Object.entries(methods).map(
      ([method, subject]) =>
        [method as ReaderMethod, { kind: kind as DependencyKind, subject: subject as Subject }] as const,
    ),
  ),
);

/** The same reader, recording the dependency of each result. `except` names a kind to leave out, for tests. */
export function recordDependencies(
  reader: PageReader,
  record: (dependency: Dependency) => void,
  except?: DependencyKind,
): PageReader {
  const recorded = { ...reader };
  for (const [method, { kind, subject }] of RULES) {
    if (kind === except) continue;
    const read = reader[method] as (...args: unknown[]) => unknown; // called with its caller's arguments
    const recording = (...args: unknown[]) => {
      const of = subject(...args);
      if (of !== null) record(`${kind}:${of}`);
      return read(...args);
    };
    Object.assign(recorded, { [method]: recording });
  }
  return recorded;
}
