import { didYouMean } from "../validation/did-you-mean.ts";
import type { SiteDefinition } from "./definition.ts";

/** What is wrong with the options of outputs: pages of a misspelled type would be missing in a search without a word. */
export function outputFaults({ pageTypes, datasources = [], outputs = [] }: SiteDefinition): string[] {
  const known = { pageTypes: Object.keys(pageTypes), datasources };
  return outputs
    .flat()
    .flatMap(({ name, faults = [], ...named }) => [
      ...faults,
      ...(["pageTypes", "datasources"] as const).flatMap((key) =>
        (named[key] ?? [])
          .filter((one) => !known[key].includes(one))
          .map(
            (one) => `The output "${name}" names "${one}", which is not among "${key}".${didYouMean(one, known[key])}`,
          ),
      ),
    ]);
}
