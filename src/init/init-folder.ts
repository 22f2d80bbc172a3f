import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { FILE_NAMES } from "../config/load-config.ts";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import type { ServiceComponent } from "../site/blocks/service-components.ts";
import { ownTokens } from "../space/own-tokens.ts";
import type { TextFile } from "./block-files.ts";
import {
  CI_FILES,
  type CiName,
  DRAFT_FILES,
  type DraftHost,
  FORM_ITSELF,
  type FormHost,
  fillTemplate,
  readTemplate,
} from "./ci-files.ts";
import { formFiles } from "./form-files.ts";
import type { SpaceContent } from "./infer-space.ts";
import { inWordsOf, type PackageManager } from "./package-manager.ts";
import { plainSite } from "./plain-site.ts";
import { sampleSite } from "./sample-site.ts";
import { spaceSite } from "./space-site.ts";
import { extendGitignore, extendPackage, type NewFile, type WriteResult, writeNewFiles } from "./write-new-files.ts";

/** The host whose files a choice of CI requires. */
const HOST_OF: Partial<Record<CiName, string>> = {
  github: "github-pages",
  netlify: "netlify",
  vercel: "vercel",
  cloudflare: "cloudflare",
  container: "nginx",
};

export interface InitAnswers {
  companyName: string;
  origin: string;
  /** Only the sample has components named after it; "" for other sites. */
  platformName: string;
  ci: CiName | "none";
  /** Code of the language of a space's default content. */
  language?: string | undefined;
  /** Host whose function for forms is written. */
  forms?: FormHost | undefined;
  /** Host whose function for drafts is written. */
  drafts?: DraftHost | undefined;
}

/** With what the files of a CI install the site's packages with. */
type WithManager = InitAnswers & { manager: PackageManager };

/**
 * Source of the site: the smallest one, a copy of the sample, the content of a space, or none for a folder that has a
 * site: beside other blocks the smallest site's would break it.
 */
export type InitSource =
  | { kind: "none" }
  | { kind: "plain" }
  | { kind: "sample" }
  | {
      kind: "space";
      content: SpaceContent;
      /** As the space has them; without them schemas are guessed from the content. */
      components?: readonly ServiceComponent[] | null;
    };

export interface InitResult extends WriteResult {
  /** Additions in the space that existing files do not have, to be added by hand. */
  notes: string[];
}

/** Writes a site's folder; existing files are not changed. */
export async function initFolder(dir: string, answers: WithManager, source: InitSource): Promise<InitResult> {
  const { files, notes } = await siteOf(dir, source, answers);
  const config = FILE_NAMES.find((name) => existsSync(join(dir, name)));
  // A second file of configuration could win over the one that is there.
  const common = (await commonFiles(dir, answers, source)).filter(
    ({ path }) => path !== "sitegen.config.ts" || config === undefined || config === path,
  );
  const ofPackage = common.find(({ path }) => path === "package.json" && existsSync(join(dir, path)));
  // Before anything is written, since it may be refused.
  const added = ofPackage ? await extendPackage(dir, ofPackage.text) : [];
  const others = added.length > 0 ? common.filter((one) => one !== ofPackage) : common;
  const written = await writeNewFiles(dir, [...others, ...files]);
  if (await extendGitignore(dir)) written.written.push(".gitignore");
  const ofFunctions = [
    ...(written.written.includes(FORM_ITSELF.path) ? [FORM_NOTE] : []),
    ...(answers.drafts ? [DRAFT_NOTE] : []),
  ];
  return {
    ...written,
    notes: [...notes, ...ofFunctions, ...packageNotes(added), ...(await hostNotes(dir, config, answers))],
  };
}

/** True if the folder has a site's definition or a configuration that names one. */
export async function hasSite(dir: string): Promise<boolean> {
  if (["ts", "tsx", "js", "mjs"].some((ending) => existsSync(join(dir, `site.${ending}`)))) return true;
  const config = FILE_NAMES.find((name) => existsSync(join(dir, name)));
  return config !== undefined && /\bdefinition["']?\s*:/.test(await readFile(join(dir, config), "utf8"));
}

function packageNotes(added: readonly string[]): string[] {
  return added.length === 0 ? [] : [`package.json: added ${added.join(", ")}.`];
}

/** A configuration that was there before does not know the host that was chosen. */
async function hostNotes(dir: string, config: string | undefined, { ci }: InitAnswers): Promise<string[]> {
  const host = ci === "none" ? undefined : HOST_OF[ci];
  if (config === undefined || host === undefined) return [];
  if (new RegExp(`["'\`]${host}["'\`]`).test(await readFile(join(dir, config), "utf8"))) return [];
  return [`${config}: add "${host}" to \`hosts\`, so that its files are written.`];
}

async function siteOf(
  dir: string,
  source: InitSource,
  { platformName, language }: InitAnswers,
): Promise<{ files: NewFile[]; notes: string[] }> {
  if (source.kind === "none") return { files: [], notes: [] };
  if (source.kind === "space") return spaceSite(dir, source.content, language, source.components ?? null);
  const files = await (source.kind === "plain" ? plainSite() : sampleSite(platformName));
  return { files: await Promise.all(files.map(withOwnTokens)), notes: [] };
}

/** The content of two sites made from one template has tokens of its own in each. */
async function withOwnTokens(file: NewFile): Promise<NewFile> {
  if (file.path !== "space/space.json") return file;
  const text = "from" in file ? await readFile(file.from, "utf8") : file.text;
  return { path: file.path, text: `${JSON.stringify({ ...JSON.parse(text), ...ownTokens() }, null, 2)}\n` };
}

const FORM_NOTE = `${FORM_ITSELF.path}: add \`forms: [contact]\` to the definition and show it with \`<Form form={contact} />\`.`;

const DRAFT_NOTE = 'Configuration: add `drafts: "/api/drafts"` to `preview`; docs/preview.md has the rest.';

/** With this many further languages, the requests after a publish take more than a second at the default rate. */
const MANY_LANGUAGES = 4;
const RATE = `
    // The service allows 50 small requests a second, and each publish takes two for each language.
    requestsPerSecond: 40,`;

async function commonFiles(
  dir: string,
  { ci, forms, drafts, manager, ...answers }: WithManager,
  source: InitSource,
): Promise<TextFile[]> {
  const { kind } = source;
  const chosen = [...(ci === "none" ? [] : CI_FILES[ci]), ...(drafts ? [DRAFT_FILES[drafts]] : [])];
  const templates = chosen.map(async ({ path, template }) => ({
    path,
    text: inWordsOf(manager, await readTemplate(template)),
  }));
  const added = [...(await Promise.all(templates)), ...(forms ? await formFiles(dir, forms) : [])];
  if (kind === "none") return added;
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
    { path: "files.d.ts", text: await readTemplate("init/shared/files.d.ts.template") },
    { path: ".env.example", text: await readTemplate("init/env.example") },
    { path: "redirects/redirects.csv", text: "from,to,status,query\n" },
    ...added,
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
