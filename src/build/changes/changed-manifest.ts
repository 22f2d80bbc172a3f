/** The files with the build's id: the last build's with another id, and with the pages that come or go. */
import { publicPath } from "../../content/rules/paths.ts";
import type { Route } from "../../content/site.ts";
import type { StoredSiteFacts } from "../../incremental/store/rows.ts";
import type { ChangedOutput } from "../../publish/changed-output.ts";
import { LATEST_FILE, metaPath } from "../../publish/file-list.ts";
import { type BuildManifest, buildManifest } from "../../render/manifest.ts";
import { type Domain, domainPath } from "../../site/domains.ts";
import { manifestRules } from "../publish-site.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import { type LastBuildFiles, lastBuildText } from "./last-build-files.ts";

interface NewBuild {
  id: string;
  timestamp: number;
}

/** Stages them. Code and shared states are those of the last build. */
export async function stageManifests(
  input: LastBuildFiles,
  output: ChangedOutput,
  { preview, ...build }: NewBuild & { preview: Readonly<Record<string, string>> },
): Promise<void> {
  const { context, head, changed } = input;
  const { redirects } = input.redirects;
  const { added, removed } = changed.changedRoutes;
  const put = async (site: Pick<Domain, "folder">, changes: ManifestChanges, more: object) => {
    const last = (path: string) => lastBuildText(domainPath(site, path), input);
    const manifest = withChanges(withId(last(metaPath(head.buildId)), { before: head, build }), changes);
    await output.put(domainPath(site, metaPath(build.id)), manifest);
    const latest = JSON.parse(last(LATEST_FILE)) as object; // its hash was checked
    await output.put(domainPath(site, LATEST_FILE), JSON.stringify({ ...latest, ...build, ...more }));
  };
  for (const domain of context.domains) {
    const codes = domain.languages.map(({ code }) => code);
    const previews = Object.entries(preview).filter(([code]) => codes.includes(code));
    const pathsOf = (routes: readonly Route[]) =>
      routes.filter(({ lang }) => codes.includes(lang)).map(({ path }) => publicPath(path, domain));
    const rules = redirects && manifestRules(domain, redirects, context);
    await put(
      domain,
      { added: pathsOf(added), removed: pathsOf(removed), rules },
      { preview: Object.fromEntries(previews) },
    );
  }
  const all = { added: added.map(({ path }) => path), removed: removed.map(({ path }) => path), rules: null };
  if (context.domains.some(({ folder }) => folder !== "")) await put({ folder: "" }, all, {});
}

/** The last manifest with a new id and timestamp. It lists every page of the site, so it is not parsed. */
function withId(
  manifest: string,
  { before, build }: { before: Pick<StoredSiteFacts, "buildId" | "timestamp">; build: NewBuild },
): string {
  const names = JSON.stringify({ id: before.buildId, timestamp: before.timestamp }).slice(0, -1); // see buildManifest
  if (!manifest.startsWith(names)) throw new FullBuildNeeded();
  const { id, timestamp } = build;
  return JSON.stringify({ id, timestamp }).slice(0, -1) + manifest.slice(names.length);
}

interface ManifestChanges {
  added: readonly string[];
  removed: readonly string[];
  /** Null if they are the same. */
  rules: ReturnType<typeof manifestRules> | null;
}

/** The manifest with other pages and redirects. It is parsed only then. */
function withChanges(manifest: string, { added, removed, rules }: ManifestChanges): string {
  if (added.length + removed.length === 0 && !rules) return manifest;
  const parsed = JSON.parse(manifest) as BuildManifest; // its hash was checked
  const gone = new Set(removed);
  const prerendered = [...parsed.prerendered.filter((path) => !gone.has(path)), ...added].sort();
  if (prerendered.length !== parsed.prerendered.length + added.length - gone.size) throw new FullBuildNeeded();
  return JSON.stringify(rules ? buildManifest({ ...parsed, prerendered, ...rules }) : { ...parsed, prerendered });
}
