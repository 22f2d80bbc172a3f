/** What `--notify` posts, in which shape, and what happens when nobody takes it. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { editorWords } from "../../src/blocks/ui/editor-words.ts";
import { words } from "../../src/blocks/ui/words.ts";
import { noticeBody, type Places, shapeFor } from "../../src/listen/notice.ts";
import { createNotifier } from "../../src/listen/notifier.ts";
import { speechFor } from "../../src/listen/words.ts";
import { EDITOR_WORDS } from "../../src/site/editor-words.ts";
import { entryWith } from "./console-setup.ts";

const places: Places = {
  site: "https://www.example.com/",
  editor: ({ id }) => (id > 0 ? `https://editor.invalid/${id}` : ""),
};
const said = { places, speech: speechFor("", { languages: [] }) };
const HOSTILE = "<!channel> [click](https://evil.invalid) & <https://evil.invalid|here>";

test("a finding in the site's own sentence keeps its details: the English one follows, or stands where the site wants it", () => {
  const message = 'There is no block "nosuch"; it is left out.';
  const speech = (sentence: string) =>
    speechFor("", { languages: [{ code: "de", locale: "de-DE", words: { CONTENT_UNKNOWN_COMPONENT: sentence } }] });
  const shown = (sentence: string) => speech(sentence).problem({ code: "CONTENT_UNKNOWN_COMPONENT", message });
  expect(shown("Ein unbekannter Block.")).toBe(`Ein unbekannter Block. (${message})`);
  expect(shown("Unbekannt: {message}")).toBe(`Unbekannt: ${message}`);
  expect(shown("")).toBe(message);
});

describe("the shape follows from the host", () => {
  test.each([
    ["https://hooks.slack.com/services/T0/B0/x", "slack"],
    ["https://hooks.slack-gov.com/services/T0/B0/x", "slack"],
    ["https://prod-12.westeurope.logic.azure.com:443/workflows/1/triggers/manual/paths/invoke?sig=x", "teams"],
    ["https://default1.00.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/1", "teams"],
    ["https://contoso.webhook.office.com/webhookb2/x", "teams"],
    ["https://chat.example.com/hooks/x", "json"],
    ["https://hooks.slack.com.evil.invalid/x", "json"],
    ["http://127.0.0.1:9/logic.azure.com", "json"],
  ])("%s: %s", (address, shape) => {
    expect(shapeFor(new URL(address))).toBe(shape);
  });

  const time = new Date("2026-11-20T12:03:05.000Z").toTimeString().slice(0, 8);

  test("Slack gets a text, in which nothing is a mention or a link of the content's", () => {
    const entry = entryWith({ number: 2, stories: [{ id: 7, name: HOSTILE, slug: "x" }] });
    const { text } = noticeBody(entry, "slack", said) as { text: string };
    expect(text).toMatch(new RegExp(`^live at ${time}: `));
    expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
  });

  test("Teams gets an Adaptive Card of text runs, which read no Markdown", () => {
    const entry = entryWith({ number: 2, stories: [{ id: 7, name: HOSTILE, slug: "x" }] });
    const message = noticeBody(entry, "teams", said) as {
      type: string;
      attachments: { contentType: string; content: { type: string; version: string; body: { type: string }[] } }[];
    };
    const [attachment] = message.attachments;
    expect([message.type, attachment?.contentType]).toEqual(["message", "application/vnd.microsoft.card.adaptive"]);
    expect(attachment?.content).toMatchObject({ type: "AdaptiveCard", version: "1.4" });
    expect(new Set(attachment?.content.body.map(({ type }) => type))).toEqual(new Set(["RichTextBlock"]));
    expect(JSON.stringify(message)).toContain(`live at ${time}: ${HOSTILE}`);
  });

  test("others get JSON with a text and the facts", () => {
    expect(noticeBody(entryWith({ number: 2 }), "json", said)).toMatchObject({
      ok: true,
      kind: "publish",
      text: `live at ${time}: About us\n1 page changed, 2.1 s after the webhook\nhttps://www.example.com/company/about/`,
      seconds: 2.1,
      stories: [{ name: "About us", editor: "https://editor.invalid/7" }],
      pages: ["https://www.example.com/company/about/"],
    });
  });

  test("addresses of pages are encoded, so that a chat takes all of one for the link", () => {
    const pages = ["/große stadt/100% sure/", "/%41bc/"].map((path) => ({ path, isThere: true }));
    const addresses = ["gro%C3%9Fe%20stadt/100%25%20sure/", "%2541bc/"].map((path) => places.site + path);
    const { text, pages: listed } = noticeBody(entryWith({ number: 2, pages }), "json", said) as Record<
      string,
      unknown
    >;
    expect([text, listed]).toEqual([expect.stringContaining(`\n${addresses.join("\n")}`), addresses]);
  });

  test("a failure says so and why; what is live with a fault is not called failed", () => {
    const failed = entryWith({ number: 3, ok: false, isLive: false, stories: [], summary: "FETCH_FAILED: no answer" });
    expect((noticeBody(failed, "slack", said) as { text: string }).text).toMatch(
      new RegExp(`^not live, failed at ${time}\n[^]*FETCH_FAILED: no answer`),
    );
    const fault = entryWith({ number: 3, ok: false, summary: "2 of 9 wrong" });
    expect((noticeBody(fault, "slack", said) as { text: string }).text).toMatch(/^live at .*, but a later step failed/);
  });
});

test("it speaks the site's first language, in the site's own words, in every shape", () => {
  const german = { code: "de", locale: "de-DE", words: editorWords };
  const speech = speechFor("", { languages: [german, { code: "en", locale: "en-GB", words: {} }] });
  const textOf = (change: Parameters<typeof entryWith>[0]) =>
    (noticeBody(entryWith(change), "json", { places, speech }) as { text: string }).text;
  const stories = Array.from({ length: 7 }, (_, n) => ({ id: n + 1, name: `Seite ${n + 1}`, slug: `s${n}` }));
  expect(textOf({ number: 2, stories, published: 7, written: 3, gone: 1 })).toMatch(
    /^live um \d\d:03:05: Seite 1, .*, Seite 5 und 2 weitere\n3 Seiten geändert, 1 entfernt, 2,1 s nach dem Webhook\n/,
  );
  expect(textOf({ number: 3, ok: false, isLive: false, stories: [] })).toMatch(/^nicht live, gescheitert um /);
  expect(textOf({ number: 4, kind: "undo" })).toMatch(/^zurückgenommen, live um /);
  expect(textOf({ number: 5, kind: "check" })).toMatch(/^geprüft um .*, nichts zu verbessern: About us\n/);
});

test("the sample has every word for editors in German, with the same places", () => {
  const places_ = (text = "") => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
  const german: Readonly<Record<string, string>> = words.de;
  for (const [name, text] of Object.entries(EDITOR_WORDS))
    expect([name, places_(german[name]), german[name] === undefined]).toEqual([name, places_(text), false]);
});

describe("posting", () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function receiver(answer: (count: number, request: IncomingMessage) => number) {
    const bodies: unknown[] = [];
    let count = 0;
    server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
      count += 1;
      const status = answer(count, request);
      if (status === 0) return;
      if (status === 1) {
        request.socket.resetAndDestroy();
        return;
      }
      if (status === 200) bodies.push(JSON.parse(Buffer.concat(parts).toString()));
      response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end();
    });
    await new Promise<void>((done) => server?.listen(0, "127.0.0.1", done));
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/services/a-secret?sig=another`);
    return { url, bodies, count: () => count };
  }

  test("is tried again while the receiver is down, in order, and never waits for an answer", async () => {
    const log: string[] = [];
    const { url, bodies, count } = await receiver((count) => [500, 1, 429][count - 1] ?? 200);
    const notifier = createNotifier({ url, log: (line) => log.push(line), pauses: [5, 5, 5] });
    for (const n of [1, 2, 3]) notifier.send({ n });
    expect(count()).toBe(0);
    await expect.poll(() => bodies, { interval: 10 }).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    await notifier.close();
    expect(log).toEqual([]);
  });

  test.each([
    ["a refusal is final", 404, 1],
    ["a redirect is not followed", 302, 1],
    ["four tries are the most", 500, 4],
  ])("%s; the log names the host alone", async (_, status, tries) => {
    const log: string[] = [];
    const { url, count } = await receiver(() => status);
    const notifier = createNotifier({ url, log: (line) => log.push(line), pauses: [1, 1, 1] });
    notifier.send({});
    await expect.poll(() => log.length, { interval: 10 }).toBe(1);
    await notifier.close();
    expect([count(), log]).toEqual([tries, [`the notice to ${url.host} could not be sent: status ${status}`]]);
  });

  test("a host that is not there: the log has neither path nor query", async () => {
    const log: string[] = [];
    const url = new URL("http://127.0.0.1:9/services/a-secret?sig=another");
    const notifier = createNotifier({ url, log: (line) => log.push(line), pauses: [1] });
    notifier.send({});
    await expect.poll(() => log.length, { interval: 10 }).toBe(1);
    await notifier.close();
    expect(log.join()).toContain("127.0.0.1:9");
    expect(log.join()).not.toMatch(/secret|sig/);
  });

  test("a receiver that says nothing is given up", async () => {
    const log: string[] = [];
    const { url } = await receiver(() => 0);
    const notifier = createNotifier({ url, log: (line) => log.push(line), pauses: [], timeoutMs: 50 });
    notifier.send({});
    await expect
      .poll(() => log, { interval: 10 })
      .toEqual([expect.stringMatching(/could not be sent: no answer in time$/)]);
    await notifier.close();
  });

  test("closing waits for no receiver", async () => {
    const { url } = await receiver(() => 0);
    const notifier = createNotifier({ url, log: () => undefined, timeoutMs: 60_000 });
    notifier.send({});
    await notifier.close();
  });
});
