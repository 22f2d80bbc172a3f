import type { Route } from "../../content/site.ts";
import type { Dependency } from "../../incremental/dependency-kinds.ts";
import type { StoredPage } from "../../incremental/store/rows.ts";
import type { Problem } from "../../problem.ts";
import type { ChangedOutput } from "../../publish/changed-output.ts";
import { contentHash } from "../../publish/content-hash.ts";
import type { BuildOptions } from "../build-options.ts";
import { pageFile, payloadFile } from "../page-files.ts";
import { createReferenceFinder } from "../page-references.ts";
import { renderLocatingErrors, resolvePage } from "../render-route.ts";
import { affectedPages } from "./affected-pages.ts";
import { type ChangedFiles, lastText } from "./changed-files.ts";
import { attempt, FullBuildNeeded } from "./full-build-needed.ts";
import { pageProblems } from "./save-site.ts";

/** A page that was checked. */
export interface ChangedPage {
  path: string;
  before: StoredPage;
  /** The rendered file; null if the payload did not change. */
  html: { file: string } | null;
  dependencies: readonly Dependency[];
  problems: Problem[];
  loose: string[];
}

export interface ChangedPagesInput extends ChangedFiles {
  output: ChangedOutput;
  options: Pick<BuildOptions, "reporter">;
}

/** Builds the payloads of the pages that may change, and renders and stages those that do. */
export async function makeChangedPages(input: ChangedPagesInput): Promise<ChangedPage[]> {
  const { changed, context, options } = input;
  const paths = affectedPages(changed.entries, input);
  options.reporter.step("Rendering");
  const referencesOf = createReferenceFinder(context);
  const pages: ChangedPage[] = [];
  for (const path of paths) pages.push(await makeChangedPage(path, referencesOf, input));
  const rendered = pages.filter(({ html }) => html).length;
  options.reporter.detail(`Pages: ${pages.length} looked at, ${rendered} rendered`);
  return pages;
}

async function makeChangedPage(
  path: string,
  referencesOf: ReturnType<typeof createReferenceFinder>,
  input: ChangedPagesInput,
): Promise<ChangedPage> {
  const { changed, context, output } = input;
  const before = changed.page(path);
  if (!before) throw new FullBuildNeeded();
  const route: Route = { path, lang: before.lang, uuid: before.uuid, listing: before.listing };
  const { json, payload, dependencies, problems } = attempt(() => resolvePage(route, context));
  const isSame = contentHash(json) === before.payload[0];
  let html: ChangedPage["html"] = null;
  let { loose } = before;
  if (!isSame) {
    // Whether another page still needs a stylesheet that this one dropped takes a full build to find out.
    if (stylesIn(json) !== stylesIn(lastText(payloadFile(path), input))) throw new FullBuildNeeded();
    const text = attempt(() => renderLocatingErrors(payload, context));
    html = { file: pageFile(path) };
    await output.put(payloadFile(path), json, { source: path });
    await output.put(html.file, text, { source: path });
    const references = referencesOf(route.lang, text);
    if (!references.assets.every((file) => output.has(file))) throw new FullBuildNeeded();
    loose = references.loose;
  }
  return { path, before, html, dependencies, problems: pageProblems(path, { problems, loose }, output.has), loose };
}

/** The stylesheets that a page's `_payload.json` names; they are its last key (render-route.ts). */
function stylesIn(text: string): string {
  return text.slice(text.lastIndexOf(',"styles":'));
}
