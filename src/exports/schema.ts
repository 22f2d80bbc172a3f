/** The vocabulary of a block's fields, and the types that follow from it. */
export * from "../content/schema/fields.ts";
