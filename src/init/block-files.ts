/** The files that `sitegen init --from-space` writes for a block: a schema, and a component that shows every field. */
import { pascalCase, property } from "../site/blocks/type-names.ts";
import { type ExactSchema, exactDeclaration, literal } from "./exact-schema.ts";
import { chosen, linkLabel, propOf } from "./field-access.ts";
import { HEADLINE, type InferredField } from "./infer-fields.ts";
import type { InferredComponent } from "./infer-space.ts";

/** Marks a schema that nobody has compared with its component: what is pushed replaces the component. */
export const INFERRED = "Guessed from the content";

export interface TextFile {
  /** Relative to the site's folder. */
  path: string;
  text: string;
}

/** Name of a block's folder and files, valid on every system. */
export function blockFileName(component: string, taken: ReadonlySet<string>): string {
  const plain =
    component
      .trim()
      .replace(/[^\p{L}\p{N}_-]+/gu, "-")
      .replace(/^-+|-+$/g, "") || "block";
  let stem = plain;
  for (let n = 2; [...taken].some((other) => other.toLowerCase() === stem.toLowerCase()); n += 1)
    stem = `${plain}-${n}`;
  return stem;
}

/** `lists` is the page type that the block lists, or null. */
export function blockFiles(component: InferredComponent, stem: string, lists: string | null): TextFile[] {
  const folder = `blocks/${stem}/${stem}`;
  const schema = { path: `${folder}.schema.ts`, text: schemaText(component) };
  if (component.kind === "global") return [schema];
  const shown = { path: `${folder}.tsx`, text: componentText(component, stem, lists !== null) };
  return [schema, shown, ...(lists === null ? [] : [{ path: `${folder}.data.ts`, text: dataText(lists) }])];
}

function dataText(type: string): string {
  const query = `{ type: ${JSON.stringify(type)}, limit: 12 }`;
  return [
    'import type { ContentReader } from "sitegen-storyblok/kit";',
    "",
    "/** The stories that the block lists: `props.data`. */",
    `export const data = (_block: object, reader: ContentReader) => reader.latest(${query});`,
    "",
  ].join("\n");
}

function schemaText(component: InferredComponent): string {
  const { name, kind, exact } = component;
  const declared = exact === undefined ? guessedFields(component) : exactFields(exact);
  const rows = declared.map(({ key, text }) => `    ${property(key)}: ${text},`);
  const kinds = [...new Set(declared.flatMap(({ uses }) => uses))].sort();
  const { description = "", editor = {} } = exact ?? {};
  return [
    `import { ${["defineBlock", ...kinds].sort().join(", ")} } from "sitegen-storyblok/schema";`,
    "",
    ...(exact === undefined
      ? [`// ${INFERRED}: the component in the space may have more. Compare it there, then delete this line.`]
      : []),
    "export const schema = defineBlock({",
    `  name: ${JSON.stringify(name)},`,
    ...(kind === "section" ? [] : [`  kind: ${JSON.stringify(kind)},`]),
    ...(description === "" ? [] : [`  description: ${JSON.stringify(description)},`]),
    ...(Object.keys(editor).length === 0 ? [] : [`  editor: ${literal(editor)},`]),
    "  // For a component with state, effects or event handlers:",
    "  // hydrate: true,",
    ...(rows.length === 0 ? ["  fields: {},"] : ["  fields: {", ...rows, "  },"]),
    "});",
    "",
  ].join("\n");
}

interface Declared {
  key: string;
  text: string;
  /** Functions of `sitegen-storyblok/schema`. */
  uses: string[];
}

function guessedFields({ fields }: InferredComponent): Declared[] {
  return Object.entries(fields).map(([key, field]) => {
    const text = declaration(field, key);
    return { key, text, uses: [text.slice(0, text.indexOf("("))] };
  });
}

function exactFields({ fields }: ExactSchema): Declared[] {
  return Object.entries(fields).map(([key, field]) => ({ key, ...exactDeclaration(field) }));
}

