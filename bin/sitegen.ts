import { start } from "../cli/main.ts";

await start(process.argv);
