import type { Block } from "../../site/api/payload.ts";

/**
 * _uid of the block whose headline is the page's only h1: a page type that renders its own head, else an intro headline
 * with level h1, else the first hero, else the first block with a headline. "" if no block has one, or if it is an
 * intro headline with level h2; the page then adds a hidden h1.
 */
export function headlineBlockUid(page: Block | null): string {
  if (!page) return "";
  if (rendersOwnHead(page)) return page._uid;
  const body = flatten(blocksOf(page.body));
  const titled = body.filter((block) => typeof block.headline === "string" && block.headline !== "");
  const asked = titled.find((block) => levelOf(block) === "h1");
  const lead = asked ?? titled.find((block) => block.component.startsWith("Hero")) ?? titled[0];
  return lead && levelOf(lead) !== "h2" ? lead._uid : "";
}

/**
 * _uid of the picture after a hero without one, which is the page's first; "" if the hero has its own or no picture
 * follows.
 */
export function firstPictureUid(page: Block | null): string {
  const body = blocksOf(page?.body);
  const [hero, next] = body.slice(body.findIndex(({ _uid }) => _uid === headlineBlockUid(page)));
  return hero?.component === "HeroText" && next?.component === "BisectionImage" ? next._uid : "";
}

/** The level that an editor chose for an intro headline. */
function levelOf({ component, level }: Block): unknown {
  return component === "IntroHeadline" ? level : undefined;
}

/** Page types whose body may start with a hero instead of their own head. */
const HERO_LED = ["Industries", "Solutions"];

/** True if the page type renders a head with the h1. */
export function rendersOwnHead(page: Block): boolean {
  if (page.component === "Page") return false;
  return !(HERO_LED.includes(page.component) && blocksOf(page.body)[0]?.component.startsWith("Hero"));
}

/** A body's blocks, with intros and hero sliders replaced by their blocks. */
function flatten(body: Block[]): Block[] {
  return body.flatMap((block) => {
    if (block.component === "HeroSlider") return blocksOf(block.slides);
    if (block.component === "Intro") return blocksOf(block.body);
    return block;
  });
}

function blocksOf(value: unknown): Block[] {
  return Array.isArray(value) ? (value as Block[]) : [];
}
