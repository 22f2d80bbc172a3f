import type { LinkData } from "../content/payload.ts";
import type { SiteAddress } from "../content/rules/paths.ts";
import type { Problem } from "../problems/problem.ts";
import type { RedirectRule } from "../redirects/rule.ts";
import { languageOf } from "../site/languages.ts";
import type { CheckedPage, CheckedStory } from "./check-page.ts";

/** Looks up what is at a URL of the site. */
export interface Targets {
  page(path: string): CheckedPage | undefined;
  /** True also for a page that failed to render and cannot be checked. */
  exists(path: string): boolean;
  /** Site path of the same page in a language. */
  translation(path: string, lang: string): string | null;
  redirect(path: string): RedirectRule | undefined;
  address: SiteAddress;
}

interface Link {
  link: LinkData;
  path: string;
  source: CheckedStory | CheckedPage;
}

type TargetProblem = Pick<Problem, "severity" | "code" | "message" | "hint">;

/** Checks a link's target: a page in the right language, and an anchor that exists. */
export function checkTarget({ link, path, source }: Link, targets: Targets): Problem[] {
  if (link.kind !== "internal") return [];
  const [address = "", hash = ""] = link.href.split("#", 2);
  const sitePath = pathOf(address, targets.address, source.lang);
  const target = sitePath === "" ? ownPage(source) : targets.page(sitePath);
  const problems = target
    ? checkPageLink({ link, source, target, hash }, targets)
    : checkMissingPath(sitePath, targets);
  return problems.map((problem) => ({ ...problem, story: source.story, path }));
}

/** Decoded site path, with a closing slash unless it is a file; "" for a URL that is only a hash. */
function pathOf(address: string, { base, languages }: SiteAddress, lang: string): string {
  const bare = decode(address.split("?")[0] ?? "");
  if (bare === "") return "";
  const { folder } = languageOf(languages, lang);
  const here = bare.startsWith(base) ? `/${bare.slice(base.length)}` : bare;
  const path = folder === "" ? here : `/${folder}${here}`;
  return path.endsWith("/") || isFile(path) ? path : `${path}/`;
}

function isFile(path: string): boolean {
  return /\.[a-z0-9]+$/i.test(path);
}

/** The global story is on every page, so a link that is only a hash cannot be checked. */
function ownPage(source: CheckedStory | CheckedPage): CheckedPage | undefined {
  return "ids" in source ? source : undefined;
}

function checkPageLink(
  { link, source, target, hash }: Omit<Link, "path"> & { target: CheckedPage; hash: string },
  targets: Targets,
): TargetProblem[] {
  const problems: TargetProblem[] = [];
  const anchor = decode(hash.split("?")[0] ?? "");
  if (anchor !== "" && !target.ids.has(anchor)) {
    problems.push({
      severity: "warning",
      code: "CHECK_ANCHOR_BROKEN",
      message: `The page ${target.path} has no section "${anchor}".`,
      hint: "Set this anchor id on a section of that page, or change the link.",
    });
  }
  // A selected story in another language was reported when the link was resolved; a typed URL has no name.
  if (link.name === "" && target.lang !== source.lang) {
    const translation = targets.translation(target.path, source.lang);
    problems.push({
      severity: translation ? "warning" : "info",
      code: "CHECK_LINK_OTHER_LANGUAGE",
      message: `The address ${target.path} is a page in another language.`,
      hint: translation
        ? `Choose the page instead of typing its address, or link to ${translation}.`
        : "Leave it if that is intended.",
    });
  }
  return problems;
}

function checkMissingPath(path: string, targets: Targets): TargetProblem[] {
  if (path === "" || targets.exists(path) || path.includes("/_assets/")) return [];
  const rule = targets.redirect(path);
  if (rule) {
    return [
      {
        severity: "info",
        code: "CHECK_LINK_REDIRECTED",
        message: `The address ${path} is redirected to ${rule.to}.`,
        hint: "Link to the target instead.",
      },
    ];
  }
  if (isFile(path)) {
    return [
      {
        severity: "warning",
        code: "CHECK_FILE_BROKEN",
        message: `The build writes no file to ${path}.`,
        hint: "Choose the file as an asset, or leave it if you upload it beside the site.",
      },
    ];
  }
  return [
    {
      severity: "error",
      code: "CHECK_LINK_BROKEN",
      message: `There is no page at ${path}.`,
      hint: "Choose a page instead of typing an address, or fix the address.",
    },
  ];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
