/** What a site consists of besides its pages: each kind of file is an `Output`, declared in a file of its own. */
import type { MovedSite } from "../../content/site-model.ts";
import type { PageGraph } from "../../incremental/page-graph.ts";
import type { ChangedStories } from "../../incremental/stored-stories.ts";
import type { Problem } from "../../problem.ts";
import type { OutputTransaction } from "../../publish/output-transaction.ts";
import type { StagedKind } from "../../publish/publish-plan.ts";
import type { RedirectOutput } from "../../redirects/build.ts";
import type { ByLanguage } from "../../site/by-language.ts";
import type { BuildOptions } from "../build-options.ts";
import type { GatheredAssets } from "../gather-assets.ts";
import type { MappedSpace } from "../map-space.ts";
import type { PreparedClient } from "../prepare-client.ts";
import type { RenderContext } from "../render-context.ts";

/** What moved since the last build. */
export interface Moved extends MovedSite {
  /** Stories that differ in anything, by the language of the response. */
  stories: ChangedStories["stories"];
  /** Names of the datasources that differ. */
  datasources: ByLanguage<ReadonlySet<string>>;
  /** Whether what is known of an asset differs, such as where its file is. */
  assets: boolean;
  /** Whether stories use other assets, or count for another language. */
  uses: boolean;
  renames: boolean;
}

/** Whether the words of a language may differ: they follow from code and datasources. */
export function hasOtherWords(lang: string, { datasources }: Moved): boolean {
  return (datasources[lang]?.size ?? 0) > 0;
}

/** What outputs are made from. */
export interface OutputInput extends Pick<BuildOptions, "config"> {
  context: RenderContext;
  client: PreparedClient;
  assets: GatheredAssets;
  stories: MappedSpace["stories"];
  /** Reads the redirects once, if they are needed. */
  redirects(): Promise<RedirectOutput>;
  /** Files that another output's key consists of; made before, if that output comes first. */
  filesOf(output: string, key: string): readonly string[];
}

export interface OutputFile {
  /** Below the output folder. */
  path: string;
  content: string | Uint8Array | (() => Promise<string | Uint8Array>);
  kind?: StagedKind;
  /** What made it, for the error if something else makes it too. */
  source?: string;
}

export interface MadeOutput {
  files: OutputFile[];
  problems?: Problem[];
}

export interface Output {
  name: string;
  /** Keys of the parts that it consists of; each is made by itself. */
  keys(input: OutputInput): Iterable<string>;
  /** Whether what a part is made from may differ. */
  isMoved(key: string, input: OutputInput, moved: Moved): boolean;
  make(key: string, input: OutputInput): MadeOutput | Promise<MadeOutput>;
}

/**
 * Stages what has moved, and drops the files of what is gone; without `moved`, everything. Returns the problems of all
 * parts.
 */
export async function writeOutputs(
  outputs: readonly Output[],
  input: Omit<OutputInput, "filesOf">,
  { moved, graph, output }: { moved: Moved | null; graph: Pick<PageGraph, "made">; output: OutputTransaction },
): Promise<Problem[]> {
  const { made } = graph;
  const given: OutputInput = { ...input, filesOf: (name, key) => made.get(`${name} ${key}`)?.files ?? [] };
  const present = new Set<string>();
  for (const one of outputs)
    for (const key of one.keys(given)) {
      const id = `${one.name} ${key}`;
      present.add(id);
      const last = made.get(id);
      if (moved && last && !one.isMoved(key, given, moved)) continue;
      const { files, problems = [] } = await one.make(key, given);
      const paths = files.map(({ path }) => path);
      for (const path of last?.files ?? []) output.drop(path);
      for (const file of files) await stage(file, output);
      made.set(id, { files: paths, problems });
    }
  for (const [id, { files }] of [...made]) {
    if (present.has(id)) continue;
    for (const path of files) output.drop(path);
    made.delete(id);
  }
  return [...made.values()].flatMap(({ problems }) => problems);
}

/** What would only be read again to be compared is kept. */
async function stage({ path, content, kind, source }: OutputFile, output: OutputTransaction): Promise<void> {
  const options = { ...(kind && { kind }), ...(source && { source }) };
  if (typeof content !== "function") await output.put(path, content, options);
  else if (!output.keep(path, options)) await output.put(path, await content(), options);
}
