/**
 * Types that a site registers by module augmentation: `interface Register { card: MyCard }` is the type of every
 * relation field and of `reader.card`; `{ data: MyData }` is the type of `layout.data` and `shared.data`.
 */
export interface Register {
  readonly engine?: never;
}

/** The layout's data from other stories. */
export type SharedData = Register extends { data: infer D } ? D : unknown;
