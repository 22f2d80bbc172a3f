import type { OnDamaged } from "../files/checksum-file.ts";
import type { Reporter } from "../problems/reporter.ts";

/** Reports that a file of the state folder was dropped; the build creates it again. */
export function warnDamaged(reporter: Pick<Reporter, "warn">): OnDamaged {
  return (file) => reporter.warn(`${file} was changed or damaged and has been dropped.`);
}
