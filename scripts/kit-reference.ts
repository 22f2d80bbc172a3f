/** The reference page of the kit, from its types and docstrings. */
import { type Exported, kitExports, type Member } from "./kit-types.ts";

/** Types whose members are questions, each with its own row. */
const READER = "ContentReader";

/** `note` is the first line of every generated page. */
export function kitReference(root: string, note: string): string {
  const all = kitExports(root);
  const of = (kind: Exported["kind"]) => all.filter((one) => one.kind === kind);
  const components = of("component");
  const props = new Set(components.map(({ name }) => `${name}Props`));
  const types = of("type").filter(({ name }) => name !== READER && !props.has(name));
  const reader = all.find(({ name }) => name === READER);
  return `${note}

# Kit reference

Everything that blocks, layouts and pages import from \`sitegen-storyblok/kit\`. How a block is written:
[Writing a block](writing-a-block.md); how fields are declared is there too.

[Components](#components) · [Functions](#functions) · [Reader](#reader) · [Types](#types)

## Components

${components.map((one) => component(one, all)).join("\n\n")}

## Functions

${[...of("function"), ...of("value")].map((one) => plainFunction(one, all)).join("\n\n")}

## Reader

${reader?.doc ?? ""} Data functions of blocks and routes get one. What a page asked is what it is made again for.

${readerTable(reader?.members ?? [])}

## Types

${types.map(typeSection).join("\n\n")}
`;
}

function component(one: Exported, all: readonly Exported[]): string {
  const rows = one.members.map((member) => {
    const { text, fallback } = withDefault(member);
    return `| \`${member.name}\` | ${code(member.type)} | ${member.isOptional ? fallback : "required"} | ${cell(text)} |`;
  });
  const more = one.takesAttributes ? "\n\nIt takes the attributes of its element too." : "";
  return `### ${one.name}

${one.doc}

${examplesOf(one, all)}

| property | type | default | meaning |
|---|---|---|---|
${rows.join("\n")}${more}`;
}

/** What the docstring says of a default belongs into its own column. */
function withDefault({ doc, fallback: own, type, isOptional }: Member): { text: string; fallback: string } {
  const [said, value = ""] = /\s*\bDefault: ([^.]*(?:\.(?! |$)[^.]*)*)\.?$/i.exec(doc) ?? [];
  const fallback = own === "" && isOptional && type === "boolean" ? "false" : own;
  if (said === undefined) return { text: doc, fallback: fallback === "" ? "" : code(fallback) };
  return { text: doc.slice(0, doc.length - said.length), fallback: cell(value) };
}

function plainFunction(one: Exported, all: readonly Exported[]): string {
  const example = one.examples.length > 0 ? `\n\n${examplesOf(one, all)}` : "";
  return `### ${one.name}\n\n${one.doc}\n\n\`\`\`ts\n${one.text}\n\`\`\`${example}`;
}

function readerTable(members: readonly Member[]): string {
  const rows = members.map(
    ({ name, type, isMethod, doc }) => `| ${code(isMethod ? `${name}${type}` : `${name}: ${type}`)} | ${cell(doc)} |`,
  );
  return `| question | answer |\n|---|---|\n${rows.join("\n")}`;
}

function typeSection({ name, doc, text }: Exported): string {
  return `### ${name}\n\n${doc === "" ? "" : `${doc}\n\n`}\`\`\`ts\n${text}\n\`\`\``;
}

function examplesOf({ examples }: Exported, all: readonly Exported[]): string {
  return examples.map((example) => `\`\`\`tsx\n${withImports(example, all)}\n\`\`\``).join("\n\n");
}

/** An example with what it imports; the first name that it uses of React is a type. */
function withImports(example: string, all: readonly Exported[]): string {
  const own = /export (?:const|function) (\w+)/.exec(example)?.[1];
  const used = all.filter(({ name }) => name !== own && new RegExp(`\\b${name}\\b`).test(example));
  const names = used.map(({ name, kind }) => (kind === "type" ? `type ${name}` : name));
  const react = /\bReactNode\b/.test(example) ? 'import type { ReactNode } from "react";\n' : "";
  return `${react}import { ${names.join(", ")} } from "sitegen-storyblok/kit";\n\n${example}`;
}

function code(text: string): string {
  return `\`${text.replaceAll("|", "\\|")}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
