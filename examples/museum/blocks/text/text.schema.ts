import { defineBlock, richtext } from "sitegen-storyblok/schema";

export const schema = defineBlock({ name: "text", fields: { text: richtext() } });
