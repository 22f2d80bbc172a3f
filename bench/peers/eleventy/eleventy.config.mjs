/** Eleventy in the bench. */
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { Page } from "../../../dist/bench-page.mjs";

export default async function (config) {
  const { loadPages } = await import(process.env.BENCH_DATA);
  const { paths, propsOf } = await loadPages();
  config.addGlobalData("paths", paths);
  config.setQuietMode(true);
  config.addTemplate("page.11ty.js", {
    data: () => ({
      pagination: { data: "paths", size: 1, alias: "path" },
      permalink: ({ path }) => `${path}index.html`,
    }),
    render({ path }) {
      const props = propsOf(path);
      const { head, lang } = props.payload;
      const title = head.title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      const body = renderToString(createElement(Page, props));
      return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;
    },
  });
  return { dir: { output: process.env.BENCH_OUT } };
}
