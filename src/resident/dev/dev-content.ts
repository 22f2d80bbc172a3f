/** What the pages of a site show during development: the space's content, and the values of its own sources. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPullPlans } from "../../fetch/pull-plan.ts";
import type { PullResult } from "../../fetch/pull-space.ts";
import { fileStamp } from "../../files/file-hashes.ts";
import { checkSpaceFitsDefinition } from "../../generate/check-space-fits-definition.ts";
import { type MappedSpace, mapSpace } from "../../generate/map-space.ts";
import { createOpenedSite } from "../../generate/open-site.ts";
import { openProject, type Project } from "../../generate/project.ts";
import { createSourceAsking, NO_SOURCES } from "../../generate/source-asking.ts";
import { startPull } from "../../generate/start-pull.ts";
import type { StoredStories } from "../../incremental/stored-stories.ts";
import { SILENT } from "../../problems/reporter.ts";
import type { Space } from "../../site/api/model.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { spacesOf } from "../../site/spaces.ts";
import type { LoadedSources } from "../../sources/load-sources.ts";
import type { DevOptions } from "./dev-update.ts";
import type { CodeVersion } from "./site-code.ts";

export type DevContent = ReturnType<typeof openDevContent>;

/**
 * The published content of a space, kept between changes. For a configured service it uses the build's snapshot, so
 * that a session starts from the last build's pull. The embedded service restarts its version count in each process, so
 * it gets a snapshot of this session's own.
 */
export function openDevContent(options: Pick<DevOptions, "config" | "service" | "stateDir"> & { signal: AbortSignal }) {
  const { service, stateDir } = options;
  const own = service.embedded ? mkdtempSync(join(tmpdir(), "sitegen-space-")) : null;
  let known: { plan: string; pulled: PullResult } | undefined;
  let open: PullResult["space"][] = [];
  /** The stories and their map, which follow the content as long as the definition stays. */
  let followed: { definition: ResolvedSite; project: Project } | undefined;

  const pull = async (definition: ResolvedSite, stories: StoredStories): Promise<PullResult> => {
    const spaces = spacesOf(definition.languages);
    const published = { ...options, draft: false, full: false, offline: false, reporter: SILENT };
    const opened = await startPull(published, service, { spaces, snapshotIn: own ?? stateDir, sameRun: true });
    return opened.pull(definition, stories);
  };

  return {
    /** The last pulled site map; pulls again if the definition needs other content, or if `again` is set. */
    async map(definition: ResolvedSite, again: boolean): Promise<MappedSpace> {
      const plan = JSON.stringify(createPullPlans(definition));
      const isKnown = known?.plan === plan && !again;
      if (followed?.definition !== definition) followed = { definition, project: openProject() };
      const stories = await followed.project.stories({ stateDir, definition, siteHash: "" });
      const pulled = isKnown && known ? known.pulled : await pull(definition, stories);
      if (!isKnown) open.push(pulled.space);
      const mapped = await mapSpace({ definition, pulled, stories, stateDir });
      if (pulled.snapshot !== "") stories.save(pulled.snapshot); // drafts have no snapshot
      // Mapped again, for other code, the site is the one after these renames: their redirects would be dropped.
      known = { plan, pulled: { ...pulled, renames: [] } };
      checkSpaceFitsDefinition(mapped);
      return mapped;
    },
    /** Closes the spaces pulled before the last one, but for those that are still read. */
    closeBut(used: ReadonlySet<Space | undefined>): void {
      const isOpen = (space: PullResult["space"]) => used.has(space) || space === known?.pulled.space;
      for (const space of open) if (!isOpen(space)) space.close();
      open = open.filter(isOpen);
    },
    close() {
      for (const space of open) space.close();
      if (own !== null) rmSync(own, { recursive: true, force: true });
    },
  };
}

/** Gives the values of the site's own sources, asked once, and again when a module that they are made with has changed. */
export type DevValues = (code: CodeVersion) => Promise<LoadedSources>;

export function createDevValues(
  options: Pick<DevOptions, "config" | "stateDir"> & {
    /** Modules that browsers do not get. */
    serverOnly: () => readonly string[];
    warn: (text: string) => void;
    signal: AbortSignal;
  },
): DevValues {
  const { serverOnly, warn } = options;
  let last: { key: string; loaded: LoadedSources } | undefined;
  return async ({ bundled, loaded }) => {
    if (bundled.sources.length === 0) return NO_SOURCES;
    const stamps = [...bundled.definers, ...serverOnly()].map((file) => `${file} ${fileStamp(file)}`);
    const key = [...bundled.sources, ...stamps].join("\n");
    if (last?.key === key) return last.loaded;
    const opened = createOpenedSite(bundled, async () => loaded, options.config);
    const made = await createSourceAsking({ ...options, offline: false })(opened);
    for (const { message } of made.problems) warn(message);
    last = { key, loaded: made };
    return made;
  };
}
