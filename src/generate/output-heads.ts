/** What the site's outputs say in the heads of pages: the page in other formats, its picture for shared links. */
import type { Payload } from "../content/payload.ts";
import { absoluteHref } from "../content/rules/paths.ts";
import type { Route } from "../content/site.ts";
import { pageInfo } from "../content/site-pages.ts";
import { forLanguage } from "../site/by-language.ts";
import type { HeadPage } from "../site/outputs.ts";
import type { RenderContext } from "./render-context.ts";
import { locatingErrors } from "./source-location.ts";

export function withOutputHeads(
  payload: Payload,
  route: Route,
  { definition, settings, site }: Pick<RenderContext, "definition" | "settings" | "site">,
): Payload {
  const saying = (definition.outputs ?? []).flatMap(({ head }) => head ?? []);
  if (saying.length === 0) return payload;
  const entry = route.own ? undefined : forLanguage(site.entries, route.lang).get(route.uuid);
  const own = { title: payload.crumbs.at(-1)?.title ?? "", description: payload.head.description };
  const indexed = payload.head.robots === "" || settings.environment !== "production";
  const info = pageInfo(route, entry, definition, () => ({ ...own, indexed }));
  const page: HeadPage = { ...info, absolute: (path) => absoluteHref(settings, path) };
  const head = { ...payload.head };
  for (const say of saying) {
    const { alternates = [], image } = locatingErrors(() => say(page));
    head.alternates = [...head.alternates, ...alternates.map(({ type, href }) => ({ type, href }))];
    if (image) {
      const { src, width, height, alt } = image;
      head.og = { ...head.og, image: src, imageWidth: width, imageHeight: height, imageAlt: alt };
    }
  }
  return { ...payload, head };
}
