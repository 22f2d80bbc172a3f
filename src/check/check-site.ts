import type { Site } from "../content/site.ts";
import type { Problem } from "../problem.ts";
import type { CheckedPage } from "./check-page.ts";

/** Findings that need all pages: links and anchors between them, titles, translations. */
export function checkSite(pages: readonly CheckedPage[], site: Site, base: string): Problem[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return [
    ...pages.flatMap((page) =>
      page.links.flatMap(({ link, path }) =>
        checkTarget({ href: link.href, kind: link.kind, path, page, byPath, base }),
      ),
    ),
    ...duplicateTitles(pages),
    ...missingTranslations(site),
  ];
}

interface Target {
  href: string;
  kind: string;
  path: string;
  page: CheckedPage;
  byPath: ReadonlyMap<string, CheckedPage>;
  base: string;
}

function checkTarget({ href, kind, path, page, byPath, base }: Target): Problem[] {
  if (kind !== "internal") return [];
  const [beforeHash = "", hash = ""] = href.split("#", 2);
  const sitePath = (beforeHash.split("?")[0] ?? "").replace(base, "/");
  const target = sitePath === "" ? page : byPath.get(sitePath.endsWith("/") ? sitePath : `${sitePath}/`);
  const where = { story: page.story, path };
  if (!target && !/\.[a-z0-9]+$/i.test(sitePath)) {
    return [
      {
        severity: "error",
        code: "CHECK_LINK_BROKEN",
        message: `No page lies at ${sitePath}.`,
        hint: "Choose a page instead of typing an address, or mend the address.",
        ...where,
      },
    ];
  }
  const anchor = decode(hash.split("?")[0] ?? "");
  if (target && anchor !== "" && !target.ids.has(anchor)) {
    return [
      {
        severity: "warning",
        code: "CHECK_ANCHOR_BROKEN",
        message: `The page ${target.path} has no section "${anchor}".`,
        hint: "Set this anchor id on a section of that page, or change the link.",
        ...where,
      },
    ];
  }
  return [];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function duplicateTitles(pages: readonly CheckedPage[]): Problem[] {
  const first = new Map<string, CheckedPage>();
  return pages.flatMap((page) => {
    const twin = first.get(page.title);
    if (!twin) first.set(page.title, page);
    if (!twin || twin.storyId === page.storyId) return [];
    return [
      {
        severity: "warning" as const,
        code: "CHECK_TITLE_DUPLICATE",
        message: `The title "${page.title}" is also that of ${twin.path}.`,
        story: page.story,
        path: "meta_title",
        hint: "Give each page a title of its own.",
      },
    ];
  });
}

function missingTranslations(site: Site): Problem[] {
  return (["en", "de"] as const).flatMap((lang) =>
    [...site.entries[lang].values()]
      .filter((entry) => entry.otherPath === null)
      .map((entry) => ({
        severity: "info" as const,
        code: "CHECK_TRANSLATION_MISSING",
        message: `The page exists in ${lang === "en" ? "English" : "German"} only.`,
        story: entry.path.replace(/^\/|\/$/g, ""),
        path: "",
        hint: "Translate it, or leave it if that is meant; the language switch then leads to the home page.",
      })),
  );
}
