/** The texts and blocks of a generated space: the same for the same seed and number, on every machine. */
import { type AssetFacts, assetAddress } from "./asset-address.ts";
import type { AssetIndex } from "./asset-index.ts";
import { idFrom, sha1, storyUuid } from "./identity.ts";
import type { StoredContent } from "./model.ts";

const EN =
  "signal sensor model spindle bearing press shift operator spectrum drift label camera batch alarm threshold gearbox coolant furnace line record window feature baseline error margin cycle torque current valve sample".split(
    " ",
  );
const DE =
  "Signal Sensor Modell Spindel Lager Presse Schicht Bediener Spektrum Drift Etikett Kamera Charge Alarm Schwelle Getriebe Kühlmittel Ofen Linie Aufzeichnung Fenster Merkmal Grundlinie Fehler Abstand Takt Drehmoment Strom Ventil Probe".split(
    " ",
  );

const DRAWINGS = 8;

/** Small drawings in memory, so that a generated space's pictures can be fetched like any others. */
export const SYNTHETIC_ASSETS: AssetIndex = new Map(
  Array.from({ length: DRAWINGS }, (_, index) => {
    const path = `drawings/drawing-${index}.svg`;
    const shape = `<circle cx="800" cy="500" r="${100 + index * 40}" fill="#3056d3"/>`;
    const data = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1000">${shape}</svg>`);
    return [path, { path, file: "", data, hash: sha1(data).slice(0, 10), size: "1600x1000" }];
  }),
);

interface Post {
  index: number;
  /** The uuids of all posts, to link to. */
  posts: readonly string[];
  seed: number;
  spaceId: number;
}

/** Writes one story: random, ids and texts all follow from the story's number. */
class Writer {
  #state: number;

  constructor(name: string, seed: number) {
    this.#state = Number.parseInt(sha1(`${seed} ${name}`).slice(0, 8), 16) || 1;
  }

  /** xorshift32: small, fast, and the same everywhere. */
  below(limit: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % limit;
  }

  /** Not hashed: a benchmark is to measure the client, not the making of ids. */
  uuid(): string {
    const digits = (length: number) =>
      this.below(16 ** length)
        .toString(16)
        .padStart(length, "0");
    return `${digits(6)}00-${digits(4)}-5${digits(3)}-8${digits(3)}-${digits(6)}${digits(6)}`;
  }

  words(list: readonly string[], count: number): string {
    let text = list[this.below(list.length)] ?? "";
    for (let word = 1; word < count; word++) text += ` ${list[this.below(list.length)]}`;
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  sentence(list: readonly string[]): string {
    return `${this.words(list, 6 + this.below(10))}.`;
  }

  oneOf(texts: readonly string[]): string {
    return texts[this.below(texts.length)] ?? "";
  }

  block(component: string, fields: Record<string, unknown>): StoredContent {
    return { _uid: this.uuid(), component, ...fields };
  }

  both(field: string, count: number): Record<string, string> {
    return { [field]: this.words(EN, count), [`${field}__i18n__de`]: this.words(DE, count) };
  }
}

/** Paragraphs are put together of ready sentences: making every word anew would cost more than serving them. */
function sentences(list: readonly string[]): readonly string[] {
  const writer = new Writer(list.join(" "), 0);
  return Array.from({ length: 512 }, () => writer.sentence(list));
}

const EN_SENTENCES = sentences(EN);
const DE_SENTENCES = sentences(DE);

export function syntheticContent(post: Post): StoredContent {
  const writer = new Writer(`post ${post.index}`, post.seed);
  const asset = drawing(post);
  const others = Array.from({ length: 3 }, () => post.posts[writer.below(post.posts.length)] ?? "");
  return writer.block("Insights", {
    ...writer.both("meta_title", 4),
    ...writer.both("meta_description", 14),
    ...writer.both("teaser_title", 5),
    ...writer.both("teaser_text", 16),
    teaser_image: asset,
    category: writer.below(2) === 0 ? "mlops" : "data-iot",
    industries: ["automotive"],
    solutions: ["visual-inspection"],
    author: "Mira Okafor",
    body: [
      writer.block("HeroTextImage", {
        ...writer.both("headline", 5),
        ...richBoth(writer, others, 1),
        image: asset,
        image_side: "right",
      }),
      writer.block("RichtextVideo", { ...writer.both("headline", 4), ...richBoth(writer, others, 6) }),
      writer.block("Facts", {
        ...writer.both("headline", 3),
        items: Array.from({ length: 3 }, () =>
          writer.block("FactItem", { number: String(writer.below(1000)), suffix: "%", ...writer.both("label", 3) }),
        ),
      }),
      writer.block("BlogTeaser", { ...writer.both("headline", 3), posts: others, count: "3" }),
      writer.block("ContactTeaser", { ...writer.both("headline", 4), link: [linkBlock(writer, others[0] ?? "")] }),
    ],
  });
}

function richBoth(writer: Writer, links: readonly string[], paragraphs: number): Record<string, unknown> {
  return {
    text: richText(writer, { sentences: EN_SENTENCES, links, paragraphs }),
    text__i18n__de: richText(writer, { sentences: DE_SENTENCES, links, paragraphs }),
  };
}

function richText(
  writer: Writer,
  text: { sentences: readonly string[]; links: readonly string[]; paragraphs: number },
) {
  const content = Array.from({ length: text.paragraphs }, (_, index) => [
    ...(index % 3 === 1
      ? [{ type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: writer.oneOf(text.sentences) }] }]
      : []),
    paragraph(writer, text.sentences, text.links[index % text.links.length] ?? ""),
  ]);
  return { type: "doc", content: content.flat() };
}

