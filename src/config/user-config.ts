import type { z } from "zod";
import type { configSchema } from "./schema.ts";

/** What a sitegen.config file exports. */
export type UserConfig = z.input<typeof configSchema>;
