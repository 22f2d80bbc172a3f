import { randomBytes } from "node:crypto";
import type { Config } from "../config/config.ts";
import { buildEntry } from "../content/map/site.ts";
import { summarizeStory } from "../content/map/story-summary.ts";
import { folderLanguage, responseLanguage } from "../content/rules/languages.ts";
import { hrefOf } from "../content/rules/paths.ts";
import { MIN_SECRET, type SharedDraft, signShare } from "../edge/share-token.ts";
import { parseSingleStory } from "../fetch/parse/parse-responses.ts";
import { parseStory } from "../fetch/parse/parse-story.ts";
import { createPullPlan, languageParameter } from "../fetch/pull-plan.ts";
import { fetchVersion } from "../fetch/sync/fetch-version.ts";
import { createContentClient } from "../fetch/transport/content-client.ts";
import { openContentService, serviceOf } from "../generate/content-service.ts";
import { openSite } from "../generate/open-site.ts";
import { sitegenError } from "../problems/errors.ts";
import { languageOf } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { inSpace, MAIN_SPACE, spaceOf } from "../site/spaces.ts";
import { shareAddress } from "./share-address.ts";
import { type KnownLink, readLinks, writeLinks } from "./shared-links.ts";

export interface ShareRequest {
  config: Config;
  stateDir: string;
  /** Slug or id. */
  story: string;
  /** Name of the story's space, if the language does not say it. */
  space?: string | undefined;
  /** Code of a language; "" for the story's own. */
  language: string;
  release: string;
  /** How long, in milliseconds. */
  lasts: number;
  /** Where the draft is answered; "" for the site's own address. */
  at: string;
  signal: AbortSignal;
}

/** Makes a signed link to one draft, and notes in the state folder that there is one. */
export async function shareDraft(request: ShareRequest) {
  const { config, stateDir, lasts, at } = request;
  const { secret } = config.share;
  if (secret.length < MIN_SECRET) {
    throw sitegenError("SHARE_SECRET", {
      message: `SITEGEN_SHARE_SECRET ${secret === "" ? "is not set" : `has fewer than ${MIN_SECRET} characters`}.`,
    });
  }
  const { site } = await (await openSite(config, stateDir)).load();
  const found = await findStory(request, site);
  const address = shareAddress(config, at || languageOf(site.languages, found.draft.language).origin);
  const { issued } = found;
  const draft: SharedDraft = {
    link: randomBytes(6).toString("hex"),
    ...found.draft,
    release: request.release,
    issued,
    until: issued + lasts,
  };
  const url = `${address}/s/${await signShare(draft, secret)}`;
  const { link, story, language, release, until } = draft;
  const known: KnownLink = { link, story, slug: found.slug, language, release, issued, until };
  const links = await readLinks(stateDir, issued);
  await writeLinks(stateDir, { ...links, links: [...links.links, known] });
  return { ...known, url };
}

async function findStory(request: ShareRequest, site: ResolvedSite) {
  const { config, language, release, signal } = request;
  const asked = request.story.replace(/^\/+|\/+$/g, "");
  const isKnown = site.languages.some(({ code }) => code === language);
  if (language !== "" && !isKnown) {
    const codes = site.languages.map(({ code }) => code).join(", ");
    throw sitegenError("USAGE", { message: `The site has no language "${language}".`, hint: `It has ${codes}.` });
  }
  const service = await openContentService(config);
  try {
    const space = language === "" ? (request.space ?? MAIN_SPACE) : spaceOf(languageOf(site.languages, language));
    const main = { ...service, spaceId: config.storyblok.spaceId };
    const { endpoint, previewToken: token, spaceId } = serviceOf(space, { config, service: main }, "previewToken");
    if (token === "") throw sitegenError("SHARE_TOKEN", { message: "STORYBLOK_PREVIEW_TOKEN is not set." });
    const rules = inSpace(site, space);
    const plan = createPullPlan(rules);
    const { requestsPerSecond, timeoutMs } = config.storyblok;
    const client = createContentClient({
      plan,
      endpoint,
      token,
      version: "draft",
      requestsPerSecond,
      timeoutMs,
      signal,
    });
    if (spaceId !== "") await fetchVersion(client, spaceId);
    const lang = language || (folderLanguage(asked, rules) ?? rules.languages[0]).code;
    const answer = responseLanguage({ lang, slug: asked }, site);
    const fallback = plan.fallbacks?.[answer]?.join(",");
    const parameters = {
      language: languageParameter(plan, answer),
      from_release: release === "" ? undefined : release,
    };
    const steps = asked.split("/");
    const path = steps.map(encodeURIComponent).join("/");
    const response = steps.some((step) => ["", ".", ".."].includes(step))
      ? null
      : await client.find(`cdn/stories/${path}`, parameters);
    const parsed = response && parseStory(parseSingleStory(response).story);
    const story = parsed?.ok ? parsed.story : null;
    if (!story || story.full_slug === site.global) throw noStory(request);
    const entry = buildEntry(summarizeStory(story, site), lang, site);
    const settings = { origin: "", base: config.site.base, languages: site.languages };
    const lost = `${hrefOf(settings, languageOf(site.languages, lang).home, lang)}404.html`;
    const page = hrefOf(settings, entry.path, lang);
    const draft = {
      story: story.id,
      language: lang,
      answer: parameters.language ?? "",
      ...(fallback && { fallback }),
      ...(space !== MAIN_SPACE && { space }),
      page,
      lost,
    };
    return { draft, slug: story.default_full_slug ?? story.full_slug, issued: timeOf(response) };
  } finally {
    await service.close();
  }
}

/** This machine's time, or the service's if they are far apart: where links are read, the clock is right. */
function timeOf(response: { headers: Headers } | null): number {
  const now = Date.now();
  // It says whole seconds.
  const theirs = Date.parse(response?.headers.get("date") ?? "") + 1000;
  return Math.abs(theirs - now) > 60_000 ? theirs : now;
}

function noStory({ story, release }: ShareRequest) {
  const where = release === "" ? "" : ` in release ${release}`;
  return sitegenError("SHARE_NO_STORY", { message: `There is no story "${story}" with a page${where}.` });
}
