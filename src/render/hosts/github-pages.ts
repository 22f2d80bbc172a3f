import { type HostInput, type HostOutput, hostProblem } from "./host.ts";
import { describeRules, singleNotFoundPageProblems } from "./host-capabilities.ts";

/**
 * Only .nojekyll: without it, GitHub Pages drops every file that begins with an underscore. Redirects and headers
 * cannot be configured, so paths are redirected by stubs and patterns are not possible.
 */
export function githubPagesFiles(input: HostInput): HostOutput {
  const patterns = input.redirects.filter((rule) => rule.isPattern);
  const lost = hostProblem("github-pages", "warning", "HOST_PATTERN_LEFT_OUT", {
    message: `${describeRules(patterns)} cannot be expressed: the host knows no redirects.`,
    hint: "Write the rules out as concrete paths, which get stubs.",
  });
  return {
    files: [{ path: ".nojekyll", text: "" }],
    problems: [...(patterns.length > 0 ? [lost] : []), ...singleNotFoundPageProblems("github-pages", input.languages)],
  };
}
