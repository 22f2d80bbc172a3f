/**
 * Types that a site gives the engine by module augmentation:
 * `interface Register { card: MyCard }` makes every relation field and `reader.card` of type MyCard, and
 * `{ data: MyData }` is what `layout.data` gives and `shared.data` has.
 */
export interface Register {
  readonly engine?: never;
}

/** What the layout takes from other stories. */
export type SharedData = Register extends { data: infer D } ? D : unknown;
