import { createContext, useContext } from "react";
import type { FormDefinition } from "../content/forms/define-form.ts";

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
export function useForm(): FormContext {
  const value = useContext(Context);
  if (!value) throw new Error("A FormField needs a Form around it.");
  return value;
}