function declaration(field: InferredField, key: string): string {
  switch (field.kind) {
    case "image":
      return HEAD_ONLY.test(key) ? "image({ decorative: true })" : "image()";
    case "blocks":
      if (field.isEmpty) return "sections()";
      return `blocks([${field.of.map((name) => JSON.stringify(name)).join(", ")}])`;
    case "datasource":
    case "datasources":
      return `${field.kind}(${JSON.stringify(field.source)})`;
    case "plugin":
      return `plugin(${JSON.stringify(field.fieldType)})`;
    case "option":
    case "options":
      return `${field.kind}([])`;
    case "relation":
    case "relations":
      return `${field.kind}("")`;
    default:
      return `${field.kind}()`;
  }
}

/** Fields for search engines, which are not displayed. */
const HEAD_ONLY = /^(seo|meta|og|twitter)[-_ ]|^(noindex|canonical|robots|slug)$/i;

function componentText({ name, kind, fields, exact }: InferredComponent, stem: string, isList: boolean): string {
  const own = pascalCase(stem);
  const parts = new Set(["editable"]);
  /** Imports a kit component, with an alias if the block has the same name. */
  const part = (wanted: string) => {
    parts.add(wanted);
    return wanted === own ? `Kit${wanted}` : wanted;
  };
  // A long headline makes its field a textarea, but it is still a headline.
  const title = Object.entries(fields).find(
    ([key, { kind: one }]) => (one === "text" || one === "textarea") && HEADLINE.test(key),
  )?.[0];
  const label = linkLabel(fields);
  const { attributes, keys } = chosen(fields, exact);
  const shown = Object.entries(fields).flatMap(([key, field]) =>
    key === label || keys.has(key) ? [] : shownField({ key, field, isTitle: key === title, kind, part, label }),
  );
  const head =
    kind === "page" && title === undefined ? [`      <h1 className="visually-hidden">{${storyName(part)}}</h1>`] : [];
  const Tag = kind === "page" ? "article" : "section";
  const imports = [...parts].sort().map((one) => (one === own ? `${one} as Kit${one}` : one));
  return [
    `import { ${imports.join(", ")} } from "sitegen-storyblok/kit";`,
    'import type { PropsOf } from "sitegen-storyblok/schema";',
    ...(isList ? [`import type { data } from "./${stem}.data.ts";`] : []),
    `import type { schema } from "./${stem}.schema.ts";`,
    "",
    `/** The component ${JSON.stringify(name)} of the space. */`,
    `export function ${own}(props: PropsOf<typeof schema>${isList ? " & { data: ReturnType<typeof data> }" : ""}) {`,
    "  return (",
    `    <${Tag} className=${JSON.stringify(className(stem))}${attributes} {...editable(props)}>`,
    ...head,
    ...shown,
    ...(isList
      ? list({
          value: "props.data",
          item: "story",
          markup: "<a href={story.href}>{story.title}</a>",
        })
      : []),
    `    </${Tag}>`,
    "  );",
    "}",
    "",
  ].join("\n");
}

interface Shown {
  key: string;
  field: InferredField;
  isTitle: boolean;
  kind: InferredComponent["kind"];
  /** The field with the text on the component's only link. */
  label: string | undefined;
  part: (name: string) => string;
}

