/** Code that a page cannot hold is refused with file and line: by a build, a publish, and the development server. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";

const HERO = "export default function Hero({ headline }) { return <h1>{headline}</h1>; }\n";
const DATA = "export const data = () => 1;\n";
const SITE = { "site.ts": `export default { languages: [{ code: "en" }], pageTypes: { page: {} } };` };
const component = (used: string) =>
  `export default function Hero({ headline }) {\n  const used = ${used};\n  return <h1>{headline}{String(used)}</h1>;\n}\n`;

let site: SmallSite;
beforeAll(async () => {
  site = await openSmallSite(SITE, { home: storyWithHeadline("Home") });
});
afterAll(() => site.close());

const failure = async (files: Record<string, string>, overrides: object = {}) => {
  site.write({ "blocks/hero/hero.tsx": HERO, "blocks/hero/hero.data.ts": DATA, ...files });
  const error = await site.build({ overrides }).then(
    () => null,
    (thrown: unknown) => thrown as { code: string; message: string },
  );
  return `${error?.code}: ${error?.message}`;
};

test.each([
  ["Math.random()", "Math.random()"],
  ["Date.now()", "Date.now()"],
  ["new Date()", "new Date().getFullYear()"],
  ["Intl.NumberFormat", 'new Intl.NumberFormat("de").format(1234)'],
  ["toLocaleString()", "(1234).toLocaleString()"],
  ["toLocaleDateString()", "new Date(0).toLocaleDateString()"],
  ["crypto.randomUUID()", "crypto.randomUUID()"],
  ["process.env.API_KEY", "process.env.API_KEY"],
])("%s in a component", async (name, used) => {
  const found = await failure({ "blocks/hero/hero.tsx": component(used) });
  expect(found).toMatch(/^RENDER_FAILED: \/: body\[0\] \(hero\): /);
  expect(found).toContain(`${name} while a page is made`);
  expect(found).toMatch(/\(blocks\/hero\/hero\.tsx:2:\d+\)$/);
});

test("in a component, with the state folder in node_modules", async () => {
  const stateDir = join(site.dir, "node_modules/.cache/sitegen");
  const found = await failure({ "blocks/hero/hero.tsx": component("Date.now()") }, { stateDir });
  expect(found).toContain("Date.now() while a page is made");
});

test("what depends on its arguments alone is no fault, nor is anything while the code is loaded", async () => {
  const used = 'new Date("2026-01-02T00:00:00Z").toISOString() + Date.UTC(2026, 1) + Math.max(1, 2)';
  const text = `const loaded = Date.now();\n${component(used)}`;
  expect(await failure({ "blocks/hero/hero.tsx": text })).toBe("undefined: undefined");
  expect(site.read("index.html")).toContain("2026-01-02T00:00:00.000Z");
});

test("in a data file", async () => {
  const found = await failure({
    "blocks/hero/hero.data.ts": "const salt = 1;\nexport const data = () => Math.random() + salt;\n",
  });
  expect(found).toMatch(
    /^RENDER_FAILED: \/: body\[0\] \(hero\): Math\.random\(\) while .* \(blocks\/hero\/hero\.data\.ts:2:\d+\)$/,
  );
});

test.each([
  ["component", "hero.tsx", "export default async function Hero() {\n  return <h1>Home</h1>;\n}\n"],
  ["data function", "hero.data.ts", "export const data = async () => 1;\n"],
])("an async %s", async (what, file, text) => {
  const found = await failure({ [`blocks/hero/${file}`]: `// Waits.\n${text}` });
  expect(found).toMatch(new RegExp(`^CONFIG_INVALID: .*/blocks/hero/${file}:2: The ${what} of "hero" is async`));
});

test("an async component inside a block, with the line that shows it; data that is a promise", async () => {
  const inner = `async function Inner() { return <b>in</b>; }\nexport default function Hero() {\n  return <h1><Inner /></h1>;\n}\n`;
  expect(await failure({ "blocks/hero/hero.tsx": inner })).toMatch(
    /body\[0\] \(hero\): The component "Inner" is async.* \(blocks\/hero\/hero\.tsx:3:\d+\)$/,
  );
  const promise = "export const data = () => Promise.resolve(1);\n";
  expect(await failure({ "blocks/hero/hero.data.ts": promise })).toContain('The data file of "hero" returns a promise');
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
const SCHEMA = (hydrate: string) =>
  `import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ ${hydrate}fields: { headline: text() } });\n`;

test("state and event handlers in a block without hydrate", async () => {
  expect(await failure({ "blocks/hero/hero.tsx": STATE })).toMatch(
    /body\[0\] \(hero\): useState does nothing in the block "hero".*hydrate: true.* \(blocks\/hero\/hero\.tsx:3:\d+\)$/,
  );
  expect(await failure({ "blocks/hero/hero.tsx": CLICK })).toMatch(
    /onClick does nothing in the block "hero".* \(blocks\/hero\/hero\.tsx:2:\d+\)$/,
  );
  for (const hydrate of ["hydrate: true, ", 'hydrate: ["headline"], ']) {
    const files = { "blocks/hero/hero.tsx": STATE, "blocks/hero/hero.schema.ts": SCHEMA(hydrate) };
    expect(await failure(files)).toBe("undefined: undefined");
  }
  site.write({ "blocks/hero/hero.schema.ts": SCHEMA("") });
});

test("the kit's video with a button to play it; not the one with the browser's controls", async () => {
  const video = (props: string) =>
    `import { Video } from "sitegen-storyblok/kit";\nexport default function Hero() { return <Video poster={null} ${props} />; }\n`;
  const file = 'video={{ src: "/film.mp4", name: "", title: "" }}';
  expect(await failure({ "blocks/hero/hero.tsx": video(file) })).toBe("undefined: undefined");
  const embed = 'video={null} embedUrl="https://www.youtube.com/watch?v=abcdefghijk"';
  expect(await failure({ "blocks/hero/hero.tsx": video(embed) })).toContain('onClick does nothing in the block "hero"');
});

test("the kit's form; not the one without script of its own, nor in a block with hydrate", async () => {
  const form = (name: string) =>
    `import { ${name} } from "sitegen-storyblok/kit";\nconst form = { name: "order", fields: { seats: { type: "number" } } };\nexport default function Hero() { return <${name} form={form} />; }\n`;
  expect(await failure({ "blocks/hero/hero.tsx": form("Form") })).toContain(
    'Form does nothing in the block "hero", whose code browsers do not get. Add "hydrate: true" to its schema, or use StaticForm with useForms in the layout',
  );
  expect(await failure({ "blocks/hero/hero.tsx": form("StaticForm") })).toBe("undefined: undefined");
  const files = { "blocks/hero/hero.tsx": form("Form"), "blocks/hero/hero.schema.ts": SCHEMA("hydrate: true, ") };
  expect(await failure(files)).toBe("undefined: undefined");
  site.write({ "blocks/hero/hero.schema.ts": SCHEMA("") });
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
