/** The rename record of a state folder: renamed slugs become paths of the site, and stay on disk. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { currentRenames, noteRenames, readRenameRecord } from "../../src/generate/rename-record.ts";
import { resolveSite } from "../../src/site/resolve-site.ts";
import { temporaryFolder } from "../helpers/build-site.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const languages = [{ code: "en" }, { code: "fr", prefix: "francais" }] as const;
const FIELDS = resolveSite({ languages, pageTypes: { page: {} } });
const FOLDERS = resolveSite({ languages, translation: "folders", pageTypes: { page: {} } });

async function record(
  definition: typeof FIELDS,
  renames: [lang: string, from: string, to: string, defaultSlug?: string][],
) {
  const pulled = renames.map(([lang, from, to, defaultSlug = to]) => ({ lang, from, to, defaultSlug }));
  await noteRenames({ renames: pulled, definition, stateDir: folder.dir });
  const rows = await currentRenames({ definition, site: { paths: new Set() }, stateDir: folder.dir });
  expect(await readRenameRecord(folder.dir)).toEqual(rows);
  return rows.map(({ from, to }) => `${from} ${to}`);
}

test("a story of one language's answer moves below that language's prefix", async () => {
  const renames: Parameters<typeof record>[1] = [
    ["en", "team", "people"],
    ["fr", "equipe", "gens"],
  ];
  expect(await record(FIELDS, renames)).toEqual(["/francais/equipe/ /francais/gens/", "/team/ /people/"]);
});

test("a story of a language's folder moves there, also from one folder to the other", async () => {
  const renames: Parameters<typeof record>[1] = [
    ["en", "en/team", "en/people"],
    ["en", "fr/equipe", "fr/gens"],
    ["en", "en/about", "francais/sur"],
  ];
  expect(await record(FOLDERS, renames)).toEqual([
    "/about/ /francais/sur/",
    "/francais/equipe/ /francais/gens/",
    "/team/ /people/",
  ]);
});

test("a new translated slug of the home story leads to the language's home", async () => {
  expect(await record(FIELDS, [["fr", "accueil", "bienvenue", "home"]])).toEqual(["/francais/accueil/ /francais/"]);
  expect(await record(FIELDS, [["fr", "home", "accueil", "home"]])).toEqual(["/francais/accueil/ /francais/"]);
});

test("what could never be a page leaves nothing behind, and what was recorded stays until a page is there", async () => {
  expect(await record(FIELDS, [["en", "robots.txt", "robots"]])).toEqual([]);
  expect(await record(FIELDS, [["en", "team", "people"]])).toEqual(["/team/ /people/"]);
  expect(await record(FIELDS, [["en", "people", "staff"]])).toEqual(["/people/ /staff/", "/team/ /staff/"]);
  expect(await record(FIELDS, [])).toEqual(["/people/ /staff/", "/team/ /staff/"]);
  expect(await record(FIELDS, [["en", "staff", "team"]])).toEqual(["/people/ /team/", "/staff/ /team/"]);
});

test("once languages have domains, what was recorded before is on the first one", async () => {
  await record(FIELDS, [["en", "team", "people"]]);
  const origins = { en: "https://a.example", fr: "https://b.example" };
  const DOMAINS = resolveSite({
    languages: languages.map((language) => ({ ...language, origin: origins[language.code] })) as never,
    pageTypes: { page: {} },
  });
  const renames: Parameters<typeof record>[1] = [["fr", "equipe", "gens"]];
  for (const news of [renames, []])
    expect(await record(DOMAINS, news)).toEqual(["/en/team/ /en/people/", "/fr/francais/equipe/ /fr/francais/gens/"]);
});

test("a chain of renames is noted once, whoever reads the record later, and a path that another story took has no row", async () => {
  await record(FIELDS, [["en", "old", "a"]]);
  const renames = [
    { lang: "en", from: "a", to: "b", defaultSlug: "b" },
    { lang: "en", from: "b", to: "c", defaultSlug: "c" },
  ];
  await noteRenames({ renames, definition: FIELDS, stateDir: folder.dir });
  const site = { paths: new Set(["/b/", "/c/"]) };
  const rows = [
    { from: "/a/", to: "/b/" },
    { from: "/old/", to: "/b/" },
  ];
  for (const _ of [1, 2])
    expect(await currentRenames({ definition: FIELDS, site, stateDir: folder.dir })).toEqual(rows);
  expect(await readRenameRecord(folder.dir)).toEqual(rows);
});
