/** The reader of a block's data function: the page's reader with sources and the blocks of other stories. */

import { unknownField } from "../known-name.ts";
import { listingPath } from "../listing.ts";
import type { BlockReader, PageReader, SourceReader } from "../reader.ts";
import { storyName } from "../site-reader.ts";
import type { SourceFilter } from "../source-values.ts";
import { resolveBlockList } from "./block.ts";
import type { ResolveContext } from "./context.ts";

/** A field whose blocks are being resolved; the page's own story is resolved as a whole. */
interface OpenField {
  uuid: string;
  field: string | null;
}

/** `context` is the page's: blocks of other stories need the same scripts, and their headings share its ids. */
export function blockReader(page: PageReader, context: Omit<ResolveContext, "reader">): BlockReader {
  const readerOf = (reader: PageReader, open: readonly OpenField[]): BlockReader => ({
    ...reader,
    // The site registers the types of its sources.
    source: (name: string) => sourceReader(name, page) as SourceReader<never>,
    blocks(uuid, field) {
      const found = page.content(uuid, field);
      const report = (text: { code: string; message: string; hint: string }) =>
        reader.problem({ severity: "warning", path: "", ...text });
      if (!found) {
        report(notPublished(uuid));
        return [];
      }
      const { fields } = context.catalogue.schema(found.component) ?? {};
      if (fields && !Object.hasOwn(fields, field) && found.value === null) {
        reader.problem(unknownField(`story of the component "${found.component}"`, field));
        return [];
      }
      if (open.some((one) => one.uuid === uuid && (one.field ?? field) === field)) {
        report(cycle(uuid === page.self().uuid ? page.self() : page.entry(uuid), reader.self()));
        return [];
      }
      const inner = readerOf(ofStory(uuid, reader), [...open, { uuid, field }]);
      return resolveBlockList(found, field, { ...context, reader: inner, listing: null, isOther: true });
    },
  });
  return readerOf(page, [{ uuid: page.self().uuid, field: null }]);

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

function notPublished(uuid: string) {
  return {
    code: "CONTENT_UNRESOLVED_RELATION",
    message: `The story (${uuid}) whose blocks are shown here is not published in this language; they are left out.`,
    hint: "Publish that story or choose another.",
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
