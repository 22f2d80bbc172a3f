import type { ReactNode } from "react";
import { useWords } from "./site.tsx";

interface FieldProps {
  /** Unique on the page, derived from the block's _uid. */
  id: string;
  name: string;
  label: string;
  /** Default: a single-line text. */
  type?: "email" | "tel" | "textarea";
  required?: boolean;
  autoComplete?: string;
  /** In characters. */
  maxLength: number;
}

/** A labelled form field. Optional fields are marked, required ones are not. */
export function Field({ id, name, label, type, required = false, ...rest }: FieldProps): ReactNode {
  const w = useWords();
  const shared = { id, name, required, ...rest, className: "field__control" };
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
        {!required && <span className="field__optional">{` (${w("form_optional")})`}</span>}
      </label>
      {type === "textarea" ? <textarea {...shared} rows={5} /> : <input {...shared} type={type} />}
    </div>
  );
}
