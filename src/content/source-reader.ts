import type { PageReader, SourceReader } from "./reader.ts";
import type { SourceFilter } from "./source-values.ts";

/** What a block's data asks of one source. */
export function sourceReader(name: string, reader: PageReader): SourceReader<unknown> {
  return {
    get: (key) => reader.sourceEntry(name, String(key)),
    all: () => reader.sourceList(name, null),
    where: (filter: SourceFilter) => reader.sourceList(name, filter),
    total: () => reader.sourceTotal(name),
  };
}
