import type { Block } from "../../content/payload.ts";

/**
 * The block whose headline is the page's one h1, by _uid: a page type that draws its own head, else an intro
 * headline that asks for h1, else the first hero, else the first block with a headline. "" when nothing has one or
 * when that is an intro headline that asks for h2; then the page gives a hidden h1 of its own.
 */
export function headlineBlockUid(page: Block | null): string {
  if (!page) return "";
  if (drawsOwnHead(page)) return page._uid;
  const body = flatten(blocksOf(page.body));
  const titled = body.filter((block) => typeof block.headline === "string" && block.headline !== "");
  const asked = titled.find((block) => levelOf(block) === "h1");
  const lead = asked ?? titled.find((block) => block.component.startsWith("Hero")) ?? titled[0];
  return lead && levelOf(lead) !== "h2" ? lead._uid : "";
}

/**
 * The picture that follows a hero of words alone and so is the page's first, by _uid; "" where the lead has its own or
 * none follows.
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

/** Page types whose body may begin with a hero in place of their own head. */
const HERO_LED = ["Industries", "Solutions"];

/** True when the page type draws a head with the h1 itself. */
export function drawsOwnHead(page: Block): boolean {
  if (page.component === "Page") return false;
  return !(HERO_LED.includes(page.component) && blocksOf(page.body)[0]?.component.startsWith("Hero"));
}

/** A body's blocks with those of intros and hero sliders in their place. */
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
