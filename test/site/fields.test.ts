/** The sample space uses the whole content model: it has an example of every field. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fg from "fast-glob";
import { expect, test } from "vitest";
import { pageFields, sectionFields } from "../../src/blocks/ui/fields.ts";
import { componentName } from "../../src/site/blocks/catalogue.ts";
import { schemas } from "../helpers/sample-blocks.ts";

const STORIES = resolve(import.meta.dirname, "../../templates/sample-space/stories");

/** Fields that many components have alike: one example of each is enough. */
const COMMON = new Set([...Object.keys(sectionFields), ...Object.keys(pageFields)]);

/** Adds `<component>.<field>` of every field that holds something, at any depth, blocks in rich text included. */
function collect(value: unknown, into: Set<string>): void {
  if (typeof value === "string") {
    for (const [, block = ""] of value.matchAll(/^```block\n(.*)\n```$/gm)) collect(JSON.parse(block), into);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, into);
  } else if (typeof value === "object" && value !== null) {
    const { component } = value as { component?: string };
    for (const [key, held] of Object.entries(value)) {
      collect(held, into);
      if (component !== undefined && !isEmpty(held)) into.add(nameOf(component, key));
    }
  }
}

const isEmpty = (held: unknown) =>
  held === "" || held === null || held === false || (Array.isArray(held) && held.length === 0);

const nameOf = (component: string, field: string) => (COMMON.has(field) ? field : `${component}.${field}`);

/** Every block of the sample space, at any depth. */
function* blocksIn(value: unknown): Iterable<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  if ("component" in value) yield value as Record<string, unknown>;
  for (const child of Object.values(value)) yield* blocksIn(child);
}

const stories = () =>
  fg
    .sync("**/*.json", { cwd: STORIES })
    .map((file) => ({ file, story: JSON.parse(readFileSync(join(STORIES, file), "utf8")) as unknown }));

test("no hero shows phones a part of a landscape picture", () => {
  const cropped = stories().flatMap(({ file, story }) =>
    [...blocksIn(story)]
      .filter(
        ({ component, video, image_portrait }) =>
          /^Hero(Fullscreen|Text)Image$/.test(String(component)) && !video && !image_portrait,
      )
      .map(({ headline }) => `${file}: ${headline}`),
  );
  expect(cropped).toEqual([]);
});

test("every field of every component holds something in a story of the sample space", () => {
  const used = new Set<string>();
  for (const { story } of stories()) collect(story, used);
  const all = schemas.flatMap(({ name, fields }) =>
    Object.keys(fields).map((field) => nameOf(componentName(name, "Lumen"), field)),
  );
  expect(all.filter((field) => !used.has(field))).toEqual([]);
});
