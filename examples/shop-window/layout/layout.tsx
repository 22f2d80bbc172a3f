import type { ReactNode } from "react";
import { useSite } from "sitegen-storyblok/kit";

declare module "sitegen-storyblok" {
  interface Register {
    /** What `layout.data` in site.ts gives, and `shared.data` has. */
    data: { menu: { href: string; name: string }[] };
  }
}

export function Layout({ children }: { children: ReactNode }) {
  const { shared, payload } = useSite();
  const { base } = shared.site;
  const own = base + payload.path.slice(1);
  const links = [{ name: "Shop", href: `${base}shop/` }, ...(shared.data?.menu ?? [])];
  const menu = links.map(({ href, name }) => (
    <a
      key={href}
      className="py-1 underline-offset-8 hover:underline aria-[current]:underline"
      href={href}
      aria-current={own.startsWith(href) ? "page" : undefined}
    >
      {name}
    </a>
  ));
  return (
    <>
      <header>
        <p className="bg-soil px-5 py-2 text-center text-sm text-clay">
          The kiln is opened on the first Friday of the month.
        </p>
        <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-4 sm:py-5">
          <a className="font-serif text-3xl tracking-tight italic sm:text-4xl" href={shared.homeHref}>
            Aldermoor
          </a>
          <nav className="flex flex-wrap gap-x-5 sm:gap-x-8 sm:text-lg" aria-label="Menu">
            {menu}
          </nav>
        </div>
      </header>
      {children}
      <footer className="mt-16 bg-sand">
        <div className="wrap grid gap-8 py-12 sm:grid-cols-[2fr_1fr] sm:py-16">
          <p className="max-w-[22ch] font-serif text-3xl leading-tight italic sm:text-4xl">
            Thrown, glazed and fired at the end of Mill Lane.
          </p>
          <nav className="grid content-start gap-1" aria-label="Aldermoor">
            {menu}
          </nav>
        </div>
      </footer>
    </>
  );
}
