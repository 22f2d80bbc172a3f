/** A space without a home story: `init --from-space` chooses one and says so, and a definition without one is an error. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteFromSpace, siteFromSpace, spaceInfo, writeFiles } from "../helpers/site-from-space.ts";
import { startStaticServer } from "../helpers/static-server.ts";

const external = (name: string) => ({
  ...{ fieldtype: "multilink", linktype: "url", url: `https://${name}.example/`, cached_url: "" },
});

let site: SiteFromSpace;
beforeAll(async () => {
  site = await siteFromSpace((dir) =>
    writeFiles(dir, {
      "space.json": spaceInfo("Magazine"),
      "stories/magazine/index.json": { content: { component: "overview", title: "Magazine" } },
      "stories/magazine/one.json": {
        content: { component: "post", title: "One", link_a: external("a"), link_b: external("b") },
      },
      "stories/magazine/two.json": {
        content: {
          component: "post",
          title: "Two",
          body: [
            { component: "button", label: "Read on", target: external("c") },
            { component: "button", label: "Soon", target: { ...external(""), url: "" } },
            { component: "nav item", name: "Archive", to: external("d") },
            { component: "teaser", headline: "Fresh", cta_text: "More", text: "Words.", link: external("e") },
          ],
        },
      },
      "stories/people/ada.json": { content: { component: "person", name: "Ada" } },
    }),
  );
});
afterAll(() => site.close());

test("the start page of a folder at the root is taken for it, and init says so", async () => {
  expect(site.notes).toEqual([
    'site.ts: no story is called "home", so "magazine" is; write another slug at `home` if that is wrong.',
  ]);
  const { report } = await site.build();
  expect(report).toMatchObject({ problems: [], pages: { total: 4 } });
  expect(site.page("")).toContain("<h1>Magazine</h1>");
});

test("links of one block stand apart, each in a paragraph of its own", () => {
  const html = site.page("magazine/one");
  expect(html).toMatch(
    /<p><a href="https:\/\/a\.example\/"[^>]*>[^<]+<\/a><\/p>\s*<p><a href="https:\/\/b\.example\/"/,
  );
});

test("a component's only link is named by its label, and a label without a link is shown", () => {
  const html = site.page("magazine/two").replace(/<a href="https:\/\/(.)\.example\/"[^>]*>/g, "<a $1>");
  for (const part of ["<a c>Read on</a>", "<p>Soon</p>", "<a d>Archive</a>", "<h2>Fresh</h2>", "<a e>More</a>"])
    expect(html).toContain(part);
  expect(html.match(/Read on|Archive|More/g)).toHaveLength(3);
});

test("a definition that names no story of the space is told so, and / answers 404 with the error page", async () => {
  const file = join(site.dir, "site.ts");
  writeFileSync(file, readFileSync(file, "utf8").replace('home: "magazine"', 'home: "start"'));
  const { report } = await site.build();
  expect(report.problems).toEqual([
    expect.objectContaining({
      code: "SITE_MISFIT",
      message: expect.stringMatching(/there is no page at \/, .* has the slug "start"; its root has magazine\.$/),
      hint: 'Publish it, or set "home" in the site definition to the slug of the home story.',
    }),
  ]);
  const server = await startStaticServer(site.out);
  try {
    const answer = await fetch(`${server.origin}/`);
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("<h1>Page not found</h1>")]);
    expect((await fetch(`${server.origin}/magazine/`)).status).toBe(200);
  } finally {
    await server.close();
  }
});
