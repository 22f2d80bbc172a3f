import { join, resolve } from "node:path";
import { decodeUriPart } from "../../src/content/rules/decode.ts";
import { withTrailingSlash } from "../../src/content/rules/paths.ts";
import { snapshotsIn } from "../../src/fetch/pull-space.ts";
import { openSnapshot } from "../../src/fetch/snapshot/snapshot-table.ts";
import { closePacks, readStory } from "../../src/fetch/snapshot/story-store.ts";
import { publicOutput } from "../../src/generate/outputs/public-files.ts";
import { DEPENDENCY_KINDS, type DependencyKind, parseDependency } from "../../src/incremental/dependency-kinds.ts";
import { type MadeFiles, openPageGraph, type PageGraph } from "../../src/incremental/page-graph.ts";
import type { RenderReason } from "../../src/incremental/page-record.ts";
import { OUTPUT_DEPENDENCIES, outputDependency, RUN } from "../../src/incremental/page-record.ts";
import { sitegenError } from "../../src/problems/errors.ts";
import { appendTo } from "../../src/util/append-to.ts";
import { closestMatch } from "../../src/validation/did-you-mean.ts";
import type { CommandContext } from "../command-context.ts";
import { pluralize } from "../report.ts";

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

/** `sitegen why`: explains a page's record, or that of a file of an output of the site's own. */
export function runWhy(address: string, flags: WhyFlags, { streams, cwd }: CommandContext): number {
  const given = address.replace(/^https?:\/\/[^/]+/, "").replace(/[?#].*$/, "");
  const pathOf = (text: string) => withTrailingSlash(text.startsWith("/") ? text : `/${text}`);
  const stateDir = resolve(cwd, flags.state);
  const graph = openPageGraph({ stateDir });
  const { build } = graph;
  // As it is, or as copied from a browser.
  const route = graph.get(pathOf(given)) ? given : decodeUriPart(given);
  const path = pathOf(route);
  const record = graph.get(path);
  const file = route.replace(/^\//, "");
  const output = record ? undefined : outputOf(file, graph);
  if (output) {
    streams.stdout.write(`${[...aboutOutput(output, graph), ...dependencyLines(output.asked, stateDir)].join("\n")}\n`);
    return 0;
  }
  if (!record) {
    const paths = graph.paths();
    const maker = [...graph.made].find(([, { files }]) => files.includes(file))?.[0].split(" ")[0];
    if (maker !== undefined) {
      streams.stdout.write(
        maker === publicOutput.name
          ? `${file} is a file of the public folder, copied as it is.\n`
          : `${file} is made by sitegen itself (${maker}), from the whole site.\n`,
      );
      return 0;
    }
    const files = [...graph.made.values()].flatMap((one) => one.files);
    const known = [...paths, ...files];
    // On one of several domains, whose folders begin the names of pages and files.
    const inFolder = known.find((one) => [path.slice(1), file].includes(one.replace(/^\/?[^/]+\//, "")));
    const near = inFolder ?? closestMatch(path, paths);
    throw sitegenError("USAGE", {
      message: `The last build has no page at ${path}.`,
      hint: paths.length === 0 ? "Run `sitegen generate` first." : near ? `Did you mean ${near}?` : "Check the path.",
    });
  }
  const written = record.build === build;
  const lines = [
    path,
    written
      ? `Rendered by the last build: ${REASONS[record.reason]}.`
      : "Kept by the last build: nothing it depends on had changed.",
    ...(written ? [] : [`Rendered ${pluralize(build - record.build, "build")} before: ${REASONS[record.reason]}.`]),
    `Built from ${record.blocks.some((name) => name.startsWith("route:")) ? "its route in the site definition" : "its own story"}, the shared state of its language, and`,
    ...dependencyLines(graph.dependenciesOf(path), stateDir),
  ];
  streams.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

interface OwnOutput {
  name: string;
  key: string;
  from: NonNullable<MadeFiles["from"]>;
  /** Its dependencies, each once. */
  asked: string[];
}

/** The output that made a file, if it asks a reader. */
function outputOf(file: string, { made }: Pick<PageGraph, "made">): OwnOutput | undefined {
  for (const [id, { files, from }] of made) {
    if (!from || !files.includes(file)) continue;
    const space = id.indexOf(" ");
    const asked = [...new Set(from.used.map(([, dependency]) => dependency))];
    return { name: id.slice(0, space).replace(/^output:/, ""), key: id.slice(space + 1), from, asked };
  }
  return undefined;
}

function aboutOutput({ name, key, from }: OwnOutput, { inputs }: Pick<PageGraph, "inputs">): string[] {
  const isNew = String(from.run) === inputs.facts[RUN];
  return [
    `Made by the output "${name}" for the key "${key}".`,
    from.basis === ""
      ? "It failed: the file is that of an earlier build, and the next build makes it again."
      : isNew
        ? `Made by the last build: ${REASONS[from.reason]}.`
        : "Kept by the last build: nothing it depends on had changed.",
    from.used.length === 0 ? "Made from the site's code and settings." : "Made from the site's code and settings, and",
  ];
}

/** Dependency kinds whose subject is a story's uuid. */
const OF_STORIES: ReadonlySet<DependencyKind> = new Set(["link", "elsewhere", "card", "entry"]);

function dependencyLines(dependencies: readonly string[], stateDir: string): string[] {
  const groups = new Map<DependencyKind, string[]>();
  const uuids = new Set<string>();
  const own = new Map<string, string[]>();
  for (const dependency of dependencies) {
    const ofOutput = outputDependency(dependency);
    if (ofOutput) {
      appendTo(own, OUTPUT_DEPENDENCIES[ofOutput.kind], outputSubject(ofOutput));
      continue;
    }
    const { kind, subject } = parseDependency(dependency);
    appendTo(groups, kind, subject);
    if (OF_STORIES.has(kind)) uuids.add(subject);
    if (kind === "content") uuids.add(partsOf(subject)[0] ?? "");
  }
  const names = readStoryNames(stateDir, uuids);
  const line = (label: string, subjects: readonly string[]) => {
    const listed = subjects.filter((text) => text !== "");
    return listed.length === 0 ? `  ${label}` : `  ${label} (${listed.length}): ${listed.join(", ")}`;
  };
  const ofOutputs = [...own].map(([label, subjects]) => line(label, subjects));
  const ofPages = [...groups].map(([kind, subjects]) =>
    line(
      DEPENDENCY_KINDS[kind].label,
      subjects.map((subject) => subjectText(kind, subject, names)),
    ),
  );
  return [...ofOutputs, ...ofPages];
}

function outputSubject({ kind, subject }: NonNullable<ReturnType<typeof outputDependency>>): string {
  if (kind !== "sitemap" && kind !== "added") return subject;
  const [index, of] = JSON.parse(subject) as [number, number]; // as the reader recorded it
  return of === 1 ? "" : `part ${index + 1} of ${of}`;
}

function subjectText(kind: DependencyKind, subject: string, names: ReadonlyMap<string, string>): string {
  const story = (uuid: string) => names.get(uuid) ?? `${uuid} (not in the last pull)`;
  if (OF_STORIES.has(kind)) return story(subject);
  if (kind === "content") {
    const [uuid = "", field] = partsOf(subject);
    return `${story(uuid)} ${field}`;
  }
  if (kind === "asset") return decodeUriPart(subject.split("/").at(-1) ?? subject);
  if (kind === "sourceList") {
    const [name, filter] = JSON.parse(subject) as [string, unknown];
    return filter === null ? name : `${name} ${JSON.stringify(filter)}`;
  }
  if (kind === "option" || kind === "sourceEntry" || kind === "sourceTotal") return partsOf(subject).join(" ");
  if (kind === "word" || kind === "shown") return subject.slice(subject.indexOf(" ") + 1);
  return subject;
}

function partsOf(subject: string): string[] {
  return JSON.parse(subject) as string[];
}

/** Names and slugs of stories in the last pull, by uuid; unknown ones are left out. */
function readStoryNames(stateDir: string, uuids: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const folder of snapshotsIn(stateDir)) {
    const opened = openSnapshot(join(stateDir, folder));
    if (opened.kind !== "ok") continue;
    const { records, packs } = opened.snapshot;
    for (const stories of Object.values(records)) {
      for (const uuid of uuids) {
        const record = names.has(uuid) ? undefined : stories.get(uuid);
        if (record) names.set(uuid, `${readStory(record).name} (${record.slug})`);
      }
    }
    closePacks(packs);
  }
  return names;
}
