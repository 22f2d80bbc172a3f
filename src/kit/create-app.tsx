import type { ComponentType, ReactNode } from "react";
import type { Block, Payload, Shared } from "../site/api/payload.ts";
import { Blocks, KEEP_SERVER_MARKUP } from "./blocks.tsx";
import { PlainErrorPage } from "./plain-error-page.tsx";
import type { RichTextParts } from "./rich-text-parts.ts";
import { type Components, SiteProvider, useWords } from "./site.tsx";

/** One script per block, loaded by name before a page is hydrated or shown. */
export type ComponentLoaders = Readonly<Record<string, () => Promise<Components[string]>>>;

export interface AppProps {
  shared: Shared;
  payload: Payload;
  components: Components;
  /**
   * Only during hydration: static blocks, by _uid, with the tag of their element. Their markup is kept and their
   * components may be missing.
   */
  kept?: ReadonlyMap<string, string>;
  /** Blocks to render without a page around them. */
  alone?: readonly Block[];
}

export type App = (props: AppProps) => ReactNode;

/** A site's components around its pages and for errors. */
export interface Layout {
  Layout?: ComponentType<{ children: ReactNode }>;
  /** Shown if a page could not be rendered. */
  ErrorPage?: ComponentType;
  /** Shown if there is no such page; default: the error page. */
  NotFound?: ComponentType;
  /** Components for parts of rich text. */
  richText?: RichTextParts;
}

/**
 * Creates the root component of all pages, a pure function of its props. The server renders it to a string, the browser
 * hydrates it, and client navigation renders it with the next payload.
 */
export function createApp({ Layout, ErrorPage = PlainErrorPage, NotFound = ErrorPage, richText }: Layout): App {
  return function App({ shared, payload, components, kept, alone }: AppProps): ReactNode {
    const isKept = payload.page !== null && kept?.has(payload.page._uid);
    const Missing = payload.failed ? ErrorPage : NotFound;
    const main = isKept ? (
      <main key={`kept-${payload.path}`} {...KEEP_SERVER_MARKUP} />
    ) : (
      <main id="main" tabIndex={-1} key={`main-${payload.path}`}>
        {payload.kind === "error" || !payload.page ? <Missing /> : <Blocks of={[payload.page]} />}
      </main>
    );
    return (
      <SiteProvider shared={shared} payload={payload} components={components} kept={kept} richText={richText}>
        {alone ? <Blocks of={alone} /> : <SkipLink />}
        {!alone && (Layout ? <Layout>{main}</Layout> : main)}
      </SiteProvider>
    );
  };
}

function SkipLink(): ReactNode {
  const w = useWords();
  return (
    <a className="skip" href="#main">
      {w("skip_to_content")}
    </a>
  );
}
