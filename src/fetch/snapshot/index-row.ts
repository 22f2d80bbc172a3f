import type { Lang } from "../../content/model.ts";
import type { Pack } from "./pack.ts";
import type { StoryRecord } from "./story-record.ts";

/** One line of the index. An array, since with keys 40,000 lines would be twice as long. */
export type IndexRow = [
  lang: Lang,
  uuid: string,
  id: number,
  slug: string,
  defaultSlug: string,
  paths: Readonly<Record<string, string>>,
  parent: number,
  position: number,
  publishedAt: string | null,
  updatedAt: string | null,
  alternates: number[],
  hash: string,
  pack: string,
  offset: number,
  length: number,
  real?: string,
];

export type PackOf = (name: string) => Pack;

/** Packs by name. A name without a file belonged to a pack whose stories were all replaced. */
export function packsByName(packs: readonly Pack[]): PackOf {
  const known = new Map(packs.map((pack) => [pack.name, pack]));
  return (name) => {
    const pack = known.get(name) ?? { name, fd: -1, bytes: 0 };
    known.set(name, pack);
    return pack;
  };
}

export function toIndexRow(lang: Lang, one: StoryRecord): IndexRow {
  const row: IndexRow = [
    lang,
    one.uuid,
    one.id,
    one.slug,
    one.defaultSlug,
    one.paths,
    one.parent,
    one.position,
    one.publishedAt,
    one.updatedAt,
    one.alternates,
    one.hash,
    one.pack.name,
    one.offset,
    one.length,
  ];
  if (one.real !== undefined) row.push(one.real);
  return row;
}

export function fromIndexRow(row: IndexRow, packOf: PackOf): StoryRecord {
  const [, uuid, id, slug, defaultSlug, paths, parent, position, publishedAt, updatedAt, alternates] = row;
  const [hash, pack, offset, length] = [row[11], packOf(row[12]), row[13], row[14]];
  // Written out: object spread takes twice as long.
  const record: StoryRecord = {
    uuid,
    id,
    slug,
    defaultSlug,
    paths,
    parent,
    position,
    publishedAt,
    updatedAt,
    alternates,
    hash,
    pack,
    offset,
    length,
  };
  if (row[15] !== undefined) record.real = row[15];
  return record;
}
