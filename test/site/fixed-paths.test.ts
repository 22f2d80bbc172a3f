/** Every fixed path of specification §2.2 is redirected by the sample site's rule files, to a page that is there. */
import { beforeAll, describe, expect, it } from "vitest";
import { type ReadSite, readSite } from "./read-site.ts";

/** As the specification lists them; {platform-name} is lumen. */
const GERMAN = `
  predictive-quality predictive-maintenance visual-inspection anomaly-detection software-solutions success-stories
  lumen lumen-vision team culture career about-us industries/energie-utilities company/1000
  blog blog/page/2 blog/page/3 blog/page/4 blog/categories/ki-in-der-industrie
  blog/categories/team blog/categories/team/page/2 blog/categories/team/page/3
  blog/categories/team-3 blog/categories/team-3/page/2 blog/categories/team-3/page/3
  data-protection-cookie-policy terms-conditions`;
const PLAIN = `
  predictive-quality predictive-maintenance visual-inspection anomaly-detection software-solutions success-stories
  lumen team terms-and-condition terms-and-condition/?lang=de
  blog blog/categories/industrial-artificial-intelligence blog/categories/ki-in-der-industrie
  blog/categories/team blog/categories/team/page/2 blog/categories/team/page/3 data-protection-cookie-policy`;

let site: ReadSite;
let rules: Record<string, { redirect?: { to: string; status: number } }>;
beforeAll(async () => {
  site = await readSite();
  const { id } = JSON.parse(site.text("_assets/builds/latest.json"));
  rules = JSON.parse(site.text(`_assets/builds/meta/${id}.json`)).routeRules;
});

const words = (list: string, root: string) =>
  list
    .trim()
    .split(/\s+/)
    .map((path) => root + (path.includes("?") ? path : `${path}/`));

describe.each([
  ["German", words(GERMAN, "/de/"), 27],
  ["without a prefix", words(PLAIN, "/"), 17],
])("%s", (_, paths, count) => {
  it("each is a rule with a live target in the right language", () => {
    expect(paths).toHaveLength(count);
    const pages = new Map(site.pages.map(({ path, lang }) => [path, lang]));
    const targets = paths.map((path) => [path, pages.get(rules[path]?.redirect?.to ?? "")]);
    // Two old English addresses carried German content.
    const isGerman = (path: string) => /^\/de\/|lang=de|ki-in-der-industrie/.test(path);
    expect(targets).toEqual(paths.map((path) => [path, isGerman(path) ? "de" : "en"]));
  });
});

describe("old posts", () => {
  const posts = (root: string) => Object.keys(rules).filter((path) => path.startsWith(root) && !path.includes(":"));
  const plain = (root: string) => posts(root).filter((path) => !path.includes("?"));

  it("are about 50 in German and about 90 without a prefix, conditions included", () => {
    expect(plain("/de/post/").length).toBeGreaterThanOrEqual(45);
    expect(posts("/post/").length).toBeGreaterThanOrEqual(80);
    expect(posts("/post/").filter((path) => path.endsWith("/?lang=de")).length).toBeGreaterThan(9);
  });

  it.each(["-1", "-2", "-5", "-7"])("some end in %s", (ending) => {
    expect(plain("/post/").some((path) => path.endsWith(`${ending}/`))).toBe(true);
  });

  it.each([/^\/post\/meet-the-team-interview-with-[a-z]+\/$/, /^\/post\/internships-[a-z-]+-interview-with-[a-z]+\/$/])(
    "some have the title form %s",
    (form) => {
      expect(plain("/post/").filter((path) => form.test(path)).length).toBeGreaterThan(4);
    },
  );
});
