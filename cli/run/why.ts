import { resolve } from "node:path";
import { type RenderReason, readPageRecords, type ToldRecord } from "../../src/build/page-records.ts";
import { nearest } from "../../src/config/near.ts";
import { withTrailingSlash } from "../../src/content/rules/paths.ts";
import { sitegenError } from "../../src/errors.ts";
import type { WhyFlags } from "../commands/why.ts";
import type { CommandContext } from "../main.ts";

const REASONS: Record<RenderReason, string> = {
  new: "it was not there before",
  code: "code, styles or settings changed",
  shared: "the state of its language changed: the global story, labels or another datasource",
  story: "its own story or its place changed",
  facts: "something it shows of other stories, lists or assets changed",
  output: "its file was not in the output folder any more",
};

/** Facts of one kind in words; `n` is how many there are. */
const KINDS: Record<string, (n: number) => string> = {
  entry: (n) => `${n} stories it is or links to`,
  elsewhere: (n) => `${n} stories looked for in the other language`,
  card: (n) => `${n} stories shown as cards`,
  latest: (n) => `${n} lists of latest stories`,
  asset: (n) => `${n} assets`,
  datasource: (n) => `${n} datasources`,
  path: (n) => `${n} paths of its breadcrumbs`,
  live: (n) => `${n} paths that may exist in the other language`,
  posts: (n) => `${n} whole lists of posts`,
};

/** `sitegen why`: a page's record in words. */
export function runWhy(route: string, flags: WhyFlags, { streams, cwd }: CommandContext): number {
  const { build, pages } = readPageRecords(resolve(cwd, flags.state));
  const path = withTrailingSlash(route.startsWith("/") ? route : `/${route}`);
  const record = pages.get(path);
  if (!record) {
    const near = nearest(path, [...pages.keys()]);
    throw sitegenError("USAGE", {
      message: `The last build made no page at ${path}.`,
      hint: pages.size === 0 ? "Run `sitegen generate` first." : near ? `Did you mean ${near}?` : "Check the path.",
    });
  }
  const written = record.build === build;
  const lines = [
    path,
    written
      ? `Written by the last build: ${REASONS[record.reason]}.`
      : "Kept by the last build: nothing it is made from had changed.",
    ...(written ? [] : [`Written ${build - record.build} builds before: ${REASONS[record.reason]}.`]),
    "Made from its own story, the shared state of its language, and",
    ...factLines(record),
  ];
  streams.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

function factLines({ facts }: ToldRecord): string[] {
  const groups = new Map<string, string[]>();
  for (const fact of facts) {
    const kind = fact.slice(0, fact.indexOf(":"));
    groups.set(kind, [...(groups.get(kind) ?? []), fact.slice(kind.length + 1)]);
  }
  return [...groups].map(([kind, subjects]) => `  ${KINDS[kind]?.(subjects.length) ?? kind}: ${subjects.join(", ")}`);
}
