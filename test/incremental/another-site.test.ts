/**
 * "Incremental equals clean" on a site that is not the sample: random stories and random edits of any field, compared
 * with a build from nothing, files and problems. SITEGEN_SCRIPTS and SITEGEN_SEED as in oracle/sequence-tests.ts.
 */
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { TestHooks } from "../../src/incremental/test-hooks.ts";
import { storyUuid } from "../../src/space/identity.ts";
import { filesOf } from "../helpers/build-site.ts";
import { copyBundles } from "../helpers/bundles.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { seededRandom } from "../helpers/killed-process.ts";
import { propertyRuns, propertyTimeout } from "../helpers/property-runs.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";
import {
  block,
  type Choices,
  content,
  FIELDS,
  FIRST_HOME,
  fieldValue,
  filesOfSite,
  rootsOf,
  type SiteForm,
  TYPES,
} from "./another-site.ts";
import { below, type Do, LINK_EDITS, newSlug } from "./link-edits.ts";
import { type OtherAlternates, otherAlternates } from "./other-alternates.ts";

const SCRIPTS = Number(process.env.SITEGEN_SCRIPTS ?? (IS_EXHAUSTIVE ? 30 : 3));

/** Choices that follow from a number. */
function choicesOf(seed: number, given: Pick<Choices, "slugs" | "pictures" | "roots">): Choices {
  const random = seededRandom(seed);
  const number = (below: number) => Math.floor(random() * below);
  return { ...given, number, choose: (values) => values[number(values.length)] as (typeof values)[number] };
}

const slugsOf = ({ service }: SmallSite) => service.contents().stories.map(({ slugPath }) => slugPath);
const liveSlugs = ({ service }: SmallSite) =>
  service
    .contents()
    .stories.filter(({ live }) => live)
    .map(({ slugPath }) => slugPath);

/** Two stories cannot have one path in the service. */
const renameTo = ({ service }: Pick<SmallSite, "service">, from: string, to: string) => {
  const slugs = service.contents().stories.map(({ slugPath }) => slugPath);
  if (slugs.includes(from) && !slugs.includes(to)) service.rename(from, to);
};
/** The slug that a story was published at first. */
const firstSlugs = new Map<string, string>();
const change =
  (
    mutate: (
      story: { name: string; content: Record<string, unknown>; [key: string]: unknown },
      choices: Choices,
    ) => void,
  ): Do =>
  ({ service }, choices) =>
    service.publish(choices.choose(choices.slugs), (story) => mutate(story, choices));

