import { describe, expect, it } from "vitest";
import { languages } from "../helpers/definition.ts";
import { globalBlock, link, linkBlock, payload } from "./fixtures.ts";
import { mainOf, renderPage, textOf } from "./render.tsx";
import { sample } from "./samples.ts";

const headerOf = (html: string) => /<header class="header"[\s\S]*?<\/header>/.exec(html)?.[0] ?? "";
const footerOf = (html: string) => /<footer[\s\S]*<\/footer>/.exec(html)?.[0] ?? "";
const page = (...args: Parameters<typeof renderPage>) => renderPage(...args);
const here = (path: string) => ({
  component: "NavItem",
  _uid: "n",
  title: "Here",
  link: link(path),
  items: [],
  story: [],
});

describe("the page", () => {
  it("begins with a skip link to its main part", () => {
    const html = page([]);
    expect(html).toMatch(/^<a class="skip" href="#main">Skip to content<\/a><header/);
    expect(html).toContain('<main id="main" tabindex="-1">');
  });

  it("has one h1: the first headline, or a hidden one with the story's name", () => {
    const html = page([sample("Facts"), sample("Team")]);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(/<h1[^>]*>What ran on 1 January<\/h1>/);
    expect(page([])).toContain('<h1 class="visually-hidden">Test page</h1>');
  });
});

describe("the header", () => {
  const html = headerOf(page([]));

  it("links its logo home in the page's language", () => {
    expect(html).toContain('<a class="logo" href="/" aria-label="Werklicht, home">');
    expect(headerOf(page([], { lang: "de" }))).toContain(
      '<a class="logo" href="/de/" aria-label="Werklicht, Startseite">',
    );
  });

  it("opens sub-items by a button that says so, beside the link where the entry is one", () => {
    expect(html).toContain('<a class="main-nav__link" href="/solutions/">Solutions</a>');
    expect(html).toContain('aria-expanded="false" aria-controls="nav-0"');
    expect(html).toContain('aria-label="Submenu Solutions"');
    expect(html).toMatch(/<button[^>]*class="main-nav__link"[^>]*>Platform/);
  });

  it("marks the page one stands on", () => {
    const global = globalBlock({ main_nav: [here("/page/")] });
    expect(headerOf(page([], { shared: { global } }))).toContain('aria-current="page" href="/page/"');
  });

  it("opens contact, and offers only the other language", () => {
    expect(html).toContain('<a class="header__contact" href="#contact-overlay" aria-haspopup="dialog">Contact</a>');
    const panel = /<ul class="language__panel"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? "";
    expect(panel).toContain('href="/de/seite/" lang="de" hrefLang="de" data-language-switch=""');
    expect(panel).not.toContain('hrefLang="en"');
  });

  it("links to the jobs with the number in words for those who do not see the badge", () => {
    const hiring = /<a class="hiring"[\s\S]*?<\/a>/.exec(html)?.[0] ?? "";
    expect(textOf(hiring)).toBe("We are hiring 6 6 open positions");
    const one = headerOf(page([], { lang: "de", shared: { global: globalBlock({ open_jobs: 1 }) } }));
    expect(textOf(one)).toContain("Wir stellen ein 1 1 offene Stelle");
    expect(headerOf(page([], { shared: { global: globalBlock({ open_jobs: null }) } }))).not.toContain("hiring__badge");
    expect(headerOf(page([], { shared: { global: globalBlock({ jobs_link: null }) } }))).not.toContain("hiring");
  });

  it("has a burger with the specification's name that opens the menu without script", () => {
    expect(html).toMatch(
      /<button[^>]*class="burger"[^>]*popoverTarget="site-menu"[^>]*aria-label="Toggle navigation"[^>]*aria-expanded="false"/i,
    );
    expect(html).toMatch(/<div class="menu" id="site-menu" popover="">/);
  });

  it("keeps one group of the mobile menu open at a time, by a shared name", () => {
    const groups = html.match(/<details class="menu__group" name="site-menu-group">/g);
    expect(groups).toHaveLength(3);
    expect(html).toContain('<a href="/solutions/">Solutions</a>');
  });

  it("ends the mobile menu with a select of both languages and a link to go", () => {
    expect(html).toContain('<option value="en" lang="en" selected="">English</option>');
    expect(html).toContain('<option value="de" lang="de">Deutsch</option>');
    expect(html).toMatch(/<a class="language-select__go" href="[^"]+" lang="de"/);
  });

  it("stands without a global story", () => {
    expect(textOf(headerOf(page([], { shared: { global: null } })))).toContain("Werklicht");
  });
});

