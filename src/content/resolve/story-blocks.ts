/** The reader of a block's data function: the page's reader with sources, and the blocks and fields of other stories. */

import type { BlockReader, PageReader, SourceFilter, SourceReader } from "../../site/api/reader.ts";
import { listingPath } from "../lists/listing.ts";
import { storyName } from "../map/site.ts";
import { unknownField } from "../rules/known-name.ts";
import { resolveBlockList, resolveFields } from "./block.ts";
import type { ResolveContext } from "./context.ts";

/** What of a story is being resolved: a field of blocks, or the story as a whole, as the page's own is. */
interface OpenField {
  uuid: string;
  field: string | null;
}

/** `context` is the page's: blocks of other stories need the same scripts, and their headings share its ids. */
export function blockReader(page: PageReader, context: Omit<ResolveContext, "reader">): BlockReader {
  const readerOf = (reader: PageReader, open: readonly OpenField[]): BlockReader => ({
    // The site registers the types of its sources.
    source: (name: string) => sourceReader(name, page) as SourceReader<never>,
    blocks(uuid, field) {
      if (uuid === "") return []; // a field that editors left empty
      const found = page.content(uuid, field);
      if (!found) {
        report(reader, notPublished(uuid));
        return [];
      }
      const { fields } = context.catalogue.schema(found.component) ?? {};
      if (fields && !Object.hasOwn(fields, field) && found.value === null) {
        reader.problem(unknownField(`story of the component "${found.component}"`, field));
        return [];
      }
      const inner = begin(reader, open, { uuid, field });
      return inner ? resolveBlockList(found, field, inner) : [];
    },
    fields<T>(uuid: string) {
      if (uuid === "") return null;
      const component = page.content(uuid, "component")?.component;
      const schema = component === undefined ? undefined : context.catalogue.schema(component);
      if (component === undefined || !schema) {
        report(reader, component === undefined ? notPublished(uuid) : noSchema(component));
        return null;
      }
      const values = Object.keys(schema.fields).map((name) => [name, page.content(uuid, name)?.value]);
      const inner = begin(reader, open, { uuid, field: null });
      const raw = { ...Object.fromEntries(values), component, _uid: uuid };
      return inner && (resolveFields(raw, schema, inner, "") as T); // as the schema has them
    },
    ...reader,
  });
  return readerOf(page, [{ uuid: page.self().uuid, field: null }]);

  /** The context of what another story shows; null if that is being resolved already, which is reported. */
  function begin(reader: PageReader, open: readonly OpenField[], next: OpenField): ResolveContext | null {
    const { uuid, field } = next;
    if (open.some((one) => one.uuid === uuid && (one.field ?? field) === field)) {
      report(reader, cycle(uuid === page.self().uuid ? page.self() : page.entry(uuid), reader.self()));
      return null;
    }
    const inner = readerOf(ofStory(uuid, reader), [...open, next]);
    return { ...context, reader: inner, listing: null, isOther: true };
  }

  /** The reader for another story's blocks, which differs only in what is about their own story. */
  function ofStory(uuid: string, reader: PageReader): PageReader {
    const self = () => page.entry(uuid) ?? page.self();
    return {
      ...reader,
      self,
      listingHref: (route) => page.href(listingPath(self().path, route)),
      problem: (problem) => page.problem({ ...problem, story: storyName(self()) }),
    };
  }
}

function report(reader: PageReader, text: { code: string; message: string; hint: string }): void {
  reader.problem({ severity: "warning", path: "", ...text });
}

function notPublished(uuid: string) {
  return {
    code: "CONTENT_UNRESOLVED_RELATION",
    message: `The story (${uuid}) that is shown here is not published in this language; it is left out.`,
    hint: "Publish that story or choose another.",
  };
}

function noSchema(component: string) {
  return {
    code: "CONTENT_UNKNOWN_COMPONENT",
    message: `There is no schema "${component}", so the fields of its stories cannot be shown.`,
    hint: "Add a schema of this name to the site.",
  };
}

function cycle(one: { name: string } | undefined, other: { name: string }) {
  const names = one?.name === other.name ? `The story "${other.name}" shows its own blocks` : "";
  return {
    code: "CONTENT_CYCLE",
    message: `${names || `The stories "${one?.name}" and "${other.name}" show each other's blocks`}; the second time they are left out.`,
    hint: "Remove one of the blocks that show the other story.",
  };
}

/** The queries of one source. */
function sourceReader(name: string, reader: PageReader): SourceReader<unknown> {
  return {
    get: (key) => reader.sourceEntry(name, String(key)),
    all: () => reader.sourceList(name, null),
    where: (filter: SourceFilter) => reader.sourceList(name, filter),
    total: () => reader.sourceTotal(name),
  };
}
