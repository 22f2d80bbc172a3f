/** Which page needs which stylesheet, from the imports of the site's code. */
import { expect, test } from "vitest";
import { type SplitStylesInput, splitStyles } from "../../src/bundle/split-styles.ts";
import { sourceText } from "../../src/bundle/style-classes.ts";

/** A site of five blocks; `imports` are what their components and the layout reach beside themselves. */
function divide(
  styles: readonly string[],
  imports: Record<string, string[]> = {},
  more: Partial<SplitStylesInput> = {},
) {
  const blocks = ["a", "b", "c", "d", "e"].map((name) => ({ name, component: `/site/blocks/${name}/${name}.tsx` }));
  const users = [...blocks.map(({ component }) => component), "/site/frame.tsx", "/site/lost.tsx"];
  const modules = [...new Set([...users, ...Object.values(imports).flat()])].sort();
  const reached = Object.fromEntries(
    users.map((user) => {
      const name = user.replace(/.*\/(\w+)\.tsx$/, "$1");
      return [user, [user, ...(imports[name] ?? [])].map((path) => modules.indexOf(path))];
    }),
  );
  const { base, late, units, uses, lateUses } = splitStyles({
    ordered: styles,
    entries: [],
    inCode: [],
    blocks,
    layout: ["/site/frame.tsx"],
    errorPages: ["/site/lost.tsx"],
    reach: { modules, reached },
    sourceOf: () => sourceText(""),
    isOfPackage: (path) => path.includes("/node_modules/"),
    ...more,
  });
  const named = (of: Record<string, number[]>) =>
    Object.fromEntries(Object.entries(of).map(([name, at]) => [name, at.map((i) => units[i])]));
  return {
    base,
    late,
    uses: named(uses),
    lateUses: named(lateUses),
  };
}
const NOTHING = { base: [], late: [], uses: {}, lateUses: {} };

test("a stylesheet in a block's folder goes with whoever uses code of that folder", () => {
  const sheet = "/site/blocks/a/deep/look.css";
  expect(divide([sheet], { c: ["/site/blocks/a/part.tsx"] })).toEqual({ ...NOTHING, uses: { a: [sheet], c: [sheet] } });
});

test("one beside a module of its name goes with that module, and on every page where the layout has it", () => {
  const sheet = "/site/ui/card.css";
  const card = "/site/ui/card.tsx";
  expect(divide([sheet], { b: [card] })).toEqual({ ...NOTHING, uses: { b: [sheet] } });
  expect(divide([sheet], { b: [card], frame: [card] })).toEqual({ ...NOTHING, base: [sheet] });
});

test("one that code imports goes with that code, wherever it lies", () => {
  const sheet = "/site/blocks/a/extra.module.css";
  expect(divide([sheet], { d: [sheet] }, { inCode: [sheet] })).toEqual({ ...NOTHING, uses: { d: [sheet] } });
});

test("what most blocks use, what nobody is known to use, what packages bring and the definition's own are everywhere", () => {
  const [common, loose, entry, swiper] = [
    "/site/ui/text.css",
    "/site/ui/x.css",
    "/site/site.css",
    "/x/node_modules/s.css",
  ];
  const text = ["/site/ui/text.tsx"];
  const imports = { a: [...text, swiper], b: text, c: text, d: text };
  const divided = divide([swiper, entry, common, loose], imports, { entries: [entry], inCode: [swiper] });
  expect(divided).toEqual({ ...NOTHING, base: [swiper, entry, common, loose] });
});

test("what is opened later, and what only missing pages show, comes after the markup; before it where a block shows it", () => {
  const [overlay, form, lost] = ["/site/frame.late.css", "/site/blocks/e/e.late.css", "/site/lost.css"];
  expect(divide([overlay, form, lost])).toEqual({
    ...NOTHING,
    late: [overlay, form, lost],
    lateUses: { "": [lost], e: [form] },
  });
});

test("a block's stylesheets keep the order of the cascade", () => {
  const sheets = ["/site/blocks/b/2.css", "/site/blocks/a/1.css", "/site/blocks/b/1.css"];
  expect(divide(sheets).uses).toEqual({ a: [sheets[1]], b: [sheets[0], sheets[2]] });
});

test("one also goes with code that mentions all classes of one of its rules, put together or not", () => {
  const sheet = "/site/ui/card.css";
  const texts: Record<string, string> = {
    [sheet]: ".card--wide .card__text, .list:not(.other) { color: red } .e .card--wide { color: blue }",
    "/site/blocks/b/b.tsx": "<div className={'card--' + kind}><p className='card__text'>",
    "/site/blocks/c/c.tsx": "<div className='list'>",
    "/site/blocks/d/d.tsx": "<div className='card__text other e'>",
  };
  const divided = divide([sheet], { a: ["/site/ui/card.tsx"] }, { sourceOf: (path) => sourceText(texts[path] ?? "") });
  expect(divided).toEqual({ ...NOTHING, uses: { a: [sheet], b: [sheet], c: [sheet] } });
});
