import type { PropsOf } from "sitegen-storyblok/schema";
import type { schema } from "./page.schema.ts";

/** What the page knows of its blocks: browsers have only those that do something there. */
export const data = ({ body }: Pick<PropsOf<typeof schema>, "body">) => ({ hasHero: body[0]?.component === "hero" });
