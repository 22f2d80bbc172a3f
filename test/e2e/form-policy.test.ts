/** A built site's forms in a browser that enforces the security policy of its host file. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";

const servers: Server[] = [];

/** Its origin; requests for `/to/<n>` are redirected to the n-th target. */
async function startServer(targets: readonly string[] = []): Promise<string> {
  const server = createServer((request, response) => {
    const [, index] = /^\/to\/(\d)/.exec(request.url ?? "") ?? [];
    const location = index === undefined ? undefined : targets[Number(index)];
    if (location === undefined) response.writeHead(200, { "content-type": "text/html" }).end("<h1>Thank you</h1>");
    else response.writeHead(303, { location }).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let thanks: string;
let elsewhere: string;
let endpoint: string;
let site: SmallSite;
let server: StaticServer;
let browser: TestBrowser;

beforeAll(async () => {
  [thanks, elsewhere] = await Promise.all([startServer(), startServer()]);
  endpoint = await startServer([`${thanks}/done`, `${elsewhere}/done`]);
  const form = (n: number) => `<form method="post" action="${endpoint}/to/${n}"><button>Send ${n}</button></form>`;
  site = await openSmallSite({
    "site.ts": `import { defineSite } from "sitegen-storyblok";
import { Layout } from "./layout.tsx";
export default defineSite({ languages: [{ code: "en" }], pageTypes: { page: {} }, layout: { Layout } });`,
    "layout.tsx": `export function Layout({ children }) { return <>{children}${form(0)}${form(1)}</>; }`,
  });
  const contact = { endpoint: `${endpoint}/to/0`, redirectOrigins: [thanks] };
  await site.build({ config: { site: { companyName: "X" }, contact } });
  [browser, server] = await Promise.all([launchBrowser(), startStaticServer(site.out)]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await site?.close();
  for (const one of servers) {
    one.closeAllConnections();
    one.close();
  }
});

test("a form is sent to the endpoint and led to where the configuration says, and nowhere else", async () => {
  const page = await browser.newPage();
  await page.goto(`${server.origin}/`);
  await page.getByRole("button", { name: "Send 0" }).click();
  await page.waitForURL(`${thanks}/done`);
  expect(await page.locator("h1").textContent()).toBe("Thank you");

  const refused: string[] = [];
  page.on("console", (message) => refused.push(message.text()));
  await page.goto(`${server.origin}/`);
  await page.getByRole("button", { name: "Send 1" }).click();
  await expect.poll(() => refused.join("\n")).toMatch(/form-action/);
  expect(page.url().startsWith(elsewhere)).toBe(false);
  await page.close();
});
