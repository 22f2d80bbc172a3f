/** A page that search engines leave out in one of its languages: hreflang and the sitemap name what they may index. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesOf } from "../helpers/build-site.ts";
import { openSmallSite, storyWithHeadline } from "../helpers/small-site.ts";

const SITE = `export default { languages: [{ code: "en" }, { code: "fr" }], global: null, pageTypes: { page: {} } };`;

test("neither its other language's head nor the sitemap names it, as soon as the field is set there", async () => {
  const config = { site: { origin: "https://www.x.example", companyName: "X" } };
  const site = await openSmallSite(
    { "site.ts": SITE },
    { home: storyWithHeadline("Home"), about: storyWithHeadline("About") },
  );
  const setAndRead = async (value: boolean) => {
    await site.service.publish("about", ({ content }) => Object.assign(content, { noindex__i18n__fr: value }));
    await site.build({ config });
    const clean = { out: join(site.dir, `clean-${value}/out`), stateDir: join(site.dir, `clean-${value}/state`) };
    await site.build({ config, overrides: clean });
    expect(filesOf(site.out)).toMatchObject(filesOf(clean.out));
    return ["about/index.html", "sitemap.xml"].map((path) => /hreflang="fr" href="[^"]*about\//.test(site.read(path)));
  };
  try {
    await site.build({ config });
    expect(await setAndRead(true)).toEqual([false, false]);
    expect(await setAndRead(false)).toEqual([true, true]);
    expect(site.read("index.html")).toMatch(/hreflang="fr"/);
  } finally {
    await site.close();
  }
});
