/**
 * What of a block's code changes reaches the pages that show it, and no other: rendered and written pages are counted, and
 * every build is compared with one from nothing in another folder.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DependencyKind } from "../../src/incremental/dependency-kinds.ts";
import { type ForeignSite, foreignSite } from "../definition/foreign-site.ts";
import { filesOf } from "../helpers/build-site.ts";
import { runHere } from "../helpers/run-here.ts";

const schema = (fields: string, more = "") =>
  `import { blocks, defineBlock, richtext, text } from "sitegen/schema";\nexport const schema = defineBlock({ ${more}fields: { ${fields} } });\n`;
const TEXT = schema("text: text()");

const FILES: Record<string, string> = {
  "site.ts": `import { Layout } from "./layout.tsx";
export default { languages: [{ code: "en" }], global: "global", pageTypes: { page: {} }, layout: { Layout } };
`,
  "layout.tsx": `import { Blocks, useSite } from "sitegen/kit";
import { frame } from "./parts/frame.ts";
export function Layout({ children }) {
  return <><header className={frame}><Blocks of={useSite().shared.global?.bar} /></header>{children}</>;
}
`,
  "parts/frame.ts": 'export const frame = "frame one";\n',
  "parts/badge.tsx": "export const Badge = ({ text }) => <b>{text}</b>;\n",
  "parts/registry.ts": "export const registry = new Set();\n",
  "parts/wrap.tsx": "export const wrap = (Inner) => (props) => <div><Inner {...props} /></div>;\n",
  "node_modules/tiny/package.json": '{ "name": "tiny", "type": "module", "exports": "./index.js" }',
  "node_modules/tiny/index.js": 'export const tiny = (text) => "tiny " + text;\n',
  "blocks/global/global.schema.ts": schema("bar: blocks(['bar'])", 'kind: "global", '),
  "blocks/bar/bar.schema.ts": TEXT,
  "blocks/bar/bar.tsx": "export default function Bar({ text }) { return <nav>{text}</nav>; }\n",
  "blocks/plain/plain.schema.ts": TEXT,
  "blocks/plain/plain.tsx": `import { Badge } from "../../parts/badge.tsx";
import styles from "./plain.module.css";
export default function Plain({ text }) { return <p className={styles.plain}>plain one <Badge text={text} /></p>; }
`,
  "blocks/plain/plain.module.css": ".plain { color: red }\n",
  "blocks/button/button.schema.ts": schema("text: text()", "hydrate: true, "),
  "blocks/button/button.tsx": `import { useState } from "react";
import { Badge } from "../../parts/badge.tsx";
export const label = "button one";
export default function Button({ text }) {
  const [n, set] = useState(0);
  return <button onClick={() => import("./later.ts").then(({ step }) => set(n + step))}>{label} {n}<Badge text={text} /></button>;
}
`,
  "blocks/button/later.ts": "export const step = 1;\n",
  "blocks/borrow/borrow.schema.ts": TEXT,
  "blocks/borrow/borrow.tsx": `import { label } from "../button/button.tsx";
export default function Borrow() { return <p>borrowed {label}</p>; }
`,
  "blocks/outer/outer.schema.ts": schema("inner: blocks(['inner']), text: richtext()"),
  "blocks/outer/outer.tsx": `import { Blocks, RichText } from "sitegen/kit";
export default function Outer({ inner, text }) { return <section><Blocks of={inner} /><RichText doc={text} /></section>; }
`,
  "blocks/inner/inner.schema.ts": TEXT,
  "blocks/inner/inner.tsx": "export default function Inner({ text }) { return <i>inner one {text}</i>; }\n",
  "blocks/inner/inner.css": ".inner-one { color: red }\n",
  "blocks/counts/counts.schema.ts": TEXT,
  "blocks/counts/counts.tsx": "export default function Counts({ data }) { return <p>{data}</p>; }\n",
  "blocks/counts/counts.data.ts": 'export const data = (_, reader) => "pages: " + reader.total({ type: "page" });\n',
  "blocks/loud/loud.schema.ts": TEXT,
  "blocks/loud/loud.tsx": `import { registry } from "../../parts/registry.ts";
registry.add("loud one");
export default function Loud() { return <p>loud</p>; }
`,
  "blocks/lists/lists.schema.ts": TEXT,
  "blocks/lists/lists.tsx": `import { registry } from "../../parts/registry.ts";
export default function Lists() { return <p>{[...registry].join()}</p>; }
`,
  "blocks/packed/packed.schema.ts": TEXT,
  "blocks/packed/packed.tsx": `import { tiny } from "tiny";
export default function Packed({ text }) { return <p>{tiny(text)}</p>; }
Packed.displayName = "Packed";
`,
  "blocks/wrapped/wrapped.schema.ts": TEXT,
  "blocks/wrapped/wrapped.tsx": `import { wrap } from "../../parts/wrap.tsx";
export const Wrapped = wrap(({ text }) => <p>wrapped one {text}</p>);
`,
};

const block = (component: string, more: object = {}) => ({ component, _uid: `u-${component}`, text: "x", ...more });
const inner = block("inner");
const rich = { type: "doc", content: [{ type: "blok", attrs: { id: "b", body: [inner] } }] };
const BODIES: Record<string, object[]> = {
  home: [],
  plain: [block("plain")],
  button: [block("button")],
  borrow: [block("borrow")],
  nested: [block("outer", { inner: [inner], text: "" })],
  rich: [block("outer", { inner: [], text: rich })],
  counts: [block("counts")],
  loud: [block("loud")],
  lists: [block("lists")],
  packed: [block("packed")],
  wrapped: [block("wrapped")],
};
const ALL = Object.keys(BODIES);
const STORIES = {
  ...Object.fromEntries(
    ALL.map((slug) => [slug, { uuid: `u-${slug}`, content: { component: "page", body: BODIES[slug] } }]),
  ),
  global: { content: { component: "global", bar: [block("bar")] } },
};

let site: ForeignSite;
beforeAll(async () => {
  site = await foreignSite({ stories: STORIES, files: FILES });
});
afterAll(() => site?.close());

const pageOf = (slug: string, file: string) => (slug === "home" ? file : `${slug}/${file}`);
const read = (slug: string, out = site.out) =>
  ["index.html", "_payload.json"].map((file) => readFileSync(join(out, pageOf(slug, file)), "utf8")).join("\n");
const put = (path: string, from: string, to: string) => {
  const text = readFileSync(join(site.dir, path), "utf8");
  expect(text).toContain(from);
  site.write(path, text.replace(from, to));
};

/** Builds; the pages whose files differ from before, and how many were rendered. */
async function built(): Promise<{ written: string[]; rendered: number }> {
  const before = new Map(ALL.map((slug) => [slug, read(slug)]));
  let rendered = 0;
  await site.build({ jobs: 1, testHooks: { count: (work) => (rendered += work === "pages" ? 1 : 0) } });
  return { written: ALL.filter((slug) => before.get(slug) !== read(slug)), rendered };
}

