import type { Plugin } from "esbuild";
import * as z from "zod";
import { isOrigin, normalOrigin } from "../validation/origin.ts";
import { policySchema } from "../validation/policy-schema.ts";

/** The part of the configuration that goes to the bundler, esbuild. */
const LOADERS = [
  ...["base64", "binary", "copy", "css", "dataurl", "default", "empty", "file", "js", "json", "jsx"],
  ...["local-css", "text", "ts", "tsx"],
] as const;

const plugin = z.custom<Plugin>(
  (value) =>
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "setup" in value &&
    typeof value.setup === "function",
  "an esbuild plugin: an object with `name` and `setup`",
);

const bundlerSchema = z
  .strictObject({
    loader: z
      .record(z.string().regex(/^\.[\w.-]+$/, "a file extension such as .glb"), z.enum(LOADERS))
      .default({})
      .describe("What an import of a file gives, by extension, as esbuild's `loader`: `file` is a hashed address."),
    define: z
      .record(
        z
          .string()
          .regex(
            /^(?!process\.env\.NODE_ENV$|import\.meta\.env(?:\.|$))/,
            "another name than those that sitegen defines",
          ),
        z.string(),
      )
      .default({})
      .describe("Names in code that stand for constants, as esbuild's `define`: values are JavaScript."),
    alias: z
      .record(z.string().min(1), z.string().min(1))
      .default({})
      .describe("Other targets of imports, as esbuild's `alias`; those that begin with a dot are beside this file."),
    plugins: z
      .array(plugin)
      .default([])
      .describe("Plugins of esbuild, for the code that Node runs and for the browser's."),
  })
  .prefault({})
  .describe("What the bundler, esbuild, gets besides sitegen's own settings (docs/your-own-files.md).");

export type BundlerKeys = z.output<typeof bundlerSchema>;

/** Hosts whose configuration files sitegen can write, in addition to the redirect stubs. */
const HOSTS = ["netlify", "cloudflare", "vercel", "firebase", "nginx", "apache", "github-pages", "serve"] as const;

const REGIONS = ["eu", "us", "ca", "ap", "cn"] as const;

const SEVERITIES = ["ignore", "info", "warning", "error"] as const;

const origin = z
  .string()
  .refine(isOrigin, "an origin such as https://www.example.com, without a path or a slash at the end")
  .overwrite(normalOrigin)
  .describe("Absolute origin of the published site: canonical links, hreflang and the sitemap need it.");

const environment = z.string().regex(/^[a-z][a-z0-9-]*$/, "a name in lower case such as production or staging");

/** Below the site's base path. */
const sitePath = z.string().regex(/^\/(?!\/)[\w./-]+$/, "an address, or a path of the site such as /contact-form");

const base = z
  .string()
  .regex(
    /^\/([\p{L}\p{N}_~-][\p{L}\p{N}._~-]*\/)*$/u,
    "a path of letters, digits, dashes and dots with slashes at both ends, such as / or /site/",
  )
  .default("/")
  .describe("Path the site is served below.");

const redirectRule = z.strictObject({
  from: z.string().min(1),
  to: z.string().min(1),
  status: z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)]).optional(),
  query: z.string().optional(),
});

