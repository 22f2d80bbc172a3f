/** Options and help of `sitegen deploy`; cli/run/deploy.ts runs it. */
import { Command } from "commander";
import { parsePositiveInteger } from "./generate.ts";

export function deployCommand(): Command {
  return new Command("deploy")
    .description("Upload the output folder to a host: only what changed, in a safe order.")
    .argument("<target>", "s3://bucket/prefix, sftp://user@host/path or a folder")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("-o, --out <dir>", "output folder", "out")
    .option("--state <dir>", "state folder that goes along, for `generate --from`", ".sitegen")
    .option("-n, --dry-run", "show what would be uploaded; change nothing")
    .option("--full", "compare every file with the target, not only what changed since the last deploy")
    .option("--adopt", "take over a target that holds another site or other files")
    .option(
      "--switch",
      "fill a tree beside the live one and make it live by one change; keeps earlier builds to go back to",
    )
    .option("-j, --jobs <n>", "number of parallel uploads", parsePositiveInteger, 16)
    .option("--endpoint <url>", "endpoint of an S3-compatible service (default: AWS_ENDPOINT_URL, else AWS)")
    .option("--print-changed", "print the URLs that changed, one per line, to purge a cache")
    .option("--json", "print the result as one JSON object on stdout")
    .option("--verbose", "verbose output")
    .option("-q, --quiet", "print only errors")
    .addHelpText(
      "after",
      `
Credentials come from the environment or .env:
  S3    AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, or what else AWS tools read (needs @aws-sdk/client-s3)
  SFTP  SITEGEN_SSH_KEY (a key file), a running agent, ~/.ssh/id_*, or SITEGEN_SSH_PASSWORD (needs ssh2);
        the server's key must be in ~/.ssh/known_hosts or in the file SITEGEN_SSH_KNOWN_HOSTS names
  State SITEGEN_STATE_KEY encrypts what is left for the next build (\`generate --from\`), at least 32 characters;
        without it, state is only left beside a folder or on an SFTP server, where visitors cannot read it

Examples:
  sitegen deploy s3://example-site
  sitegen deploy s3://example-site/www --endpoint https://storage.example.com
  sitegen deploy sftp://web@example.com/var/www/site
  sitegen deploy /mnt/www --dry-run --json
  sitegen deploy /var/www/site --switch         \`sitegen rollback --target /var/www/site\` goes back
  sitegen deploy s3://example-site --print-changed | tr '\\n' '\\0' | xargs -0 purge-cache

Exit codes: 0 done · 1 failed; the target still serves complete pages, and the next deploy completes it · 2 usage ·
130 interrupted`,
    );
}
