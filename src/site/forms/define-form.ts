/** A form: its fields, from which markup, checks in the browser and checks on the server follow. */

/** An entry of a list to choose from; a text is value and label at once. */
export type FormOption = string | { readonly value: string; readonly label: string };

/** Labels, help and messages are names of words of the site, or else the text itself. */
export interface FormField {
  /** `checkbox` without `options` is one box to tick, whose value is "yes"; `hidden` is filled by the page alone. */
  readonly type:
    | "text"
    | "email"
    | "tel"
    | "url"
    | "number"
    | "date"
    | "textarea"
    | "select"
    | "radio"
    | "checkbox"
    | "hidden";
  /** Default: the word `form_<field>`, or the field's name. */
  readonly label?: string;
  /** A sentence below the label. */
  readonly help?: string;
  readonly required?: boolean;
  /** Characters. */
  readonly minLength?: number;
  /** Characters. Default: 5000 in a textarea, 254 in an address, 60 in a telephone number, 1000 in others. */
  readonly maxLength?: number;
  /** A regular expression that the whole value has to match. */
  readonly pattern?: string;
  /** Smallest number, or first date as YYYY-MM-DD. */
  readonly min?: number | string;
  /** Largest number, or last date. */
  readonly max?: number | string;
  /** Distance between numbers, or between days of a date, counted from `min` or 0; "any" for none. Default: "any". */
  readonly step?: number | "any";
  /** What can be chosen, for `select`, `radio` and a group of boxes. */
  readonly options?: readonly FormOption[];
  /** What browsers may fill in, such as "email" or "organization". */
  readonly autoComplete?: string;
  /** Lines of a textarea. Default: 5. */
  readonly rows?: number;
  /** In place of the general messages. */
  readonly messages?: { readonly missing?: string; readonly wrong?: string };
}

export interface FormDefinition {
  /** Letters, digits and dashes; unique in the site. */
  readonly name: string;
  /** By name, in the order in which they are shown. */
  readonly fields: Readonly<Record<string, FormField>>;
  /** Where it posts to: a path of the site, or a URL. Default: `/forms/<name>`. */
  readonly action?: string;
  /** Nobody fills in a form in less time after opening the page; 0 does not check it. Default: 3. */
  readonly minSeconds?: number;
  /** Name of the hidden field that only robots fill in. Default: `website`. */
  readonly trap?: string;
}

/** Names that a form needs for itself. */
export const OWN_FIELDS: readonly string[] = ["form", "page", "thanks", "elapsed"];

/** Declares a form; preserves literal types. */
export const defineForm = <const F extends FormDefinition>(form: F): F => form;

/** Site path or URL that a form posts to. */
export function actionOf({ name, action }: Pick<FormDefinition, "name" | "action">): string {
  return action ?? `/forms/${name}`;
}

export function trapOf({ trap = "website" }: Pick<FormDefinition, "trap">): string {
  return trap;
}

export function minSecondsOf({ minSeconds = 3 }: Pick<FormDefinition, "minSeconds">): number {
  return minSeconds;
}

const LENGTHS: Readonly<Partial<Record<FormField["type"], number>>> = { textarea: 5000, email: 254, tel: 60 };

/** Most characters of a field. */
export function maxLengthOf({ type, maxLength }: Pick<FormField, "type" | "maxLength">): number {
  return maxLength ?? LENGTHS[type] ?? 1000;
}

export function valueOfOption(option: FormOption): string {
  return typeof option === "string" ? option : option.value;
}

/** A text or the name of a word. */
export function labelOfOption(option: FormOption): string {
  return typeof option === "string" ? option : option.label;
}
