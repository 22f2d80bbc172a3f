import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { buildCli } from "../scripts/build-cli.mjs";

const OPTIONS = {
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: "warning",
};

/** Bundles sitegen and the service of generated spaces to dist/ as production code; `others`: programs by name. */
export async function bundleService(root, others = {}) {
  process.env.NODE_ENV = "production";
  await buildCli(root);
  await build({
    ...OPTIONS,
    absWorkingDir: root,
    entryPoints: { service: "bench/service.ts", ...others },
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
    entryNames: "bench-[name]",
  });
}

/** The same with all of the bench's programs. */
export async function bundlePrograms(root) {
  await bundleService(root, { plain: "bench/plain.ts", data: "bench/peers/data.ts" });
  await build({ ...OPTIONS, absWorkingDir: root, stdin: pageSource(root), outfile: "dist/bench-page.mjs" });
}

/** A page of the sample site as one React component, with the blocks and layout that sitegen renders. */
function pageSource(root) {
  const blocks = join(root, "src/blocks");
  const names = readdirSync(blocks).filter((name) => existsSync(join(blocks, name, `${name}.tsx`)));
  const contents = [
    ...names.map((name, index) => `import * as b${index} from "./${name}/${name}.tsx";`),
    'import { createApp } from "../kit/create-app.tsx";',
    'import { site } from "./site.ts";',
    `const modules = { ${names.map((name, index) => `${JSON.stringify(name)}: b${index}`).join(", ")} };`,
    "const components = Object.fromEntries(",
    "  Object.entries(modules).map(([name, module]) => [name, module[name] ?? module.default]),",
    ");",
    "const App = createApp(site.layout);",
    "export function Page({ payload, shared }) {",
    "  return <App payload={payload} shared={shared} components={components} />;",
    "}",
  ];
  return { contents: contents.join("\n"), resolveDir: blocks, sourcefile: "bench-page.jsx", loader: "tsx" };
}
