import { join } from "node:path";
import fg from "fast-glob";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import { property } from "../site/blocks/type-names.ts";
import type { TextFile } from "./block-files.ts";
import { fillTemplate, readTemplate } from "./ci-files.ts";
import { access, linkLabel } from "./field-access.ts";
import type { InferredField } from "./infer-fields.ts";
import type { InferredComponent } from "./infer-space.ts";
import { testFile } from "./site-text.ts";

const FOLDER = "init/plain";

/** The smallest site: two page types, four blocks, one language, a space folder with three stories. */
export async function plainSite(): Promise<TextFile[]> {
  const paths = (await fg("**/*", { cwd: join(PACKAGE_ROOT, "templates", FOLDER), dot: true })).sort();
  const own = await Promise.all(
    paths.map(async (path) => ({
      path: path.replace(/\.template$/, ""),
      text: await readTemplate(`${FOLDER}/${path}`),
    })),
  );
  const tested = testFile({ name: "hero", kind: "section", fields: { headline: { kind: "text" } } }, "hero");
  return [...own, ...(await layoutFiles(null, null)), tested];
}

/** The layout of pages, with the space's own menu and footer if it has them, and basic styles. */
export async function layoutFiles(menu: OwnLinks | null, footer: OwnLinks | null): Promise<TextFile[]> {
  const own = [menu && linksFunction("ownMenu", "menu", menu), footer && linksFunction("ownFooter", "footer", footer)];
  const parts = {
    types: own.some(Boolean) ? "type Block, type ContentReader, type LinkData" : "type ContentReader",
    ownLinks: own.filter(Boolean).join(""),
    menu: menu ? "ownMenu(shared.global)" : "shared.data?.menu ?? []",
    footer: footer ? "ownFooter(shared.global)" : "shared.data?.footer ?? []",
  };
  return [
    {
      path: "layout/layout.tsx",
      text: fillTemplate(await readTemplate("init/shared/layout.tsx.template"), parts),
    },
    { path: "icons/favicon.svg", text: await readTemplate("init/shared/favicon.svg.template") },
    { path: "styles/site.css", text: await readTemplate("init/shared/site.css.template") },
  ];
}

/** A field of the global story with blocks, each with a link and perhaps its text. */
interface OwnLinks {
  field: string;
  link: string;
  /** "" if there is only the target's name. */
  label: string;
}

const MENU = /^((main|primary|header|top|site)[-_ ]?)?(nav|navigation|menu)([-_ ]?(items?|links?|main))?$/i;
const FOOTER = /^footer([-_ ]?(nav|navigation|menu))?([-_ ]?(items?|links?))?$/i;

/** The fields that editors keep a site's menu and footer in. */
export function ownNavigation(components: readonly InferredComponent[]) {
  return { menu: ownLinks(components, MENU), footer: ownLinks(components, FOOTER) };
}

function ownLinks(components: readonly InferredComponent[], names: RegExp): OwnLinks | null {
  for (const { kind, fields } of components) {
    if (kind !== "global") continue;
    for (const [field, found] of Object.entries(fields)) {
      if (found.kind !== "blocks" || !names.test(field)) continue;
      const item = components.find(({ name, fields: own }) => found.of.includes(name) && linkOf(own) !== undefined);
      const link = item && linkOf(item.fields);
      if (item && link !== undefined) return { field, link, label: linkLabel(item.fields) ?? textOf(item.fields) };
    }
  }
  return null;
}

/** Code for layout/layout.tsx. */
function linksFunction(functionName: string, what: string, { field, link, label }: OwnLinks): string {
  const target = access("item", link);
  const name = `${label === "" ? "" : `${access("item", label)} || `}${target}.name || ${target}.href`;
  const keys = [`${property(link)}: LinkData | null`, ...(label === "" ? [] : [`${property(label)}: string`])];
  return `
/** The ${what} that editors keep: the field ${JSON.stringify(field)} of the story that all pages share. */
function ${functionName}(global: Block | null) {
  const items = (${access("global", field).replace("global", "global?")} ?? []) as { ${keys.join("; ")} }[];
  return items.flatMap((item) => (${target} ? [{ href: ${target}.href, name: ${name} }] : []));
}
`;
}

function linkOf(fields: Readonly<Record<string, InferredField>>): string | undefined {
  return Object.entries(fields).find(([, { kind }]) => kind === "multilink")?.[0];
}

function textOf(fields: Readonly<Record<string, InferredField>>): string {
  return Object.entries(fields).find(([, { kind }]) => kind === "text")?.[0] ?? "";
}
