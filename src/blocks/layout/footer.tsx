import type { ReactNode } from "react";
import { label } from "../../content/rules/labels.ts";
import { safeUrl } from "../../content/rules/links.ts";
import { type GlobalBlock, globalOf } from "../Global/global.ts";
import { currentHref } from "../ui/current-href.ts";
import { Logo } from "../ui/logo.tsx";
import { useSite, useWords } from "../ui/site.tsx";
import { NavLink } from "./nav-link.tsx";
import { SearchLink } from "./search-link.tsx";

/** Fixed by the specification (§2.5, §9). */
const COPYRIGHT_YEAR = 2025;

/** The footer (specification §2.5). Its statement ends the home page; on other pages it is one line. */
export function Footer(): ReactNode {
  const { shared, payload } = useSite();
  const isHome = payload.kind === "page" && currentHref({ payload, shared }) === shared.homeHref;
  const global = globalOf(shared);
  return (
    <footer className={isHome ? "footer" : "footer footer--compact"} data-theme="dark">
      <div className="wrap">
        <p className="footer__claim">
          <span className="footer__driven">{label(shared.labels, "driven_by")}</span>{" "}
          <span>{label(shared.labels, "data_and_heart")}</span>
        </p>
        <div className="footer__main cols">
          <div className="footer__company">
            <Logo inverted />
            <Address />
            {global && <SocialLinks global={global} />}
            <Badge />
          </div>
          {global && <LinkGrid items={global.footer_nav} />}
        </div>
        <div className="footer__base">
          {global?.cookie_settings && <ConsentNotice />}
          {global && <LegalNav global={global} />}
          <p className="footer__copyright">
            {`© ${COPYRIGHT_YEAR} ${companyName(shared.labels, shared.site.companyName)}`}
          </p>
        </div>
      </div>
    </footer>
  );
}

function companyName(labels: Parameters<typeof label>[0], fallback: string): string {
  return label(labels, "company-name") || fallback;
}

function Address(): ReactNode {
  const { shared } = useSite();
  const lines = [
    companyName(shared.labels, shared.site.companyName),
    label(shared.labels, "address"),
    label(shared.labels, "plz_city"),
  ];
  return (
    <address className="footer__address">
      {lines.filter(Boolean).map((line) => (
        <span key={line}>{`${line} `}</span>
      ))}
    </address>
  );
}

/** LinkedIn and Facebook always, the others only if set (specification §2.5). */
function SocialLinks({ global }: { global: GlobalBlock }): ReactNode {
  const { shared } = useSite();
  const w = useWords();
  const profiles = [
    { service: "LinkedIn", url: global.linkedin, always: true },
    { service: "Facebook", url: global.facebook, always: true },
    { service: "Instagram", url: global.instagram, always: false },
    { service: "YouTube", url: global.youtube, always: false },
  ];
  return (
    <ul className="footer__social">
      {profiles
        .filter(({ url, always }) => always || url !== "")
        .map(({ service, url }) => (
          <li key={service}>
            <a
              href={safeUrl(url) || undefined}
              target="_blank"
              rel="noopener"
              aria-label={w("follow_on", { company: shared.site.companyName, service })}
            >
              {service}
            </a>
          </li>
        ))}
    </ul>
  );
}

function Badge(): ReactNode {
  const { badge } = useSite().shared.site;
  if (!badge) return null;
  return (
    <a className="footer__badge" href={badge.href} target="_blank" rel="noopener">
      <img src={badge.image} alt={badge.label} width="112" height="112" loading="lazy" />
    </a>
  );
}

/** Links to all pages, on large screens only (hidden by the stylesheet otherwise; specification §2.5). */
function LinkGrid({ items }: { items: GlobalBlock["footer_nav"] }): ReactNode {
  const w = useWords();
  if (items.length === 0) return null;
  return (
    <nav className="footer__grid" aria-label={w("footer_navigation")}>
      {items.map((group) => (
        <div key={group._uid}>
          <p className="footer__title">
            <NavLink item={group} />
          </p>
          <ul>
            {group.items.map((item) => (
              <li key={item._uid}>
                <NavLink item={item} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Shown if the consent choice cannot open: without script, or if its script cannot be loaded. */
function ConsentNotice(): ReactNode {
  const w = useWords();
  return (
    <p className="footer__notice" id="cookie-settings">
      {w("consent_unavailable")}
    </p>
  );
}

/** A click on `data-cookie-settings` opens the consent choice (src/client); without script the notice is shown. */
function LegalNav({ global }: { global: GlobalBlock }): ReactNode {
  const w = useWords();
  return (
    <nav className="footer__legal" aria-label={w("legal_navigation")}>
      <ul>
        <li>
          <SearchLink />
        </li>
        {global.legal_nav.map((item) => (
          <li key={item._uid}>
            <NavLink item={item} />
          </li>
        ))}
        {global.cookie_settings && (
          <li>
            <a href="#cookie-settings" data-cookie-settings="">
              {global.cookie_settings}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
