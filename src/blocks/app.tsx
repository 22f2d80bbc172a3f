import type { ReactNode } from "react";
import type { Payload, Shared } from "../content/payload.ts";
import { Blocks } from "./block.tsx";
import { ContactOverlay } from "./layout/contact-overlay.tsx";
import { ErrorPage } from "./layout/error-page.tsx";
import { Footer } from "./layout/footer.tsx";
import { Header } from "./layout/header.tsx";
import { type Components, SiteProvider, useWords } from "./ui/site.tsx";

export type { Components } from "./ui/site.tsx";

/** One chunk a block, loaded by name before a page is hydrated or shown. */
export type ComponentLoaders = Readonly<Record<string, () => Promise<Components[string]>>>;

export interface AppProps {
  shared: Shared;
  payload: Payload;
  components: Components;
}

/**
 * A whole page: a pure function of its three props. The server renders it to a string, the browser hydrates
 * the same tree, and client navigation renders it again with the next payload.
 */
export function App({ shared, payload, components }: AppProps): ReactNode {
  return (
    <SiteProvider shared={shared} payload={payload} components={components}>
      <SkipLink />
      <Header key={payload.path} />
      <main id="main" tabIndex={-1} key={`main-${payload.path}`}>
        {payload.kind === "error" || !payload.page ? <ErrorPage /> : <Blocks of={[payload.page]} />}
      </main>
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
