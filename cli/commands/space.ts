/** Options and help of `sitegen space`; cli/run/space.ts runs it. */
import { Command } from "commander";
import { parsePort } from "./serve.ts";

export function spaceCommand(): Command {
  return new Command("space")
    .description("Run the embedded content service over a space folder. Editing a file in it is a publish.")
    .option("-d, --dir <dir>", "space folder (default: the sample space)")
    .option("-p, --port <n>", "port; 0 for any free one", parsePort, 4000)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--no-rate-limit", "answer any number of requests per second, unlike the real service")
    .option("--merge <release>", "merge a release of the folder and end: its stories are published")
    .option("-q, --quiet", "do not log edits")
    .addHelpText(
      "after",
      `
Examples:
  sitegen space                                 the sample space on http://127.0.0.1:4000/v2
  sitegen space --dir my-space --port 0         another folder on any free port
  sitegen space --dir my-space --merge 7        publish what is in my-space/releases/7
  sitegen export --dir my-space                 makes such a folder from a real space

Endpoint, tokens and space id are printed on stdout as STORYBLOK_… lines, for a shell or an .env file;
everything else goes to stderr.`,
    );
}
