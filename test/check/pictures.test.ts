/** Which pictures need an alternative text: those of every field, whatever its name, unless its schema says otherwise. */
import { expect, test } from "vitest";
import { walkBlock } from "../../src/check/check-page.ts";
import { asset, blocks, defineBlock, image, images, relation, richtext } from "../../src/exports/schema.ts";
import type { BlockSchema } from "../../src/site/blocks/fields.ts";

const part = defineBlock({ name: "part", fields: { poster: image() } });
const page = defineBlock({
  name: "page",
  fields: {
    icon: image(),
    photo: image({ decorative: true }),
    photos: images({ decorative: true }),
    shots: images(),
    file: asset(),
    map: asset({ decorative: true }),
    text: richtext(),
    other: relation(""),
    parts: blocks(["part"]),
  },
});
const schemas: Record<string, BlockSchema> = { page, part };
const picture = (src: string) => ({ src, alt: "", sources: [] });

test("the schema says which pictures need no words", () => {
  const { images: found } = walkBlock(
    {
      ...{ component: "page", _uid: "1", icon: picture("icon"), photo: picture("photo"), photos: [picture("a")] },
      ...{ shots: [picture("b"), picture("c")], text: { type: "image", image: picture("in-text") } },
      ...{ file: { image: picture("file") }, map: { image: picture("map") } },
      ...{ other: { image: picture("of-another-story") }, unknown: picture("no-field") },
      parts: [{ component: "part", _uid: "2", poster: picture("poster") }],
    },
    (component) => schemas[component],
  );
  const said = (wanted: boolean) => found.filter(({ isDecorative }) => isDecorative === wanted);
  expect(said(true).map(({ path }) => path)).toEqual(["photo", "photos[0]", "map/image"]);
  expect(said(false).map(({ path }) => path)).toEqual([
    "icon",
    "shots[0]",
    "shots[1]",
    "text/image",
    "file/image",
    "parts[0]/poster",
  ]);
});
