import type { ReactNode } from "react";
import { useForms } from "../../kit/use-forms.ts";
import { IconSheet } from "../ui/icon.tsx";
import { useSite } from "../ui/site.tsx";
import { ContactOverlay } from "./contact-overlay.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

/** Wraps every page: header, footer and overlays. */
export function Layout({ children }: { children: ReactNode }): ReactNode {
  const { payload } = useSite();
  useForms();
  return (
    <IconSheet>
      <Header key={payload.path} />
      {children}
      <Footer />
      <ContactOverlay />
    </IconSheet>
  );
}
