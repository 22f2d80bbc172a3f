import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { openSearchIndex, type SearchAnswer, type SearchFilter, type TextPart } from "../content/search/ask-index.ts";
import type { Choice, SearchHead } from "../content/search/search-format.ts";
import { INLINE, joinTexts, SILENT, type Stemmer } from "../content/search/search-words.ts";
import { SEARCH_WORDS } from "../site/search-phrases.ts";
import { useSite } from "./site.tsx";

export interface SearchProps {
  /** Shown while nothing is searched for, and without script: a plain list of links. */
  links?: readonly { href: string; title: string }[];
  /** Folder of the index, as in `searchIndex({ path })`. */
  path?: string;
  /** Results shown at first, and how many more each time. */
  limit?: number;
  /** One result, in an item of the list; default: the title as a link, then the excerpt. */
  result?: (result: ShownResult) => ReactNode;
}

/** A result of `Search`, with what was searched for in `mark` elements. */
export interface ShownResult {
  href: string;
  title: ReactNode;
  excerpt: ReactNode;
}

/** The field's parameter in the page's address. */
const PARAMETER = "q";
/** Milliseconds after the last key. */
const PAUSE = 120;

/**
 * Searches the index that `searchIndex()` makes, in the browser. Words that it says are the site's `search_…` ones, or
 * English. For a block or page with `hydrate`.
 *
 * @example
 * export const SearchPage = () => <Search links={[{ href: "/prices/", title: "Prices" }]} limit={20} />;
 */
