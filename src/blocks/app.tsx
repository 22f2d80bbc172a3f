import type { ReactNode } from "react";
import type { Payload, Shared } from "../content/payload.ts";
import { AS_IT_IS, Blocks } from "../kit/blocks.tsx";
import { type Components, SiteProvider } from "../kit/site.tsx";
import { ContactOverlay } from "./layout/contact-overlay.tsx";
import { ErrorPage } from "./layout/error-page.tsx";
import { Footer } from "./layout/footer.tsx";
import { Header } from "./layout/header.tsx";
import { useWords } from "./ui/site.tsx";

export type { Components } from "../kit/site.tsx";

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
}

/**
 * A whole page: a pure function of its three props. The server renders it to a string, the browser hydrates
 * the same tree, and client navigation renders it again with the next payload.
 */
export function App({ shared, payload, components, kept }: AppProps): ReactNode {
  const isKept = payload.page !== null && kept?.has(payload.page._uid);
  return (
    <SiteProvider shared={shared} payload={payload} components={components} kept={kept}>
      <SkipLink />
      <Header key={payload.path} />
      {isKept ? (
        <main key={`kept-${payload.path}`} {...AS_IT_IS} />
      ) : (
        <main id="main" tabIndex={-1} key={`main-${payload.path}`}>
          {payload.kind === "error" || !payload.page ? <ErrorPage /> : <Blocks of={[payload.page]} />}
        </main>
      )}
      <Footer />
      <ContactOverlay />
    </SiteProvider>
  );
}

function SkipLink(): ReactNode {
  const w = useWords();
  return (
    <a className="skip" href="#main">
      {w("skip_to_content")}
    </a>
  );
}
