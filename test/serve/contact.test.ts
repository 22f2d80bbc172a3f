/** The sample's contact form in `sitegen serve`: its responses to browsers, scripts and foreign origins. */
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { contact } from "../../src/blocks/Contact/contact.ts";
import { MAX_BODY } from "../../src/forms/read-values.ts";
import { createFormEndpoint, createMessageStore, type FormEndpointOptions } from "../../src/serve/form-endpoint.ts";
import { type Listening, listen } from "../../src/serve/listen.ts";
import { renderBlock } from "../blocks/render.tsx";
import { sample } from "../blocks/samples.ts";
import { folder } from "./helpers.ts";

/** Longest values in characters. */
const LIMITS = { name: 200, email: 254, company: 200, phone: 60, message: 5000 };
const WORDS = {
  form_name: "Name",
  form_email: "E-Mail",
  form_missing: "Bitte füllen Sie dieses Feld aus.",
  form_wrong_email: "Bitte geben Sie eine E-Mail-Adresse ein.",
  form_invalid: "Bitte prüfen Sie die <markierten> Felder.",
  form_kept: "Gehen Sie eine Seite zurück.",
  form_back: "Neu beginnen",
};
const MESSAGE = {
  name: "Katrin Vogel",
  email: "katrin@example.org",
  message: "Zwölf Pressen, ein Riss.",
  consent: "yes",
};
const FORM = { page: "/site/de/kontakt/", form: "contact-form1" };
const KEPT = { page: FORM.page, form: "contact" };

const out = folder({
  "index.html": '<html lang="en"><link rel="stylesheet" href="/site/a.css">',
  "de/kontakt/index.html":
    '<!doctype html><html lang="de" data-at-top data-words="/site/_assets/de.json"><head><link rel="stylesheet" href="/site/a.css"></head>',
  "_assets/de.json": JSON.stringify({ words: WORDS }),
  "b/kontakt/index.html": '<!doctype html><html lang="fr"><head><link rel="stylesheet" href="/site/b.css"></head>',
});
const open: Listening[] = [];
const folders = [out];
afterAll(async () => {
  for (const server of open) await server.close();
  for (const dir of folders) rmSync(dir, { recursive: true, force: true });
});

let origin: string;
let state: string;
let noticed: number;
const failures: string[] = [];
let clock: number;

async function start(options: Partial<FormEndpointOptions> = {}): Promise<void> {
  state = join(folder({}), "state");
  folders.push(join(state, ".."));
  [noticed, clock] = [0, Date.UTC(2026, 1, 3, 9)];
  const endpoint = createFormEndpoint({
    forms: [contact],
    out,
    base: "/site/",
    headers: { "X-Content-Type-Options": "nosniff" },
    store: createMessageStore(state),
    onMessage: () => {
      noticed += 1;
    },
    onFailure: (message) => failures.push(message),
    now: () => clock,
    ...options,
  });
  const server = await listen({
    host: "127.0.0.1",
    port: 0,
    onFailure: () => undefined,
    handler: async (request, response) => {
      if (await endpoint(request, response, String(request.headers["x-folder"] ?? ""))) return;
      response.writeHead(404).end("not for the endpoint");
    },
  });
  open.push(server);
  origin = server.origin;
}
beforeEach(() => start());

type Fields = Record<string, string>;

/** As a browser that posts the form by itself. */
function post(fields: Fields, headers: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(`${origin}/site/contact-form`, {
    method: "POST",
    body,
    redirect: "manual",
    headers: { accept: "text/html", origin, ...headers },
  });
}

/** As the page's script does it. */
function send(fields: Fields): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const headers = { accept: "application/json", "sec-fetch-site": "same-origin" };
  return fetch(`${origin}/site/contact-form`, { method: "POST", body, headers });
}

const kept = (): Fields[] =>
  existsSync(join(state, "messages.jsonl"))
    ? readFileSync(join(state, "messages.jsonl"), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Fields)
    : [];

