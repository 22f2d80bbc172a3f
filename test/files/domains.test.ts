/** Files of a site whose languages have a domain each: every domain's output has all of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ForeignSite, foreignSite, heroPage } from "../definition/foreign-site.ts";

const LANGUAGES = [
  { code: "en", origin: "https://www.a.example" },
  { code: "fr", origin: "https://www.b.example" },
];

let site: ForeignSite;
beforeAll(async () => {
  site = await foreignSite({
    site: { languages: LANGUAGES, translation: "folders", global: null, pageTypes: { page: {} } },
    stories: {
      "en/home": heroPage("Home"),
      "fr/home": heroPage("Accueil"),
    },
    files: {
      "public/terms.pdf": "%PDF",
      "blocks/hero-section/logo.svg": "<svg/>",
      "blocks/hero-section/hero-section.css": "h1 { background: url(./logo.svg) }",
      "blocks/hero-section/hero-section.tsx":
        'import logo from "./logo.svg";\nexport default function Hero({ headline, link }) { return <section><h1>{headline}</h1><img src={logo} alt="" /><a href="/terms.pdf">Terms</a></section>; }\n',
    },
    config: { site: { companyName: "X" } },
  });
});
afterAll(() => site.close());

test("check knows them, and says which linked file does not exist", async () => {
  expect(site.report.problems).toEqual([]);
  const address = (url: string) => ({ component: "hero-section", headline: url, link: { linktype: "url", url } });
  const body = ["/terms.pdf", "/gone.pdf"].map(address);
  site.write("space/stories/fr/home.json", JSON.stringify({ content: { component: "page", body } }));
  const found = (await site.check()).filter(({ code }) => code === "CHECK_FILE_BROKEN");
  expect(found.map(({ message }) => message)).toEqual(["The build writes no file to /fr/gone.pdf."]);
});

test("public and imported files are in each", () => {
  const [logo = ""] = fg.sync("en/_assets/files/logo-*.svg", { cwd: site.out });
  const address = logo.slice("en".length);
  for (const folder of ["en", "fr"]) {
    const read = (path: string) => readFileSync(join(site.out, folder, path), "utf8");
    expect([read("terms.pdf"), read(address)]).toEqual(["%PDF", "<svg/>"]);
    expect(read("index.html")).toContain(`<img src="${address}"`);
  }
});
