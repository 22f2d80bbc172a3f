/** Words that a site's code asks for and that there are not: `sitegen check` says where. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CommandSite, openCommandSite } from "../definition/command-site.ts";
import { storyWithHeadline } from "../helpers/small-site.ts";

const FILES = {
  "site.ts": `import { defineSite } from "sitegen-storyblok";
export default defineSite({
  languages: [{ code: "en" }, { code: "fr" }],
  global: null,
  pageTypes: { page: {} },
  words: { en: { greeting: "Hello" }, fr: { welcome: "Bienvenue" } },
  routes: [{ path: "/own/", page: Own, head: { title: "No word, but a title" } }],
});
import { Own } from "./own.tsx";
`,
  "own.tsx": `import { useSite } from "sitegen-storyblok/kit";
export function Own() {
  const { words } = useSite().shared;
  return <h1>{words.helo}</h1>;
}
`,
  "blocks/hero/hero.tsx": `import { useWords } from "sitegen-storyblok/kit";
export default function Hero({ headline }) {
  const word = useWords();
  return <>
    <h1>{headline}</h1>
    {word("greeting")} {word("greting")}
    {word("welcome")}
  </>;
}
`,
};

let site: CommandSite;
beforeAll(async () => {
  site = await openCommandSite(FILES, { home: storyWithHeadline("Home"), team: storyWithHeadline("Team") });
});
afterAll(() => site.close());

test("each once for a language, with file and line; a title that is no word is none", async () => {
  const { problems } = JSON.parse((await site.run("check", "--json")).stdout);
  const found = problems.filter(({ code }: { code: string }) => code === "CODE_UNKNOWN_NAME");
  expect(found.map(({ message }: { message: string }) => message).sort()).toEqual([
    expect.stringMatching(/^There is no word "greting" in the language "en"\. .* \(blocks\/hero\/hero\.tsx:6:\d+\)$/),
    expect.stringMatching(/^There is no word "greting" in the language "fr"\. .* \(blocks\/hero\/hero\.tsx:6:\d+\)$/),
    expect.stringMatching(/^There is no word "helo" in the language "en"\. .* \(own\.tsx:4:\d+\)$/),
    expect.stringMatching(/^There is no word "helo" in the language "fr"\. .* \(own\.tsx:4:\d+\)$/),
    expect.stringMatching(/^There is no word "welcome" in the language "en"\. .* \(blocks\/hero\/hero\.tsx:7:\d+\)$/),
  ]);
});
