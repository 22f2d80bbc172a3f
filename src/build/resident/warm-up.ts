import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { createPullPlan } from "../../fetch/pull-plan.ts";
import { SNAPSHOT_FOLDER } from "../../fetch/pull-space.ts";
import { openOffline } from "../../fetch/snapshot/from-snapshot.ts";
import { KEYS, type StoredPage } from "../../incremental/store/rows.ts";
import { openStore, type Store, storeFolder } from "../../incremental/store/store.ts";
import { findOutputLocation } from "../../publish/output-location.ts";
import { storedLookup } from "../changes/stored-assets.ts";
import { storedContext } from "../changes/stored-context.ts";
import { checkOutputInAdvance, recordPublish } from "../changes/stored-files.ts";
import { numberedPages } from "../changes/stored-paths.ts";
import { openStoredSite } from "../changes/stored-site.ts";
import { openSite } from "../open-site.ts";
import { prepareClient } from "../prepare-client.ts";
import type { RenderContext } from "../render-context.ts";
import { renderRoute } from "../render-route.ts";
import type { SerializableOptions } from "./messages.ts";

/** Pages made, from all over the site, so that they have blocks of many kinds. */
const PAGES = 12;

/**
 * Makes a few pages of the last build again and drops them, so that a new process has loaded, compiled and opened what
 * its first publish needs. It requests nothing and writes no output. Ends early, between two pages, when `isNeeded`
 * turns false.
 */
export async function warmUp(options: SerializableOptions, isNeeded: () => boolean): Promise<void> {
  const { out } = await findOutputLocation(options);
  const folder = storeFolder(options.stateDir, out);
  const store = openStore(folder);
  if (!store) return;
  try {
    await makeAgain(store, options, isNeeded);
  } finally {
    store.close();
  }
  if (!isNeeded()) return;
  recordPublish({ out, folder });
  checkOutputInAdvance();
}

async function makeAgain(
  store: Store,
  { config, stateDir }: SerializableOptions,
  isNeeded: () => boolean,
): Promise<void> {
  const opened = await openSite(config, stateDir);
  const client = await prepareClient({ config, site: opened, stateDir });
  const { site: definition } = await opened.load();
  if (!isNeeded()) return;
  const { space } = openOffline(join(stateDir, SNAPSHOT_FOLDER), createPullPlan(definition));
  try {
    const { site } = openStoredSite(store, definition);
    const assets = storedLookup(store, { config, endpoint: config.storyblok.endpoint });
    const context = await storedContext(opened, { config, definition, client, space, site, assets });
    await makePages(store, context, isNeeded);
  } finally {
    space.close();
  }
}

async function makePages(store: Store, context: RenderContext, isNeeded: () => boolean): Promise<void> {
  const { count: pages, pathOf } = numberedPages(store);
  for (let step = 0; step < PAGES; step += 1) {
    await setImmediate();
    if (!isNeeded()) return;
    const path = pathOf(Math.floor((step * pages) / PAGES));
    const page = path === undefined ? undefined : (store.get(KEYS.page(path)) as StoredPage | undefined);
    if (path !== undefined && page) renderRoute({ path, ...page }, context);
  }
}
