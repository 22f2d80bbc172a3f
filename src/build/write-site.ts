import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Lang } from "../content/model.ts";
import { errorPayload } from "../content/page-payload.ts";
import { hrefOf, withBase } from "../content/rules/paths.ts";
import { PACKAGE_ROOT } from "../package-root.ts";
import type { Problem } from "../problem.ts";
import type { OutputTransaction } from "../publish/output-transaction.ts";
import { stubFile, stubTargets } from "../redirects/stubs.ts";
import { renderFlushPage } from "../render/flush-page.ts";
import { loadStub } from "../render/stub.ts";
import { at } from "../site/by-language.ts";
import type { Language } from "../site/languages.ts";
import { writeHostFiles } from "./host-files.ts";
import { previewFile } from "./preview-index.ts";
import type { RenderContext } from "./render-context.ts";
import { renderHtml } from "./render-route.ts";
import { siteFiles } from "./site-files.ts";
import type { WriteInput } from "./write-input.ts";

export interface WrittenSite {
  stubs: number;
  problems: Problem[];
  /** Addresses of the preview's indexes; none where no editor may frame the site. */
  preview: Readonly<Record<string, string>>;
}

/** Stages everything that is not a story's page. */
export async function writeSite(input: WriteInput): Promise<WrittenSite> {
  const { context, output, client, assets } = input;
  for (const file of client.files) await output.put(file.path, file.bytes);
  for (const { path, source } of assets.files) {
    if (!output.keep(path)) await output.put(path, await readFile(source));
  }
  const { languages } = context.definition;
  for (const language of languages) await writeLanguage(language, context, output);
  for (const { path, text } of siteFiles(context)) await output.put(path, text);
  await output.put("flushCache/index.html", flushPage(input));
  const { stubs, scriptHash } = await writeStubs(input);
  const problems = await writeHostFiles({ ...input, scriptHash });
  const isEdited = input.config.preview.editorOrigins.length > 0;
  const preview: Record<string, string> = {};
  if (isEdited) for (const { code } of languages) preview[code] = await writePreviewIndex(code, input);
  return { stubs, problems, preview };
}

async function writePreviewIndex(lang: Lang, input: WriteInput): Promise<string> {
  const file = previewFile(lang, input);
  await input.output.put(file.path, file.text);
  return withBase(input.config.site.base, file.path);
}

async function writeLanguage(
  { code, home }: Language,
  context: RenderContext,
  output: OutputTransaction,
): Promise<void> {
  const shared = at(context.sharedFiles, code);
  await output.put(shared.path, shared.text);
  const title = at(context.shared, code).words.error_title ?? "";
  await output.put(`${home.slice(1)}404.html`, renderHtml(errorPayload(code, context.settings, title), context));
}

function flushPage({ context, client }: WriteInput): string {
  const { companyName, base } = context.settings;
  const { languages } = context.definition;
  const { css, favicon } = at(context.files, languages[0].code);
  return renderFlushPage(join(PACKAGE_ROOT, "templates", "flush-cache.html"), {
    company: companyName,
    css,
    favicon,
    script: withBase(base, client.bundle.flush),
    sections: languages.map(({ code, locale, home }) => ({
      locale,
      words: at(context.shared, code).words,
      home: hrefOf(context.settings, home, code),
    })),
  });
}

async function writeStubs({ context, output, redirects }: WriteInput): Promise<{ stubs: number; scriptHash: string }> {
  const stub = loadStub(join(PACKAGE_ROOT, "templates", "redirect.html"));
  const targets = stubTargets(redirects.rules, context.site.paths);
  for (const target of targets) {
    await output.put(
      stubFile(target.from),
      stub.render(target, { address: context.settings, moved: (lang) => at(context.shared, lang).words.moved ?? "" }),
      {
        kind: "stub",
        source: `redirect ${target.from}`,
      },
    );
  }
  return { stubs: targets.length, scriptHash: stub.scriptHash };
}
