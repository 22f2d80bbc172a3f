import { defineConfig } from "sitegen-storyblok";

export default defineConfig({
  site: { origin: "https://www.marea.example", companyName: "MAREA" },
  hosts: ["netlify"],
  stylesheets: "single",
  // The words that are missing are those of forms, films and the cache page, which this site does not have.
  check: { severities: { CHECK_WORDS_MISSING: "ignore", CHECK_META_DESCRIPTION_LONG: "ignore" } },
});
