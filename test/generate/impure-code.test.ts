/** Code that a page cannot hold is refused with file and line: by a build, a publish, and the development server. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";

const HERO = "export default function Hero({ headline }) { return <h1>{headline}</h1>; }\n";
const SITE = {
  "site.ts": `export default { languages: [{ code: "en" }], pageTypes: { page: {} } };`,
  "blocks/page/page.schema.ts":
    'import { defineBlock, sections } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "page", fields: { body: sections() } });\n',
};
const component = (used: string) =>
  `export default function Hero({ headline }) {\n  const used = ${used};\n  return <h1>{headline}{String(used)}</h1>;\n}\n`;

let site: SmallSite;
beforeAll(async () => {
  site = await openSmallSite(SITE, { home: storyWithHeadline("Home") });
});
afterAll(() => site.close());

const failure = async (files: Record<string, string>, overrides: object = {}) => {
  site.write({ "blocks/hero/hero.tsx": HERO, ...files });
  const error = await site.build({ overrides: { allowRemovals: true, ...overrides } }).then(
    () => null,
    (thrown: unknown) => thrown as { code: string; message: string },
  );
  return `${error?.code}: ${error?.message}`;
};

const schema = (keys = "") =>
  `import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ ${keys}fields: { headline: text() } });\n`;
type Block = Partial<Record<"tsx" | "data.ts" | "schema.ts", string>>;

/** Builds a page for each of these blocks; what the build says, by block. */
async function failures(blocks: Readonly<Record<string, Block>>): Promise<(block: string) => string> {
  for (const [name, files] of Object.entries(blocks)) {
    const all = Object.entries({ "schema.ts": schema(), tsx: HERO, ...files });
    site.write(Object.fromEntries(all.map(([end, text]) => [`blocks/${name}/${name}.${end}`, text])));
    site.service.publish(name, (story) => {
      story.content = { component: "page", body: [{ component: name, headline: name }] };
    });
  }
  const said = await failure({});
  for (const name of Object.keys(blocks)) {
    site.service.remove(name);
    rmSync(join(site.dir, "blocks", name), { recursive: true });
  }
  expect(said).toMatch(/^(?:RENDER_FAILED|undefined): /);
  return (name) => said.split("\n").find((line) => line.includes(`/${name}/: body[0] (${name}): `)) ?? "";
}

const USED: [name: string, used: string][] = [
  ["Math.random()", "Math.random()"],
  ["Date.now()", "Date.now()"],
  ["new Date()", "new Date().getFullYear()"],
  ["Intl.NumberFormat", 'new Intl.NumberFormat("de").format(1234)'],
  ["toLocaleString()", "(1234).toLocaleString()"],
  ["toLocaleDateString()", "new Date(0).toLocaleDateString()"],
  ["crypto.randomUUID()", "crypto.randomUUID()"],
  ["process.env.API_KEY", "process.env.API_KEY"],
];

test("what differs from build to build is named in components and data files, and an async component inside a block, with the line", async () => {
  const inner = `async function Inner() { return <b>in</b>; }\nexport default function Hero() {\n  return <h1><Inner /></h1>;\n}\n`;
  const found = await failures({
    ...Object.fromEntries(USED.map(([, used], at) => [`impure-${at}`, { tsx: component(used) }])),
    salted: { "data.ts": "const salt = 1;\nexport const data = () => Math.random() + salt;\n" },
    waiting: { tsx: inner },
  });
  for (const [at, [name]] of USED.entries()) {
    expect(found(`impure-${at}`)).toContain(`${name} while a page is made`);
    expect(found(`impure-${at}`)).toMatch(/\(blocks\/impure-\d\/impure-\d\.tsx:2:\d+\)$/);
  }
  expect(found("salted")).toMatch(/: Math\.random\(\) while .* \(blocks\/salted\/salted\.data\.ts:2:\d+\)$/);
  expect(found("waiting")).toMatch(/The component "Inner" is async.* \(blocks\/waiting\/waiting\.tsx:3:\d+\)$/);
});