const EDITS: Record<string, Do> = {
  field: change(({ content }, choices) => {
    const field = choices.choose(FIELDS[String(content.component)] ?? ["title"]);
    content[field] = fieldValue[field]?.(choices);
  }),
  addBlock: change(({ content }, choices) => {
    const body = Array.isArray(content.body) ? content.body : [];
    content.body = [...body.slice(choices.number(2)), block(choices)];
  }),
  dropBlock: change(({ content }) => {
    content.body = Array.isArray(content.body) ? content.body.slice(0, -1) : [];
  }),
  name: change((story, { number }) => {
    story.name = `Name ${number(5)}`;
  }),
  type: change(({ content }, { choose }) => {
    content.component = choose(TYPES);
  }),
  position: change((story, { number }) => {
    story.position = number(9) - 4;
  }),
  languages: change((story, { choose, roots, slugs }) => {
    if (roots.length > 1) story.alternate_of = choose(slugs);
    else story.languages = choose([["default"], ["default", "fr"], ["fr"], ["default", "fr", "de"]]);
  }),
  slug: change((story, { number, roots }) => {
    if (roots.length === 1) story.slug__i18n__fr = `propre/adresse-${number(4)}`;
  }),
  publish({ service }, choices) {
    const type = choices.choose(TYPES);
    const slug = newSlug(choices);
    firstSlugs.set(storyUuid(slug), slug);
    service.publish(slug, (story) => {
      // Only a new story joins the group of another.
      if (choices.roots.length > 1 && choices.number(3) === 0) story.alternate_of = choices.choose(choices.slugs);
      story.content = content(type, choices);
    });
  },
  draft({ service }, choices) {
    service.saveDraft(choices.choose(choices.slugs), (story) => {
      story.content.title = "Draft";
    });
  },
  unpublish: ({ service }, { choose, slugs }) => service.unpublish(choose(slugs)),
  remove: ({ service }, { choose, slugs }) => service.remove(choose(slugs)),
  rename: (site, choices) => renameTo(site, choices.choose(choices.slugs), newSlug(choices)),
  /** To where a story is that leaves its path at the same time, or has left it. */
  renameBeside(site, choices) {
    const [one, other] = [choices.choose(choices.slugs), choices.choose(choices.slugs)];
    renameTo(site, one, newSlug(choices));
    renameTo(site, other, one);
  },
  renameBack({ service }, { choose }) {
    const moved = service.contents().stories.filter(({ live, uuid, slugPath }) => live && uuid !== storyUuid(slugPath));
    const [story] = moved.length > 0 ? [choose(moved)] : [];
    const first = story && firstSlugs.get(story.uuid);
    if (story && first !== undefined) renameTo({ service }, story.slugPath, first);
  },
  renameEdited(site, choices) {
    const slug = choices.choose(choices.slugs);
    site.service.publish(slug, ({ content }) => (content.title = `Title ${choices.number(9)}`));
    renameTo(site, slug, newSlug(choices));
  },
  topics: ({ service }, { number }) =>
    service.setDatasource("topics", [
      { name: `Iron ${number(3)}`, value: "iron", fr: "Fer", de: "Eisen" },
      ...(number(3) === 0 ? [] : [{ name: "Wood", value: "wood" }]),
      { name: "Glass", value: "glass" },
    ]),
};
const NAMES = Object.keys(EDITS);
// Edits of a field or a body are what editors do most.
const USUAL = ["field", "field", "field", "addBlock", "publish", "publish", "rename", "renameBeside", "renameEdited"];
const editOf = (kinds: readonly string[]) => fc.record({ kind: fc.constantFrom(...kinds), seed: fc.nat() });

interface OpenSite {
  site: SmallSite;
  alternates: OtherAlternates;
  pictures: readonly unknown[];
}
const sites = new Map<string, Promise<OpenSite>>();
const openSite = (form: SiteForm) => {
  const key = JSON.stringify(form);
  const opened =
    sites.get(key) ?? openSmallSite(filesOfSite(form), { home: { content: FIRST_HOME } }).then(withPictures);
  sites.set(key, opened);
  return opened;
};
function withPictures(site: SmallSite): OpenSite {
  const [home] = site.service.contents().stories;
  const [block] = (home?.content().body ?? []) as { more: unknown[] }[];
  return { site, alternates: otherAlternates(site.service), pictures: block?.more ?? [] };
}
afterAll(async () => {
  for (const opened of sites.values()) await (await opened).site.close();
});

function build(site: SmallSite, { base }: SiteForm, folder: string, testHooks: TestHooks = {}) {
  mkdirSync(join(folder, "state"), { recursive: true });
  return site.build({
    config: {
      ...{ keepBuilds: 1, redirects: REDIRECTS, hosts: ["serve", "vercel"] },
      site: { origin: "https://x.example", companyName: "X", base },
      storyblok: { requestsPerSecond: 1000 },
    },
    overrides: { out: join(folder, "out"), stateDir: join(folder, "state"), allowRemovals: true, testHooks },
  });
}

/** From and to paths that stories may get or leave, and a pattern for paths that none has. */
const REDIRECTS = [
  { from: "/story-1", to: "/news/story-2/" },
  { from: "/news/story-3", to: "/team/story-4/" },
  { from: "/fr/story-5", to: "/story-5/" },
  { from: "/past/*", to: "/news/:splat" },
];

