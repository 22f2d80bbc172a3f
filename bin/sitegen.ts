/** Entry point of the command line: bin/sitegen.mjs bundles it to dist/ and starts it. */
import { start } from "../cli/main.ts";
import { optimizeLater } from "../cli/optimize-later.ts";

optimizeLater();
await start(process.argv);
