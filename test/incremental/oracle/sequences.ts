/** Random sequences of edits, each from its number, and the moments of a build at which one of them is published. */
import { seededRandom } from "../../helpers/killed-process.ts";
import type { Choice, EditKind } from "./edit-kind.ts";
import { kindsOn } from "./edits.ts";
import type { SiteName } from "./spaces.ts";

/** An edit with what it chooses. */
export interface Chosen {
  kind: EditKind;
  choice: Choice;
}

/** Requests of a build before whose response an edit is published. */
export const MOMENTS = ["/spaces/me", "/stories", "/datasource_entries", "/f/"] as const;

export interface Sequence {
  seed: number;
  site: SiteName;
  /** Up to five edits at once, after each of which the site is built. */
  rounds: readonly (readonly Chosen[])[];
  /** An edit that is published while the last of these is built; another build follows. */
  during: (Chosen & { moment: (typeof MOMENTS)[number] }) | null;
  /** One process makes all builds and keeps what it knows; otherwise every build is by itself. */
  keeps: boolean;
}

/** The sites take turns, each with both ways to build; the sample's builds take four times as long as those of folders. */
const TURNS: readonly SiteName[] = ["folders", "mixed", "sample", "folders", "mixed", "folders"];

const MOST_ROUNDS = 3;
const MOST_EDITS = 5;

/** The same sequence for the same number. */
export function sequenceOf(seed: number): Sequence {
  const random = seededRandom(seed * 7919);
  for (let skipped = 0; skipped < 3; skipped += 1) random(); // the first values of neighbours are alike
  const below = (count: number) => Math.floor(random() * count);
  const site = TURNS[seed % TURNS.length] ?? "sample";
  const kinds = kindsOn(site);
  const edit = (): Chosen => {
    const kind = kinds[below(kinds.length)] as EditKind; // below its length
    return { kind, choice: { at: below(100), to: below(100) } };
  };
  const many = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
  const rounds = many(1 + below(MOST_ROUNDS), () => many(1 + below(MOST_EDITS), edit));
  const moment = MOMENTS[below(MOMENTS.length)] ?? "/stories";
  const keeps = Math.floor(seed / TURNS.length) % 2 === 1;
  return { seed, site, rounds, during: below(2) === 0 ? null : { ...edit(), moment }, keeps };
}

/** In one line, as a test's name. */
export function describeSequence({ seed, site, rounds, during }: Sequence): string {
  const one = ({ kind, choice }: Chosen) => `${kind.name} (${choice.at}, ${choice.to})`;
  const edits = rounds.map((round) => round.map(one).join(", ")).join("; then ");
  return `${seed} on ${site}: ${edits}${during ? `; and at ${during.moment} ${one(during)}` : ""}`;
}
