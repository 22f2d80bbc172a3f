/** Words, ids and rich text of generated spaces: the same for the same name and seed on every machine. */
import { sha1 } from "../../src/space/identity.ts";
import type { StoredContent } from "../../src/space/model.ts";

const EN =
  "signal sensor model spindle bearing press shift operator spectrum drift label camera batch alarm threshold gearbox coolant furnace line record window feature baseline error margin cycle torque current valve sample".split(
    " ",
  );
const DE =
  "Signal Sensor Modell Spindel Lager Presse Schicht Bediener Spektrum Drift Etikett Kamera Charge Alarm Schwelle Getriebe Kühlmittel Ofen Linie Aufzeichnung Fenster Merkmal Grundlinie Fehler Abstand Takt Drehmoment Strom Ventil Probe".split(
    " ",
  );

/** Generates a story's random choices, ids and texts from its number. */
export class Writer {
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

  /** Not hashed: a benchmark should measure the client, not the generation of ids. */
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

  /** A translatable text field with words in both languages. */
  both(field: string, count: number): Record<string, string> {
    return { [field]: this.words(EN, count), [`${field}__i18n__de`]: this.words(DE, count) };
  }
}

/** Paragraphs consist of prepared sentences: generating every word would cost more than serving them. */
function sentences(list: readonly string[]): readonly string[] {
  const writer = new Writer(list.join(" "), 0);
  return Array.from({ length: 512 }, () => writer.sentence(list));
}

const EN_SENTENCES = sentences(EN);
const DE_SENTENCES = sentences(DE);

/** A rich-text field in both languages; each paragraph links to one of the stories. */
export function bilingualRichText(
  writer: Writer,
  links: readonly string[],
  paragraphs: number,
  field = "text",
): Record<string, unknown> {
  return {
    [field]: richText(writer, { sentences: EN_SENTENCES, links, paragraphs }),
    [`${field}__i18n__de`]: richText(writer, { sentences: DE_SENTENCES, links, paragraphs }),
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

/** A link field to a story. */
export function multilink(uuid: string) {
  return { id: uuid, url: "", linktype: "story", fieldtype: "multilink", cached_url: "" };
}
