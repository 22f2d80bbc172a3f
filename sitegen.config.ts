import type { UserConfig } from "./src/config/user-config.ts";

/** The sample site's configuration. Every key: docs/configuration.md. */
const config: UserConfig = {
  site: {
    origin: "https://www.werklicht.example",
    companyName: "Werklicht",
    platformName: "Lumen",
    badge: {
      href: "https://certificates.example/werklicht-iso27001",
      image: "templates/sample-space/assets/logos/badge-iso27001.svg",
      label: "ISO 27001 certified",
    },
  },
  // `sitegen serve` answers there. On another host: the address of your form service, or no entry and a mail link.
  contact: { endpoint: "/contact-form" },
  definition: "src/blocks/site.ts",
  hosts: ["serve"],
  stylesheets: "single",
  redirects: ["templates/sample-space/redirects/*.csv"],
};

export default config;
