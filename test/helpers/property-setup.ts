/** Runs before each test file: applies the factor to properties without `numRuns`. */
import fc from "fast-check";
import { propertyRuns } from "./property-runs.ts";

fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: propertyRuns(100) });
