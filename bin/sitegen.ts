/** Entry point of the command line: bin/sitegen.mjs bundles it to dist/ and starts it. */
import { start } from "../cli/main.ts";

await start(process.argv);
