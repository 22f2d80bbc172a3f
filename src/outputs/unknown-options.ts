import { didYouMean } from "../validation/did-you-mean.ts";

/** Faults of an output: options that it does not have, which would do nothing. */
export function unknownOptions(output: string, options: object, known: readonly string[]): string[] {
  const unknown = Object.keys(options).filter((name) => !known.includes(name));
  const near = (name: string) => didYouMean(name, known) || ` Its options are ${known.join(", ")}.`;
  return unknown.map((name) => `${output}() has no option "${name}".${near(name)}`);
}
