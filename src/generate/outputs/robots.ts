/** robots.txt of each domain. */
import { renderRobots } from "../../render/robots.ts";
import { domainPath } from "../../site/domains.ts";
import { domainIn } from "./client-files.ts";
import type { Output } from "./output.ts";

export const robots: Output = {
  name: "robots",
  keys: ({ context }) => context.domains.map(({ folder }) => folder),
  isMoved: () => false,
  make(folder, { context }) {
    const domain = domainIn(folder, context);
    const { base, environment } = context.settings;
    const { robots: lines } = context.definition;
    const text = renderRobots({ origin: domain.origin, base, environment, lines });
    return { files: [{ path: domainPath(domain, "robots.txt"), content: text }] };
  },
};
