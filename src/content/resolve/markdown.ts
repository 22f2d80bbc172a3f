/**
 * Converts a Markdown field to the content service's rich text, so that links, pictures and headings are handled as in
 * a rich-text field. HTML tags are dropped, their text is kept.
 */
import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from "marked";
import { type MarkdownSource, markdownToNodes, paragraph, type RichNode, textNode } from "../rules/markdown-nodes.ts";

/** A `doc` node; never throws. `exceedsLimits` is true if a part of the text, or all of it, is left as it was typed. */
export function markdownNodes(source: string): { doc: RichNode; exceedsLimits: boolean } {
  const { tokens, exceedsLimits } = markdownTokens(source);
  return { doc: { type: "doc", content: markdownToNodes(tokens, FIELD) }, exceedsLimits };
}

/** Plain text as a `doc` node with a paragraph per line. */
export function plainNodes(source: string): RichNode {
  const lines = source.split(/\r?\n/).filter((line) => line.trim() !== "");
  return { type: "doc", content: lines.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })) };
}

const FIELD: MarkdownSource = {
  link({ href }) {
    const isMail = /^mailto:/i.test(href);
    return { type: "link", attrs: isMail ? { linktype: "email", href: href.slice(7) } : { linktype: "url", href } };
  },
  image: ({ href, text, title }) => ({ type: "image", attrs: { src: href, alt: text, title: title ?? "" } }),
  tag: (raw, marks) => (/^<br\s*\/?>$/i.test(raw.trim()) ? "break" : marks),
  other: ({ type, raw }) => paragraph(textNode(type === "html" ? withoutTags(raw) : raw)),
};

/** An unclosed tag extends to the end of the text, as in a browser, so that its end is searched once. */
const TAG = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\b[^<>]*>?|$)|<[a-z/!?][^>]*(?:>|$)/gi;

function withoutTags(html: string): string {
  return html.replace(TAG, "").trim();
}

// The lexer has limits: its patterns take exponential time for some texts and cubic time for others. 150 characters can keep
// it busy for ever, and 4,000 nested quotes overflow the stack. Limits count what the text contains, never time, so that a text
// gives the same tokens everywhere.

/** Characters of a whole text. */
const MAX_TEXT = 100_000;
/** The same punctuation or space in a row. */
const MAX_RUN = 500;
/** Quotes and lists around a block. */
const MAX_DEPTH = 30;
/** Lines times characters, of each part between two blank lines: the lexer searches that part once for each line. */
const MAX_WORK = 40_000_000;
/** Characters of a paragraph, heading or cell: each word may search the rest of it. */
const MAX_INLINE = 5_000;
/** Patterns, and how often each may occur in a paragraph, heading or cell. */
const MAX_MARKS: readonly (readonly [RegExp, number])[] = [
  // An emphasis that is not closed searches the whole paragraph.
  [/[*_~]+/g, 400],
  [/\[/g, 400],
  // A link that is not closed takes cubic time.
  [/\]\((?![^()]*\))/g, 40],
  // After a bracket, each of these doubles the ways to pair them.
  [/``+/g, 16],
];

/** Never throws: what exceeds a limit, all of a text or a paragraph, heading or cell, is plain text. */
function markdownTokens(source: string) {
  const lexer = new LimitedLexer();
  try {
    check(source.length <= MAX_TEXT && longestRun(source) <= MAX_RUN);
    return { tokens: lexer.lex(source), exceedsLimits: lexer.exceedsLimits };
  } catch {
    return { tokens: source.split(/(?:\r?\n)+/).flatMap(plainToken), exceedsLimits: true };
  }
}

class LimitedLexer extends Lexer {
  exceedsLimits = false;
  private depth = 0;
  private work = 0;

  constructor() {
    // The tokenizer calls itself for the lines after a nested quote.
    const tokenizer = new (class extends Tokenizer {
      override blockquote(source: string): Tokens.Blockquote | undefined {
        return limited.nested(() => super.blockquote(source));
      }
    })();
    super({ gfm: true, tokenizer });
    const limited = this;
  }

  /** Called for the whole text, and again for what each quote and list item contains. */
  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[] {
    this.work += workOf(source);
    check(this.work <= MAX_WORK);
    return this.nested(() => super.blockTokens(source, tokens, lastParagraphClipped));
  }

  /** Called for each paragraph, heading and cell, and for what each emphasis and link contains. */
  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (!isTooMuch(source)) return super.inlineTokens(source, tokens);
    this.exceedsLimits = true;
    tokens.push(...plainToken(source));
    return tokens;
  }

  private nested<T>(lex: () => T): T {
    this.depth += 1;
    check(this.depth <= 2 * MAX_DEPTH); // a quote counts twice
    const result = lex();
    this.depth -= 1;
    return result;
  }
}

function plainToken(text: string): Token[] {
  return text.trim() === "" ? [] : [{ type: "text", raw: text, text }];
}

function check(fits: boolean): void {
  if (!fits) throw new Error("The text exceeds a limit of the Markdown lexer.");
}

function workOf(source: string): number {
  return source.split(/\n[ \t]*\n/).reduce((sum, part) => sum + part.length * part.split("\n").length, 0);
}

function isTooMuch(source: string): boolean {
  if (source.length > MAX_INLINE) return true;
  return MAX_MARKS.some(([mark, most]) => source.length > most && (source.match(mark)?.length ?? 0) > most);
}

function longestRun(source: string): number {
  const runs = source.match(/([^\p{L}\p{N}])\1+/gu) ?? [];
  return runs.reduce((longest, run) => Math.max(longest, run.length), 0);
}
