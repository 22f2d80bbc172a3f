/** Outputs of a site's own where a site has several domains, is built on several machines, or is watched. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { filesOf } from "../helpers/build-site.ts";
import { storyWithHeadline } from "../helpers/small-site.ts";
import { type Command, command } from "../serve/command.ts";
import { type CommandSite, openCommandSite } from "./command-site.ts";

let site: CommandSite | undefined;
let server: Command | undefined;
afterEach(async () => {
  await server?.interrupt();
  await site?.close();
  [site, server] = [undefined, undefined];
});

const definition = (languages: string) => `import { defineOutput, defineSite } from "sitegen-storyblok";
const names = defineOutput({
  name: "names",
  keys: (reader) => reader.languages.map(({ code }) => code),
  make: (lang, reader) => [
    { path: \`names-\${lang}.txt\`, body: reader.in(lang).routes().map(({ path, title }) => \`\${reader.absolute(path)} \${title}\`).join("\\n"), lang },
    ...reader.in(lang).routes().map(({ path, title }) => ({ path: path + "name.txt", body: new TextEncoder().encode(title), lang })),
  ],
});
const all = defineOutput({
  name: "all",
  keys: () => ["", "none"],
  make: (key, reader) =>
    key === "none"
      ? null
      : { path: "/all.txt", body: reader.languages.map(({ code }) => Buffer.from(reader.output("names", code)[0].body).toString()).join("\\n") },
});
export default defineSite({ languages: ${languages}, translation: "folders", global: null, pageTypes: { page: {} }, outputs: [names, [all]] });
`;
/** Without those of builds that are kept. */
const pages = (dir: string) =>
  Object.fromEntries(Object.entries(filesOf(dir)).filter(([path]) => !path.startsWith("_assets/")));
const TWO = '[{ code: "en" }, { code: "fr" }]';
const STORIES = {
  home: storyWithHeadline("Home", { name: "Home" }),
  team: storyWithHeadline("Team", { name: "Team" }),
  "fr/home": storyWithHeadline("Accueil", { name: "Accueil" }),
};

test("a file of a language is on its domain, any other on every domain", async () => {
  const text = definition(
    '[{ code: "en", origin: "https://x.example" }, { code: "fr", origin: "https://x.example.fr" }]',
  );
  site = await openCommandSite({ "site.ts": text }, STORIES, { site: { companyName: "X" }, hosts: ["serve"] });
  await site.generate();
  const all = "https://x.example/ Home\nhttps://x.example/team/ Team\nhttps://x.example.fr/ Accueil";
  expect(site.read("en/all.txt")).toBe(all);
  expect(site.read("fr/all.txt")).toBe(all);
  expect(site.read("en/names-en.txt")).toBe("https://x.example/ Home\nhttps://x.example/team/ Team");
  expect(site.read("fr/names-fr.txt")).toBe("https://x.example.fr/ Accueil");
  expect(site.read("fr/name.txt")).toBe("Accueil");
  expect(site.read("en/team/name.txt")).toBe("Team");
  expect(existsSync(join(site.out, "fr/names-en.txt"))).toBe(false);
  site.write({ "site.ts": text.replace('"/all.txt"', '"/_assets/builds/all.txt"') });
  expect((await site.run("generate")).stderr).toMatch(
    /output "all".* and the build itself \(its lists\) both make the file en\/_assets\/builds\/all\.txt/,
  );
});

test("a build of parts, and one of a few stories, have the bytes of a build of all", async () => {
  site = await openCommandSite({ "site.ts": definition(TWO) }, STORIES);
  await site.generate();
  const whole = filesOf(site.out);
  expect(Object.keys(whole)).toContain("fr/name.txt");
  for (const shard of ["1/2", "2/2"])
    expect((await site.run("generate", "--shard", shard, "--out", `part-${shard[0]}`, "--jobs", "1")).code).toBe(0);
  expect((await site.run("merge", "part-1", "part-2", "--out", "merged")).code).toBe(0);
  expect(filesOf(join(site.dir, "merged"))).toEqual(whole);
  site.service.publish("team", (story) => {
    story.name = "The team";
  });
  await site.generate();
  expect(site.read("all.txt")).toBe(
    "https://x.example/ Home\nhttps://x.example/team/ The team\nhttps://x.example/fr/ Accueil",
  );
  const few = pages(site.out);
  await site.generate("--full", "--out", "clean");
  expect(few).toEqual(pages(join(site.dir, "clean")));
});

test("`serve --watch` has them from the newest code and content", async () => {
  const text = definition(TWO)
    .replace("{ defineOutput", "{ searchIndex, defineOutput")
    .replace("[all]]", "[all], searchIndex()]");
  site = await openCommandSite({ "site.ts": text }, STORIES);
  server = command(["serve", "--watch", "--port", "0"], {
    cwd: site.dir,
    env: { STORYBLOK_ENDPOINT: site.service.endpoint, STORYBLOK_TOKEN: "public", STORYBLOK_PREVIEW_TOKEN: "preview" },
  });
  const [, origin = ""] = await server.line(/^(http:\/\/127\.0\.0\.1:\d+)\/\n/);
  const get = async (path: string) => {
    const response = await fetch(`${origin}${path}`);
    return `${response.status} ${await response.text()}`;
  };
  expect(await get("/names-fr.txt")).toBe("200 https://x.example/fr/ Accueil");
  expect(await get("/all.txt")).toContain("https://x.example/team/ Team\nhttps://x.example/fr/ Accueil");
  expect(await get("/team/name.txt")).toBe("200 Team");
  expect(await get("/none.txt")).toMatch(/^404/);
  // It holds the hashes of pages. The output is what was generated at the start.
  expect(await get("/search/fr/pages-0.bin")).toBe(`200 ${site.read("search/fr/pages-0.bin")}`);
  site.write({ "site.ts": readFileSync(join(site.dir, "site.ts"), "utf8").replace("/all.txt", "/every.txt") });
  await expect.poll(() => get("/every.txt"), { timeout: 30_000 }).toContain("200 https://x.example/ Home");
});
