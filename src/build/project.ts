/**
 * What is known of a site from its last build: its stories, its map, and the pages with what they were made from. Read
 * from the state folder by a build, and kept in memory by a process that builds again and again.
 */
import type { OnDamaged } from "../checksum-file.ts";
import { createSiteModel, type SiteModel } from "../content/site-model.ts";
import type { StoryChange } from "../content/site-stories.ts";
import { openPageGraph, type PageGraph } from "../incremental/page-graph.ts";
import { openStoredStories, type StoredStories } from "../incremental/stored-stories.ts";
import type { TestHooks } from "../incremental/test-hooks.ts";
import { openRecordFile, type RecordFile } from "../publish/publish-record.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";

export interface Project {
  /** The stories as stored; `record` during a pull and `model` belong to them. */
  stories(of: SiteOf): StoredStories;
  /** The map of the site with the stored stories. */
  model(of: SiteOf & { testHooks?: TestHooks | undefined }): SiteModel;
  /** `ignore`: as if there were none. */
  graph(of: { stateDir: string; ignore: boolean; onDamaged?: OnDamaged | undefined }): PageGraph;
  /** The record of an output folder. */
  record(file: string, onDamaged?: OnDamaged): RecordFile;
  /** Drops what is in memory: a build that did not end may have changed it. */
  forget(): void;
}

interface SiteOf {
  stateDir: string;
  definition: ResolvedSite;
  /** Hash of the definition's code. */
  siteHash: string;
  onDamaged?: OnDamaged | undefined;
}

export function openProject(): Project {
  let site: { key: string; stories: StoredStories; model: SiteModel | null } | null = null;
  let graph: { key: string; value: PageGraph } | null = null;
  let record: { key: string; value: RecordFile } | null = null;
  const siteOf = ({ stateDir, definition, siteHash, onDamaged }: SiteOf) => {
    const key = `${stateDir}\n${siteHash}`;
    if (site?.key !== key || !site.stories.isCurrent())
      site = { key, stories: openStoredStories(stateDir, definition, onDamaged), model: null };
    return site;
  };
  return {
    stories: (of) => siteOf(of).stories,
    model(of) {
      const known = siteOf(of);
      known.model ??= modelOf(known.stories, of.definition, of.testHooks);
      return known.model;
    },
    graph({ stateDir, ignore, onDamaged }) {
      if (ignore || graph?.key !== stateDir || !graph.value.isCurrent())
        graph = { key: stateDir, value: openPageGraph({ stateDir, ignore, onDamaged }) };
      return graph.value;
    },
    record(file, onDamaged) {
      if (record?.key !== file || !record.value.isCurrent())
        record = { key: file, value: openRecordFile(file, onDamaged) };
      return record.value;
    },
    forget() {
      [site, graph, record] = [null, null, null];
    },
  };
}

function modelOf({ stories }: StoredStories, definition: ResolvedSite, testHooks?: TestHooks): SiteModel {
  const model = createSiteModel(definition, testHooks?.count);
  model.apply(
    Object.entries(stories).flatMap(([answer, own]): StoryChange[] =>
      [...own].map(([uuid, { summary }]) => ({ answer, uuid, summary })),
    ),
  );
  return model;
}
