import { blocks, defineBlock, text } from "sitegen-storyblok/schema";

export const schema = defineBlock({ name: "columns", fields: { headline: text(), columns: blocks(["column"]) } });
