import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Lang } from "../content/model.ts";
import { errorPayload } from "../content/page-payload.ts";
import { withBase } from "../content/rules/paths.ts";
import { PACKAGE_ROOT } from "../package-root.ts";
import type { Problem } from "../problem.ts";
import type { OutputTransaction } from "../publish/output-transaction.ts";
import type { RedirectOutput } from "../redirects/build.ts";
import { stubFile, stubTargets } from "../redirects/stubs.ts";
import { renderFlushPage } from "../render/flush-page.ts";
import { loadStub } from "../render/stub.ts";
import { forLanguage } from "../site/by-language.ts";
import { type Domain, domainPath } from "../site/domains.ts";
import type { Language } from "../site/languages.ts";
import { writeHostFiles } from "./host-files.ts";
import { previewFiles } from "./preview-index.ts";
import type { RenderContext } from "./render-context.ts";
import { renderHtml } from "./render-payload.ts";
import { siteFiles } from "./site-files.ts";
import type { WriteInput } from "./write-input.ts";

export interface WrittenSite {
  stubs: number;
  problems: Problem[];
  /** URLs of the preview's indexes; empty if no editor may frame the site. */
  preview: Readonly<Record<string, string>>;
}

/** Stages everything except the stories' pages. */
export async function writeSite(input: WriteInput): Promise<WrittenSite> {
  const { context, output, client, assets } = input;
  const clientFiles = await client.files();
  for (const domain of context.domains) {
    for (const { path, bytes } of clientFiles) await output.put(domainPath(domain, path), bytes);
    for (const { path, source } of assets.files) {
      const place = domainPath(domain, path);
      if (!output.keep(place)) await output.put(place, await readFile(source));
    }
    await output.put(domainPath(domain, FLUSH_PAGE), flushPage(domain, input));
    const [first] = domain.languages;
    // Hosts look for the error page at the root, even if no language has its pages there.
    if (domain.languages.every(({ prefix }) => prefix !== "")) {
      await output.put(domainPath(domain, "404.html"), errorPage(first, context));
    }
  }
  const { languages } = context.definition;
  for (const language of languages) await writeLanguage(language, context, output);
  for (const { path, text } of siteFiles(context)) await output.put(path, text);
  const stubs = await writeStubs(input);
  const problems = await writeHostFiles(input);
  const isEdited = input.config.preview.editorOrigins.length > 0;
  const preview: Record<string, string> = {};
  if (isEdited) for (const language of languages) preview[language.code] = await writePreviewIndex(language, input);
  return { stubs, problems, preview };
}

async function writePreviewIndex(language: Language, input: WriteInput): Promise<string> {
  let address = "";
  for (const { path, text } of previewFiles(language.code, input)) {
    await input.output.put(domainPath(language, path), text);
    address = withBase(input.config.site.base, path);
  }
  return address;
}

async function writeLanguage(language: Language, context: RenderContext, output: OutputTransaction): Promise<void> {
  const { code, home } = language;
  const shared = forLanguage(context.sharedFiles, code);
  await output.put(domainPath(language, shared.path), shared.text);
  await output.put(errorFile(home), errorPage(language, context));
}

/** Path of a language's error page, from its home path. */
export function errorFile(home: string): string {
  return `${home.slice(1)}404.html`;
}

export function errorPage({ code }: Language, context: RenderContext): string {
  const title = forLanguage(context.shared, code).words.error_title ?? "";
  return renderHtml(errorPayload(code, context.settings, title), context);
}

export const FLUSH_PAGE = "flushCache/index.html";

export function flushPage({ languages }: Domain, { context, client }: Pick<WriteInput, "context" | "client">): string {
  const { companyName, base } = context.settings;
  const { css, favicon } = forLanguage(context.files, languages[0].code);
  return renderFlushPage(join(PACKAGE_ROOT, "templates", "flush-cache.html"), {
    company: companyName,
    css,
    favicon,
    script: withBase(base, client.bundle.flush),
    sections: languages.map(({ code, locale }) => ({ locale, ...forLanguage(context.shared, code) })),
  });
}

type StubInput = Pick<WriteInput, "context" | "redirects"> & { output: Pick<OutputTransaction, "put"> };

/** Stages the stubs, or those of some files. */
export async function writeStubs(
  { context, output, redirects }: StubInput,
  isWritten: (file: string) => boolean = () => true,
): Promise<number> {
  const files = stubs(context, redirects);
  for (const [path, { from, text }] of files)
    if (isWritten(path)) await output.put(path, text(), { kind: "stub", source: `redirect ${from}` });
  return files.size;
}

interface Stub {
  from: string;
  text(): string;
}

/** The redirect stubs, by path below the output folder. */
export function stubs(context: RenderContext, redirects: RedirectOutput): Map<string, Stub> {
  const stub = loadStub(join(PACKAGE_ROOT, "templates", "redirect.html"));
  const words = {
    address: context.settings,
    moved: (lang: Lang) => forLanguage(context.shared, lang).words.moved ?? "",
  };
  const targets = stubTargets(redirects.rules, context.site.paths);
  return new Map(
    targets.map((target) => [stubFile(target.from), { from: target.from, text: () => stub.render(target, words) }]),
  );
}
