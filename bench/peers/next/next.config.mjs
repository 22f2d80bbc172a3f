/** Next.js in the bench: static export. */
export default {
  output: "export",
  trailingSlash: true,
  images: { unoptimized: true },
  experimental: { externalDir: true },
  outputFileTracingRoot: new URL("../../..", import.meta.url).pathname,
};
