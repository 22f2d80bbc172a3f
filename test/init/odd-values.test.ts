/** Values that a space has in one story and not in the others: what they say is shown, and the rest as before. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteFromSpace, siteFromSpace, spaceInfo, writeFiles } from "../helpers/site-from-space.ts";

const link = { fieldtype: "multilink", linktype: "url", url: "https://a.example/", cached_url: "", id: "" };

let site: SiteFromSpace;
beforeAll(async () => {
  site = await siteFromSpace((dir) =>
    writeFiles(dir, {
      "space.json": spaceInfo("Odd"),
      "stories/home.json": {
        content: {
          component: "page",
          body: [{ component: "teaser", text: "A block", body: [{ component: "teaser", text: "Inside", body: {} }] }],
          colour: { plugin: "colour", value: "#f00" },
          link: { ...link, target: "_blank", rel: "nofollow", "data-track": "top", onclick: "evil()" },
        },
      },
      "stories/old.json": {
        content: {
          component: "page",
          body: [{ component: "__old" }],
          colour: "#00f",
          link: { ...link, target: "_blank", rel: "noopener noreferrer", class: "loud" },
        },
      },
    }),
  );
  await site.build();
});
afterAll(() => site.close());

test("blocks stay blocks where one story has an object in place of the list", () => {
  expect(site.page("")).toContain("Inside");
});

test("a plugin may store a text", async () => {
  expect((await site.build()).report.problems.map(({ code, path }) => `${code} ${path}`).sort()).toEqual([
    "CONTENT_UNKNOWN_COMPONENT body[0]",
    "CONTENT_WRONG_SHAPE body[0]/body[0]/body",
  ]);
});

test("a link has the attributes that an editor added, and none that run code", () => {
  expect(site.page("").match(/<a [^>]*https:\/\/a[^>]*>/)?.[0]).toBe(
    '<a rel="noopener nofollow" data-track="top" href="https://a.example/" target="_blank">',
  );
  expect(site.page("old").match(/<a [^>]*https:\/\/a[^>]*>/)?.[0]).toBe(
    '<a rel="noopener noreferrer" class="loud" href="https://a.example/" target="_blank">',
  );
});

test("why a component is left out is said", () => {
  expect(site.notes).toEqual([
    expect.stringMatching(/^The component "__old" is left out: its name begins with "__" or has other characters/),
  ]);
});
