/** Astro in the bench: static output, React components. */
import react from "@astrojs/react";
import { defineConfig } from "astro/config";

export default defineConfig({
  integrations: [react()],
  outDir: process.env.BENCH_OUT,
  cacheDir: process.env.BENCH_CACHE,
  trailingSlash: "always",
  build: { format: "directory" },
  devToolbar: { enabled: false },
});