type Change = [what: string, file: string, from: string, to: string, pages: readonly string[]];

/** Changes of one round reach different pages. */
const ROUNDS: readonly Change[][] = [
  [
    ["a component", "blocks/plain/plain.tsx", "plain one", "plain two", ["plain"]],
    [
      "one that hydrates, and who borrows from it",
      "blocks/button/button.tsx",
      '"button one"',
      '"button two"',
      ["button", "borrow"],
    ],
    ["a block inside another and in rich text", "blocks/inner/inner.tsx", "inner one", "inner two", ["nested", "rich"]],
    ["a data file", "blocks/counts/counts.data.ts", "pages: ", "all pages: ", ["counts"]],
  ],
  [
    ["a CSS module's class", "blocks/plain/plain.module.css", ".plain {", ".other, .plain {", ["plain"]],
    ["what a visitor's click loads", "blocks/button/later.ts", "step = 1", "step = 2", ["button", "borrow"]],
    ["a block's stylesheet", "blocks/inner/inner.css", "red", "blue", ["nested", "rich"]],
  ],
  [
    ["a helper of two blocks", "parts/badge.tsx", "<b>", '<b className="badge">', ["plain", "button", "borrow"]],
    ["a package of a block", "node_modules/tiny/index.js", '"tiny "', '"small "', ["packed"]],
  ],
];

