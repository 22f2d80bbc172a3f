import type { PageReader, SourceReader } from "./reader.ts";
import type { SourceFilter } from "./source-values.ts";

/** The queries of one source for a block's data function. */
export function sourceReader(name: string, reader: PageReader): SourceReader<unknown> {
  return {
    get: (key) => reader.sourceEntry(name, String(key)),
    all: () => reader.sourceList(name, null),
    where: (filter: SourceFilter) => reader.sourceList(name, filter),
    total: () => reader.sourceTotal(name),
  };
}