describe("a message that is right", () => {
  test("is kept as a line of JSON in a file for its owner alone, in either encoding", async () => {
    expect((await post({ ...MESSAGE, ...FORM, company: " Isarstahl ", phone: "" })).status).toBe(303);
    const answer = await send({ ...MESSAGE, ...FORM, message: "one\ntwo", line: "no field" });
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
    const received = "2026-02-03T09:00:00.000Z";
    expect(kept()).toEqual([
      { received, ...KEPT, ...MESSAGE, company: "Isarstahl" },
      { received, ...KEPT, ...MESSAGE, message: "one\ntwo" },
    ]);
    expect(statSync(join(state, "messages.jsonl")).mode & 0o777).toBe(0o600);
    expect(noticed).toBe(2);
  });

  test("leads a browser back to the thanks on its page, so that a reload posts nothing", async () => {
    const answer = await post({ ...MESSAGE, ...FORM });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/site/de/kontakt/#contact-form1-sent"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test.each(["https://evil.example/", "//evil.example/", "/site/../etc/", "/elsewhere/", "javascript:alert(1)", ""])(
    "never leads out of the site: %s",
    async (page) => {
      const answer = await post({ ...MESSAGE, page, form: "x y<" });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/site/"]);
    },
  );
});

describe("a message that is wrong", () => {
  const wrong = { ...MESSAGE, ...FORM, name: "  ", email: "katrin@local" };

  test("is answered to script with the fields and the words that say why", async () => {
    const answer = await send({ ...wrong, consent: "" });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({
      ok: false,
      faults: { name: "form_missing", email: "form_wrong_email", consent: "form_unchecked" },
    });
    expect(kept()).toEqual([]);
  });

  test("is answered to a browser with a page in the language and the styles of the form's page", async () => {
    const answer = await post(wrong);
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('<link rel="stylesheet" href="/site/a.css">');
    expect(html).toContain("<strong>Name</strong>: Bitte füllen Sie dieses Feld aus.");
    expect(html).toContain("Bitte prüfen Sie die &lt;markierten&gt; Felder.");
    expect(html).toContain('href="/site/de/kontakt/"');
  });

  test("on a domain with a folder of its own it is that domain's page, whose paths begin there", async () => {
    const answer = await post({ ...wrong, page: "/site/kontakt/" }, { "x-folder": "b" });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain('<html lang="fr">');
    expect(html).toContain('<link rel="stylesheet" href="/site/b.css">');
  });

  test.each(Object.entries(LIMITS))("%s holds %i characters and no more", async (name, length) => {
    const fits = name === "email" ? `${"a".repeat(length - 12)}@example.org` : "x".repeat(length);
    expect((await send({ ...MESSAGE, [name]: fits })).status).toBe(200);
    const answer = await send({ ...MESSAGE, [name]: `x${fits}` });
    expect(await answer.json()).toMatchObject({ faults: { [name]: "form_wrong" } });
  });
});

test("the form stops the visitor at the very lengths that the endpoint checks", () => {
  const html = renderBlock(sample("Contact"));
  for (const [name, length] of Object.entries(LIMITS)) {
    const control = new RegExp(`<(?:input|textarea)[^>]* name="${name}"[^>]*>`).exec(html)?.[0];
    expect(control, name).toMatch(new RegExp(`maxlength="${length}"`, "i"));
  }
});

describe("what is no message", () => {
  test("a robot that filled the trap is thanked, and nothing is kept", async () => {
    expect((await send({ ...MESSAGE, website: "http://spam.example" })).status).toBe(200);
    expect([kept(), noticed]).toEqual([[], 0]);
  });

  test.each([
    ["another site's page, by the browser's word", { "sec-fetch-site": "cross-site" }],
    ["another port of this machine", { "sec-fetch-site": "same-site" }],
    ["another site's page, by its origin", { origin: "https://evil.example" }],
    ["a page without origin", { origin: "null" }],
  ])("is refused: %s", async (_name, headers) => {
    expect((await post({ ...MESSAGE, ...FORM }, headers)).status).toBe(403);
    expect(kept()).toEqual([]);
  });

  test("a body of another kind, a broken one, a file, one too large", async () => {
    const ask = (body: BodyInit, type?: string) =>
      fetch(`${origin}/site/contact-form`, {
        method: "POST",
        body,
        headers: type ? { "content-type": type } : {},
      }).then(({ status }) => status);
    const file = new FormData();
    file.set("message", new Blob(["x"]), "x.txt");
    expect(await ask("{}", "text/plain")).toBe(415);
    expect(await ask("--", "multipart/form-data; boundary=x")).toBe(400);
    expect(await ask(file)).toBe(415);
    expect(await ask(new URLSearchParams({ message: "x".repeat(MAX_BODY) }))).toBe(413);
    expect(kept()).toEqual([]);
  });

  test("other paths and methods are not the endpoint's", async () => {
    const other = await fetch(`${origin}/site/contact-form`);
    const elsewhere = await fetch(`${origin}/contact-form`, { method: "POST", body: new URLSearchParams(MESSAGE) });
    expect([other.status, elsewhere.status]).toEqual([404, 404]);
  });
});

test("a visitor's flood ends at thirty in a minute, and a minute later the form is open again", async () => {
  for (let at = 0; at < 30; at += 1) expect((await send(MESSAGE)).status).toBe(200);
  const refused = await send(MESSAGE);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  clock += 60_001;
  expect((await send(MESSAGE)).status).toBe(200);
  expect(kept()).toHaveLength(31);
});

test("what cannot be kept is not thanked for", async () => {
  await start({
    store: {
      file: "",
      keep: async () => {
        throw new Error("the disk is full");
      },
    },
  });
  expect((await send(MESSAGE)).status).toBe(500);
  expect(failures).toEqual(["A form's message: the disk is full"]);
  expect(noticed).toBe(0);
});
