/** Stories whose component is not a page type: what a build says of them, after some have come, gone or been renamed. */
import { appendTo } from "../../content/append-to.ts";
import { buildEntry, notPages, ownName } from "../../content/site.ts";
import { KEYS, type Row, type StoredSiteFacts } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { type PathsInput, summaryFor } from "./changed-paths.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import type { StoryVersion } from "./story-versions.ts";

export interface ChangedStrangers {
  /** All problems of the site map. */
  problems: StoredSiteFacts["problems"];
  rows: Row[];
}

type StrangersInput = Pick<PathsInput, "store" | "definition" | "before" | "now">;

export function changedStrangers(uuids: Iterable<string>, input: StrangersInput): ChangedStrangers {
  const { store, definition } = input;
  let { problems } = store.get(KEYS.head) as StoredSiteFacts; // written by save-site.ts
  const rows: Row[] = [];
  const [left, added] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const uuid of uuids) {
    const [last, next] = [input.before, input.now].map((version) => strangersIn(uuid, version, definition));
    if (JSON.stringify(last) === JSON.stringify(next)) continue;
    for (const { component, name } of last ?? []) appendTo(left, component, name);
    for (const { component, name } of next ?? []) appendTo(added, component, name);
  }
  for (const component of new Set([...left.keys(), ...added.keys()])) {
    const before = namesOf(component, store);
    const now = [...without(before, left.get(component) ?? []), ...(added.get(component) ?? [])];
    const said = new Set(notPages(component, before, definition).map((problem) => JSON.stringify(problem)));
    const others = problems.filter((problem) => !said.has(JSON.stringify(problem)));
    problems = [...others, ...notPages(component, now, definition)];
    rows.push([KEYS.strangers(component), now.length > 0 ? now : undefined]);
  }
  return { problems, rows };
}

/** The names of one story, by the languages in which it would have a page. */
function strangersIn(
  uuid: string,
  version: StoryVersion,
  definition: ResolvedSite,
): { component: string; name: string }[] {
  return definition.languages.flatMap(({ code }) => {
    const summary = summaryFor(code, uuid, { ...version, definition });
    if (!summary || Object.hasOwn(definition.pageTypes, summary.component)) return [];
    const name = ownName(summary, buildEntry(summary, code, definition), definition);
    return [{ component: summary.component, name }];
  });
}

function namesOf(component: string, store: Store): string[] {
  return (store.get(KEYS.strangers(component)) ?? []) as string[]; // written by save-stories.ts and with `rows`
}

/** Each of the names is taken out once. */
function without(names: readonly string[], left: readonly string[]): string[] {
  const rest = [...names];
  for (const name of left) {
    const at = rest.indexOf(name);
    if (at < 0) throw new FullBuildNeeded();
    rest.splice(at, 1);
  }
  return rest;
}
