import type * as z from "zod";
import type { configSchema } from "./schema.ts";

/** The export of a sitegen.config file. */
export type UserConfig = z.input<typeof configSchema>;

/** Declares a configuration: `export default defineConfig({ site: { origin: "https://www.example.com" } })`. */
export const defineConfig = (config: UserConfig): UserConfig => config;
