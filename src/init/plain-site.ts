import { join } from "node:path";
import fg from "fast-glob";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import type { TextFile } from "./block-files.ts";
import { fillTemplate, readTemplate } from "./ci-files.ts";
import { access, linkLabel, property } from "./field-access.ts";
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
  return [...own, ...(await layoutFiles(null)), tested];
}

/** The layout of pages, with the space's own menu if it has one, and basic styles. */
export async function layoutFiles(menu: OwnMenu | null): Promise<TextFile[]> {
  return [
    {
      path: "layout/layout.tsx",
      text: fillTemplate(await readTemplate("init/shared/layout.tsx.template"), menuParts(menu)),
    },
    { path: "icons/favicon.svg", text: await readTemplate("init/shared/favicon.svg.template") },
    { path: "styles/site.css", text: await readTemplate("init/shared/site.css.template") },
  ];
}

/** A field of the global story with blocks, each with a link and perhaps its text. */
interface OwnMenu {
  field: string;
  link: string;
  /** "" if there is only the target's name. */
  label: string;
}

const NAVIGATION = /^((main|primary|header|top|site)[-_ ]?)?(nav|navigation|menu)([-_ ]?(items?|links?|main))?$/i;

export function ownMenu(components: readonly InferredComponent[]): OwnMenu | null {
  for (const { kind, fields } of components) {
    if (kind !== "global") continue;
    for (const [field, found] of Object.entries(fields)) {
      if (found.kind !== "blocks" || !NAVIGATION.test(field)) continue;
      const item = components.find(({ name, fields: own }) => found.of.includes(name) && linkOf(own) !== undefined);
      const link = item && linkOf(item.fields);
      if (item && link !== undefined) return { field, link, label: linkLabel(item.fields) ?? textOf(item.fields) };
    }
  }
  return null;
}

/** Parts of layout/layout.tsx, by their names in the template. */
function menuParts(menu: OwnMenu | null): Record<"types" | "ownMenu" | "menu", string> {
  if (menu === null) return { types: "type ContentReader", ownMenu: "", menu: "shared.data?.menu ?? []" };
  const { field, link, label } = menu;
  const target = access("item", link);
  const name = `${label === "" ? "" : `${access("item", label)} || `}${target}.name || ${target}.href`;
  const keys = [`${property(link)}: LinkData | null`, ...(label === "" ? [] : [`${property(label)}: string`])];
  return {
    types: "type Block, type ContentReader, type LinkData",
    ownMenu: `
/** The menu that editors keep: the field ${JSON.stringify(field)} of the story that all pages share. */
function ownMenu(global: Block | null) {
  const items = (${access("global", field).replace("global", "global?")} ?? []) as { ${keys.join("; ")} }[];
  return items.flatMap((item) => (${target} ? [{ href: ${target}.href, name: ${name} }] : []));
}
`,
    menu: "ownMenu(shared.global)",
  };
}

function linkOf(fields: Readonly<Record<string, InferredField>>): string | undefined {
  return Object.entries(fields).find(([, { kind }]) => kind === "multilink")?.[0];
}

function textOf(fields: Readonly<Record<string, InferredField>>): string {
  return Object.entries(fields).find(([, { kind }]) => kind === "text")?.[0] ?? "";
}