/** Problems in any order. */
const problemsOf = (result: Awaited<ReturnType<typeof build>>) =>
  result.report.problems.map((problem) => JSON.stringify(problem)).sort();

/** Datasources in a round of their own: a build reads them once it has published stories, and then builds again. */
function topicsLast<E extends { kind: string }>(round: readonly E[]): (readonly E[])[] {
  const isLater = ({ kind }: E) => kind === "topics";
  return [round.filter((one) => !isLater(one)), round.filter(isLater)].filter((edits) => edits.length > 0);
}

let serial = 0;
async function check(
  form: SiteForm,
  first: number,
  rounds: readonly (readonly { kind: string; seed: number }[])[],
): Promise<void> {
  const { site, alternates, pictures } = await openSite(form);
  const { service } = site;
  alternates.clear();
  for (const slug of slugsOf(site)) service.remove(slug);
  const roots = rootsOf(form);
  const start = choicesOf(first, { slugs: [], pictures, roots });
  const withHome = form.folders ? [...roots.slice(start.number(2)), ...(start.number(3) === 0 ? [""] : [])] : roots;
  const homes = withHome.map((root) => below(root, "home"));
  const others = Array.from({ length: 8 + start.number(12) }, () => newSlug(start));
  const all = { ...start, slugs: [...homes, ...new Set(others)] };
  for (const slug of all.slugs) {
    const type = homes.includes(slug) ? "page" : all.choose(TYPES);
    firstSlugs.set(storyUuid(slug), slug);
    service.publish(slug, (story) => {
      if (form.folders && all.number(4) > 0) story.alternate_of = all.choose(all.slugs);
      story.content = content(type, all);
    });
  }
  const grown = join(site.dir, `grown-${serial}`);
  const clean = join(site.dir, `clean-${serial++}`);
  try {
    let result = await build(site, form, grown);
    for (const round of rounds.flatMap(topicsLast)) {
      for (const { kind, seed } of round) {
        const choices = choicesOf(seed, { slugs: liveSlugs(site), pictures, roots });
        (EDITS[kind] ?? LINK_EDITS[kind])?.({ service, alternates }, choices);
      }
      // The clean build keeps the files of the same earlier build.
      rmSync(clean, { recursive: true, force: true });
      cpSync(join(grown, "out"), join(clean, "out"), { recursive: true });
      result = await build(site, form, grown);
    }
    mkdirSync(join(clean, "state"), { recursive: true });
    const renames = join(grown, "state/renames.json");
    if (existsSync(renames)) cpSync(renames, join(clean, "state/renames.json"));
    copyBundles(join(grown, "state/cache"), join(clean, "state/cache"));
    const whole = await build(site, form, clean);
    expect(filesOf(join(grown, "out"))).toEqual(filesOf(join(clean, "out")));
    expect(problemsOf(result)).toEqual(problemsOf(whole));
  } finally {
    for (const folder of [grown, clean]) rmSync(folder, { recursive: true, force: true });
  }
}

test(
  `after ${SCRIPTS} random scripts of edits of random stories, files and problems`,
  async () => {
    const roundsOf = (kinds: readonly string[]) =>
      fc.array(fc.array(editOf(kinds), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
    const formWith = (folders: boolean) =>
      fc.record({
        domains: fc.boolean(),
        layoutLists: fc.boolean(),
        folders: fc.constant(folders),
        base: fc.constantFrom("/", "/below/"),
      });
    const links = Object.keys(LINK_EDITS);
    const script = fc.oneof(
      fc.tuple(formWith(false), fc.nat(), roundsOf([...NAMES, ...USUAL])),
      fc.tuple(formWith(true), fc.nat(), roundsOf([...NAMES, ...USUAL, ...links, ...links, ...links])),
    );
    await fc.assert(
      fc.asyncProperty(script, (given) => check(...given)),
      {
        numRuns: propertyRuns(SCRIPTS),
        seed: Number(process.env.SITEGEN_SEED ?? 31),
        endOnFailure: false,
      },
    );
  },
  propertyTimeout(SCRIPTS * 30_000),
);
