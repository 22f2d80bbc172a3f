/** `sitegen check`: everything that is wrong in the content, and nothing written. */
import { assemble } from "./build/assemble.ts";
import { openContentService } from "./build/content-service.ts";
import { makePage } from "./build/make-page.ts";
import { mapSpace } from "./build/map-space.ts";
import type { BuildOptions } from "./build/options.ts";
import { collectProblems } from "./build/problems.ts";
import { pull } from "./build/pull.ts";
import { gatherRedirects } from "./build/redirects.ts";
import { createStopwatch } from "./build/stopwatch.ts";
import type { World } from "./build/world.ts";
import { type CheckedPage, checkPage } from "./check/check-page.ts";
import { checkSite } from "./check/check-site.ts";
import type { Payload } from "./content/payload.ts";
import type { Rename } from "./content/redirects/rule.ts";
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
    const mapped = await mapSpace(pulled, options.stateDir);
    const { site, renames } = mapped;
    const { world, assets } = await assemble({ build: options, service, mapped, watch: createStopwatch() });
    reporter.step("Checking");
    const pages = checkPages(world);
    const redirects = await gatherRedirects(config, site, renames);
    const own = pages.flatMap((page) => page.problems);
    const lists = [pulled, site, assets, redirects, world].map((step) => step.problems);
    const problems = collectProblems({
      config,
      strict: false,
      lists: [...lists, own, checkSite(pages, site, world.settings.base)],
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
