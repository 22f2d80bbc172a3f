import type { SiteBundler } from "../../src/bundle/site-bundler.ts";

/** A site that adds nothing to the bundler. */
export const PLAIN_BUNDLER: SiteBundler = {
  base: "/",
  loader: {},
  define: {},
  alias: {},
  plugins: [],
  root: "",
  env: {},
  postcss: null,
  publicFolder: "",
};
