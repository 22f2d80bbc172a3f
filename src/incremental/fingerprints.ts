import type { Lang } from "../site/api/model.ts";
import { forLanguage } from "../site/by-language.ts";
import { currentSites, type FingerprintedSite, short } from "./current-site.ts";
import { DEPENDENCY_KINDS, type Kind, parseDependency } from "./dependency-kinds.ts";

/** Values of dependencies as texts that are compared between builds. */
export interface Fingerprints {
  of(lang: Lang, dependency: string): string;
  /** The dependencies that one implies (dependency-kinds.ts). */
  parts(lang: Lang, dependency: string): readonly string[];
}

export function createFingerprints(site: FingerprintedSite): Fingerprints {
  const present = currentSites(site);
  return {
    of(lang, dependency) {
      const { kind, subject } = parseDependency(dependency);
      return short(DEPENDENCY_KINDS[kind].fingerprint(subject, forLanguage(present, lang)));
    },
    parts(lang, dependency) {
      const { kind, subject } = parseDependency(dependency);
      const { parts }: Kind = DEPENDENCY_KINDS[kind];
      return parts?.(subject, forLanguage(present, lang)) ?? [];
    },
  };
}
