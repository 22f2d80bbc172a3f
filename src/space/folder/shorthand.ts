/** Expands the shorthands of a space folder into the field values of the content service. */

import { isRecord } from "../../content/resolve/context.ts";
import { idFrom, uuidFrom } from "../identity.ts";
import { assetUrl } from "../images/asset-url.ts";
import type { StoredContent } from "../model.ts";
import { type ExpandContext, fileErrorAt, trimSlashes } from "./expand-context.ts";
import { markdownToRichText } from "./markdown.ts";

type Fields = Record<string, unknown>;

export function expandContent(content: unknown, context: ExpandContext): StoredContent {
  return expandBlock(content, "content", context);
}

function expandBlock(block: unknown, path: string, context: ExpandContext): StoredContent {
  if (!isRecord(block) || typeof block.component !== "string" || block.component === "") {
    throw fileErrorAt(context, path, 'a block needs "component", the name of its kind.');
  }
  const uid =
    typeof block._uid === "string" && block._uid !== "" ? block._uid : uuidFrom(`${context.storyUuid} ${path}`);
  const expanded: StoredContent = { _uid: uid, component: block.component };
  for (const [field, value] of Object.entries(block)) {
    if (field === "_uid" || field === "component") continue;
    // The service returns the values of number fields as strings.
    expanded[field] = typeof value === "number" ? String(value) : expandValue(value, `${path}.${field}`, context);
  }
  return expanded;
}

function expandValue(value: unknown, path: string, context: ExpandContext): unknown {
  if (Array.isArray(value)) return value.map((item, index) => expandValue(item, `${path}[${index}]`, context));
  if (typeof value === "string" && value.startsWith("asset:")) {
    return assetUrl(context.asset(value.slice("asset:".length)), context.spaceId);
  }
  if (!isRecord(value)) return value;
  const shorthand = Object.keys(value).find((key) => key.startsWith("$"));
  if (shorthand !== undefined) return expandShorthand({ shorthand, value, path, context });
  if (typeof value.component === "string") return expandBlock(value, path, context);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, expandValue(item, `${path}.${key}`, context)]),
  );
}

function expandShorthand(options: { shorthand: string; value: Fields; path: string; context: ExpandContext }): unknown {
  const { shorthand, value, path, context } = options;
  const main = value[shorthand];
  if (shorthand === "$md") {
    const source = Array.isArray(main) ? main.join("\n\n") : main;
    if (typeof source !== "string") throw fileErrorAt(context, path, "$md takes a string or a list of strings.");
    return markdownToRichText(source, { path, context, blocks: 0, expandBlock });
  }
  if (typeof main !== "string") throw fileErrorAt(context, path, `${shorthand} takes a string.`);
  if (shorthand === "$story") return context.uuidOf(trimSlashes(main));
  if (shorthand === "$link") return linkValue(main, value, context);
  if (shorthand === "$asset") return assetValue(main, value, context);
  throw fileErrorAt(context, path, `"${shorthand}" is not a shorthand; known are $link, $asset, $story and $md.`);
}

function linkValue(target: string, fields: Fields, context: ExpandContext): Fields {
  const { $link: _, ...extra } = fields;
  const place = linkPlace(target, context);
  return { id: "", url: "", linktype: "story", fieldtype: "multilink", cached_url: "", ...place, ...extra };
}

function linkPlace(target: string, context: ExpandContext): Fields {
  if (target === "") return {};
  if (target.startsWith("mailto:")) return { linktype: "email", email: target.slice("mailto:".length) };
  if (target.startsWith("asset:")) {
    const url = assetUrl(context.asset(target.slice("asset:".length)), context.spaceId);
    return { linktype: "asset", url, cached_url: url };
  }
  if (/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(target)) return { linktype: "url", url: target, cached_url: target };
  const [slug = "", anchor] = target.split("#");
  const slugPath = trimSlashes(slug);
  return { id: context.uuidOf(slugPath), cached_url: slugPath, ...(anchor === undefined ? {} : { anchor }) };
}

const ASSET_TEXTS = ["alt", "title", "source", "copyright"];

function assetValue(path: string, fields: Fields, context: ExpandContext): Fields {
  const { $asset: _, ...extra } = fields;
  const texts = Object.fromEntries(ASSET_TEXTS.map((key) => [key, fields[key] ?? ""]));
  // meta_data repeats the texts, including translated ones.
  const meta = Object.fromEntries(
    Object.entries(extra).filter(([key]) => ASSET_TEXTS.includes(key.split("__i18n__")[0] ?? "")),
  );
  const external = /^(https?:)?\/\//.test(path);
  const common = { ...texts, focus: "", ...extra, fieldtype: "asset", meta_data: meta, is_external_url: external };
  if (path === "") return { id: null, name: "", filename: "", ...common };
  const filename = external ? path : assetUrl(context.asset(path), context.spaceId);
  return { id: external ? null : idFrom(`asset:${path}`), name: "", filename, ...common };
}
