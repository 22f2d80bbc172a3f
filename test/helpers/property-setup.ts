/** Before each test file: properties that name no number of runs are tried as often as fast-check does, or SITEGEN_RUNS times. */
import fc from "fast-check";
import { propertyRuns } from "./property-runs.ts";

fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: propertyRuns(100) });
