/** Pictures in a site's own markup that no field knows: what `sitegen check` says of them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CommandSite, openCommandSite } from "../definition/command-site.ts";

const FILES = {
  "site.ts": `import { defineSite } from "sitegen-storyblok";
import { Layout } from "./layout.tsx";
export default defineSite({ languages: [{ code: "en" }], global: null, pageTypes: { page: {} }, layout: { Layout } });
`,
  "layout.tsx": `export const Layout = ({ children }) => <><img src="/logo.svg" alt="X" /><img src="/mark.svg" /><main id="main">{children}</main></>;
`,
  "blocks/page/page.schema.ts":
    'import { defineBlock, image } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "page", fields: { photo: image() } });\n',
  "blocks/page/page.tsx": `import { Image } from "sitegen-storyblok/kit";
export default function Page({ photo }) {
  return <>
    <h1>Pictures</h1>
    <img src={photo} />
    <img src="foo.png" alt="" />
    <img src="/right.png" alt="A right one" title="<img>" />
    <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="" />
    <script dangerouslySetInnerHTML={{ __html: 'const text = "<img src=x>";' }} />
    <Image image={photo} />
  </>;
}
`,
};
const photo = { fieldtype: "asset", id: 1, filename: "https://a.example/f/1/9x9/a/x.png", alt: "" };
const story = (name: string) => ({ name, content: { component: "page", photo } });

let site: CommandSite;
beforeAll(async () => {
  const config = { assets: "remote", assetHosts: ["https://a.example"], site: { companyName: "X" }, hosts: ["serve"] };
  site = await openCommandSite(FILES, { home: story("Home"), team: story("Team") }, config);
});
afterAll(() => site.close());

test("no `alt`, an object or an address that depends on the page are told with page and tag; those of the layout once", async () => {
  const { stdout } = await site.run("check", "--json");
  const found: { code: string; severity: string; story: string; path: string; message: string }[] =
    JSON.parse(stdout).problems;
  const said = found
    .filter(({ code }) => ["CHECK_ALT_MISSING", "CHECK_FILE_BROKEN"].includes(code))
    .map(({ code, severity, story, path, message }) => [code, severity, story, path, message]);
  const ofPage = (name: string) => [
    ["CHECK_ALT_MISSING", "warning", name, "", 'A picture has no alternative text: <img src="[object Object]">'],
    [
      "CHECK_FILE_BROKEN",
      "warning",
      name,
      "",
      'A picture has an object where a text belongs: <img src="[object Object]">',
    ],
    [
      "CHECK_FILE_BROKEN",
      "warning",
      name,
      "",
      'A picture has an address that differs from page to page: <img src="foo.png" alt="">',
    ],
    ["CHECK_ALT_MISSING", "info", name, "photo", "The picture has no alternative text."],
  ];
  const ofLayout = [
    "CHECK_ALT_MISSING",
    "warning",
    "",
    "",
    'A picture of the layout has no alternative text: <img src="/mark.svg">',
  ];
  const sorted = (rows: string[][]) => rows.map((row) => row.join(" | ")).sort();
  expect(sorted(said)).toEqual(sorted([ofLayout, ...ofPage("home"), ...ofPage("team")]));
});
