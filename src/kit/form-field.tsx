import { createContext, type ReactNode, useContext } from "react";
import {
  type FormField as Field,
  type FormDefinition,
  type FormOption,
  labelOfOption,
  maxLengthOf,
  valueOfOption,
} from "../site/forms/define-form.ts";
import { fieldLabel, formWord } from "../site/forms/form-words.ts";
import { useSite } from "./site.tsx";

/** What the fields of a form need of it. */
interface FormContext {
  form: FormDefinition;
  /** Ids of its fields begin with it. */
  id: string;
  /** Values that fields begin with. */
  values: Readonly<Record<string, string>>;
}

const Context = createContext<FormContext | null>(null);

export const FormProvider = Context.Provider;

/** The form around a field. */
function useForm(): FormContext {
  const value = useContext(Context);
  if (!value) throw new Error("A FormField needs a Form around it.");
  return value;
}

export interface FormFieldProps {
  /** Of the form's `fields`. */
  name: string;
  /** Of the element around label and control. Default: `field`. */
  className?: string;
}

/**
 * One field of a `Form`, with its label. Optional fields are marked, required ones are not.
 *
 * @example
 * export const Order = ({ order }: { order: FormProps["form"] }) => (
 *   <Form form={order}>
 *     <h2>Who are you?</h2>
 *     <FormField name="email" />
 *   </Form>
 * );
 */
export function FormField({ name, className = "field" }: FormFieldProps): ReactNode {
  const { form, id: formId, values } = useForm();
  const { words } = useSite().shared;
  const field = form.fields[name];
  if (!field) throw new Error(`The form "${form.name}" has no field "${name}".`);
  const value = values[name];
  if (field.type === "hidden") return <input type="hidden" name={name} value={value ?? ""} />;
  const id = `${formId}-${name}`;
  const parts: Parts = { name, id, field, value, words };
  const { missing, wrong } = field.messages ?? {};
  const box = {
    className,
    "data-field": name,
    "data-missing": missing && formWord(words, missing),
    "data-wrong": wrong && formWord(words, wrong, { ...field }),
  };
  const help = field.help && (
    <p className="field__help" id={`${id}-help`}>
      {formWord(words, field.help)}
    </p>
  );
  if (field.options && field.type !== "select") {
    return (
      <fieldset {...box} data-required={field.required ? "" : undefined} aria-describedby={describedBy(parts)}>
        <legend className="field__label">
          <Label {...parts} />
        </legend>
        {help}
        <Choices {...parts} options={field.options} />
      </fieldset>
    );
  }
  const label = (
    <label className={field.type === "checkbox" ? "field__choice" : "field__label"} htmlFor={id}>
      <Label {...parts} />
    </label>
  );
  if (field.type === "checkbox") {
    return (
      <div {...box}>
        <input {...commonOf(parts)} type="checkbox" value="yes" defaultChecked={value === "yes"} />
        {label}
        {help}
      </div>
    );
  }
  return (
    <div {...box}>
      {label}
      {help}
      <Control {...parts} />
    </div>
  );
}

interface Parts {
  name: string;
  id: string;
  field: Field;
  value: string | undefined;
  words: Readonly<Record<string, string>>;
}

function Label({ name, field, words }: Parts): ReactNode {
  const isMarked = !field.required && !(field.type === "checkbox" && !field.options);
  return (
    <>
      {fieldLabel(words, name, field)}
      {isMarked && <span className="field__optional">{` (${formWord(words, "form_optional")})`}</span>}
    </>
  );
}

function Control(parts: Parts): ReactNode {
  const { field, value, words } = parts;
  const { type, options = [], minLength, pattern, min, max, autoComplete, rows = 5 } = field;
  const common = { ...commonOf(parts), className: "field__control", autoComplete };
  if (type === "select") {
    return (
      <select {...common} defaultValue={value ?? ""}>
        <option value="">{formWord(words, "form_choose")}</option>
        {options.map((option) => (
          <option key={valueOfOption(option)} value={valueOfOption(option)}>
            {formWord(words, labelOfOption(option))}
          </option>
        ))}
      </select>
    );
  }
  if (type === "number" || type === "date") {
    const step = field.step ?? (type === "number" ? "any" : undefined);
    return <input {...common} type={type} min={min} max={max} step={step} defaultValue={value} />;
  }
  const limits = { minLength, maxLength: maxLengthOf(field), defaultValue: value };
  if (type === "textarea") return <textarea {...common} {...limits} rows={rows} />;
  return <input {...common} {...limits} type={type === "text" ? undefined : type} pattern={pattern} />;
}

function Choices({ name, id, field, value, words, options }: Parts & { options: readonly FormOption[] }): ReactNode {
  const type = field.type === "radio" ? "radio" : "checkbox";
  return options.map((option, at) => (
    <label key={valueOfOption(option)} className="field__choice">
      <input
        id={`${id}-${at}`}
        type={type}
        name={name}
        value={valueOfOption(option)}
        required={type === "radio" && field.required}
        defaultChecked={valueOfOption(option) === value}
      />{" "}
      {formWord(words, labelOfOption(option))}
    </label>
  ));
}

function commonOf(parts: Parts) {
  const { id, name, field } = parts;
  return { id, name, required: field.required ?? false, "aria-describedby": describedBy(parts) };
}

function describedBy({ id, field }: Parts): string | undefined {
  return field.help ? `${id}-help` : undefined;
}
