import { compareText } from "../../content/rules/compare-text.ts";
import { isBuildId } from "../../publish/paths.ts";

/** Build ids from the names below files/, sorted by time, oldest first. */
export function buildsByAge(found: readonly { name: string; at: number }[]): string[] {
  return found
    .filter(({ name }) => name.endsWith(".json"))
    .sort((a, b) => a.at - b.at || compareText(a.name, b.name))
    .map(({ name }) => name.slice(0, -".json".length))
    .filter(isBuildId);
}
