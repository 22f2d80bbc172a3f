/**
 * The same pages as in ../astro, with what Astro calls incremental static builds. They came with Astro 7, which needs
 * Node 22.
 */
import react from "@astrojs/react";
import { defineConfig } from "astro/config";

export default defineConfig({
  integrations: [react()],
  srcDir: "../astro/src",
  outDir: process.env.BENCH_OUT,
  cacheDir: process.env.BENCH_CACHE,
  trailingSlash: "always",
  build: { format: "directory" },
  devToolbar: { enabled: false },
  experimental: { incrementalBuild: true },
});
