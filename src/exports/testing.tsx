/** Renders a block with sample content, for tests or a gallery: no space, no build. */

import type { ComponentType, ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { resolveBlock } from "../content/resolve/block.ts";
import { nothingResolved } from "../content/resolve/context.ts";
import { Blocks } from "../kit/blocks.tsx";
import type { RichTextParts } from "../kit/rich-text-parts.ts";
import { type Components, SiteProvider } from "../kit/site.tsx";
import type { Card } from "../site/api/card.ts";
import type { RawBlock } from "../site/api/model.ts";
import type { Block, Payload, Shared } from "../site/api/payload.ts";
import { createCatalogue } from "../site/blocks/catalogue.ts";
import type { BlockSchema } from "../site/blocks/fields.ts";
import { isStoryblokBlock, type StoryblokBlock, schemaOfBlock } from "../site/blocks/service-components.ts";
import { ENGINE_LANGUAGE } from "../site/words.ts";
import { testReader } from "./test-reader.ts";

/** A block's two files. The component gets the props of its own schema. */
export interface TestBlock {
  schema:
    | BlockSchema
    | StoryblokBlock
    | (Omit<BlockSchema, "name" | "fields"> & { readonly name: string; readonly fields: object });
  component: ComponentType<never>;
}

export interface TestOptions extends TestBlock {
  /** Fields as stored by the content service; omitted ones are empty. */
  content?: Readonly<Record<string, unknown>>;
  /** What the block's data file would give it, as `data`. */
  data?: unknown;
  /** What cards of other stories have besides a made-up name and address, by what the content calls the story. */
  cards?: Readonly<Record<string, Partial<Card>>>;
  /** Blocks that this one may contain. */
  others?: readonly TestBlock[];
  /** The values of `useSite` that the block needs. */
  shared?: Partial<Shared>;
  payload?: Partial<Payload>;
  /** Interface words by key. */
  words?: Readonly<Record<string, string>>;
  /** The definition's parts of rich text. */
  richText?: RichTextParts;
}

/** The block's markup. Throws, with all problems, if the content does not fit the schema. */
export function renderBlock(options: TestOptions): string {
  return renderToString(<BlockPreview {...options} />);
}

/** The same as an element, for a gallery, or a test that mounts it. */
export function BlockPreview(options: TestOptions): ReactNode {
  const all = [options, ...(options.others ?? [])].map((one) =>
    isStoryblokBlock(one.schema) ? { ...one, schema: schemaOfBlock(one.schema) } : one,
  );
  for (const { schema, component } of all)
    if (schema.name === "")
      throw new Error(`The schema of ${component.name} needs a \`name\` here: defineBlock({ name: "…" }).`);
  const { block, problems } = resolve(options, all);
  if (problems.length > 0 || !block) throw new Error(problems.join("\n") || "The content does not result in a block.");
  const components = Object.fromEntries(all.map(({ schema, component }) => [schema.name, component])) as Components;
  return (
    <SiteProvider
      shared={sharedOf(options)}
      payload={payloadOf(options, block)}
      components={components}
      richText={options.richText}
    >
      <Blocks of={[block]} />
    </SiteProvider>
  );
}

function resolve(
  { schema, content, data, cards }: TestOptions,
  all: readonly TestBlock[],
): { block: Block | null; problems: string[] } {
  const problems: string[] = [];
  const catalogue = createCatalogue({
    schemas: all.map((one) => one.schema as BlockSchema),
    data: data === undefined ? {} : { [schema.name]: () => data },
    platformName: "",
  });
  const reader = testReader(({ code, path, message }) => {
    const hint = code === "CONTENT_UNKNOWN_COMPONENT" ? " Give its schema and component in `others`." : "";
    problems.push(`${path || "content"}: ${message}${hint}`);
  }, cards);
  const raw: RawBlock = { component: schema.name, _uid: "test", ...content };
  const none = { pageTypes: {}, crops: {}, ...nothingResolved() };
  return { block: resolveBlock(raw, { catalogue, reader, ...none }, ""), problems };
}

function sharedOf({ shared, words }: TestOptions): Shared {
  const site = { origin: "https://www.example.com", base: "/", companyName: "Example", contactEndpoint: "" };
  const value = {
    lang: ENGINE_LANGUAGE,
    homeHref: "/",
    global: null,
    blocks: [],
    labels: [],
    words: words ?? {},
    options: {},
    site,
  };
  return { ...value, ...shared } as Shared;
}

function payloadOf({ payload }: TestOptions, block: Block): Payload {
  const story = { id: 1, uuid: "test", component: "page", name: "Test" };
  const place = { lang: ENGINE_LANGUAGE, path: "/", switchHref: { [ENGINE_LANGUAGE]: "/" } };
  const value = { kind: "page", ...place, story, crumbs: [], listing: null };
  return { ...value, page: block, blocks: [], ...payload } as Payload;
}