for (const changes of ROUNDS)
  test(`${changes.map(([what]) => what).join("; ")}: each reaches the pages that show it, and no other`, async () => {
    for (const [, file, from, to] of changes) put(file, from, to);
    const { written, rendered } = await built();
    const pages = changes.flatMap(([, , , , pages]) => pages);
    expect(written).toEqual(ALL.filter((slug) => pages.includes(slug)));
    expect(rendered).toBe(pages.length);
    await site.expectClean();
  });

test("every page is rendered again for the frame, and for code whose reach cannot be known", async () => {
  const changes: Change[] = [
    ["a block in the header", "blocks/bar/bar.tsx", "<nav>", '<nav id="bar">', ALL],
    ["the layout", "layout.tsx", "<header", '<header id="top"', ALL],
    ["what the layout imports", "parts/frame.ts", "frame one", "frame two", ALL],
    [
      "what a block does to others when it is loaded",
      "blocks/loud/loud.tsx",
      "loud one",
      "loud two",
      ["loud", "lists"],
    ],
    ["a block that is made by a call", "blocks/wrapped/wrapped.tsx", "wrapped one", "wrapped two", ["wrapped"]],
    ["a schema", "blocks/plain/plain.schema.ts", "text: text()", "text: text(), more: text()", ["plain"]],
  ];
  for (const [what, file, from, to, pages] of changes) {
    put(file, from, to);
    const { written, rendered } = await built();
    expect(written, what).toEqual(expect.arrayContaining([...pages]));
    expect(rendered, what).toBe(ALL.length);
  }
  await site.expectClean();
});

test("threads say the same, and `why` names the code", async () => {
  const [out, stateDir] = [join(site.dir, "threads"), join(site.dir, "threads-state")];
  const more = Array.from({ length: 410 }, (_, at) => `many/${at}`);
  const body = [block("plain"), block("outer", { inner: [inner], text: "" })];
  for (const slug of more)
    site.write(`space/stories/${slug}.json`, JSON.stringify({ content: { component: "page", body } }));
  await site.build({ out, stateDir, jobs: 3 });
  await site.build();
  put("blocks/inner/inner.tsx", "inner two", "inner three");
  const last = filesOf(out);
  await site.build({ out, stateDir, jobs: 3 });
  await site.build();
  const now = filesOf(out);
  const pages = Object.keys(now).filter((path) => path.endsWith("index.html") && now[path] !== last[path]);
  expect(pages.length).toBe(more.length + 2);
  const own = filesOf(site.out);
  for (const path of pages) expect(now[path]).toBe(own[path]);
  const { stdout } = await runHere(["why", "/nested/", "--state", "state"], { cwd: site.dir });
  expect(stdout).toMatch(/code/);
  expect(stdout).toMatch(/code of its blocks[^\n]*inner/);
});

test("without the kinds code and data such pages stay as they were", async () => {
  const kinds: [DependencyKind, string, string, string, string][] = [
    ["code", "packed", "blocks/packed/packed.tsx", "<p>", "<p hidden={false} id='packed'>"],
    ["data", "counts", "blocks/counts/counts.data.ts", "all pages", "every page"],
  ];
  const blind = kinds.map(([kind]) => ({
    out: join(site.dir, kind),
    stateDir: join(site.dir, `${kind}-state`),
    testHooks: { unrecorded: kind },
  }));
  for (const one of blind) await site.build(one);
  for (const [, , file, from, to] of kinds) put(file, from, to);
  for (const one of [...blind, {}]) await site.build(one);
  for (const [kind, slug] of kinds) expect(read(slug, join(site.dir, kind)), kind).not.toBe(read(slug));
});
