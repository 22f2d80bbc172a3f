/** What a render reads of words, labels and lists is what its page depends on. */
import { expect, test } from "vitest";
import { watchStates, wordValue } from "../../src/content/page/read-words.ts";
import { label } from "../../src/content/rules/labels.ts";
import { word } from "../../src/kit/word.ts";
import type { Shared } from "../../src/site/api/payload.ts";
import { shared } from "../blocks/fixtures.ts";

const entry = (name: string, value: string) => ({ name, value, dimension_value: null });
const STATE: Shared = {
  ...shared("en"),
  words: { greeting: "Hello {name}", bye: "Bye" },
  labels: [entry("street", "High Street"), entry("city", "York")],
  options: { topics: [{ value: "red", label: "Red" }], empty: [] },
};

const READS: [string, (state: Shared) => unknown, string[]][] = [
  ["nothing", () => "", []],
  ["a word", (state) => word(state, "greeting", { name: "Ada" }), ["word greeting"]],
  ["a word that is not there", (state) => state.words.absent, ["word absent"]],
  ["whether there is a word", (state) => "bye" in state.words, ["word bye"]],
  ["all words", (state) => Object.keys(state.words), ["words"]],
  ["a label by name", (state) => label(state.labels, "city"), ["label city"]],
  ["a label that is not there", (state) => label(state.labels, "land"), ["label land"]],
  ["how many labels there are", (state) => state.labels.length, ["labels"]],
  ["labels one after the other", (state) => [...state.labels], ["labels"]],
  ["a list", (state) => state.options.topics?.length, ["options topics"]],
  ["the lists' names", (state) => Object.keys({ ...state.options }), ["options"]],
  ["what else there is", (state) => [state.lang, state.homeHref], []],
];

test.each(READS)("%s", (_, read, subjects) => {
  const watched = watchStates({ en: STATE });
  const seen = watched.shared.en as Shared;
  expect(read(seen)).toEqual(read(STATE));
  expect(watched.take()).toEqual(subjects);
  expect(watched.take()).toEqual([]);
});

test("each has a value, which differs with what was read", () => {
  const other: Shared = { ...STATE, words: { ...STATE.words, bye: "So long" }, labels: STATE.labels.slice(1) };
  const differ = (subject: string) =>
    JSON.stringify(wordValue(subject, STATE)) !== JSON.stringify(wordValue(subject, other));
  expect(["word greeting", "word absent", "label city", "options topics", "options"].filter(differ)).toEqual([]);
  expect(["word bye", "words", "label street", "labels"].every(differ)).toBe(true);
});

test("what it reads stays the same to JSON and to those who copy it", () => {
  const seen = watchStates({ en: STATE }).shared.en;
  expect(JSON.stringify(seen)).toBe(JSON.stringify(STATE));
});
