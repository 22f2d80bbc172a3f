import { resolve } from "node:path";
import { appendTo } from "../../src/content/append-to.ts";
import { withTrailingSlash } from "../../src/content/rules/paths.ts";
import { sitegenError } from "../../src/errors.ts";
import { DEPENDENCY_KINDS, type DependencyKind, parseDependency } from "../../src/incremental/dependency-kinds.ts";
import { openPageGraph } from "../../src/incremental/page-graph.ts";
import type { RenderReason } from "../../src/incremental/page-record.ts";
import { closestMatch } from "../../src/validation/did-you-mean.ts";
import type { CommandContext } from "../command-context.ts";
import { readStoryNames } from "./story-names.ts";

export interface WhyFlags {
  state: string;
}

const REASONS: Record<RenderReason, string> = {
  new: "it was not there before",
  code: "code, styles or settings changed",
  shared: "the state of its language changed: the global story, or what its layout shows of other stories",
  words: "a word, a label or another entry of a datasource that it shows changed",
  story: "its own story or its path changed",
  site: "something it shows of other stories, lists or assets changed",
  output: "its file was missing in the output folder",
};

/** `sitegen why`: explains a page's record. */
export function runWhy(route: string, flags: WhyFlags, { streams, cwd }: CommandContext): number {
  const stateDir = resolve(cwd, flags.state);
  const graph = openPageGraph({ stateDir });
  const { build } = graph;
  const path = withTrailingSlash(route.startsWith("/") ? route : `/${route}`);
  const record = graph.get(path);
  if (!record) {
    const paths = graph.paths();
    const near = closestMatch(path, paths);
    throw sitegenError("USAGE", {
      message: `The last build has no page at ${path}.`,
      hint: paths.length === 0 ? "Run `sitegen generate` first." : near ? `Did you mean ${near}?` : "Check the path.",
    });
  }
  const written = record.build === build;
  const lines = [
    path,
    written
      ? `Written by the last build: ${REASONS[record.reason]}.`
      : "Kept by the last build: nothing it depends on had changed.",
    ...(written ? [] : [`Written ${build - record.build} builds before: ${REASONS[record.reason]}.`]),
    "Built from its own story, the shared state of its language, and",
    ...dependencyLines(graph.dependenciesOf(path), stateDir),
  ];
  streams.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

/** Dependency kinds whose subject is a story's uuid. */
const OF_STORIES: ReadonlySet<DependencyKind> = new Set(["link", "elsewhere", "card"]);

function dependencyLines(dependencies: readonly string[], stateDir: string): string[] {
  const groups = new Map<DependencyKind, string[]>();
  const uuids = new Set<string>();
  for (const dependency of dependencies) {
    const { kind, subject } = parseDependency(dependency);
    appendTo(groups, kind, subject);
    if (OF_STORIES.has(kind)) uuids.add(subject);
  }
  const names = readStoryNames(stateDir, uuids);
  return [...groups].map(([kind, subjects]) => {
    const listed = subjects.map((subject) => subjectText(kind, subject, names)).filter((text) => text !== "");
    const { label } = DEPENDENCY_KINDS[kind];
    return listed.length === 0 ? `  ${label}` : `  ${label} (${listed.length}): ${listed.join(", ")}`;
  });
}

function subjectText(kind: DependencyKind, subject: string, names: ReadonlyMap<string, string>): string {
  if (OF_STORIES.has(kind)) return names.get(subject) ?? `${subject} (not in the last pull)`;
  if (kind === "asset") return subject.split("/").at(-1) ?? subject;
  if (kind === "option") return (JSON.parse(subject) as string[]).join(" ");
  if (kind === "word" || kind === "shown") return subject.slice(subject.indexOf(" ") + 1);
  return subject;
}