test("in a component, with the state folder in node_modules", async () => {
  const stateDir = join(site.dir, "node_modules/.cache/sitegen");
  const found = await failure({ "blocks/hero/hero.tsx": component("Date.now()") }, { stateDir });
  expect(found).toContain("Date.now() while a page is made");
});

const STATE = `import { useState } from "react";
export default function Hero({ headline }) {
  const [count, setCount] = useState(0);
  return <button type="button" onClick={() => setCount(count + 1)}>{headline}{count}</button>;
}
`;
const CLICK = `export default function Hero({ headline }) {
  return <button type="button" onClick={() => undefined}>{headline}</button>;
}
`;
const video = (props: string) =>
  `import { Video } from "sitegen-storyblok/kit";\nexport default function Hero() { return <Video poster={null} ${props} />; }\n`;
const form = (name: string) =>
  `import { ${name} } from "sitegen-storyblok/kit";\nconst form = { name: "order", fields: { seats: { type: "number" } } };\nexport default function Hero() { return <${name} form={form} />; }\n`;

test("what does nothing without hydrate is named: state, event handlers, the kit's video with a button to play it, its form; and data that is a promise", async () => {
  const embed = 'video={null} embedUrl="https://www.youtube.com/watch?v=abcdefghijk"';
  const found = await failures({
    state: { tsx: STATE },
    click: { tsx: CLICK },
    video: { tsx: video(embed) },
    form: { tsx: form("Form") },
    promise: { "data.ts": "export const data = () => Promise.resolve(1);\n" },
  });
  expect(found("state")).toMatch(
    /useState does nothing in the block "state".*hydrate: true.* \(blocks\/state\/state\.tsx:3:\d+\)$/,
  );
  expect(found("click")).toMatch(/onClick does nothing in the block "click".* \(blocks\/click\/click\.tsx:2:\d+\)$/);
  expect(found("video")).toContain('onClick does nothing in the block "video"');
  expect(found("form")).toContain(
    'Form does nothing in the block "form", whose code browsers do not get. Add "hydrate: true" to its schema, or use StaticForm with useForms in the layout',
  );
  expect(found("promise")).toContain('The data file of "promise" returns a promise');
});

test("no fault is what depends on its arguments alone or runs while the code is loaded, state and a form with hydrate, the video with the browser's controls, a form without script", async () => {
  const used = 'new Date("2026-01-02T00:00:00Z").toISOString() + Date.UTC(2026, 1) + Math.max(1, 2)';
  const blocks = {
    dates: { tsx: `const loaded = Date.now();\n${component(used)}` },
    state: { tsx: STATE, "schema.ts": schema("hydrate: true, ") },
    field: { tsx: STATE, "schema.ts": schema('hydrate: ["headline"], ') },
    video: { tsx: video('video={{ src: "/film.mp4", name: "", title: "" }}') },
    static: { tsx: form("StaticForm") },
    form: { tsx: form("Form"), "schema.ts": schema("hydrate: true, ") },
  };
  const found = await failures(blocks);
  expect(Object.keys(blocks).map(found)).toEqual(["", "", "", "", "", ""]);
  expect(site.read("dates/index.html")).toContain("2026-01-02T00:00:00.000Z");
});

test("a publish of one story finds what a build of the whole site finds", async () => {
  const text = component('headline === "Late" ? Math.random() : 1');
  expect(await failure({ "blocks/hero/hero.tsx": text })).toBe("undefined: undefined");
  site.service.publish("home", (story) => {
    story.content.body = [{ component: "hero", headline: "Late" }];
  });
  await sleep(10);
  const publish = await failure({ "blocks/hero/hero.tsx": text });
  expect(publish).toMatch(/^RENDER_FAILED: .*Math\.random\(\) .*hero\.tsx:2:\d+\)$/);
  expect(await failure({ "blocks/hero/hero.tsx": text }, { full: true })).toBe(publish);
});

test("globals are whole again after a page that failed", () => {
  expect(typeof Math.random()).toBe("number");
  expect(new Date().getFullYear()).toBeGreaterThan(2000);
  expect(Object.getOwnPropertyDescriptor(globalThis, "Intl")?.value).toBe(Intl);
  expect(new Intl.NumberFormat("en").format(1)).toBe("1");
  expect(process.env.PATH).toBeDefined();
});