describe("the footer", () => {
  const html = footerOf(page([]));

  it("says what drives the company, who it is and where", () => {
    expect(textOf(html)).toMatch(
      /^Driven by data and heart Werklicht Werklicht GmbH Lindenwerkstraße 14 81671 Munich, Germany/,
    );
    expect(textOf(footerOf(page([], { lang: "de" })))).toMatch(/^Angetrieben von Daten und Herz .* 81671 München/);
    expect(html).toContain('class="logo logo--inverted" href="/"');
  });

  it("always shows LinkedIn and Facebook, the others when set", () => {
    expect(html).toContain('aria-label="Werklicht on LinkedIn"');
    expect(html).toContain('href="https://www.youtube.com/@example"');
    expect(html).not.toContain("Instagram");
    const empty = footerOf(page([], { shared: { global: globalBlock({ linkedin: "", facebook: "", youtube: "" }) } }));
    expect(empty).toContain("LinkedIn");
    expect(empty).toContain("Facebook");
    expect(empty).not.toContain("YouTube");
  });

  it("never links to what is no web address", () => {
    const global = globalBlock({ linkedin: "javascript:alert(1)" });
    expect(footerOf(page([], { shared: { global } }))).not.toContain("javascript:");
  });

  it("shows the certification badge of the configuration", () => {
    const badge = { href: "https://cert.example", image: "/badge.svg", label: "ISO 27001 certified" };
    const site = {
      languages,
      origin: "",
      base: "/",
      companyName: "W",
      platformName: "L",
      badge,
      contactEndpoint: "",
      previewEditorOrigins: [],
      bridgeUrl: "",
      consent: null,
    };
    const out = footerOf(page([], { shared: { site } }));
    expect(out).toContain(
      '<a class="footer__badge" href="https://cert.example" target="_blank" rel="noopener"><img src="/badge.svg" alt="ISO 27001 certified"',
    );
    expect(html).not.toContain("footer__badge");
  });

  it("has the link grid, the legal links, the cookie settings and the copyright line of 2025", () => {
    expect(html).toContain('aria-label="All pages"');
    expect(textOf(html)).toContain("Imprint Privacy policy Terms and conditions Cookie settings © 2025 Werklicht GmbH");
    expect(html).toContain('href="#cookie-settings" data-cookie-settings=""');
  });
});

describe("the footer's statement", () => {
  const footer = (path: string) => {
    const html = page([], { payload: { switchHref: { en: path, de: "/de/" } } });
    return /<footer class="([^"]*)"/.exec(html)?.[1];
  };

  it("is large on the home page and one line elsewhere", () => {
    expect(footer("/")).toBe("footer");
    expect(footer("/pricing/")).toBe("footer footer--compact");
  });
});

describe("a site of one language, whose pages have nowhere to switch to", () => {
  it("knows its page: in the navigation, in the footer and in the form", () => {
    const global = globalBlock({ main_nav: [here("/pricing/")] });
    const alone = (path: string) =>
      page([sample("Contact")], { shared: { global }, payload: { path, switchHref: {} } });
    expect(/<footer class="([^"]*)"/.exec(alone("/"))?.[1]).toBe("footer");
    const html = alone("/pricing/");
    expect(/<footer class="([^"]*)"/.exec(html)?.[1]).toBe("footer footer--compact");
    expect(headerOf(html)).toContain('aria-current="page" href="/pricing/"');
    expect(mainOf(html)).toContain('<input type="hidden" name="page" value="/pricing/"/>');
  });
});

describe("the contact overlay", () => {
  it("is a named dialog at the hash, with a way to close it", () => {
    const html = page([]);
    expect(html).toContain('<dialog class="contact-overlay" id="contact-overlay" aria-label="Contact">');
    expect(html).toMatch(/<a class="contact-overlay__close"[^>]*data-close=""[^>]*aria-label="Close"/);
  });

  it("holds the global story's contact block, or at least the company", () => {
    const contact = { ...sample("Contact"), _uid: "overlay" };
    const html = page([], { shared: { global: globalBlock({ contact_overlay: [contact] }) } });
    expect(html.slice(html.indexOf("<dialog"))).toContain("Tell us about your line");
    expect(textOf(page([]).slice(page([]).indexOf("<dialog")))).toContain("Lindenwerkstraße 14");
  });
});

describe("the error page", () => {
  const error = (lang: "en" | "de") =>
    page([], { lang, payload: { ...payload([], lang), kind: "error", page: null, story: null } });

  it("says the specification's words between header and footer, and leads back to /", () => {
    const html = error("en");
    expect(textOf(mainOf(html))).toMatch(/^Ups, you got lost! There’s nothing to see here\. Find your way back/);
    expect(mainOf(html)).toMatch(/<a class="action[^"]*" href="\/" lang="en">/);
    expect(headerOf(html)).toContain("main-nav");
    expect(footerOf(html)).toContain("© ");
  });

  it("says it in German first on the German one", () => {
    expect(textOf(mainOf(error("de")))).toMatch(/^Diese Seite gibt es nicht oder nicht mehr\. Ups, you got lost!/);
  });

  it("offers the first entries of the navigation that are links, three at most", () => {
    const ways = mainOf(error("en")).match(/class="error-page__way"/g) ?? [];
    expect(ways.length).toBeGreaterThan(0);
    expect(ways.length).toBeLessThanOrEqual(3);
  });

  it("marks no navigation entry as the current page", () => {
    expect(error("en")).not.toContain("aria-current");
  });
});

it("a mobile menu link is one link, whatever hostile words an editor writes", () => {
  const global = globalBlock({
    main_mobile_nav: [
      { component: "NavItem", _uid: "x", title: '"><script>alert(1)</script>', link: link("/x/"), items: [] },
    ],
    legal_nav: [linkBlock("<img src=x onerror=alert(1)>", "text")],
  });
  const html = page([], { shared: { global } });
  expect(html).not.toContain("<script>");
  expect(html).not.toContain("<img src=x");
});
