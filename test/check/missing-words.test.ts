/** Languages without words for what the kit's forms and search say. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkWords } from "../../src/check/missing-words.ts";
import { searchIndex } from "../../src/outputs/search-index.ts";
import type { Problem } from "../../src/problems/problem.ts";
import { resolveForBuild } from "../../src/site/resolve-site.ts";
import { ENGINE_WORDS } from "../../src/site/words.ts";
import { openCommandSite } from "../definition/command-site.ts";

const BASE = { languages: [{ code: "it" }, { code: "sl" }], pageTypes: { page: {} } };
const own = Object.fromEntries(Object.entries(ENGINE_WORDS).map(([name, word]) => [name, `${word}!`]));
const lacking = (definition: object) =>
  checkWords(resolveForBuild({ ...BASE, words: { it: own, sl: own }, ...definition }), {}).map(
    ({ message }) => message,
  );

test("a site without forms and search needs none of their words", () => {
  expect(lacking({})).toEqual([]);
});

test("a form needs the words that its fields show, and no others", () => {
  const form = { name: "book", fields: { mail: { type: "email", required: true }, text: { type: "textarea" } } };
  const words = { form_missing: "Manca.", form_invalid: "Controlli.", form_kept: "C'è ancora.", form_back: "Indietro" };
  const [it = "", sl] = lacking({ forms: [form], words: { it: { ...own, ...words }, sl: own } });
  expect(it).toMatch(/lacks 7 of sitegen's words in the language "it".*: form_wrong_email, form_sending, /);
  expect(it).not.toMatch(/form_wrong_url|form_choose|form_unchecked/);
  expect(sl).toMatch(/lacks 11 of sitegen's words in the language "sl", so those of "it" are shown: form_missing, /);
});

test("a form's field without a label needs the word that is one, in English too", () => {
  const fields = { who: { type: "text" }, day: { type: "date", label: "Giorno" }, from: { type: "hidden" } };
  const said = (words: object) =>
    lacking({ languages: [{ code: "en" }, { code: "it" }], forms: [{ name: "book", fields }], words }).filter(
      (message) => message.startsWith("The form"),
    );
  const missing = (code: string) =>
    `The form "book" has fields without a label in the language "${code}", so visitors read their names: form_who.`;
  expect(said({ it: own })).toEqual([missing("en"), missing("it")]);
  expect(said({ it: { ...own, form_who: "Chi" } })).toEqual([missing("en")]);
  expect(said({ en: { form_who: "Who" }, it: own })).toEqual([]);
});

test("a search needs its words", () => {
  expect(lacking({ outputs: [searchIndex()] })[0]).toMatch(/lacks 10 of .*: search_label, search_submit, /);
  const types = { page: "Pagine" };
  expect(lacking({ outputs: [searchIndex({ types })] })[0]).toMatch(/lacks 11 of .*: search_label, /);
});

test("a label of the name of a search's or form's word is shown, and not missing", async () => {
  const site = await openCommandSite({
    "space/datasources/labels.json": JSON.stringify([
      { name: "search_label", value: "Iskanje" },
      { name: "form_who", value: "Kdo" },
    ]),
    "page.tsx":
      'import { Form, Search } from "sitegen-storyblok/kit";\nexport const Page = () => <><Search /><Form form={{ name: "book", fields: { who: { type: "text" } } }} /></>;\n',
    "site.ts": `import { defineSite, searchIndex } from "sitegen-storyblok";
      import { Page } from "./page.tsx";
      export default defineSite({
        languages: [{ code: "sl" }],
        home: "home",
        pageTypes: { page: {} },
        datasources: ["labels"],
        labels: "labels",
        routes: [{ path: "/find/", page: Page }],
        outputs: [searchIndex()],
      });`,
  });
  try {
    await site.generate();
    const html = readFileSync(join(site.dir, "out/find/index.html"), "utf8");
    expect(html).toContain(">Iskanje<");
    expect(html).toContain(">Kdo");
  } finally {
    await site.close();
  }
});

test("check names every missing word, of a language without any too, also as JSON; a build says where they are listed", async () => {
  const site = await openCommandSite({
    "site.ts": `import { defineSite } from "sitegen-storyblok";
      export default defineSite({
        languages: [{ code: "it" }, { code: "sl" }],
        home: "home",
        pageTypes: { page: {} },
        words: { it: { skip_to_content: "Vai al contenuto" } },
      });`,
  });
  try {
    const shown = ["home_page", "page_n", "loading_page", "error_title", "error_text", "error_back", "moved"];
    const { problems } = JSON.parse((await site.run("check", "--json")).stdout) as { problems: Problem[] };
    const said = problems.flatMap(({ code, message }) => (code === "CHECK_WORDS_MISSING" ? [message] : []));
    for (const message of said) for (const word of shown) expect(message).toMatch(new RegExp(`[ ,]${word}\\b`));
    expect(said).toEqual([
      expect.stringMatching(
        /^The site has none of sitegen's words in the language "sl", .*: skip_to_content, (?!.*more)/,
      ),
      expect.stringMatching(
        /^The site lacks \d\d of sitegen's words in the language "it", (?!.*(more|skip_to_content))/,
      ),
    ]);
    expect((await site.run("check")).stdout).toContain(said[0]);
    expect((await site.run("generate")).stderr).toContain("`sitegen check` lists their names");
  } finally {
    await site.close();
  }
});
