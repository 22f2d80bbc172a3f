/**
 * What is known of a site from its last build: its stories, its map, and the pages with what they were made from. Read
 * from the state folder by a build, and kept in memory by a process that builds again and again.
 */
import type { OnDamaged } from "../files/checksum-file.ts";
import type { PageGraph } from "../incremental/page-graph.ts";
import type { StoredStories } from "../incremental/stored-stories.ts";
import type { TestHooks } from "../incremental/test-hooks.ts";
import { openRecordFile, type RecordFile } from "../publish/publish-record.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";

export type Project = ReturnType<typeof openProject>;

interface StateOf {
  stateDir: string;
  /** As if nothing were stored. */
  ignore?: boolean;
  onDamaged?: OnDamaged | undefined;
}

interface SiteOf extends StateOf {
  definition: ResolvedSite;
  /** Hash of the definition's code. */
  siteHash: string;
  testHooks?: TestHooks | undefined;
}

/** A build without changes loads the code of the record alone. */
export function openProject() {
  let site: { key: string; stories: StoredStories } | null = null;
  let graph: { key: string; value: PageGraph } | null = null;
  let record: { key: string; value: RecordFile } | null = null;
  return {
    /** The stories as stored, with the map of their site. */
    async stories({ stateDir, definition, siteHash, ignore = false, onDamaged, testHooks }: SiteOf) {
      const { openStoredStories } = await import("../incremental/stored-stories.ts");
      const key = `${stateDir}\n${siteHash}`;
      if (ignore || site?.key !== key || !site.stories.isCurrent())
        site = {
          key,
          stories: openStoredStories(stateDir, definition, { ignore, onDamaged, count: testHooks?.count }),
        };
      return site.stories;
    },
    async graph({ stateDir, ignore = false, onDamaged }: StateOf) {
      const { openPageGraph } = await import("../incremental/page-graph.ts");
      if (ignore || graph?.key !== stateDir || !graph.value.isCurrent())
        graph = { key: stateDir, value: openPageGraph({ stateDir, ignore, onDamaged }) };
      return graph.value;
    },
    record(file: string, onDamaged?: OnDamaged) {
      if (record?.key !== file || !record.value.isCurrent())
        record = { key: file, value: openRecordFile(file, onDamaged) };
      return record.value;
    },
    /** Drops what is in memory: a build that did not end may have changed it. */
    forget() {
      [site, graph, record] = [null, null, null];
    },
  };
}
