/** The embedded content service for tests and benches, with edits by code and simulated faults. */
import {
  type SpaceService as ServedSpace,
  type SpaceServiceOptions,
  startSpaceService as start,
} from "../../../src/space/start-space-service.ts";
import { createEditing, type SpaceEditing } from "./editing.ts";
import { answerFaulty, type Fault } from "./faults.ts";

export type { SpaceServiceOptions };

export interface SpaceService extends ServedSpace, SpaceEditing {
  /** Simulated faults, used in this order. */
  faults: Fault[];
}

export async function startSpaceService(options: SpaceServiceOptions): Promise<SpaceService> {
  const faults: Fault[] = [];
  const service = await start({ ...options, intercept: (exchange) => answerFaulty(faults, exchange) });
  return { ...service, faults, ...createEditing({ ...service, now: options.now ?? Date.now }) };
}
