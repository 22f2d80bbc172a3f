import { expect, test } from "vitest";
import { syntheticSlug, syntheticSpace } from "../../bench/space/synthetic.ts";
import { api, serve } from "./helpers.ts";

test("the same seed makes the same space, another seed another", async () => {
  const text = async (seed: number) => {
    const service = await serve({
      space: syntheticSpace({ stories: 40, seed }),
      assetOrigin: "https://assets.example",
    });
    return (await api(service, "stories?per_page=100")).text;
  };
  expect(await text(1)).toBe(await text(1));
  expect(await text(1)).not.toBe(await text(2));
});

test("relations, links, translations and pictures of a generated post hold", async () => {
  const service = await serve({ space: syntheticSpace({ stories: 200 }) });
  const query = "language=de&resolve_relations=BlogTeaser.posts&resolve_links=url";
  const { story, rels, links } = (await api(service, `stories/${syntheticSlug(7)}?${query}`)).body;
  expect(story).toMatchObject({ full_slug: "de/wissen/beitrag-00007", lang: "de", content: { component: "Insights" } });
  expect(rels.length).toBeGreaterThan(0);
  expect(links.length).toBeGreaterThan(0);
  const { filename } = story.content.teaser_image as { filename: string };
  expect((await fetch(filename)).headers.get("content-type")).toBe("image/svg+xml");
});

test("a list of 100 of 5,000 stories reads those alone, and none when it is requested again", async () => {
  const space = syntheticSpace({ stories: 5000 });
  let read = 0;
  const stories = space.stories.map((story) => ({
    ...story,
    content: () => {
      read += 1;
      return story.content();
    },
  }));
  const service = await serve({ space: { ...space, stories } });
  const readBy = async (page: number) => {
    read = 0;
    expect((await api(service, `stories?per_page=100&page=${page}`)).body.stories).toHaveLength(100);
    return read;
  };
  expect([await readBy(20), await readBy(20), await readBy(21)]).toEqual([100, 0, 100]);
});

test("publishing in a generated space works like in any other", async () => {
  const service = await serve({ space: syntheticSpace({ stories: 30 }) });
  service.publish(syntheticSlug(3), (story) => {
    story.content.meta_title = "Changed";
  });
  expect((await api(service, `stories/${syntheticSlug(3)}`)).body.story.content.meta_title).toBe("Changed");
  expect(service.contents().stories).toHaveLength(30);
});
