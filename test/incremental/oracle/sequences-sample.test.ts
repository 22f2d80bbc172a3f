import { vi } from "vitest";
import { testSequencesOn } from "./sequence-tests.ts";

/** The files of a large site are divided: here from thirty entries on, into parts of about nine. */
vi.mock("../../../src/content/rules/split-into-parts.ts", async (original) => ({
  ...(await original<typeof import("../../../src/content/rules/split-into-parts.ts")>()),
  partCount: (entries: number) => (entries <= 30 ? 1 : 2 ** Math.ceil(Math.log2(entries / 12))),
}));

testSequencesOn("sample");
