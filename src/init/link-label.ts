/** Which text of a component is the text on its link. */
import type { InferredField } from "./infer-fields.ts";
import type { InferredComponent } from "./infer-space.ts";

const LABEL = /^(label|caption|(link|button|btn|cta)[-_ ]?(text|label|title|caption))$/i;

/** The text on a component's only link, as in a button: a field with a label's name, or the only other field. */
export function linkLabel(fields: InferredComponent["fields"]): string | undefined {
  const rows = Object.entries(fields);
  const ofKind = (wanted: InferredField["kind"]) => rows.filter(([, { kind }]) => kind === wanted);
  if (ofKind("multilink").length !== 1) return undefined;
  const texts = ofKind("text").map(([key]) => key);
  return texts.find((key) => LABEL.test(key)) ?? (rows.length === 2 ? texts[0] : undefined);
}
