/** Options and help of `sitegen init`; cli/run/init.ts runs it. */
import { Command, Option } from "commander";
import { CI_FILES, DRAFT_FILES, FORM_FILES } from "../../src/init/ci-files.ts";

export function initCommand(): Command {
  return new Command("init")
    .description("Set up a folder for your own site: definition, blocks, layout, configuration, CI.")
    .option("-d, --dir <dir>", "folder to set up", ".")
    .addOption(
      new Option("--ci <service>", "files to add for a CI service, a host or a container").choices([
        ...Object.keys(CI_FILES),
        "none",
      ]),
    )
    .addOption(
      new Option(
        "--forms <host>",
        "the function that answers the site's forms on a host; a first form where forms/ has none",
      ).choices(Object.keys(FORM_FILES)),
    )
    .addOption(
      new Option("--drafts <host>", "the function that answers drafts beside a static host").choices(
        Object.keys(DRAFT_FILES),
      ),
    )
    .option("--company <name>", "your company's name")
    .option("--origin <url>", "where the site is published, for example https://www.example.com")
    .option("--platform <name>", "your platform's name, for example Forge")
    .option("--from-space", "create the site from the published content of your space (needs STORYBLOK_TOKEN)")
    .option(
      "--components <path>",
      "with --from-space: its components, as a file or folder of Storyblok's CLI or a module of @storyblok/schema",
    )
    .option("--space", "create in an empty space what the site in the folder needs (needs STORYBLOK_MANAGEMENT_TOKEN)")
    .option("--dry-run", "with --space: only say what would be created")
    .option("--sample", "copy the whole sample site, content included")
    .option("--language <code>", "language of the space's default content, with --from-space (default: English)")
    .option("-y, --yes", "use the defaults; do not prompt")
    .addHelpText(
      "after",
      `
Without --from-space and --sample it writes the smallest site: two page types, four blocks, three stories in space/.
With --from-space every component of the space gets a schema and a plain component that shows its fields. Schemas are
exact where the components are to be had: from --components, from the management API (STORYBLOK_MANAGEMENT_TOKEN), or from
the folder .storyblok/components that Storyblok's CLI pulls them to; else they are guessed from the content. A second run
adds what is new in the space and lists what existing files lack. A folder that has a site gets only what --ci, --forms
and --drafts add.

--space creates the components, the home and the global story, the datasources and the preview address in the space
STORYBLOK_SPACE_ID, and prints the editor's address. What is there stays as it is; where the space has something else of a
name that the site needs, nothing is changed.

Prompts for values that no option gives, unless --yes is given or there is no terminal. Existing files are not changed.

Examples:
  sitegen init
  STORYBLOK_TOKEN=… sitegen init --from-space
  STORYBLOK_MANAGEMENT_TOKEN=… STORYBLOK_SPACE_ID=1234 sitegen init --space --dry-run
  sitegen init --yes --company "Example GmbH" --origin https://www.example.com --ci github`,
    );
}
