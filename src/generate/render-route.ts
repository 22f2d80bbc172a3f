import type { Route } from "../content/map/site.ts";
import { hasOwnPicture } from "../content/page/head.ts";
import { buildOwnPayload, ownEntry, type RouteOfOwn } from "../content/page/own-page.ts";
import { renewTags } from "../content/page/page-head.ts";
import { buildPayload } from "../content/page/page-payload.ts";
import { pageInfo } from "../content/page/site-pages.ts";
import { createReader } from "../content/page/site-reader.ts";
import { responseLanguage } from "../content/rules/languages.ts";
import { absoluteHref } from "../content/rules/paths.ts";
import type { Dependency } from "../incremental/dependency-kinds.ts";
import { recordDependencies } from "../incremental/record-dependencies.ts";
import { createProblem, type Problem } from "../problems/problem.ts";
import type { RawStory, StoryEntry } from "../site/api/model.ts";
import type { Payload } from "../site/api/payload.ts";
import { forLanguage } from "../site/by-language.ts";
import type { HeadPage } from "../site/outputs.ts";
import { withPageDeadline } from "./page-deadline.ts";
import type { RenderContext } from "./render-context.ts";
import { payloadText, renderPayload } from "./render-payload.ts";
import { locatingErrors, withPlace } from "./source-location.ts";

export interface RenderedPage {
  html: string;
  /** Text of `_payload.json`. */
  json: string;
  blocks: string[];
  /** The page's dependencies, without duplicates. */
  dependencies: Dependency[];
  problems: Problem[];
}

/** A page's payload and its dependencies; rendering needs nothing else. */
export type ResolvedPage = Omit<RenderedPage, "html">;

/** Renders one route to HTML and JSON. */
export function renderRoute(route: Route, context: RenderContext): RenderedPage {
  return withPageDeadline(() => {
    const made = resolvePage(route, context);
    return { ...made, html: renderPayload(made.json, context).html };
  });
}

/** Throws an error with its place in the site's code. */
export function resolvePage(route: Route, context: RenderContext): ResolvedPage {
  const dependencies = new Set<Dependency>();
  const problems: Problem[] = [];
  const { count, testHooks } = context;
  const sources = { ...context.sources, onProblem: (problem: Problem) => problems.push(withPlace(problem)) };
  const reader = createReader(isOwn(route) ? ownEntry(route) : entryOf(route, context), sources);
  const record = (dependency: Dependency) => dependencies.add(dependency);
  const { catalogue } = context;
  const dataOf = (name: string) => {
    const data = catalogue.data(name);
    if (data && testHooks?.unrecorded !== "data") record(`data:${name}`);
    return data;
  };
  const input = {
    definition: context.definition,
    settings: context.settings,
    catalogue: { ...catalogue, data: dataOf },
    words: forLanguage(context.watched.shared, route.lang).words,
    reader: recordDependencies(reader, record, testHooks?.unrecorded),
  };
  context.watched.take();
  const made = locatingErrors(() =>
    isOwn(route) ? buildOwnPayload(route, input) : buildPayload(route, { story: storyOf(route, context), ...input }),
  );
  const payload = withOutputHeads(made, route, context);
  if (testHooks?.unrecorded !== "word") for (const subject of context.watched.take()) record(`word:${subject}`);
  count("payloads");
  const json = payloadText(payload, context);
  return { json, blocks: payload.blocks, dependencies: [...dependencies], problems };
}

/** A page that could not be rendered. */
export function renderFailed(route: string, message: string, of: Pick<Problem, "story"> & Partial<Problem>): Problem {
  return createProblem("error", "RENDER_FAILED", {
    message: `The page ${route} could not be rendered: ${message}`,
    hint: "Check the last change to this story.",
    ...of,
  });
}

function isOwn(route: Route): route is RouteOfOwn {
  return route.own !== undefined;
}

function entryOf({ lang, uuid, path }: Route, { site }: RenderContext): StoryEntry {
  const entry = forLanguage(site.entries, lang).get(uuid);
  if (!entry) throw new Error(`No story for the route ${path}`);
  return entry;
}

/** Stories in a language's folder come with the default language's response. */
function storyOf(route: Route, context: RenderContext): RawStory {
  const { space, definition } = context;
  context.count("files");
  const story = space.story(responseLanguage(entryOf(route, context), definition), route.uuid);
  if (!story) throw new Error(`the story ${route.uuid} is not in the pull`);
  return story;
}

/** What the site's outputs say in the heads of pages: the page in other formats, its picture for shared links. */
function withOutputHeads(
  payload: Payload,
  route: Route,
  { definition, settings, site, shared }: Pick<RenderContext, "definition" | "settings" | "site" | "shared">,
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
    if (image && !hasOwnPicture(payload.head)) {
      const { src, width, height, alt } = image;
      head.og = { ...head.og, image: src, imageWidth: width, imageHeight: height, imageAlt: alt };
    }
  }
  return { ...payload, head: renewTags(head, payload, forLanguage(shared, payload.lang)) };
}