/** Lines of JSX; every field appears, at least in a comment. */
function shownField({ key, field, isTitle, kind, part, label }: Shown): string[] {
  const value = propOf(key);
  const line = (text: string) => [`      ${text}`];
  if (HEAD_ONLY.test(key) && field.kind !== "blocks") return line(`{/* ${value}: for the page's head */}`);
  switch (field.kind) {
    case "text":
    case "textarea":
      // A name that nobody wrote as a heading is one for screen readers alone.
      if (isTitle && kind === "page")
        return [`      <h1 className={${value} ? undefined : "visually-hidden"}>{${value} || ${storyName(part)}}</h1>`];
      if (isTitle) return line(`{${value} && <h2>{${value}}</h2>}`);
      if (/^e[-_]?mail$/i.test(key))
        return line(`{${value} && <p><a href={\`mailto:\${${value}}\`}>{${value}}</a></p>}`);
      return line(`{${value} && <p${field.kind === "textarea" ? ' className="lines"' : ""}>{${value}}</p>}`);
    case "number":
      return line(`{${value} !== null && <p>{${value}}</p>}`);
    case "file":
      return line(`{${value} && <p><a href={${value}.src}>{${value}.title || ${value}.name}</a></p>}`);
    case "option":
      return line(`{${value} && <p>{${value}}</p>}`);
    case "datetime":
      return line(`{${value} && <p>{${part("dateText")}(${value}, ${part("useSite")}().shared.dates)}</p>}`);
    case "richtext":
    case "markdown":
      return line(`<${part("RichText")} doc={${value}} />`);
    case "image":
      return line(`{${value} && <${part("Image")} image={${value}} />}`);
    case "images":
      return list({
        value,
        as: "columns",
        item: "image",
        markup: `<${part("Image")} image={image} />`,
      });
    case "asset":
      return line(`{${value} && <p>{${assetMarkup(value, part)}}</p>}`);
    case "assets":
      return list({ value, item: "asset", markup: `{${assetMarkup("asset", part)}}` });
    case "multilink":
      return linkLines(value, part("Link"), label);
    case "blocks":
      return kind === "page"
        ? line(`<${part("Blocks")} of={${value}} />`)
        : columns(`<${part("Blocks")} of={${value}} />`);
    case "table":
      return ifSet(value, [
        '<div className="table" tabIndex={0}>',
        `  <${part("Table")} table={${value}} />`,
        "</div>",
      ]);
    case "relation":
      return ifSet(value, ["<p>", `  <a href={${value}.href}>{${value}.title || ${value}.name}</a>`, "</p>"]);
    case "relations":
      return list({
        value,
        item: "story",
        markup: "<a href={story.href}>{story.title || story.name}</a>",
      });
    case "datasource":
      return line(`{${value} && <p>{${value}.label}</p>}`);
    case "datasources":
      return line(`{${value}.length > 0 && <p>{${value}.map(({ label }) => label).join(", ")}</p>}`);
    case "options":
      return line(`{${value}.length > 0 && <p>{${value}.join(", ")}</p>}`);
    case "boolean":
      return line(`{/* ${value}: true or false */}`);
    case "plugin":
      return line(`{/* ${value}: what the plugin ${JSON.stringify(field.fieldType)} stored */}`);
  }
}

function ifSet(value: string, markup: readonly string[]): string[] {
  return [`      {${value} && (`, ...markup.map((line) => `        ${line}`), "      )}"];
}

/** A block's links are listed below each other, each in a paragraph. A label without a link is shown as text. */
function linkLines(value: string, Link: string, label: string | undefined): string[] {
  const text = `${value}.name || ${value}.href.replace("mailto:", "")`;
  const lines = (body: string) => ["<p>", `  <${Link} link={${value}}>{${body}}</${Link}>`, "</p>"];
  if (label === undefined) return ifSet(value, lines(text));
  const own = propOf(label);
  return [
    `      {${value} ? (`,
    ...lines(`${own} || ${text}`).map((line) => `        ${line}`),
    "      ) : (",
    `        ${own} && <p>{${own}}</p>`,
    "      )}",
  ];
}

/** Side by side if there is room: see styles/site.css. */
function columns(markup: string): string[] {
  return ['      <div className="columns">', `        ${markup}`, "      </div>"];
}

/** An editor may choose the same picture twice, so an item's own address is no key. */
function list(of: { value: string; item: string; markup: string; as?: "columns" }): string[] {
  const { value, item, markup, as } = of;
  return [
    `      {${value}.length > 0 && (`,
    as === undefined ? "        <ul>" : `        <ul className="${as}">`,
    `          {${value}.map((${item}, index) => (`,
    `            <li key={index}>${markup}</li>`,
    "          ))}",
    "        </ul>",
    "      )}",
  ];
}

/** Shows a picture, and links to any other file. */
function assetMarkup(value: string, part: Shown["part"]): string {
  return `${value}.image ? <${part("Image")} image={${value}.image} /> : <a href={${value}.src}>{${value}.title || ${value}.name}</a>`;
}

function className(stem: string): string {
  return stem.replace(/[^\p{L}\p{N}_-]/gu, "-");
}

/** Default name of a page without a title. */
function storyName(part: Shown["part"]): string {
  return `${part("useSite")}().payload.story?.name`;
}
