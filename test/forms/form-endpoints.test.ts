/** The same posts to everything that answers forms: they are answered in the same way everywhere. */
import { rmSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { defineForm } from "../../src/exports/forms.ts";
import { folder } from "../serve/helpers.ts";
import { ENDPOINTS, type Endpoint } from "./form-endpoints.ts";

const form = defineForm({
  name: "order",
  minSeconds: 2,
  fields: {
    name: { type: "text", required: true, maxLength: 20, messages: { missing: "name_missing" } },
    email: { type: "email", required: true },
    site: { type: "url" },
    seats: { type: "number", min: 1, max: 8, step: 1 },
    weight: { type: "number", min: 0.2, step: 0.1 },
    height: { type: "number" },
    day: { type: "date", min: "2026-01-01", step: 7 },
    code: { type: "text", pattern: "[A-Z]{2}\\d", minLength: 3 },
    size: { type: "select", options: ["S", { value: "M", label: "Medium" }] },
    way: { type: "radio", options: ["post", "fetch"], required: true },
    extras: { type: "checkbox", options: ["gift", "card"] },
    agree: { type: "checkbox", required: true },
    message: { type: "textarea" },
  },
});
const WORDS = {
  form_name: "Ihr Name",
  name_missing: "Wie heißen Sie?",
  form_wrong_email: "Keine E-Mail-Adresse.",
  form_invalid: "Bitte <prüfen>",
  form_back: "Zurück",
  form_success: "Vielen Dank",
};
const out = folder({
  "index.html": '<html lang="en">',
  "مرحبا/index.html": '<html data-at-top lang="ar" data-x="1" dir="rtl">',
  "_assets/words.json": JSON.stringify({ words: WORDS }),
  "de/bestellen/index.html":
    '<!doctype html><html lang="de" data-words="/_assets/words.json"><head><link rel="stylesheet" href="/a.css"></head>',
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

const RIGHT = { name: "Katrin", email: "katrin@example.org", way: "post", agree: "yes" };
const PAGE = "/de/bestellen/";

type Values = Readonly<Record<string, string>>;
interface Sent {
  status: number;
  type: string;
  location: string | null;
  text: string;
}

describe.each(Object.entries(ENDPOINTS))("%s", (_name, start) => {
  let endpoint: Endpoint;
  beforeAll(async () => {
    endpoint = await start({ form, out });
  });
  afterAll(() => endpoint?.close());
  let visitor = 0;
  beforeEach(() => {
    endpoint.delivered.length = 0;
    visitor += 1;
  });

  async function ask(body: RequestInit["body"], headers: Values = {}): Promise<Sent> {
    const response = await fetch(`${endpoint.origin}/forms/order`, {
      method: "POST",
      redirect: "manual",
      body: body ?? null,
      headers: { origin: endpoint.origin, "x-forwarded-for": `203.0.113.${visitor}`, ...headers },
    });
    return {
      status: response.status,
      type: response.headers.get("content-type") ?? "",
      location: response.headers.get("location"),
      text: await response.text(),
    };
  }
  const SCRIPT = { accept: "application/json" };
  /** As the page's script does it. */
  const send = (values: Values) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ page: PAGE, ...values })) body.set(name, value);
    return ask(body, SCRIPT);
  };
  /** As a browser without script. */
  const post = (values: Values) => ask(new URLSearchParams({ page: PAGE, ...values }), { accept: "text/html" });
  const faults = async (values: Values) => {
    const { status, text } = await send({ ...RIGHT, ...values });
    return status === 422 ? JSON.parse(text).faults : status;
  };

  test("what is right is delivered: from script, from a browser, as JSON", async () => {
    expect(await send({ ...RIGHT, message: "one\r\ntwo", elapsed: "2001" })).toMatchObject({
      status: 200,
      text: '{"ok":true}\n',
    });
    const all = { ...RIGHT, page: PAGE, seats: 3, extras: ["gift", "card"], agree: true, site: "", unknown: "x" };
    const json = await ask(JSON.stringify(all), { ...SCRIPT, "content-type": "application/json" });
    expect(json.status).toBe(200);
    const page = { form: "order", page: PAGE };
    expect(endpoint.delivered).toEqual([
      { ...page, values: { ...RIGHT, message: "one\ntwo" } },
      { ...page, values: { ...RIGHT, seats: "3", extras: ["gift", "card"] } },
    ]);
  });

  test("a browser is led to its thanks: on a page of the form's choice, on its own page, or in the answer", async () => {
    expect(await post({ ...RIGHT, thanks: "/de/danke/" })).toMatchObject({ status: 303, location: "/de/danke/" });
    expect(await post({ ...RIGHT, form: "order1" })).toMatchObject({ status: 303, location: `${PAGE}#order1-sent` });
    const answer = await post(RIGHT);
    expect(answer).toMatchObject({ status: 200, type: expect.stringContaining("text/html") });
    expect(answer.text).toContain('<html lang="de">');
    expect(answer.text).toContain(">Vielen Dank</h1>");
    expect(answer.text).toContain('<link rel="stylesheet" href="/a.css">');
    expect(endpoint.delivered).toHaveLength(3);
  });

  test("an answer has the direction of its page, whose address is the same from script and without", async () => {
    const answers = [await post({ ...RIGHT, page: "/مرحبا/" }), await post({ page: encodeURI("/مرحبا/") })];
    for (const { text } of answers) expect(text).toContain('<html lang="ar" dir="rtl">');
    await send({ ...RIGHT, page: encodeURI("/مرحبا/") });
    expect(endpoint.delivered.slice(-2).map(({ page }) => page)).toEqual(["/مرحبا/", "/مرحبا/"]);
  });

  test.each([
    "https://evil.example/",
    "//evil.example/",
    "/x/..//evil.example/",
    "/.//evil.example/",
    "/\\evil.example/",
    "javascript:alert(1)",
    "/de/%2f..%2f..%2fetc/",
  ])("nobody is led out of the site: %s", async (path) => {
    expect((await post({ ...RIGHT, page: path, thanks: path, form: "x" })).location).toBe("/#x-sent");
  });

  test.each(["/%/", "/%e0%a4/", "/%2525/"])(
    "a page that cannot be is answered, and so is the next one: %s",
    async (page) => {
      expect([await post({ page }), await post({ ...RIGHT, page })]).toMatchObject([{ status: 422 }, { status: 200 }]);
    },
  );

  test("what is missing is said to script by the names of words", async () => {
    expect(await faults({ name: " ", email: "", way: "", agree: "" })).toEqual({
      name: "name_missing",
      email: "form_missing",
      way: "form_missing",
      agree: "form_unchecked",
    });
    expect(endpoint.delivered).toEqual([]);
  });

  test("without script it is a page with the site's words and styles", async () => {
    const { status, text } = await post({ ...RIGHT, name: "", email: "x", code: "a" });
    expect(status).toBe(422);
    expect(text).toContain(">Bitte &lt;prüfen&gt;</h1>");
    expect(text).toContain("<strong>Ihr Name</strong>: Wie heißen Sie?");
    expect(text).toContain("<strong>email</strong>: Keine E-Mail-Adresse.");
    expect(text).toContain("<strong>code</strong>: Please write at least 3 characters.");
    expect(text).toContain(`<a href="${PAGE}">Zurück</a>`);
  });

  test.each([
    [{ name: "x".repeat(21) }, { name: "form_wrong" }],
    [{ message: "x".repeat(5001) }, { message: "form_wrong" }],
    [{ email: "katrin@local" }, { email: "form_wrong_email" }],
    [{ site: "example.org" }, { site: "form_wrong_url" }],
    [{ seats: "many" }, { seats: "form_wrong_number" }],
    [{ seats: "0" }, { seats: "form_small" }],
    [{ seats: "9" }, { seats: "form_large" }],
    [{ seats: "1.5" }, { seats: "form_step" }],
    [{ weight: "0.25" }, { weight: "form_step" }],
    [{ day: "2026-01-07" }, { day: "form_step" }],
    [{ day: "2026-02-30" }, { day: "form_wrong_date" }],
    [{ day: "2025-12-31" }, { day: "form_small" }],
    [{ code: "ab1" }, { code: "form_wrong" }],
    [{ size: "XXL" }, { size: "form_wrong" }],
    [{ extras: "bomb" }, { extras: "form_wrong" }],
    [{ way: "steal" }, { way: "form_wrong" }],
  ])("%j is wrong", async (values, expected) => {
    expect(await faults(values)).toEqual(expected);
  });

  test("right values of every kind are taken", async () => {
    const values = {
      site: "https://example.org",
      seats: "8",
      weight: "0.5",
      height: "1.75",
      day: "2026-02-26",
      code: "AB1",
      size: "M",
      extras: "gift",
    };
    expect(await faults(values)).toBe(200);
    expect(endpoint.delivered[0]?.values).toEqual({ ...RIGHT, ...values, extras: ["gift"] });
  });

  test("robots are thanked and nothing is delivered: the trap is filled, or the form was too quick", async () => {
    expect((await send({ ...RIGHT, website: "http://spam.example" })).status).toBe(200);
    expect((await send({ ...RIGHT, elapsed: "1999" })).status).toBe(200);
    expect((await send({ ...RIGHT, elapsed: "soon" })).status).toBe(200);
    expect(endpoint.delivered).toEqual([]);
  });

  test.each([
    ["another site's page, by the browser's word", { "sec-fetch-site": "cross-site" }],
    ["another port of this machine", { "sec-fetch-site": "same-site" }],
    ["another site's page, by its origin", { origin: "https://evil.example" }],
    ["a page without origin", { origin: "null" }],
  ])("%s is refused", async (_from, headers) => {
    expect((await ask(new URLSearchParams(RIGHT), headers)).status).toBe(403);
    expect(endpoint.delivered).toEqual([]);
  });

  test("whoever is refused can send all of it first, and hears why", async () => {
    const headers = { origin: "https://evil.example", "content-type": "text/plain" };
    const sent = request(`${endpoint.origin}/forms/order`, { method: "POST", headers });
    const answered = new Promise<IncomingMessage>((done, failed) => sent.on("response", done).on("error", failed));
    sent.write("x".repeat(1000));
    const early = await Promise.race([answered, new Promise((done) => setTimeout(done, 200, "none yet"))]);
    expect(early).toBe("none yet");
    sent.end("x".repeat(100_000));
    const response = await answered;
    response.resume();
    expect([response.statusCode, response.headers.connection]).toEqual([403, "keep-alive"]);
  });

  test("a body of another kind, a broken one, a file, one too large", async () => {
    const file = new FormData();
    file.set("message", new Blob(["x"]), "x.txt");
    const statuses = [
      (await ask("hello", { "content-type": "text/plain" })).status,
      (await ask("--", { "content-type": "multipart/form-data; boundary=x" })).status,
      (await ask("[1]", { "content-type": "application/json" })).status,
      (await ask('{"name": {"a": 1}}', { "content-type": "application/json" })).status,
      (await ask(file)).status,
      (await ask(new URLSearchParams({ message: "x".repeat(64 * 1024) }))).status,
    ];
    expect(statuses).toEqual([415, 400, 400, 400, 415, 413]);
    expect(endpoint.delivered).toEqual([]);
  });

  test("other methods and paths are not the form's", async () => {
    const get = await fetch(`${endpoint.origin}/forms/order`);
    const elsewhere = await fetch(`${endpoint.origin}/forms/other`, {
      method: "POST",
      body: new URLSearchParams(RIGHT),
    });
    expect([get.status, elsewhere.status]).toEqual([404, 404]);
  });

  test("a visitor's flood ends at thirty in a minute, and stops nobody else", async () => {
    for (let at = 0; at < 30; at += 1) expect((await send(RIGHT)).status).toBe(200);
    expect((await send(RIGHT)).status).toBe(429);
    visitor += 1;
    expect((await send(RIGHT)).status).toBe(200);
    expect(endpoint.delivered).toHaveLength(31);
  });

  test("what cannot be delivered is not thanked for", async () => {
    const told = vi.spyOn(console, "error").mockReturnValue();
    endpoint.break();
    expect((await send(RIGHT)).status).toBe(500);
    expect(endpoint.delivered).toEqual([]);
    told.mockRestore();
  });
});
