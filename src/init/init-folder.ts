import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../package-root.ts";
import type { TextFile } from "./block-files.ts";
import { CI_FILES, type CiName } from "./ci-files.ts";
import type { SpaceContent } from "./infer-space.ts";
import { plainSite } from "./plain-site.ts";
import { sampleSite } from "./sample-site.ts";
import { spaceSite } from "./space-site.ts";
import { fillTemplate, readTemplate } from "./template.ts";
import { extendGitignore, type NewFile, type WriteResult, writeNewFiles } from "./write-new-files.ts";

/** The host whose files a choice of CI requires. */
const HOST_OF: Partial<Record<CiName, string>> = {
  github: "github-pages",
  netlify: "netlify",
  vercel: "vercel",
  cloudflare: "cloudflare",
};

export interface InitAnswers {
  companyName: string;
  origin: string;
  /** Only the sample has components named after it; "" for other sites. */
  platformName: string;
  ci: CiName | "none";
}

/** Source of the site: the smallest one, a copy of the sample, or the content of a space. */
export type InitSource =
  | { kind: "plain" }
  | { kind: "sample" }
  | { kind: "space"; content: SpaceContent; defaultLanguage: string };

export interface InitResult extends WriteResult {
  /** Additions in the space that existing files do not have, to be added by hand. */
  notes: string[];
}

/** Writes a site's folder; existing files are not changed. */
export async function initFolder(dir: string, answers: InitAnswers, source: InitSource): Promise<InitResult> {
  const { files, notes } = await siteOf(dir, source, answers);
  const written = await writeNewFiles(dir, [...(await commonFiles(answers, source)), ...files]);
  if (await extendGitignore(dir)) written.written.push(".gitignore");
  return { ...written, notes };
}

async function siteOf(
  dir: string,
  source: InitSource,
  { platformName }: InitAnswers,
): Promise<{ files: NewFile[]; notes: string[] }> {
  if (source.kind === "space") return spaceSite(dir, source.content, source.defaultLanguage);
  return { files: await (source.kind === "plain" ? plainSite() : sampleSite(platformName)), notes: [] };
}

/** With this many besides the default one, what a publish asks the service takes more than a second at the default rate. */
const MANY_LANGUAGES = 4;
const RATE = `
    // The service allows 50 small requests a second, and each publish takes two for each language.
    requestsPerSecond: 40,`;

async function commonFiles({ ci, ...answers }: InitAnswers, source: InitSource): Promise<TextFile[]> {
  const { kind } = source;
  const host = ci === "none" ? undefined : HOST_OF[ci];
  const platform = kind === "sample" ? `\n    platformName: ${JSON.stringify(answers.platformName)},` : "";
  const definition = kind === "sample" ? '\n  definition: "site/site.ts",' : "";
  const config = fillTemplate(await readTemplate("init/config.template"), {
    origin: quoted(answers.origin),
    companyName: quoted(answers.companyName),
    hosts: host ? JSON.stringify(host) : "",
    platform,
    definition,
    rate: kind === "space" && source.content.languages.length >= MANY_LANGUAGES ? RATE : "",
  });
  return [
    { path: "sitegen.config.ts", text: config },
    {
      path: "package.json",
      text: fillTemplate(await readTemplate("init/shared/package.json.template"), await versions()),
    },
    { path: "tsconfig.json", text: await readTemplate("init/shared/tsconfig.json.template") },
    { path: ".env.example", text: await readTemplate("init/env.example") },
    { path: "redirects/redirects.csv", text: "from,to,status,query\n" },
    ...(ci === "none" ? [] : [{ path: CI_FILES[ci].path, text: await readTemplate(CI_FILES[ci].template) }]),
  ];
}

/** Versions of this package, React, and the tools for tests. */
async function versions(): Promise<Record<string, string>> {
  const text = await readFile(join(PACKAGE_ROOT, "package.json"), "utf8");
  const { version, ...own } = JSON.parse(text) as {
    version: string;
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const of = (name: string) => own.dependencies[name] ?? own.devDependencies[name] ?? "latest";
  return { version, react: of("react"), types: of("@types/react"), typescript: of("typescript"), vitest: of("vitest") };
}

/** Escapes text for double quotes. */
function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
