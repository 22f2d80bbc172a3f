/** Pictures for shared links: a component of the site, drawn with the site's fonts. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { ReactNode } from "react";
import type { PageInfo } from "../site/api/page-info.ts";
import { defineOutput, type OutputDefinition, type PageContent } from "../site/outputs.ts";
import { once } from "../util/once.ts";
import { importFile, isBundled, ownModule, siteFile, siteModule } from "./libraries.ts";
import { unknownOptions } from "./unknown-options.ts";

export interface OpenGraphCardProps {
  readonly page: PageInfo;
  /** Head, blocks and markup of the page. */
  readonly content: PageContent;
  readonly width: number;
  readonly height: number;
}

export interface OpenGraphFont {
  /** As in `fontFamily`. */
  readonly name: string;
  /** TTF, OTF, WOFF or WOFF2 file, relative to the definition's file. */
  readonly file: string;
  readonly weight?: 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900;
  readonly style?: "normal" | "italic";
}

export interface OpenGraphImagesOptions {
  /** What is drawn: elements with inline styles, as satori takes them. */
  readonly card: (props: OpenGraphCardProps) => ReactNode;
  readonly fonts: readonly OpenGraphFont[];
  /** Which pages get one. Default: all. */
  readonly pages?: (page: PageInfo) => boolean;
  readonly width?: number;
  readonly height?: number;
}

type Satori = typeof import("satori")["default"];
type FontOptions = Parameters<Satori>[1]["fonts"][number];

/** Needs the package `satori`, which the site installs. */
export function openGraphImages(options: OpenGraphImagesOptions): OutputDefinition {
  const { card, fonts, pages = () => true, width = 1200, height = 630 } = options;
  const fontData = once(() =>
    fonts.map(({ file, ...font }): FontOptions => ({ ...font, data: readFileSync(siteFile(file)) })),
  );
  return defineOutput({
    name: "open-graph",
    faults: [
      ...unknownOptions("openGraphImages", options, ["card", "fonts", "pages", "width", "height"]),
      ...missingParts(fonts),
    ],
    keys: (reader) =>
      reader.languages.flatMap(({ code }) =>
        reader
          .in(code)
          .routes({ listings: true })
          .filter(pages)
          .map(({ path }) => `${code} ${path}`),
      ),
    async make(key, reader, { cached }) {
      const [lang = "", path = ""] = key.split(/ (.*)/s);
      const own = reader.in(lang);
      const content = own.page(path);
      const [page] = own.routes({ path });
      // A page whose type gives it a picture names that one.
      if (!content || !page || content.head.og.image !== own.absolute(pictureOf(path))) return null;
      const satori = await loadSatori();
      const missing = new Set<string>();
      const svg = await satori(card({ page, content, width, height }), {
        width,
        height,
        fonts: fontData(),
        async loadAdditionalAsset(_, letters) {
          for (const letter of letters) missing.add(letter);
          return [];
        },
      });
      if (missing.size > 0)
        own.problem({
          severity: "warning",
          code: "OUTPUT_LETTER_MISSING",
          path,
          message: `The fonts of openGraphImages() lack ${[...missing].sort().join(", ")}, which the picture of ${path} shows as boxes.`,
          hint: "Add a font that has them to `fonts`, under another name: a letter is drawn with the first font that has it.",
        });
      const id = createHash("sha256").update(svg).digest("hex");
      return { path: pictureOf(path), lang, body: await cached(id, () => picture(svg)) };
    },
    head: (page) =>
      pages(page)
        ? { image: { src: page.absolute(pictureOf(page.path).replace(/^\/?/, "/")), width, height, alt: page.title } }
        : {},
  });
}

/** Beside the page. */
function pictureOf(path: string): string {
  return `${path}og.png`;
}

async function picture(svg: string): Promise<Uint8Array> {
  const { default: sharp } = await importFile<{ default: typeof import("sharp").default }>(ownModule("sharp"));
  return sharp(Buffer.from(svg)).png({ palette: true, effort: 4 }).toBuffer();
}

/** Said once, before anything is published, and not for each picture. */
function missingParts(fonts: readonly OpenGraphFont[] = []): string[] {
  if (!isBundled()) return [];
  const faults = fonts
    .map(({ file }) => siteFile(file))
    .flatMap((file) => {
      const why = !existsSync(file) ? "does not exist" : isFont(file) ? "" : "is no TTF, OTF, WOFF or WOFF2 file";
      return why === "" ? [] : [`openGraphImages() needs the font ${file}, which "fonts" names and which ${why}.`];
    });
  return [
    ...faults,
    ...(siteModule("satori") === undefined
      ? ["openGraphImages() needs the package satori, which is not installed: `npm install satori`."]
      : []),
  ];
}

function isFont(file: string): boolean {
  const begin = readFileSync(file).toString("latin1", 0, 4);
  return ["wOFF", "wOF2", "OTTO", "true", "\0\x01\0\0"].includes(begin);
}

async function loadSatori(): Promise<Satori> {
  const file = siteModule("satori") ?? "satori";
  const { default: found } = await importFile<{ default: Satori | { default: Satori } }>(file);
  return typeof found === "function" ? found : found.default;
}
