import type { Problem } from "../../problem.ts";
import { apacheFiles } from "./apache.ts";
import { cloudflareFiles } from "./cloudflare.ts";
import { firebaseFiles } from "./firebase.ts";
import { githubPagesFiles } from "./github-pages.ts";
import { type HostFile, type HostInput, type HostName, type HostOutput, hostProblem } from "./host.ts";
import { netlifyFiles } from "./netlify.ts";
import { nginxFiles } from "./nginx.ts";
import { serveFiles } from "./serve.ts";
import { vercelFiles } from "./vercel.ts";

/** A new host is a file beside this one and a line here. */
const WRITERS = {
  netlify: netlifyFiles,
  cloudflare: (input) => cloudflareFiles(input),
  vercel: vercelFiles,
  firebase: firebaseFiles,
  nginx: nginxFiles,
  apache: apacheFiles,
  "github-pages": githubPagesFiles,
  serve: serveFiles,
} as const satisfies Record<HostName, (input: HostInput) => HostOutput>;

/** The files of one host, in its own syntax, and what it cannot express. Pure. */
export function hostFiles(options: HostInput & { host: HostName }): HostOutput {
  return WRITERS[options.host](options);
}

/**
 * The files of all chosen hosts together. Netlify and Cloudflare read files of the same names; where both are
 * chosen, one file in the syntax that both understand is written.
 */
export function filesForHosts(options: HostInput & { hosts: readonly HostName[] }): HostOutput {
  const hosts = new Set(options.hosts);
  const shared = hosts.has("netlify") && hosts.has("cloudflare");
  if (shared) hosts.delete("netlify");
  const files: HostFile[] = [];
  const problems: Problem[] = [];
  for (const host of hosts) {
    const output =
      shared && host === "cloudflare" ? cloudflareFiles(options, { detach: false }) : hostFiles({ ...options, host });
    files.push(...output.files);
    problems.push(...output.problems);
  }
  if (shared) problems.push(sharedFiles());
  return { files, problems };
}

function sharedFiles(): Problem {
  return hostProblem("netlify", {
    severity: "warning",
    code: "HOST_FILES_SHARED",
    message: "it reads _redirects and _headers, as cloudflare does; the files hold what both understand.",
    hint: "Choose one of the two in `hosts` to get conditions and language-specific 404 pages on netlify.",
  });
}