function paragraph(writer: Writer, texts: readonly string[], uuid: string) {
  const attrs = { href: "", uuid, anchor: null, target: null, linktype: "story" };
  return {
    type: "paragraph",
    content: [
      { type: "text", text: `${writer.oneOf(texts)} ` },
      { type: "text", text: writer.oneOf(texts), marks: [{ type: "link", attrs }] },
      { type: "text", text: ` ${writer.oneOf(texts)} ${writer.oneOf(texts)} ` },
      { type: "text", text: writer.oneOf(texts), marks: [{ type: "bold" }] },
    ],
  };
}

function linkBlock(writer: Writer, uuid: string): StoredContent {
  return writer.block("Link", { ...writer.both("title", 2), link: multilink(uuid), style: "button" });
}

function multilink(uuid: string) {
  return { id: uuid, url: "", linktype: "story", fieldtype: "multilink", cached_url: "" };
}

function drawing({ index, spaceId }: Post) {
  const path = `drawings/drawing-${index % DRAWINGS}.svg`;
  const facts: AssetFacts = SYNTHETIC_ASSETS.get(path) ?? { path, hash: "0000000000", size: "x" };
  const texts = { alt: "A drawing", title: "", source: "", copyright: "" };
  const filename = assetAddress(facts, spaceId);
  return {
    id: idFrom(`asset:${path}`),
    ...texts,
    name: "",
    focus: "",
    filename,
    fieldtype: "asset",
    meta_data: {},
    is_external_url: false,
  };
}

export function syntheticGlobal(): StoredContent {
  const writer = new Writer("global", 0);
  const title = { title: "Insights", title__i18n__de: "Wissen" };
  const link = multilink(storyUuid("insights"));
  return writer.block("Global", {
    main_nav: [writer.block("NavItem", { ...title, link })],
    main_mobile_nav: [],
    footer_nav: [],
    legal_nav: [],
    open_jobs: "0",
  });
}

export function syntheticHome(posts: readonly string[]): StoredContent {
  const writer = new Writer("home", 0);
  const newest = posts.slice(-3).reverse();
  return writer.block("Page", {
    ...writer.both("meta_title", 4),
    body: [
      writer.block("HeroText", {
        ...writer.both("headline", 5),
        ...richBoth(writer, newest.length > 0 ? newest : [""], 1),
      }),
      writer.block("BlogTeaser", { ...writer.both("headline", 3), posts: newest, count: "3" }),
    ],
  });
}

export function syntheticIndex(): StoredContent {
  const writer = new Writer("insights", 0);
  return writer.block("Page", {
    ...writer.both("meta_title", 2),
    body: [writer.block("BlogOverview", { ...writer.both("headline", 2), starts_with: "insights/", per_page: "12" })],
  });
}
