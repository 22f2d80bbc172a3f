/** The consent dialog of a language from right to left is the mirror of the others', in Chromium. */
import { expect, test } from "vitest";
import { launchBrowser } from "../helpers/browser.ts";
import { startStaticServer } from "../helpers/static-server.ts";
import { openCommandSite } from "./command-site.ts";

test("signs stand where lines begin, switches where they end", async () => {
  const site = await openCommandSite(
    {
      "site.ts": `import { defineSite } from "sitegen-storyblok";
export default defineSite({
  languages: [{ code: "ar" }, { code: "tr" }],
  translation: "folders",
  global: null,
  pageTypes: { page: {} },
  consent: { ask: true, categories: [{ code: "media" }] },
});
`,
      "blocks/page/page.schema.ts":
        'import { defineBlock } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "page", fields: {} });\n',
      "blocks/page/page.tsx": "export default function Page() { return <h1>x</h1>; }\n",
    },
    {
      "ar/home": { name: "x", content: { component: "page" } },
      "tr/home": { name: "x", content: { component: "page" } },
    },
  );
  await site.generate();
  const server = await startStaticServer(site.out);
  const browser = await launchBrowser();
  const placesOn = async (path: string) => {
    const page = await browser.newPage({ viewport: { width: 700, height: 700 } });
    await page.goto(`${server.origin}${path}`);
    await page.getByRole("button", { name: "Choose" }).click();
    await page.locator(".show--preferences .pm--box").waitFor();
    const places = await page
      .locator(".pm__section--toggle")
      .first()
      .evaluate((line) => {
        const { left, right } = line.getBoundingClientRect();
        const isFromRight = document.documentElement.dir === "rtl";
        return [".pm__section-arrow", ".section__toggle-wrapper"].map((part) => {
          const place = line.querySelector(part)?.getBoundingClientRect();
          return Math.round(isFromRight ? right - (place?.right ?? 0) : (place?.left ?? 0) - left);
        });
      });
    await page.close();
    return places;
  };
  try {
    const [places, mirrored] = [await placesOn("/tr/"), await placesOn("/")];
    expect(places[0]).toBe(0);
    expect(mirrored).toEqual(places);
  } finally {
    await browser.close();
    await server.close();
    await site.close();
  }
});
