/** The live preview in a real browser, with the content service's own bridge, on a static host and in `serve`. */
import type { FrameLocator } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RawBlock, RawStory } from "../../src/site/api/model.ts";
import { EDITOR_WORDS } from "../../src/site/editor-words.ts";
import { exhaustiveOnly, IS_EXHAUSTIVE, shareOf } from "../helpers/exhaustive.ts";
import { whenReady } from "./fake-editor.ts";
import { type Host, openPreviewSite, type PreviewSite, type Visit } from "./preview-site.ts";

const HOSTS: readonly Host[] = ["static", "serve"];

describe.each(HOSTS)("in the visual editor, on %s", (host) => {
  let site: PreviewSite;
  let visit: Visit;

  beforeAll(async () => {
    site = await openPreviewSite(host);
  });
  afterAll(() => site?.close());
  beforeEach(async () => {
    visit = await site.visit();
  });
  afterEach(() => visit?.close());

  /** For what the browser does alone, whatever server the page comes from. */
  const inBrowser = (name: string, run: () => Promise<void>) => {
    if (host === "static") test(name, run);
  };
  /** For what the server takes part in; by the static host alone where the other tests show the same of the server. */
  const onBoth = IS_EXHAUSTIVE ? test : inBrowser;
  /** For what a server that makes pages anew takes part in; the static host has it in the exhaustive run. */
  const onServe = (name: string, run: () => Promise<void>) => {
    if (host === "serve" || IS_EXHAUSTIVE) test(name, run);
  };
  /** The bridge's stylesheet is refused by the policy and adopted another way. */
  const errors = () => visit.errors.filter((text) => !text.startsWith("Applying inline style"));
  const page = (): FrameLocator => visit.editor.page.frameLocator("iframe");
  const open = (path: string, slug: string, language = "default") =>
    visit.editor.open(site.url(path, { storyId: site.id(slug), language }));
  const input = (story: RawStory) => visit.editor.send({ action: "input", story });
  const body = (story: RawStory) => story.content.body as RawBlock[];
  const first = (story: RawStory) => body(story)[0] as RawBlock;
  const sections = () => page().locator("main > [data-blok-c]");
  const resolvable = async () => {
    const { config } = await visit.editor.heard("initialized");
    return (config as { resolveRelations: string[] }).resolveRelations;
  };

  onBoth("what is typed is shown at once; the page stays where it is and the focus where it was", async () => {
    await open("/company/about/", "company/about");
    const story = await site.draft("company/about");
    const headline = page().locator(".facts h1, .facts h2");
    await page().locator("html[data-preview=ready]").waitFor();
    await visit.editor.frame().evaluate(() => window.scrollTo({ top: 120, behavior: "instant" }));
    await page()
      .locator(".contact-teaser a")
      .evaluate((link: HTMLElement) => link.focus({ preventScroll: true }));
    for (const text of ["In f", "In fi", "In fig"]) {
      first(story).headline = text;
      await input(story);
    }
    await headline.getByText("In fig", { exact: true }).waitFor();
    // When the typing rests the effects begin again, and measure the page.
    await visit.editor.page.waitForTimeout(800);
    expect(await visit.editor.frame().evaluate(() => window.scrollY)).toBe(120);
    expect(
      await visit.editor.frame().evaluate(() => document.activeElement?.closest(".contact-teaser")),
    ).not.toBeNull();
    expect(errors()).toEqual([]);
  });

  exhaustiveOnly(() => {
    inBrowser("a page that is published after its load shows the newer payload, then what is typed", async () => {
      await visit.editor.page.route("**/company/about/_payload.json*", async (route) => {
        const answer = await route.fetch();
        const payload = await answer.json();
        payload.page.body[0].headline = "Published since";
        await route.fulfill({ response: answer, json: payload });
      });
      await open("/company/about/", "company/about");
      const headline = page().locator(".facts h1, .facts h2");
      await headline.getByText("Published since", { exact: true }).waitFor();
      await page().locator("html[data-preview=ready]").waitFor();
      const story = await site.draft("company/about");
      first(story).headline = "Typed after that";
      await input(story);
      await headline.getByText("Typed after that", { exact: true }).waitFor();
      expect(errors()).toEqual([]);
    });
  });

  inBrowser("blocks are added, moved and removed", async () => {
    await open("/company/about/", "company/about");
    const story = await site.draft("company/about");
    const order = () => sections().evaluateAll((all) => all.map((one) => one.className.split(" ").at(-1)));
    const [facts, contact, fragile] = body(story) as [RawBlock, RawBlock, RawBlock];
    const added = { component: "TextTeaser", _uid: "added-1", text: "A new block" };
    story.content.body = [fragile, added, facts];
    await input(story);
    await page().getByText("A new block").waitFor();
    await expect.poll(order).toEqual(["fragile", "text-teaser", "facts"]);
    story.content.body = [facts, contact, fragile];
    await input(story);
    await expect.poll(order).toEqual(["facts", "contact-teaser", "fragile"]);
    // As scripts import them: with one uid.
    story.content.body = [added, added, added, facts];
    await input(story);
    await expect.poll(order).toEqual(["text-teaser", "text-teaser", "text-teaser", "facts"]);
    story.content.body = [facts, added];
    await input(story);
    await expect.poll(order).toEqual(["facts", "text-teaser"]);
    expect(errors()).toEqual([]);
  });

  onBoth("a story without a page of its own says so", async () => {
    await visit.editor.open(site.url("/people/ada/", { storyId: 4242, component: "Person" }), { ready: false });
    await page().locator(".preview-notes").getByText(EDITOR_WORDS.preview_pageless).waitFor();
  });

  inBrowser("what a block shows of another story is of the one that is chosen", async () => {
    await open("/imprint/", "imprint");
    await page().locator("q").getByText("About us").waitFor();
    const relations = await resolvable();
    const story = await site.resolved("imprint", relations);
    (body(story)[1] as RawBlock).of = await site.draft("insights/third-post");
    await input(story);
    await page().locator("q").getByText("Third post").waitFor();
    (body(story)[1] as RawBlock).of = "";
    await input(story);
    await expect.poll(() => page().locator("q").textContent()).toBe("");
    expect(errors()).toEqual([]);
  });

  exhaustiveOnly(() => {
    inBrowser("a figure that is edited shows its number, and nothing waits to be revealed", async () => {
      await open("/company/about/", "company/about");
      const story = await site.draft("company/about");
      const [item] = first(story).items as [RawBlock];
      item.number = "57";
      first(story).invert_trigger = true;
      await input(story);
      const figure = page().locator("[data-count-up]");
      await expect.poll(() => figure.textContent()).toContain("57");
      const hidden = () =>
        page()
          .locator("[data-reveal]")
          .evaluateAll((all) => all.filter((one) => getComputedStyle(one).opacity !== "1").length);
      expect(await hidden()).toBe(0);
      await visit.editor.page.waitForTimeout(600);
      await visit.editor.frame().evaluate(() => {
        const top = document.querySelector(".facts")?.getBoundingClientRect().top ?? 0;
        window.scrollBy({ top: top + 5, behavior: "instant" });
      });
      await page().locator("body.is-inverted").waitFor({ state: "attached" });
      expect([await figure.textContent(), await hidden()]).toEqual([expect.stringContaining("57"), 0]);
    });

    inBrowser("rich text, with links, lists and embedded blocks", async () => {
      await open("/insights/first-post/", "insights/first-post");
      const story = await site.draft("insights/first-post");
      const about = await site.draft("company/about");
      const link = { linktype: "story", uuid: about.uuid, href: "/company/about", anchor: "team" };
      first(story).text = {
        type: "doc",
        content: [
          { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "A new heading" }] },
          {
            type: "paragraph",
            content: [
              { type: "text", text: "strong words", marks: [{ type: "bold" }] },
              { type: "text", text: " and a link", marks: [{ type: "link", attrs: link }] },
            ],
          },
          {
            type: "blok",
            attrs: { body: [{ component: "TextTeaser", _uid: "inside-1", text: "Embedded while typing" }] },
          },
        ],
      };
      await input(story);
      await page().getByRole("heading", { name: "A new heading" }).waitFor();
      expect(await page().locator("#a-new-heading, [id*=a-new-heading]").count()).toBe(1);
      expect(
        await page()
          .getByText("strong words")
          .evaluate((one) => one.tagName),
      ).toMatch(/^(B|STRONG)$/);
      expect(await page().getByRole("link", { name: "and a link" }).getAttribute("href")).toBe("/company/about/#team");
      await page().getByText("Embedded while typing").waitFor();
    });
  });

  onBoth("relations: stories of the site, stories only the editor knows, and stories nobody knows", async () => {
    await open("/", "home");
    const relations = await resolvable();
    expect(relations).toContain("BlogTeaser.posts");
    const titles = () => page().locator(".blog-teaser .card").allTextContents();
    const plain = await site.draft("home");
    const teaser = body(plain)[1] as RawBlock;
    teaser.posts = [(await site.draft("insights/second-post")).uuid];
    await input(plain);
    await expect.poll(titles).toEqual([expect.stringContaining("Second post")]);

    const draftPost = await site.resolved("insights/draft-post", relations);
    teaser.posts = [draftPost, await site.resolved("insights/third-post", relations)];
    await input(plain);
    await expect.poll(titles).toEqual([expect.stringContaining("Draft post"), expect.stringContaining("Third post")]);
    // `serve` has it as a page.
    if (host === "static")
      expect(await page().locator(".preview-notes li").allTextContents()).toEqual([
        expect.stringContaining("“Draft post” has no published page"),
      ]);

    teaser.posts = ["0f9a7c7e-0000-4000-8000-000000000000", draftPost.uuid];
    await input(plain);
    await expect.poll(titles).toEqual([expect.stringContaining("Draft post")]);
    await expect
      .poll(() => page().locator(".preview-notes").textContent())
      .toContain("0f9a7c7e-0000-4000-8000-000000000000");
    expect(errors()).toEqual([]);
  });

  exhaustiveOnly(() => {
    inBrowser("a link to a story that only the editor knows", async () => {
      await open("/", "home");
      const story = await site.draft("home");
      const { id, uuid, name, full_slug } = await site.draft("company/unborn");
      const target = { id, uuid, name, full_slug, url: full_slug };
      const link = {
        linktype: "story",
        fieldtype: "multilink",
        id: uuid,
        url: "",
        cached_url: full_slug,
        story: target,
      };
      (first(story).links as RawBlock[])[0] = { component: "Link", _uid: "link-1", title: "To come", link };
      await input(story);
      await expect
        .poll(() => page().getByRole("link", { name: "To come" }).getAttribute("href"))
        .toBe("/company/unborn/");
    });
  });

  onBoth("German, in the editor's form of a translation too", async () => {
    await open("/de/unternehmen/ueber-uns/", "company/about", "de");
    const story = await site.draft("company/about", "de");
    first(story).headline = "In Zahlen, neu";
    await input(story);
    await page().getByRole("heading", { name: "In Zahlen, neu" }).waitFor();
    const raw = await site.draft("company/about");
    Object.assign(first(raw), { headline: "English", headline__i18n__de: "Aus dem Übersetzungsfeld" });
    await input(raw);
    await page().getByRole("heading", { name: "Aus dem Übersetzungsfeld" }).waitFor();
    expect(await page().locator("html").getAttribute("lang")).toBe("de");
    expect(await page().locator("[data-language-switch]").first().getAttribute("href")).toContain("/company/about/");
  });

  onServe("a listing, and a further page of it", async () => {
    await open("/insights/", "insights");
    const story = await site.draft("insights/");
    const posts = () => page().locator(".blog-overview article, .blog-overview .card").count();
    await expect.poll(posts).toBe(1);
    first(story).per_page = "2";
    await input(story);
    await expect.poll(posts).toBe(2);
    // Drafts are listed where drafts are shown.
    const last = host === "serve" ? 4 : 3;
    await visit.editor.open(site.url(`/insights/page/${last}/`, { storyId: site.id("insights") }));
    await page().getByText("First post").first().waitFor();
    first(story).per_page = "1";
    first(story).headline = "The last page";
    await input(story);
    await page().getByRole("heading", { name: "The last page" }).waitFor();
    await page().getByText("First post").first().waitFor();
    expect(await page().getByText("Third post").count()).toBe(0);
  });

  inBrowser("the global story: header and footer change, the page stays", async () => {
    const query = { storyId: site.id("global"), component: "Global" };
    await visit.editor.open(site.url("/company/about/", query));
    const story = await site.draft("global");
    (story.content.main_nav as RawBlock[]).push({ component: "NavItem", _uid: "nav-9", title: "Brand new", link: {} });
    story.content.cookie_settings = "Your choice";
    await input(story);
    await page().getByText("Brand new").first().waitFor({ state: "attached" });
    await page().locator("footer").getByText("Your choice").waitFor();
    expect(await page().locator(".facts").count()).toBe(1);
    expect(errors()).toEqual([]);
  });

  inBrowser("a click selects the block, before anything was typed", async () => {
    await open("/company/about/", "company/about");
    await visit.editor.heard("initialized");
    const story = await site.draft("company/about");
    await visit.editor.send({ action: "enterEditmode", storyId: story.id, componentNames: {}, appVersion: "v2" });
    await page().getByText("In figures").click();
    const { dataC, origin } = await visit.editor.heard("edit");
    expect(dataC).toMatchObject({ name: "Facts", uid: first(story)._uid, id: String(story.id), space: "100300" });
    expect(origin).toBe(site.origin);
    // The first click on a link selects its block too; the second one would follow it.
    await page().locator(".contact-teaser a").click();
    await expect.poll(async () => (await visit.editor.heard("edit")).dataC).toMatchObject({ name: "Link" });
    await page().locator(".storyblok__overlay").waitFor({ state: "attached" });
  });

  const EVENTS = host === "serve" || IS_EXHAUSTIVE ? shareOf(["change", "published"], HOSTS.indexOf(host)) : [];
  test.each(EVENTS)("%s reloads the page with its query, and only for the entry itself", async (action) => {
    await open("/company/about/", "company/about");
    const mark = () => visit.editor.frame().evaluate(() => document.documentElement.dataset.mark);
    await visit.editor.frame().evaluate(() => document.documentElement.setAttribute("data-mark", "set"));
    const address = visit.editor.frame().url();
    await visit.editor.send({ action, storyId: site.id("home"), slug: "home", slugChanged: false, reload: true });
    await visit.editor.send({ action: "input", story: await site.draft("home") });
    await visit.editor.page.waitForTimeout(300);
    expect(await mark()).toBe("set");
    await visit.editor.send({ action, storyId: site.id("company/about"), slug: "company/about", slugChanged: false });
    await expect.poll(mark).toBeUndefined();
    await whenReady(visit.editor.page);
    expect(visit.editor.frame().url()).toBe(address);
  });

  exhaustiveOnly(() => {
    onBoth("links keep the editor's query; another page's entry is not edited there", async () => {
      await open("/", "home");
      await page().getByRole("link", { name: "Read on" }).click();
      await expect.poll(() => new URL(visit.editor.frame().url()).pathname).toBe("/insights/first-post/");
      const query = new URL(visit.editor.frame().url()).searchParams;
      expect(query.get("_storyblok")).toBe(String(site.id("home")));
      expect(query.get("_storyblok_tk[token]")).toMatch(/^[0-9a-f]{40}$/);
      await page().locator("html[data-status=idle]").waitFor({ state: "attached" });
      const story = await site.draft("home");
      first(story).headline = "Not on this page";
      await input(story);
      await visit.editor.page.waitForTimeout(300);
      expect(await page().getByText("Not on this page").count()).toBe(0);
    });
  });

  inBrowser("a block that breaks says which and why; the others stay, and the next good edit fixes it", async () => {
    await open("/company/about/", "company/about");
    const story = await site.draft("company/about");
    const fragile = body(story)[2] as RawBlock;
    fragile.text = "BREAK";
    first(story).headline = "Still here";
    await input(story);
    const broken = page().locator(".preview-broken");
    await broken.waitFor();
    const text = await broken.textContent();
    expect([
      text?.includes("“Fragile”"),
      text?.includes("cannot stand this word"),
      text?.includes(fragile._uid),
    ]).toEqual([true, true, true]);
    await page().getByRole("heading", { name: "Still here" }).waitFor();
    fragile.text = "BREAK again";
    await input(story);
    await visit.editor.page.waitForTimeout(200);
    expect(await broken.count()).toBe(1);
    fragile.text = "Whole again";
    await input(story);
    await page().getByText("Whole again").waitFor();
    await expect.poll(() => broken.count()).toBe(0);
  });

  onBoth(
    "a block whose data file or code does not run in the browser costs that block alone, and the editor says why",
    async () => {
      await open("/company/about/", "company/about");
      const story = await site.draft("company/about");
      body(story).push({ component: "Keyed", _uid: "keyed", text: "With a key" });
      body(story).push({ component: "Keyed", _uid: "needy", text: "Needy" });
      body(story).push({ component: "NodeOnly", _uid: "node", text: "Of Node" });
      first(story).headline = "The others follow";
      await input(story);
      await page().getByRole("heading", { name: "The others follow" }).waitFor();
      await page().getByText("With a key: no data").waitFor();
      await page()
        .locator(".preview-broken", { hasText: /“NodeOnly”.*process is not defined/ })
        .waitFor();
      await page().locator(".preview-broken", { hasText: "“Keyed” has no data until it is published" }).waitFor();
      const notes = await page().locator(".preview-notes").textContent();
      expect(notes).toMatch(/data file of the block “Keyed” failed in the browser.*process is not defined/);
    },
  );

  exhaustiveOnly(() => {
    inBrowser("content of any shape never takes the page away", async () => {
      await open("/company/about/", "company/about");
      const story = await site.draft("company/about");
      const shapes = [null, 7, "text", [], {}, [null], [{ component: 1 }], [{ component: "Nobody", _uid: "n" }]];
      for (const body of shapes) await input({ ...story, content: { ...story.content, body } });
      await visit.editor.send({ action: "input", story: { id: story.id } });
      await visit.editor.send({ action: "input", story: { id: story.id, content: { component: "Nobody" } } });
      await visit.editor.send({ action: "input" });
      await visit.editor.page.waitForTimeout(300);
      first(story).headline = "Well again";
      await input(story);
      await page().getByRole("heading", { name: "Well again" }).waitFor();
      expect(visit.errors.filter((text) => text.startsWith("uncaught"))).toEqual([]);
    });
  });

  onServe(
    "what is only typed stays where the page is loaded again before it is saved, as with a colleague's publish",
    async () => {
      await open("/company/about/", "company/about");
      const story = await site.draft("company/about");
      first(story).headline = "Typed and not saved";
      await input(story);
      const typed = page().getByRole("heading", { name: "Typed and not saved" });
      await typed.waitFor();
      await visit.editor.frame().evaluate(() => location.reload());
      await page().locator(".preview-mark").getByText(EDITOR_WORDS.preview_typed).waitFor();
      await typed.waitFor();
      await visit.editor.send({ action: "change", storyId: site.id("company/about") });
      await page().getByRole("heading", { name: "In figures" }).waitFor();
      expect(await typed.count()).toBe(0);
    },
  );

  onServe("a story that was never published, in both languages", async () => {
    await open("/company/unborn/", "company/unborn");
    const story = await site.draft("company/unborn");
    first(story).headline = "Seen at last";
    await input(story);
    await page().getByRole("heading", { name: "Seen at last" }).waitFor();
    expect(await page().locator("footer").count()).toBe(1);
    await expect.poll(() => visit.editor.frame().evaluate(() => document.title)).toContain("Not published yet");
    await open("/de/unternehmen/ungeboren/", "company/unborn", "de");
    const german = await site.draft("company/unborn", "de");
    first(german).headline = "Endlich zu sehen";
    await input(german);
    await page().getByRole("heading", { name: "Endlich zu sehen" }).waitFor();
    expect(await page().locator("html").getAttribute("lang")).toBe("de");
    expect(await page().locator("main a").first().getAttribute("href")).toBe("/de/unternehmen/ueber-uns/");
  });

  exhaustiveOnly(() => {
    onBoth("addresses as the editor writes them lead to the page", async () => {
      for (const [path, slug, language, text] of [
        ["/home/", "home", "default", "Hello"],
        ["/de/company/about/", "company/about", "de", "In Zahlen"],
        ["/company/about/", "company/about", "default", "In figures"],
      ] as const) {
        await open(path, slug, language);
        await page().getByText(text).first().waitFor();
        const story = await site.draft(slug, language);
        first(story).headline = `${text}, edited`;
        await input(story);
        await page().getByText(`${text}, edited`).waitFor();
      }
    });
  });
});
