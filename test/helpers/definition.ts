import { site } from "../../src/blocks/site.ts";
import type { SiteAddress } from "../../src/content/rules/paths.ts";
import { createPullPlan } from "../../src/fetch/pull-plan.ts";
import { dateFormat, withRegions } from "../../src/generate/site-settings.ts";
import { byLanguage } from "../../src/site/by-language.ts";
import { languageOf } from "../../src/site/languages.ts";
import { resolveSite } from "../../src/site/resolve-site.ts";

/** The sample's definition with its defaults, and values derived from it. */
export const definition = resolveSite(site);
export const plan = createPullPlan(definition);
export const languages = withRegions(definition.languages);
export const dates = byLanguage(["en", "de"], (code) => dateFormat(languageOf(languages, code)));
export const address = (base = "/", origin = "https://www.example.org"): SiteAddress => ({ origin, base, languages });
