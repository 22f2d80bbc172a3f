/** Parts of the console that appear in several places. */
import { createElement as h, type ReactNode } from "react";
import type { EditorWord } from "../../site/editor-words.ts";
import { filled } from "../../site/filled.ts";
import type { Speech } from "../words.ts";

/** A button that changes something: always a post with the form's token. */
export function Post(input: {
  to: string;
  token: string;
  className: string;
  fields?: Record<string, string>;
  children?: ReactNode;
}): ReactNode {
  const fields = Object.entries({ ...input.fields, token: input.token });
  return h(
    "form",
    { method: "post", action: input.to },
    fields.map(([name, value]) => h("input", { key: name, type: "hidden", name, value })),
    h("button", { type: "submit", className: input.className }, input.children),
  );
}

export function Time({ at, speech }: { at: string; speech: Speech }): ReactNode {
  return at === "" ? null : h("time", { dateTime: at }, speech.time(at));
}

/** A word with a time in its place of `{time}`. */
export function withTime(
  speech: Speech,
  name: EditorWord,
  at: string,
  values?: Readonly<Record<string, string>>,
): ReactNode {
  const [before, after] = speech
    .word(name)
    .split("{time}")
    .map((part) => filled(part, values));
  return [before, h(Time, { key: "time", at, speech }), after];
}
