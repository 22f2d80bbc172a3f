/** What a build writes besides pages, for each domain: error pages, redirect stubs, pictures and scripts. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";

const SITE = `import { Layout } from "./layout.tsx";
export default {
  cachePage: true,
  languages: [
    { code: "en", origin: "https://www.example.com" },
    { code: "fr", origin: "https://www.example.fr", prefix: "fr" },
  ],
  global: null,
  pageTypes: { page: {} },
  words: { en: { error_title: "Lost", moved: "It moved" }, fr: { error_title: "Perdu", moved: "Ailleurs" } },
  layout: {
    Layout,
    outline: ({ kind, page }) =>
      kind === "page" ? { lead: page.body[0]._uid, count: page.body.length, label: "Count" } : undefined,
  },
};`;
const FILES = {
  "site.ts": SITE,
  "layout.tsx": `import { useSite } from "sitegen-storyblok/kit";
export function Layout({ children }) {
  const { outline } = useSite().payload;
  return <><header>{outline ? outline.count + " blocks" : "no outline"}</header>{children}</>;
}`,
  "blocks/page/page.schema.ts": `import { blocks, defineBlock } from "sitegen-storyblok/schema";
export const schema = defineBlock({ kind: "page", fields: { body: blocks(["hero", "picture", "counter"]) } });`,
  "blocks/picture/picture.schema.ts": `import { defineBlock, image } from "sitegen-storyblok/schema";
export const schema = defineBlock({ fields: { photo: image() } });`,
  "blocks/picture/picture.tsx": `import { editable, Image } from "sitegen-storyblok/kit";
export default function Picture(props) { return <figure {...editable(props)}><Image image={props.photo} /></figure>; }`,
  "blocks/counter/counter.schema.ts": `import { defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ hydrate: true, fields: { label: text() } });`,
  "blocks/counter/counter.tsx": `import { useState } from "react";
import { editable } from "sitegen-storyblok/kit";
export default function Counter(props) {
  const [count, setCount] = useState(0);
  return <button {...editable(props)} onClick={() => setCount(count + 1)}>{props.label} {count}</button>;
}`,
  "blocks/counter/counter.late.css": ".counter-help { color: red }",
  "space/assets/dot.svg": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><circle cx="2" cy="2" r="2"/></svg>`,
};
const CONFIG = {
  hosts: ["netlify", "nginx", "serve"],
  keepBuilds: 1,
  redirects: [
    { from: "/old", to: "/other/" },
    { from: "https://www.example.fr/vieux", to: "https://www.example.fr/fr/other/" },
  ],
};

let site: SmallSite;
beforeAll(async () => {
  const content = {
    component: "page",
    body: [
      { component: "picture", photo: { $asset: "dot.svg", alt: "A dot" } },
      { component: "counter", label: "Count" },
    ],
  };
  site = await openSmallSite(FILES, { home: { content }, other: storyWithHeadline("Other") });
});
afterAll(() => site.close());

const isThere = (path: string) => existsSync(join(site.out, path));
const filesIn = (folder: string) => readdirSync(join(site.out, folder));
const build = (config: object = {}, overrides = {}) => site.build({ config: { ...CONFIG, ...config }, overrides });

test("each domain has pictures, scripts, error pages and stubs of its own", async () => {
  const { report } = await build();
  for (const [domain, title, moved, stub] of [
    ["en", "Lost", "It moved", "old"],
    ["fr", "Perdu", "Ailleurs", "vieux"],
  ] as const) {
    const [picture = ""] = filesIn(`${domain}/_assets/media`);
    expect(readFileSync(join(site.out, domain, "_assets/media", picture))).toEqual(
      readFileSync(join(site.dir, "space/assets/dot.svg")),
    );
    expect(site.read(`${domain}/404.html`)).toMatch(new RegExp(`<title>${title}</title>[\\s\\S]*<h1>${title}</h1>`));
    expect(site.read(`${domain}/${stub}/index.html`)).toContain(moved);
    expect(site.read(`${domain}/flushCache/index.html`)).toContain("<script");
  }
  // With that of the root of the French domain, which leads to its home.
  expect(report.redirects).toBe(3);
});

test("a domain whose languages all have a prefix has the error page at its root too, and hosts know the prefix", async () => {
  expect(site.read("fr/fr/404.html")).toBe(site.read("fr/404.html"));
  expect(site.read("fr/nginx.conf")).toMatch(/^location "\/fr\/" \{ .*error_page 404 "\/fr\/404\.html";/m);
  expect(site.read("en/nginx.conf")).not.toContain('/404.html"; try_files');
  expect(isThere("en/en")).toBe(false);
});

test("each page has the late styles after its markup, and those that one of its blocks shows at once before it too", () => {
  const sheetsIn = (html = "") => [...html.matchAll(/href="\/(_assets\/[^"]+\.css)"/g)].map(([, file]) => file);
  const placed = (path: string) => {
    const [head, body] = site.read(path).split("<body>");
    const texts = sheetsIn(head).map((file) => site.read(`en/${file}`));
    return [texts.some((text) => text.includes("counter-help")), sheetsIn(body).length];
  };
  const pages = ["en/index.html", "en/other/index.html", "en/404.html"];
  expect(pages.map(placed)).toEqual([
    [true, 1],
    [false, 1],
    [false, 1],
  ]);
});

test("what the layout takes from the whole page is in the markup, and in the document under the blocks' names there", () => {
  const page = site.read("en/index.html");
  const [, text = "{}"] = /<script type="application\/json" id="payload">(.*?)<\/script>/.exec(page) ?? [];
  const payload = JSON.parse(text);
  expect(page).toContain("<header>2 blocks</header>");
  expect(payload.outline).toEqual({ lead: payload.page.body[0]._uid, count: 2, label: "Count" });
  expect(payload.page.body[0]).toEqual({ component: "", _uid: "0" });
  expect(site.read("en/404.html")).toContain("<header>no outline</header>");
  expect(site.read("en/404.html")).not.toContain('"outline"');
});

test("the preview has an index of each domain where an editor may frame the site, and none elsewhere", async () => {
  const preview = (domain: string) => JSON.parse(site.read(`${domain}/_assets/builds/latest.json`)).preview;
  for (const domain of ["en", "fr"]) expect(isThere(`${domain}${preview(domain)[domain]}`)).toBe(true);
  await build({ preview: { editorOrigins: [] } });
  for (const domain of ["en", "fr"]) expect(preview(domain) ?? {}).toEqual({});
});

test("a build after an edit keeps the pictures, and writes one that somebody deleted", async () => {
  await build();
  const [picture = ""] = filesIn("fr/_assets/media");
  rmSync(join(site.out, "fr/_assets/media", picture));
  const kept = statSync(join(site.out, "en/_assets/media", picture)).ino;
  site.service.publish("other", (story) => {
    story.content.body = [{ component: "hero", headline: "Edited" }];
  });
  await build();
  expect(isThere(`fr/_assets/media/${picture}`)).toBe(true);
  expect(statSync(join(site.out, "en/_assets/media", picture)).ino).toBe(kept);
});

test("a picture that cannot be had now is asked for again by the next build, though nothing was published since", async () => {
  const picture = join(site.dir, "space/assets/dot.svg");
  renameSync(picture, `${picture}.away`);
  rmSync(join(site.dir, "state/assets"), { recursive: true });
  const codes = async (full = false) => (await build({}, { full })).report.problems.map(({ code }) => code);
  expect(await codes(true)).toContain("ASSET_FAILED");
  renameSync(`${picture}.away`, picture);
  expect(await codes()).not.toContain("ASSET_FAILED");
  expect(filesIn("en/_assets/media")).toHaveLength(1);
});
