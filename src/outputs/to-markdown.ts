/** A page's markup as Markdown (CommonMark, with tables). */
import type { Parser as HtmlParser } from "htmlparser2";

/** An open element with its content so far. */
interface Open {
  name: string;
  attributes: Record<string, string>;
  /** Blocks that are complete, and the text of the one that is not. */
  blocks: string[];
  text: string;
  /** Of lists: number of the next item. */
  next: number;
  rows: string[][];
}

const SILENT = new Set(["script", "style", "template", "noscript", "svg", "button", "input", "select", "textarea"]);
const BLOCK =
  /^(?:address|article|aside|blockquote|body|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/;

const MARKS: Readonly<Record<string, string>> = { strong: "**", b: "**", em: "_", i: "_", del: "~~", s: "~~" };

/** `absolute` makes the address of a link or picture absolute. */
export function toMarkdown(
  html: string,
  { Parser, absolute }: { Parser: typeof HtmlParser; absolute: (href: string) => string },
): string {
  const root = open("body", {});
  const stack = [root];
  let silent = 0;
  const top = (): Open => stack.at(-1) ?? root;
  const isIn = (name: string) => stack.some((one) => one.name === name);
  const parser = new Parser({
    onopentag(name, attributes) {
      if (SILENT.has(name) || silent > 0) {
        silent += 1;
        return;
      }
      const one = top();
      if (name === "br") one.text += isIn("table") ? " " : "\\\n";
      else if (name === "img") one.text += image(attributes, absolute);
      else if (name === "hr") endBlock(one, "---");
      else {
        if (BLOCK.test(name)) endBlock(one);
        stack.push(open(name, attributes));
      }
    },
    ontext(data) {
      if (silent > 0) return;
      top().text += isIn("pre") ? data : isIn("code") ? data.replace(/\s+/g, " ") : escaped(data.replace(/\s+/g, " "));
    },
    onclosetag(name) {
      if (silent > 0) {
        silent -= 1;
        return;
      }
      if (top().name !== name || stack.length === 1) return;
      const done = stack.pop();
      if (done) close(done, top(), absolute);
    },
  });
  parser.end(html);
  endBlock(root);
  return `${root.blocks.join("\n\n").trim()}\n`;
}

function open(name: string, attributes: Record<string, string>): Open {
  return { name, attributes, blocks: [], text: "", next: Number(attributes.start ?? 1), rows: [] };
}

/** Ends the text so far as a block; `block` follows it. */
function endBlock(one: Open, block = ""): void {
  const text = one.text.replace(/^[ \n]+|[ \n]+$/g, "").replace(/\\$/, "");
  one.text = "";
  if (text !== "") one.blocks.push(text);
  if (block !== "") one.blocks.push(block);
}

function close(done: Open, parent: Open, absolute: (href: string) => string): void {
  if (!BLOCK.test(done.name)) closeInline(done, parent, absolute);
  else if (done.name === "pre") parent.blocks.push(codeBlock(done.text));
  else {
    endBlock(done);
    const write = Object.hasOwn(WRITERS, done.name) ? WRITERS[done.name] : undefined;
    if (write) write(done, parent);
    else addAll(parent.blocks, done.blocks);
  }
}

function closeInline({ name, attributes, text, blocks }: Open, parent: Open, absolute: (href: string) => string): void {
  const mark = MARKS[name];
  if (mark !== undefined) parent.text += around(text, mark, mark);
  else if (name === "code") parent.text += parent.name === "pre" ? text : code(text);
  else if (name === "a" && attributes.href !== undefined)
    parent.text += around(text, "[", `](${address(absolute(attributes.href))})`);
  else parent.text += text;
  // Blocks inside a link or another inline element stay blocks.
  if (blocks.length === 0) return;
  endBlock(parent);
  addAll(parent.blocks, blocks);
}

type Writer = (done: Open, parent: Open) => void;

/** How a finished element becomes a block of the one around it. */
const WRITERS: Readonly<Record<string, Writer>> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, headingWriter(level)])),
  ul: ({ blocks }, parent) => parent.blocks.push(blocks.join("\n")),
  ol: ({ blocks }, parent) => parent.blocks.push(blocks.join("\n")),
  li({ blocks }, parent) {
    const sign = parent.name === "ol" ? `${parent.next}. ` : "- ";
    parent.next += 1;
    parent.blocks.push(sign + indented(blocks.join("\n"), " ".repeat(sign.length)));
  },
  blockquote: ({ blocks }, parent) =>
    parent.blocks.push(blocks.join("\n\n").replace(/^/gm, "> ").replace(/^> $/gm, ">")),
  td: writeCell,
  th: writeCell,
  tr: moveRows,
  thead: moveRows,
  tbody: moveRows,
  tfoot: moveRows,
  table({ blocks, rows }, parent) {
    addAll(parent.blocks, blocks);
    const table = tableOf(rows);
    if (table !== "") parent.blocks.push(table);
  },
};

function headingWriter(level: number): Writer {
  return ({ blocks }, parent) => {
    const text = blocks.join(" ").replace(/\\\n/g, " ");
    if (text !== "") parent.blocks.push(`${"#".repeat(level)} ${text}`);
  };
}

function writeCell({ blocks }: Open, parent: Open): void {
  const row = parent.rows.at(-1) ?? [];
  if (parent.rows.length === 0) parent.rows.push(row);
  row.push(blocks.join(" ").replaceAll("|", "\\|").replace(/\n/g, " "));
}

function moveRows({ rows }: Open, parent: Open): void {
  addAll(parent.rows, rows);
}

/** `push` takes some hundred thousand values. */
function addAll<T>(list: T[], more: readonly T[]): void {
  for (const one of more) list.push(one);
}

/** A row of backticks that the text has not. */
function fenceOf(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? [];
  return "`".repeat(runs.reduce((most, { length }) => Math.max(most, length + 1), least));
}

function codeBlock(text: string): string {
  const fence = fenceOf(text, 3);
  return `${fence}\n${text.replace(/\n$/, "")}\n${fence}`;
}

function tableOf(rows: readonly string[][]): string {
  const [head, ...rest] = rows;
  if (!head) return "";
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rest.map(line)].join("\n");
}

/** Puts spaces outside the marks, which Markdown only reads next to a word. */
function around(text: string, before: string, after: string): string {
  const [, start = "", inner = "", end = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return inner === "" ? text : `${start}${before}${inner}${after}${end}`;
}

function code(text: string): string {
  const fence = fenceOf(text, 1);
  return fence.length > 1 ? `${fence} ${text} ${fence}` : fence + text + fence;
}

function image({ src, alt = "" }: Record<string, string>, absolute: (href: string) => string): string {
  return src === undefined ? "" : `![${escaped(alt.replace(/\s+/g, " "))}](${address(absolute(src))})`;
}

export function address(href: string): string {
  return /[\s()<>]/.test(href) ? `<${href.replace(/[<>\s]/g, encodeURIComponent)}>` : href;
}

/** Characters that would be read as Markdown. */
export function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<]|~(?=~)|(?<=~)~/g, "\\$&")
    .replace(/^(\s*)(#{1,6}(?:\s|$)|>|[-+](?:\s|$)|--|=+$)/, "$1\\$2")
    .replace(/^(\s*\d+)([.)](?:\s|$))/, "$1\\$2");
}

function indented(text: string, by: string): string {
  return text.replace(/\n(?=.)/g, `\n${by}`);
}