/** The schema of sitegen.config: validation, defaults, types and docs/configuration.md are derived from it. */
export const configSchema = z.strictObject({
  site: z
    .strictObject({
      origin: origin.optional(),
      base,
      companyName: z.string().min(1).optional().describe("Shown in titles, the footer and structured data."),
      platformName: z
        .string()
        .regex(/^[A-Z][A-Za-z0-9]*$/, "a name of letters and digits with a capital first letter, such as Forge")
        .optional()
        .describe(
          "Name of the product in component names: it replaces `Platform` in a block's name (PlatformTeaser), and `{platform}` in redirect rules in lower case.",
        ),
      badge: z
        .strictObject({
          href: z.url().describe("Certification badge, `useSite().shared.site.badge`: its page."),
          image: z.string().describe("Its picture: a file or an absolute URL."),
          label: z.string().describe("Its alternative text."),
        })
        .optional(),
    })
    .prefault({})
    .describe("The published site."),
  storyblok: z
    .strictObject({
      endpoint: z.url().optional().describe("Content delivery API, ending in /v2. STORYBLOK_ENDPOINT overrides it."),
      region: z.enum(REGIONS).default("eu").describe("Region of the space if no endpoint is set."),
      regions: z
        .partialRecord(z.enum(REGIONS), z.url())
        .default({})
        .describe(
          "Content delivery APIs by region, ending in /v2, where a gateway stands in front of the service's own.",
        ),
      perPage: z.int().min(1).max(100).default(100).describe("Stories per request."),
      requestsPerSecond: z
        .number()
        .positive()
        .max(1000)
        .default(5)
        .describe(
          "Most requests started in any one second. The service's own lower limits for large pages also apply, unless this is above 50.",
        ),
      managementRequestsPerSecond: z
        .number()
        .positive()
        .max(1000)
        .default(3)
        .describe("Most requests to the management API in any one second: 3 on the free plan, 6 on others."),
      timeoutMs: z.int().min(100).default(20_000).describe("Longest wait for a response, including its body."),
    })
    .prefault({})
    .describe("The content service."),
  redirects: z
    .array(
      z.union([z.string().min(1), redirectRule], {
        error: "a glob of redirect files or a rule {from, to, status, query}",
      }),
    )
    .default([])
    .describe("Globs of redirect files (CSV, JSON) and inline rules."),
  hosts: z.array(z.enum(HOSTS)).default([]).describe("Hosts to write configuration files for."),
  assets: z
    .enum(["mirror", "remote"])
    .default("mirror")
    .describe("mirror: download once, hash, make responsive variants; remote: image service URLs."),
  assetHosts: z
    .array(origin)
    .default([])
    .describe(
      "Origins besides the content service's, such as https://cdn.example.com, that assets are downloaded from and that browsers may load images and videos from without consent; the security policy allows them. Videos on other hosts are shown as links.",
    ),
  contact: z
    .strictObject({
      endpoint: z
        .union([z.url(), sitePath])
        .optional()
        .describe(
          "Where the form called `contact` posts to: an address, or a path of the site such as /contact-form, which `sitegen serve` handles and other hosts need a function for. The sample's form is a mail link without it.",
        ),
      redirectOrigins: z
        .array(origin)
        .default([])
        .describe(
          "Origins that the endpoint of a form redirects to after it was sent; the security policy blocks others.",
        ),
    })
    .prefault({})
    .describe("The contact form."),
  preview: z
    .strictObject({
      editorOrigins: z
        .array(origin)
        .default(["https://app.storyblok.com"])
        .describe("Origins that may frame the site and send live edits."),
      bridgeUrl: z
        .url()
        .default("https://app.storyblok.com/f/storyblok-v2-latest.js")
        .describe("The content service's bridge script, loaded in the editor only."),
      publicDraftToken: z
        .string()
        .optional()
        .describe(
          "Deprecated: a preview token that is PUBLISHED with the site so that a static host can show drafts. `preview.drafts` needs none.",
        ),
      drafts: z
        .string()
        .regex(/^(\/api\/|https?:\/\/)[^\s?#]+$/, "a path below /api/, such as /api/drafts, or an http(s) URL")
        .optional()
        .describe(
          "Address of the function that answers drafts beside a static host, such as /api/drafts (`sitegen init --drafts`); the preview token stays there.",
        ),
    })
    .prefault({})
    .describe("The visual editor."),
  contentSecurityPolicy: policySchema
    .default({})
    .describe("Additional sources by directive, such as an analytics host, for every host's file and `sitegen serve`."),
  environment: environment
    .default("production")
    .describe(
      "What this build is for; SITEGEN_ENVIRONMENT overrides it. Only production is indexed: in every other environment pages have a noindex tag, the files of `hosts` a noindex header, robots.txt disallows everything, and there is no sitemap.",
    ),
  environments: z
    .record(
      environment,
      z.strictObject({
        origin: origin.optional().describe("Instead of `site.origin`."),
        origins: z
          .record(z.string().min(1), origin)
          .optional()
          .describe("By language code, for languages with their own domain: overrides `languages[].origin`."),
        drafts: z
          .boolean()
          .optional()
          .describe(
            "Build from drafts. Default: where STORYBLOK_PREVIEW_TOKEN is set, except in production, which shows what was published.",
          ),
      }),
    )
    .refine((all) => !all.production?.drafts, {
      path: ["production", "drafts"],
      message: "false: production shows what was published. Give drafts to another environment, such as staging",
    })
    .default({})
    .describe("Settings that differ in an environment, by its name."),
  keepBuilds: z.int().min(1).max(50).default(3).describe("Number of builds whose hashed files are kept in the output."),
  stylesheets: z
    .enum(["grouped", "single"])
    .default("grouped")
    .describe(
      "How the styles of a page's blocks are divided into files. single: one file per page; fewest bytes and requests before the first paint, but one file on disk for each set of blocks that occurs. grouped: one file per group of 13 stylesheets, so that their number is bounded however many pages there are; for thousands of pages.",
    ),
  maxRemovedShare: z
    .number()
    .min(0)
    .max(1)
    .default(0.2)
    .describe(
      "Largest share of the published pages that a build may remove without a redirect, from 10 pages on; more needs --allow-removals.",
    ),
  space: z
    .string()
    .optional()
    .describe("Folder of content to use if no space is configured. Default: `space` beside this file."),
  definition: z
    .string()
    .optional()
    .describe(
      "File of the site's definition (docs/site-definition.md). Default: `site.ts`, `.tsx`, `.js` or `.mjs` beside this file.",
    ),
  public: z
    .string()
    .min(1)
    .default("public")
    .describe(
      "Folder beside this file that is copied as it is to the root of the output, of each domain's output where languages have their own (docs/your-own-files.md).",
    ),
  bundler: bundlerSchema,
  check: z
    .strictObject({
      severities: z
        .record(z.string(), z.enum(SEVERITIES))
        .default({})
        .describe("Severity by problem code (docs/error-codes.md): ignore, info, warning or error."),
    })
    .prefault({})
    .describe("The content checks."),
});

export type FileConfig = z.output<typeof configSchema>;
