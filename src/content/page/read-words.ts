/** Records which words and list entries of the shared state a render reads. Used in Node only. */

import type { Lang } from "../../site/api/model.ts";
import type { Shared, SharedWords } from "../../site/api/payload.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../../site/by-language.ts";
import { type Labels, label } from "../rules/labels.ts";

export interface WatchedStates {
  /** The states to render with. */
  shared: ByLanguage<Shared>;
  /** What was read since the last call: subjects for `wordValue`. */
  take(): string[];
  /** Called by whatever asks for a word that there is not. */
  onMissing?: (lang: Lang, name: string) => void;
}

/** Subjects for a whole kind, and how those begin that they include. */
const ALL_OF = [
  ["words", "word "],
  ["labels", "label "],
  ["options", "options "],
] as const;

export function watchStates(states: ByLanguage<Shared>): WatchedStates {
  const read = new Set<string>();
  const note = (subject: string) => void read.add(subject);
  const watched: WatchedStates = {
    shared: byLanguage(Object.keys(states), (lang) => {
      const state = forLanguage(states, lang);
      return {
        ...state,
        words: watchRecord(state.words, {
          one: (name) => note(`word ${name}`),
          all: () => note("words"),
          missing: (name) => watched.onMissing?.(lang, name),
        }),
        options: watchRecord(state.options, { one: (name) => note(`options ${name}`), all: () => note("options") }),
        labels: watchLabels(state.labels, { one: (name) => note(`label ${name}`), all: () => note("labels") }),
      };
    }),
    take() {
      const isIncluded = (subject: string) => ALL_OF.some(([all, one]) => read.has(all) && subject.startsWith(one));
      const taken = [...read].filter((subject) => !isIncluded(subject)).sort();
      read.clear();
      return taken;
    },
  };
  return watched;
}

/** The value of what `take` names. */
export function wordValue(subject: string, { words, labels, options }: SharedWords): unknown {
  const space = subject.indexOf(" ");
  const name = subject.slice(space + 1);
  switch (space === -1 ? "" : subject.slice(0, space)) {
    case "word":
      return words[name];
    case "label":
      return label(labels, name);
    case "options":
      return options[name];
    default:
      return { words, labels, options }[subject];
  }
}

interface Notes {
  one(name: string): void;
  all(): void;
  /** Only for a name whose value is asked for without a look whether there is one. */
  missing?(name: string): void;
}

function watchRecord<T extends object>(values: T, { one, all, missing }: Notes): T {
  const noteOne = (name: string | symbol) => typeof name === "string" && one(name);
  return new Proxy(values, {
    get(target, name) {
      noteOne(name);
      if (missing && typeof name === "string" && !(name in target)) missing(name);
      return Reflect.get(target, name);
    },
    has(target, name) {
      noteOne(name);
      return Reflect.has(target, name);
    },
    getOwnPropertyDescriptor(target, name) {
      noteOne(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    ownKeys(target) {
      all();
      return Reflect.ownKeys(target);
    },
  });
}

/** `label` reads one entry through `labelOf`; any other access counts as reading all of them. */
function watchLabels(labels: Shared["labels"], { one, all }: Notes): Shared["labels"] {
  const labelOf: Labels["labelOf"] = (name) => {
    one(name);
    return label(labels, name);
  };
  return new Proxy(labels, {
    get(target, name) {
      if (name === "labelOf") return labelOf;
      all();
      return Reflect.get(target, name);
    },
    has(target, name) {
      all();
      return Reflect.has(target, name);
    },
    ownKeys(target) {
      all();
      return Reflect.ownKeys(target);
    },
  });
}
