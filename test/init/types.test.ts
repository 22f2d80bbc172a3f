/** `npm run types` of a site that `init` has written. */
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../helpers/run-cli.ts";
import { type SiteFromSpace, siteFromSpace, spaceInfo, writeFiles } from "../helpers/site-from-space.ts";

let site: SiteFromSpace;
beforeAll(async () => {
  site = await siteFromSpace((dir) =>
    writeFiles(dir, {
      "space.json": spaceInfo("Types"),
      "stories/home.json": { content: { component: "page", title: "Home" } },
    }),
  );
});
afterAll(() => site.close());

/** The package's own declarations are there only once it is packed; what matters are the errors of one file. */
async function typeErrors(file: string): Promise<string[]> {
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", site.dir]).catch((error) => error);
  return String(stdout)
    .split("\n")
    .filter((line) => line.includes(file));
}

test("knows stylesheets and files that code imports, and the variables", async () => {
  const code = `import "./page.css";
import names from "./page.module.css";
import logo from "./logo.svg";
import terms from "./terms.html?raw";
export const name: number = names.title ?? "";
export const texts: [string, string, string] = [logo, terms, import.meta.env.PUBLIC_MAP];
export const secret = import.meta.env.SECRET;
`;
  writeFileSync(join(site.dir, "blocks/page/names.ts"), code);
  expect(await typeErrors("names.ts")).toEqual([
    expect.stringContaining("(5,14): error TS2322: Type 'string' is not assignable to type 'number'."),
    expect.stringContaining("(7,39): error TS2339: Property 'SECRET' does not exist on type 'ImportMetaEnv'."),
  ]);
});

test("checks files that no code imports, such as a part's effect, but no host's functions", async () => {
  for (const folder of ["stars", "functions", "netlify/functions"]) {
    mkdirSync(join(site.dir, folder), { recursive: true });
    writeFileSync(join(site.dir, folder, "effect.ts"), "export const near: string = 5;\n");
  }
  expect(await typeErrors("effect.ts")).toEqual([
    expect.stringMatching(/^[^:]*stars\/effect\.ts\(1,14\): error TS2322/),
  ]);
});