export function Search({ links = [], path = "search", limit = 10, result = plainResult }: SearchProps): ReactNode {
  const { shared } = useSite();
  const folder = `${shared.site.base}${path}/${shared.lang}/`;
  const index = useMemo(() => openSearchIndex(filesIn(folder)), [folder]);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [filter, setFilter] = useState<SearchFilter>({});
  const [shown, setShown] = useState(limit);
  const [head, setHead] = useState<SearchHead | null>(null);
  const [answer, setAnswer] = useState<SearchAnswer | "failed" | null>(null);
  const say = (name: keyof typeof SEARCH_WORDS, number = 0) =>
    ((Object.hasOwn(shared.words, name) && shared.words[name]) || SEARCH_WORDS[name]).replace("{n}", String(number));

  // What was typed before this ran, or what the address asks for.
  useEffect(() => {
    setQuery(field.current?.value || (new URLSearchParams(location.search).get(PARAMETER) ?? ""));
  }, []);
  useEffect(() => {
    const asked = query.trim();
    if (asked === "") {
      setAnswer(null);
      return;
    }
    const ended = new AbortController();
    const { signal } = ended;
    const run = async () => {
      setHead(await index.head());
      const show = (next: SearchAnswer) => signal.aborted || setAnswer(next);
      // Results that are shown already stay while more are read.
      show(await index.ask(asked, { filter, limit: shown, signal, ...(shown === limit && { show }) }));
    };
    const timer = setTimeout(() => run().catch(() => signal.aborted || setAnswer("failed")), PAUSE);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [index, query, filter, shown, limit]);

  const change = (text: string) => {
    setQuery(text);
    setShown(limit);
    const url = new URL(location.href);
    if (text === "") url.searchParams.delete(PARAMETER);
    else url.searchParams.set(PARAMETER, text);
    history.replaceState(history.state, "", url);
  };
  /** Arrow keys go from the field through the results and back. */
  const move = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    if (event.target instanceof HTMLSelectElement) return;
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, ol a")];
    const next = stops[stops.indexOf(document.activeElement as HTMLElement) + (event.key === "ArrowDown" ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  /** To the first result; a phone puts its keyboard away for it. */
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>("ol a")?.focus();
  };
  const found = answer === "failed" || answer === null ? null : answer;
  const status =
    answer === "failed"
      ? say("search_failed")
      : found === null
        ? ""
        : found.count === 0
          ? say("search_none")
          : say(found.hasMore ? "search_many" : found.count === 1 ? "search_one" : "search_found", found.count);
  return (
    <search>
      <form className="search" data-search-index={path} onSubmit={submit} onKeyDown={move}>
        <label htmlFor={id}>{say("search_label")}</label>
        <input
          id={id}
          ref={field}
          type="search"
          name={PARAMETER}
          autoComplete="off"
          value={query}
          onFocus={() => void index.head().then(setHead, () => undefined)}
          onChange={(event) => change(event.target.value)}
        />
        <button type="submit">{say("search_submit")}</button>
        {head && head.types.length > 1 && (
          <Choose
            label={say("search_type")}
            all={say("search_all")}
            choices={head.types.map(({ value, label }) => ({ value, label: shared.words[label] ?? label }))}
            value={filter.type}
            onChoose={(type) => setFilter({ ...filter, type })}
          />
        )}
        {head && head.categories.length > 1 && (
          <Choose
            label={say("search_category")}
            all={say("search_all")}
            choices={head.categories}
            value={filter.category}
            onChoose={(category) => setFilter({ ...filter, category })}
          />
        )}
        <p role="status">{status}</p>
        {found ? (
          <ol>
            {found.results.map(({ href, title, excerpt }) => (
              <li key={href}>
                {result({ href, title: <Marked parts={title} />, excerpt: <Marked parts={excerpt} /> })}
              </li>
            ))}
          </ol>
        ) : (
          <ul>
            {links.map(({ href, title }) => (
              <li key={href}>
                <a href={href}>{title}</a>
              </li>
            ))}
          </ul>
        )}
        {found?.hasMore && (
          <button type="button" onClick={() => setShown(shown + limit)}>
            {say("search_more")}
          </button>
        )}
      </form>
    </search>
  );
}

function plainResult({ href, title, excerpt }: ShownResult): ReactNode {
  return (
    <>
      <a href={href}>{title}</a>
      <p>{excerpt}</p>
    </>
  );
}

function Choose(props: {
  label: string;
  all: string;
  choices: readonly Choice[];
  value: string | undefined;
  onChoose: (value: string) => void;
}): ReactNode {
  const { label, all, choices, value = "", onChoose } = props;
  return (
    <label>
      {label}{" "}
      <select value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{all}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}

function Marked({ parts }: { parts: readonly TextPart[] }): ReactNode {
  let at = 0;
  return parts.map(({ text, isMatch }) => {
    at += text.length;
    return isMatch ? <mark key={at}>{text}</mark> : text;
  });
}

function filesIn(folder: string) {
  let cache: RequestCache = "default";
  const request = async (url: string, headers: Record<string, string> = {}): Promise<Response> => {
    const response = await fetch(url, { cache, headers });
    if (!response.ok && response.status !== 416) throw new Error(`${url}: ${response.status}`);
    return response;
  };
  /** Files of which the host does not send ranges. */
  const whole = new Map<string, Uint8Array>();
  const load = async (name: string, start: number, end: number): Promise<Uint8Array> => {
    const url = folder + name;
    const part = await request(url, { range: `bytes=${start}-${end - 1}` });
    // Some hosts compress a file and then send a range of that.
    if (part.status === 206 && !part.headers.has("content-encoding")) return new Uint8Array(await part.arrayBuffer());
    const all = new Uint8Array(await (part.status === 200 ? part : await request(url)).arrayBuffer());
    whole.set(name, all);
    return all.subarray(start, end);
  };
  let first: Promise<unknown> | undefined;
  return {
    async bytes(name: string, start: number, end: number): Promise<Uint8Array> {
      // The first request shows what the host does, so that a whole file is not loaded several times.
      await first?.catch(() => undefined);
      const known = whole.get(name);
      if (known) return known.subarray(start, end);
      const loaded = load(name, start, end);
      first ??= loaded;
      return loaded;
    },
    forget() {
      cache = "no-cache";
      whole.clear();
      first = undefined;
    },
    async json(name: string): Promise<unknown> {
      return (await request(folder + name)).json();
    },
    async text(href: string): Promise<string> {
      const response = await fetch(href);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const texts: string[] = [];
      let last: Element | null = null;
      const walker = page.createTreeWalker(page.querySelector("main") ?? page.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { parentElement: parent, previousSibling, textContent } = walker.currentNode;
        if (parent?.closest(`${SILENT.join()},[data-search=off],[aria-hidden=true]`)) continue;
        const own = parent?.closest(`:not(${INLINE.join()})`) ?? null;
        const text = `${previousSibling?.nodeName === "BR" ? " " : ""}${textContent}`;
        if (own === last) texts.push(`${texts.pop() ?? ""}${text}`);
        else texts.push(text);
        last = own;
      }
      return joinTexts(texts);
    },
    async stemmer(): Promise<Stemmer> {
      const { stemmer } = (await import(/* @vite-ignore */ `${folder}stemmer.js`)) as { stemmer: Stemmer }; // of searchIndex
      return stemmer;
    },
  };
}
