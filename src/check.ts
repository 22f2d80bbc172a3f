/** `sitegen check`: everything that is wrong in the content, and nothing written. */
import { openContentService } from "./build/content-service.ts";
import { digestSpace } from "./build/digests.ts";
import { gatherAssets } from "./build/gather.ts";
import { loadCatalogue } from "./build/load-blocks.ts";
import { makePage } from "./build/make-page.ts";
import type { BuildOptions } from "./build/options.ts";
import { prepareClient } from "./build/prepare-client.ts";
import { collectProblems } from "./build/problems.ts";
import { pull } from "./build/pull.ts";
import { gatherRedirects, readRenames } from "./build/redirects.ts";
import { siteSettings } from "./build/settings.ts";
import { createWorld, type World } from "./build/world.ts";
import { type CheckedPage, checkPage } from "./check/check-page.ts";
import { checkSite } from "./check/check-site.ts";
import type { Payload } from "./content/payload.ts";
import type { Rename } from "./content/redirects/rule.ts";
import { buildSite } from "./content/site.ts";
import type { Problem } from "./problem.ts";

export interface CheckResult {
  problems: Problem[];
  /** Story ids by the name that problems carry, for links into the visual editor. */
  storyIds: ReadonlyMap<string, number>;
  spaceId: string;
  pages: number;
  /** Redirects that sitegen made by itself, for the owner to move into a redirect file. */
  renames: Rename[];
}

export async function check(options: BuildOptions): Promise<CheckResult> {
  const { config, reporter } = options;
  const service = await openContentService(config);
  try {
    reporter.step("Reading the space");
    const pulled = await pull(options, service);
    const digested = await digestSpace(pulled.space, options.stateDir);
    const site = buildSite(digested.digests);
    const assets = await gatherAssets({ ...options, filenames: digested.assets, endpoint: service.endpoint });
    reporter.step("Checking");
    const client = await prepareClient(config, options.stateDir);
    const { labels } = pulled.space.datasources.en;
    const settings = siteSettings(config, { labels, badgeImage: client.badgeImage });
    const blocks = await loadCatalogue(config);
    const world = createWorld({
      config,
      filenames: digested.assets,
      space: pulled.space,
      site,
      settings,
      ...blocks,
      assets: assets.lookup,
      ...client,
    });
    const pages = checkPages(world);
    const renames = await readRenames(options.stateDir);
    const redirects = await gatherRedirects(config, site, renames);
    const own = pages.flatMap((page) => page.problems);
    const lists = [pulled, site, assets, redirects, world].map((step) => step.problems);
    const problems = collectProblems({
      config,
      strict: false,
      lists: [...lists, own, checkSite(pages, site, settings.base)],
    });
    const storyIds = new Map(pages.map((page) => [page.story, page.storyId]));
    return { problems, storyIds, spaceId: service.spaceId, pages: pages.length, renames };
  } finally {
    await service.close();
  }
}

function checkPages(world: World): CheckedPage[] {
  return world.site.routes.map((route) => {
    const made = makePage(route, world);
    const payload = JSON.parse(made.json) as Payload;
    const entry = world.site.entries[route.lang].get(route.uuid);
    const story = (entry?.path ?? route.path).replace(/^\/|\/$/g, "") || "home";
    const page = checkPage(payload, made.html, story);
    return { ...page, problems: [...made.problems, ...page.problems] };
  });
}
