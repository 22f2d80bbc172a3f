// Answers the site's forms with Node alone (22.18 or newer): `node forms-server.mjs`, behind a web server that sends it the
// posts to /forms/ with the visitor's Host and X-Forwarded-For. FORM_WEBHOOK is an address that takes messages as JSON.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { createFormHandler, nodeListener, webhook } from "sitegen-storyblok/forms";
import { contact } from "./forms/contact.ts";

const { FORM_WEBHOOK, OUT = "out", PORT = "8788" } = process.env;

const answer = nodeListener(createFormHandler({ forms: [contact], deliver: webhook(FORM_WEBHOOK), read }));

/** A page or a file of the published site, for answers in its words and styles. */
function read(href) {
  const path = decodeURIComponent(href);
  return readFile(join(OUT, path.endsWith("/") ? `${path}index.html` : path), "utf8").catch(() => null);
}

const server = createServer(async (request, response) => {
  if (!(await answer(request, response))) response.writeHead(404).end("Not found");
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`Forms at http://127.0.0.1:${server.address().port}`));
