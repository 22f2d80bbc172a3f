/** Options and help of `sitegen serve`; cli/run/serve.ts runs it. */
import { Command, InvalidArgumentError } from "commander";

export function serveCommand(): Command {
  return new Command("serve")
    .description("Serve the site locally as a static host would. Builds it first if there is none.")
    .option("-p, --port <n>", "port; 0 for any free one", parsePort, 3000)
    .option("--host <address>", "address to listen on; 0.0.0.0 for the whole network", "127.0.0.1")
    .option("--https", "serve on https, with a certificate of a local authority of its own")
    .option("-o, --out <dir>", "output folder", "out")
    .option("-w, --watch", "show each change of content or code in the open page")
    .option("--gallery", "show every block in its themes and states at /__sitegen/gallery/")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("--state <dir>", "state folder: snapshot, caches, rename record", ".sitegen")
    .option("--verbose", "verbose output")
    .option("-q, --quiet", "print only problems and errors")
    .addHelpText(
      "after",
      `
Examples:
  sitegen serve                                 http://127.0.0.1:3000
  sitegen serve --watch                         each page from the newest content, blocks and styles
  sitegen serve --watch --gallery               the same, and all blocks side by side
  sitegen serve --port 8080 --host 0.0.0.0      for a phone in the same network
  STORYBLOK_TOKEN=… STORYBLOK_PREVIEW_TOKEN=… sitegen serve
                                                drafts too, for pages framed by the visual editor
  sitegen serve --https                         https://127.0.0.1:3000, which the visual editor can frame

Prints the address on stdout once the site is served. Ctrl-C stops the server.
With --watch a page is rendered on request; the output folder is only written if it is empty.

--https makes an authority once for each user, in ~/.local/share/sitegen/authority, whose certificates are good for this
machine and private networks alone. On a terminal it asks whether browsers shall trust it; without one, or after a no, nothing
is changed, and it prints how.

Forms of the definition that post to a path of the site work: each message is a line of JSON in messages.jsonl in the
state folder, and a line on stderr says so.

Exit codes: 2 usage, configuration, or the port is taken · 130 interrupted · those of generate, if
the first build fails`,
    );
}

export function parsePort(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 65_535) throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return value;
}
