/** Every endpoint of the embedded service answers in the shapes of the real one (shapes.ts). */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { api } from "./helpers.ts";
import * as shapes from "./shapes.ts";

let service: SpaceService;
beforeAll(async () => {
  const dir = join(ROOT, "templates/sample-space");
  service = await startSpaceService({ dir, quiet: true, watch: false, journal: false });
});
afterAll(() => service.close());

/** Paths of every endpoint, with what changes the shape of its answer. */
const asked: [path: string, shape: z.ZodType][] = [
  ["spaces/me", shapes.spaceAnswer],
  ["stories?per_page=100", shapes.storiesAnswer],
  ["stories?per_page=100&language=de", shapes.storiesAnswer],
  ["stories?per_page=100&version=draft", shapes.storiesAnswer],
  ["stories?per_page=100&page=99", shapes.storiesAnswer],
  ["stories?per_page=10&resolve_links=url", shapes.storiesAnswer],
  ["stories?per_page=10&resolve_links=link", shapes.storiesAnswer],
  ["stories?per_page=10&resolve_links=story", shapes.storiesAnswer],
  ["stories?per_page=100&resolve_links=url", shapes.storiesAnswer],
  ["stories/home", shapes.storyAnswer],
  ["stories/home?language=de&version=draft", shapes.storyAnswer],
  ["stories/home?resolve_links=story", shapes.storyAnswer],
  ["links?per_page=1000", shapes.linksAnswer],
  ["links?per_page=1000&version=draft&include_dates=1", shapes.linksAnswer],
  ["datasources", shapes.datasourcesAnswer],
  ["datasource_entries?datasource=labels", shapes.entriesAnswer],
  ["datasource_entries?datasource=labels&dimension=de&per_page=1000", shapes.entriesAnswer],
  ["tags", shapes.tagsAnswer],
  ["tags?all_tags=1", shapes.tagsAnswer],
  ["stories?nonsense=1", shapes.refusal],
  ["stories?token=wrong", shapes.refusal],
  ["stories/nowhere", shapes.notFound],
];

/** What is not in the shape, in words; empty if nothing. */
function misfits(shape: z.ZodType, body: unknown): string[] {
  const { error } = shape.safeParse(body);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

test.each(asked)("%s", async (path, shape) => {
  expect(misfits(shape, (await api(service, path)).body)).toEqual([]);
});

test("relations and links, and their uuids above the limits", async () => {
  const dir = join(ROOT, "templates/sample-space");
  const path = "stories?per_page=100&resolve_links=url&resolve_relations=BlogTeaser.posts,IndustriesSlider.industries";
  const answer = async (limits: { relations: number; links: number }) => {
    const limited = await startSpaceService({ dir, quiet: true, watch: false, journal: false, limits });
    const { body } = await api(limited, path).finally(() => limited.close());
    expect(misfits(shapes.storiesAnswer, body)).toEqual([]);
    return body;
  };
  const all = await answer({ relations: 1000, links: 1000 });
  expect([all.rels.length > 0, (all.links as unknown[]).length > 0]).toEqual([true, true]);
  const none = await answer({ relations: 0, links: 0 });
  expect([none.rel_uuids.length > 0, none.link_uuids.length > 0]).toEqual([true, true]);
});

test("one datasource", async () => {
  const [first] = (await api(service, "datasources")).body.datasources;
  expect(misfits(shapes.datasourceAnswer, (await api(service, `datasources/${first?.id}`)).body)).toEqual([]);
});

test("lists say how many there are, as whole numbers", async () => {
  for (const path of ["stories", "links", "datasources", "datasource_entries"]) {
    const { headers } = await api(service, `${path}?per_page=2`);
    expect([headers.get("total"), headers.get("per-page")]).toEqual([expect.stringMatching(/^\d+$/), "2"]);
  }
});

describe("the shapes are not empty words", () => {
  test("the sample fills what they describe: languages, folders, dimensions", async () => {
    const read = async (path: string) => (await api(service, path)).body;
    const { stories } = await read("stories?per_page=100");
    const { links } = await read("links?per_page=1000");
    const { datasources } = await read("datasources");
    expect(stories.every((one) => Array.isArray(one.translated_slugs) && one.translated_slugs.length > 0)).toBe(true);
    expect(Object.values(links).some((one) => "is_folder" in one && one.is_folder === true)).toBe(true);
    expect(datasources.some(({ dimensions }) => Array.isArray(dimensions) && dimensions.length > 0)).toBe(true);
  });

  test("an answer without any one of its keys, or with one more, is refused", async () => {
    const { body } = await api(service, "stories/home");
    for (const key of Object.keys(body.story)) {
      const { [key]: _, ...without } = body.story as Record<string, unknown>;
      expect([key, misfits(shapes.story, without).length]).toEqual([key, 1]);
    }
    expect(misfits(shapes.story, { ...body.story, more: 1 })).toHaveLength(1);
    expect(misfits(shapes.story, { ...body.story, published_at: "yesterday" })).toHaveLength(1);
  });
});
