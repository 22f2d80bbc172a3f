/** A small site in two languages in its own folder, for `serve --watch`. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const FILES: Record<string, string> = {
  "site.ts": `import { Layout } from "./layout/layout.tsx";
export default {
  languages: [{ code: "en" }, { code: "de", prefix: "de" }],
  global: null,
  pageTypes: { page: {} },
  layout: { Layout },
  styles: "./styles/site.css",
};
`,
  "layout/layout.tsx": `import { Footer } from "../shared/footer.tsx";
export function Layout({ children }) {
  return <><header className="site-header">Header one</header><main>{children}</main><Footer /></>;
}
`,
  "shared/footer.tsx": "export const Footer = () => <footer>Footer one</footer>;\n",
  "styles/site.css": "body { margin: 0; }\n.site-header { padding-top: 1px; }\n",
  "blocks/page/page.schema.ts":
    'import { defineBlock, sections } from "sitegen/schema";\nexport const schema = defineBlock({ kind: "page", fields: { body: sections() } });\n',
  "blocks/page/page.tsx":
    'import { Blocks } from "sitegen/kit";\nexport default function Page({ body }) { return <Blocks of={body} />; }\n',
  "blocks/hero-section/hero-section.schema.ts":
    'import { defineBlock, text } from "sitegen/schema";\nexport const schema = defineBlock({ fields: { headline: text({ translatable: true }) } });\n',
  "blocks/hero-section/hero-section.tsx": `export default function Hero({ headline }) {
  return (
    <section className="hero">
      <h1>{headline}</h1>
      <p>Text one</p>
    </section>
  );
}
`,
  "blocks/hero-section/hero-section.css": ".hero { padding-left: 1px; }\n",
  "redirects.csv": "from,to,status,query\n/old/,/team/,301,\n",
  "sitegen.config.json": JSON.stringify({
    site: { origin: "https://www.example.com", companyName: "First Ltd" },
    redirects: ["redirects.csv"],
  }),
  "space/space.json": JSON.stringify({
    name: "Watched",
    id: 7,
    version: 1_700_000_000,
    languages: ["de"],
    token: "public",
    previewToken: "preview",
  }),
};

export interface WatchedSite {
  dir: string;
  /** Writes a file like a program that truncates it first. */
  write(path: string, text: string | Uint8Array): void;
  read(path: string): string;
  /** Replaces a text in a file like an editor that writes a temporary file and renames it. */
  edit(path: string, from: string, to: string): void;
  remove(path: string): void;
  /** Writes a page's story; in German only if given. */
  story(slug: string, headline: string, german?: string): void;
  close(): void;
}

export function watchedSite(): WatchedSite {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "sitegen-watched-")));
  const write = (path: string, text: string | Uint8Array) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  const read = (path: string) => readFileSync(join(dir, path), "utf8");
  const story = (slug: string, headline: string, german = headline) => {
    const hero = { component: "hero-section", headline, headline__i18n__de: german };
    write(`space/stories/${slug}.json`, JSON.stringify({ content: { component: "page", body: [hero] } }));
  };
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  story("home", "Home one", "Start eins");
  story("team", "Team one");
  return {
    dir,
    write,
    read,
    story,
    edit(path, from, to) {
      const text = read(path);
      if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
      write(`${path}.tmp`, text.replace(from, to));
      renameSync(join(dir, `${path}.tmp`), join(dir, path));
    },
    remove: (path) => rmSync(join(dir, path), { recursive: true }),
    close: () => rmSync(dir, { recursive: true, force: true }),
  };
}
