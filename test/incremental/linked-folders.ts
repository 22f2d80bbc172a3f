/**
 * A space with a folder for each of three languages, whose stories are linked as alternates: groups of one to three, two
 * stories of one language in a group, links to stories that are not published, to the story itself, and from one side.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { SpaceService } from "../../bench/space/service/start-space-service.ts";
import type { TestHooks } from "../../src/incremental/test-hooks.ts";
import { storyUuid } from "../../src/space/identity.ts";
import { filesOf } from "../helpers/build-site.ts";
import { copyBundles } from "../helpers/bundles.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";
import { FIRST_HOME, filesOfSite } from "./another-site.ts";
import { otherAlternates } from "./other-alternates.ts";

const FORM = { domains: false, layoutLists: false, folders: true, base: "/" };
const CONFIG = {
  ...{ keepBuilds: 1, maxRemovedShare: 0.9, redirects: [{ from: "/old/*", to: "/news/:splat" }] },
  site: { origin: "https://x.example", companyName: "X" },
  storyblok: { requestsPerSecond: 1000 },
};

export interface LinkedFolders {
  service: SpaceService;
  /** Publishes a story that lists these as alternates, whatever its group says. */
  list(slug: string, alternates: readonly string[]): void;
  /** Builds only. */
  run(testHooks: TestHooks): Promise<unknown>;
  /** Builds, and compares the result with a build from nothing. Returns how it was built. */
  build(name: string): Promise<void>;
  /** Content of a published file. */
  read(path: string): string;
  close(): Promise<void>;
}

type Put = readonly [slug: string, of?: string, fields?: object];

/** Two pages, two articles and a list of articles in each language, and stories in fewer languages. */
const FIRST: readonly Put[] = [
  ...["en", "fr", "de"].flatMap((lang): Put[] => [
    [`${lang}/home`, "en/home", { component: "page" }],
    [`${lang}/about`, "en/about", { component: "page", body: [linkTo("en/news/one"), linkTo("fr/news/one")] }],
    [`${lang}/news/one`, "en/news/one", { topic: "iron" }],
    [`${lang}/news/two`, "en/news/two", { topic: "wood", related: [storyUuid("de/news/one")] }],
    [`${lang}/archive`, "en/archive", { component: "page", body: [{ component: "archive", size: "1" }] }],
  ]),
  ["en/pair"],
  ["de/paar", "en/pair"],
  ["en/alone"],
  ["de/zwei"],
  ["de/zwei-b", "de/zwei"],
  ["fr/deux", "de/zwei"],
];

function linkTo(slug: string): object {
  return { component: "way", title: "Way", link: { linktype: "story", id: storyUuid(slug), cached_url: slug } };
}

/** Publishes a story, which joins the group of another one if it is new. */
export const put =
  (slug: string, of = slug, fields: object = {}) =>
  ({ service }: Pick<LinkedFolders, "service">): void =>
    service.publish(slug, (story) => {
      story.alternate_of = of;
      story.content = { component: "article", title: slug, body: [], ...story.content, ...fields };
    });

/** Pages in each language, with a link to the next one. */
const furtherPages = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    ["en", "fr", "de"].map((lang) => {
      const body = [linkTo(`${lang}/more/${(at + 1) % count}`)];
      return [`${lang}/more/${at}`, { alternate_of: `en/more/${at}`, content: { component: "page", body } }];
    }),
  ).flat();

/** `further`: how many more pages each language has. */
export async function openLinkedFolders(further = 0): Promise<LinkedFolders> {
  const stories = { home: { content: FIRST_HOME }, ...Object.fromEntries(furtherPages(further)) };
  const site = await openSmallSite(filesOfSite(FORM), stories);
  const { service } = site;
  const { publish: list } = otherAlternates(service);
  service.remove("home");
  for (const one of FIRST) put(...one)(site);
  list("fr/deux", ["fr/deux", "fr/about", "de/zwei-b", "en/gone"]);
  mkdirSync(join(site.dir, "grown/state"), { recursive: true });
  const read = (path: string) => readFileSync(join(site.dir, "grown/out", path), "utf8");
  const run = (testHooks: TestHooks) => buildIn(join(site.dir, "grown"), site, testHooks);
  return { service, list, run, build: (name) => buildAndCompare(site, name), read, close: site.close };
}

function buildIn(folder: string, site: SmallSite, testHooks: TestHooks = {}) {
  const overrides = { out: join(folder, "out"), stateDir: join(folder, "state"), testHooks };
  return site.build({ config: CONFIG, overrides });
}

async function buildAndCompare(site: SmallSite, name: string): Promise<void> {
  const [grown, clean] = [join(site.dir, "grown"), join(site.dir, "clean")];
  rmSync(clean, { recursive: true, force: true });
  copy("out");
  const { problems } = (await buildIn(grown, site)).report;
  mkdirSync(join(clean, "state"), { recursive: true });
  copyBundles(join(grown, "state/cache"), join(clean, "state/cache"));
  copy("state/renames.json");
  const whole = await buildIn(clean, site);
  expect(filesOf(join(grown, "out")), name).toEqual(filesOf(join(clean, "out")));
  expect(problems, name).toEqual(whole.report.problems);

  /** What a build from nothing continues with. */
  function copy(path: string): void {
    if (!existsSync(join(grown, path))) return;
    mkdirSync(dirname(join(clean, path)), { recursive: true });
    cpSync(join(grown, path), join(clean, path), { recursive: true });
  }
}
