import type { ReactNode } from "react";
import { label } from "../../content/rules/labels.ts";
import { globalOf } from "../Global/global.ts";
import { SmartLink } from "../ui/link.tsx";
import { Logo } from "../ui/logo.tsx";
import { outlineOf } from "../ui/outline.ts";
import { useSite, useWords } from "../ui/site.tsx";
import { LanguageDropdown } from "./language-switch.tsx";
import { MainNav } from "./main-nav.tsx";
import { MobileMenu } from "./mobile-menu.tsx";

/** The fixed header (specification §2.4). At the top it has the theme of the section below it. */
export function Header(): ReactNode {
  const { shared, payload } = useSite();
  const w = useWords();
  const global = globalOf(shared);
  return (
    <header className="header" data-over={outlineOf(payload).ground}>
      <div className="header__bar wrap">
        <Logo />
        <MainNav items={global?.main_nav ?? []} />
        <div className="header__tools">
          <HiringLink />
          <LanguageDropdown />
          <a className="header__contact" href="#contact-overlay" aria-haspopup="dialog">
            {w("contact")}
          </a>
          <MobileMenu items={global?.main_mobile_nav ?? []} />
        </div>
      </div>
    </header>
  );
}

/** Link to the jobs, with the number of open ones as text for screen readers. */
function HiringLink(): ReactNode {
  const { shared } = useSite();
  const w = useWords();
  const global = globalOf(shared);
  if (!global?.jobs_link) return null;
  const jobs = global.open_jobs ?? 0;
  return (
    <SmartLink link={global.jobs_link} className="hiring">
      <span className="hiring__label">{label(shared.labels, "we_are_hiring")}</span>{" "}
      {jobs > 0 && (
        <span className="hiring__badge">
          <span aria-hidden="true">{jobs}</span>
          <span className="visually-hidden">{jobs === 1 ? w("open_jobs_one") : w("open_jobs", { n: jobs })}</span>
        </span>
      )}
    </SmartLink>
  );
}
