import { setImmediate } from "node:timers/promises";
import { createPullPlans } from "../fetch/pull-plan.ts";
import { openSnapshots } from "../fetch/pull-spaces.ts";
import { openSite } from "../generate/open-site.ts";
import { prepareClient } from "../generate/prepare-client.ts";
import type { Project } from "../generate/project.ts";
import { createRenderContext } from "../generate/render-context.ts";
import { renderRoute } from "../generate/render-route.ts";
import { siteSettings } from "../generate/site-settings.ts";
import { createSourceAsking } from "../generate/source-asking.ts";
import { findOutputLocation } from "../publish/output-location.ts";
import type { SerializableOptions } from "./messages.ts";

/** Pages made at most, from all over the site: they have blocks of many kinds, and V8 optimizes what makes them. */
const PAGES = 100;

/**
 * Makes a few pages of the last build again and drops them, so that a new process has loaded, compiled and opened what
 * its first publish needs. It requests nothing and writes no output. Ends early, between two pages, when `isNeeded`
 * turns false.
 */
export async function warmUp(
  { config, stateDir, out, project }: SerializableOptions & { project: Project },
  isNeeded: () => boolean,
): Promise<void> {
  const graph = await project.graph({ stateDir, ignore: false });
  if (graph.build === 0) return;
  const opened = await openSite(config, stateDir);
  const client = await prepareClient({ config, site: opened, stateDir });
  const { site: definition, ...blocks } = await opened.load();
  if (!isNeeded()) return;
  const space = openSnapshots(stateDir, createPullPlans(definition));
  try {
    const { site } = (await project.stories({ stateDir, definition, siteHash: opened.hash })).model;
    graph.indexUsers();
    project.record((await findOutputLocation({ out, stateDir })).record);
    const settings = siteSettings(config, { definition, badgeImage: client.badgeImage });
    const { values } = await createSourceAsking({ config, stateDir, offline: true })(opened);
    const given = { config, space, values, site, definition, settings, assets: () => undefined };
    const context = createRenderContext({ ...given, ...blocks, ...client });
    const pages = Math.min(PAGES, site.routes.length);
    for (let step = 0; step < pages; step += 1) {
      await setImmediate();
      if (!isNeeded()) return;
      const route = site.routes[Math.floor((step * site.routes.length) / pages)];
      if (route) renderRoute(route, context);
    }
  } finally {
    space.close();
  }
}
