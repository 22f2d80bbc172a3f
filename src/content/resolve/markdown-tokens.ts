/**
 * The Markdown lexer with limits. Its patterns take exponential time for some texts and cubic time for others: 150
 * characters can keep it busy for ever, and 4,000 nested quotes overflow the stack. Limits count what the text
 * contains, never time, so that a text gives the same tokens everywhere.
 */
import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from "marked";

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

export interface MarkdownTokens {
  tokens: Token[];
  /** True if the text exceeds a limit: then all of it, or a paragraph, heading or cell, stays as it was typed. */
  exceedsLimits: boolean;
}

/** Never throws: what cannot be read is plain text. */
export function markdownTokens(source: string): MarkdownTokens {
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
