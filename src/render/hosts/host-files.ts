import { apacheFiles } from "./apache.ts";
import { cloudflareFiles } from "./cloudflare.ts";
import { firebaseFiles } from "./firebase.ts";
import { githubPagesFiles } from "./github-pages.ts";
import { type HostInput, type HostName, type HostOutput, hostProblem } from "./host.ts";
import { netlifyFiles, netlifyOnlyLines } from "./netlify.ts";
import { nginxFiles } from "./nginx.ts";
import { serveFiles } from "./serve.ts";
import { vercelFiles } from "./vercel.ts";

/** To add a host, add a file beside this one and a line here. */
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

/**
 * The files of all configured hosts, in their own syntax, and problems for what they do not support. Pure. Netlify and
 * Cloudflare read files of the same names; if both are configured, one file serves both.
 */
export function filesForHosts(options: HostInput & { hosts: readonly HostName[] }): HostOutput {
  const hosts = new Set(options.hosts);
  const shared = hosts.has("netlify") && hosts.has("cloudflare");
  if (shared) for (const host of ["netlify", "cloudflare"] as const) hosts.delete(host);
  const outputs = [...hosts].map((host) => WRITERS[host](options));
  if (shared) outputs.unshift(netlifyAndCloudflare(options));
  return { files: outputs.flatMap(({ files }) => files), problems: outputs.flatMap(({ problems }) => problems) };
}

/**
 * Netlify's conditions first, then the lines both support, then Netlify's 404 pages; Cloudflare ignores lines it does
 * not support. Without `!`, Netlify prefers the stub at a plain rule's path.
 */
function netlifyAndCloudflare(input: HostInput): HostOutput {
  const { files, problems } = cloudflareFiles(input, { detach: false });
  const { conditions, notFound } = netlifyOnlyLines(input);
  const joined = files.map(({ path, text }) =>
    path === "_redirects"
      ? { path, text: [...conditions, text.trimEnd(), ...notFound, ""].join("\n") }
      : { path, text },
  );
  const note = hostProblem("netlify", "info", "HOST_FILES_SHARED", {
    message: "it shares _redirects and _headers with cloudflare, so stubs redirect where there is no condition.",
    hint: "Choose one of the two in `hosts` to use all that it supports.",
  });
  return { files: joined, problems: [...problems, note] };
}
