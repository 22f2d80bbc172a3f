import type { ComponentType, ReactNode } from "react";
import type { Block, Payload, Shared } from "../content/payload.ts";
import { Blocks, KEEP_SERVER_MARKUP } from "./blocks.tsx";
import { PlainErrorPage } from "./plain-error-page.tsx";
import { type Components, SiteProvider, useWords } from "./site.tsx";

/** One chunk a block, loaded by name before a page is hydrated or shown. */
export type ComponentLoaders = Readonly<Record<string, () => Promise<Components[string]>>>;

export interface AppProps {
  shared: Shared;
  payload: Payload;
  components: Components;
  /**
   * Only while the browser takes a page over: blocks that only show something, by _uid and tag of their element.
   * Their markup stays and their components may be missing.
   */
  kept?: ReadonlyMap<string, string>;
  /** Blocks to render by themselves, without a page around them. */
  alone?: readonly Block[];
}

export type App = (props: AppProps) => ReactNode;

/** What a site puts around its pages and in place of those that are missing. */
export interface Layout {
  Layout?: ComponentType<{ children: ReactNode }>;
  /** Where the page could not be rendered. */
  ErrorPage?: ComponentType;
  /** Where there is no page; the error page when absent. */
  NotFound?: ComponentType;
}

/**
 * The tree that every page of a site is: a pure function of its props. The server renders it to a string, the browser
 * hydrates the same tree, and client navigation renders it again with the next payload.
 */
export function createApp({ Layout, ErrorPage = PlainErrorPage, NotFound = ErrorPage }: Layout): App {
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
      <SiteProvider shared={shared} payload={payload} components={components} kept={kept}>
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
