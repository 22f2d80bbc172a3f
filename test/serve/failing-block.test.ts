/** A draft for which a block throws: the editor's frame says which block and why. */

import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import type { Route } from "../../src/content/map/site.ts";
import { buildSite } from "../../src/content/map/site-model.ts";
import { openSite } from "../../src/generate/open-site.ts";
import { createRenderContext } from "../../src/generate/render-context.ts";
import { renderRoute } from "../../src/generate/render-route.ts";
import { siteSettings } from "../../src/generate/site-settings.ts";
import { definition } from "../helpers/definition.ts";
import { memorySpace, memorySummaries, rawStory } from "../helpers/memory-space.ts";

function Broken(): never {
  throw new Error("items is not iterable");
}

test("the message names the block by its place and its component", async () => {
  const body = [
    { component: "HeroText", _uid: "a", headline: "Fine" },
    { component: "Facts", _uid: "b" },
  ];
  const stories = [rawStory({ full_slug: "team", content: { component: "Page", _uid: "p", body } })];
  const config = await loadConfig({ cwd: import.meta.dirname, env: {} });
  const { site: _, ...blocks } = await (await openSite(config, null)).load();
  const space = memorySpace(stories);
  const site = buildSite(memorySummaries(stories), definition);
  const settings = siteSettings(config, { definition, badgeImage: "" });
  const bundle = {
    css: "a.css",
    sheets: { late: "l.css", whole: "w.css", units: [], uses: {}, lateUses: {} },
    boot: "b.js",
    app: "c.js",
    consent: "",
    fonts: [],
    chunks: new Map(),
  };
  const icons = { favicon: "", touchIcon: "" };
  const rest = { config, space, values: {}, site, definition, settings, assets: () => undefined, bundle, icons };
  const route = site.routes.find(({ path }) => path === "/team/") as Route;

  const context = createRenderContext({ ...rest, ...blocks, components: { ...blocks.components, Facts: Broken } });
  expect(() => renderRoute(route, context)).toThrow("body[1] (Facts): items is not iterable");
  expect(renderRoute(route, createRenderContext({ ...rest, ...blocks })).html).toContain("Fine");
});
