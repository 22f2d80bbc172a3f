import { type FormHTMLAttributes, type ReactNode, useId } from "react";
import { actionOf, type FormDefinition, minSecondsOf, trapOf } from "../site/forms/define-form.ts";
import { formWord } from "../site/forms/form-words.ts";
import { FormField, FormProvider } from "./form-field.tsx";
import { useSite } from "./site.tsx";
import { useForms } from "./use-forms.ts";

export interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, "action" | "method" | "id"> {
  /** Made by `defineForm`. */
  form: FormDefinition;
  /** URL that it posts to. Default: the form's `action`, below the base path. */
  action?: string;
  /** Values that fields begin with, by name; a hidden field gets its value here. */
  values?: Readonly<Record<string, string>>;
  /** Said after sending. Default: the word `form_success`. */
  success?: string;
  /** Address that is offered where sending fails. */
  email?: string;
  /** URL of a page of the site that follows after sending. Default: none, thanks are said in place. */
  thanks?: string;
  /**
   * Without script, thanks are said on the form's page, not on one of their own. It needs a stylesheet that hides
   * `.form__sent:not(:target)`.
   */
  thanksInPlace?: boolean;
  /** In place of the button. */
  submit?: ReactNode;
  /** In place of all fields in their order: `FormField`s and what is between them. */
  children?: ReactNode;
}

/**
 * A form with any fields, checked in the browser and on the server by the same `defineForm`. Works without script, as a
 * plain POST. For a block with `hydrate`, or a page of `routes`; its code comes with the first focus.
 *
 * @example
 * export const Order = ({ order }: { order: FormProps["form"] }) => <Form form={order} thanks="/thanks/" />;
 */
export function Form(props: FormProps): ReactNode {
  useForms();
  return <StaticForm {...props} />;
}

/**
 * The same for a block without `hydrate`, and for blocks in `LateBlocks`. What the browser does to it comes with `useForms`
 * in the layout; without that it is a plain form.
 *
 * @example
 * export const Newsletter = ({ letter }: { letter: FormProps["form"] }) => (
 *   <StaticForm form={letter} className="newsletter" success="You will hear from us." />
 * );
 */
export function StaticForm(props: FormProps): ReactNode {
  const { form, action, values = {}, success, email, thanks, thanksInPlace, submit, children, ...attributes } = props;
  const { shared, payload } = useSite();
  const id = `${form.name}${useId()}`;
  const say = (word: string) => formWord(shared.words, word);
  const own = actionOf(form);
  const target = action ?? (own.startsWith("/") ? shared.site.base + own.slice(1) : own);
  const trap = trapOf(form);
  const sent = success || say("form_success");
  return (
    <FormProvider value={{ form, id, values }}>
      <form
        className="form"
        {...attributes}
        method="post"
        action={target}
        data-form={form.name}
        data-success={sent}
        data-email={email || undefined}
      >
        {thanksInPlace && (
          <p className="form__sent" id={`${id}-sent`}>
            {sent}
          </p>
        )}
        {children ?? Object.keys(form.fields).map((name) => <FormField key={name} name={name} />)}
        {/* Only robots fill it in. */}
        <div className="form__trap" hidden>
          <label htmlFor={`${id}-${trap}`}>{say("form_trap")}</label>
          <input id={`${id}-${trap}`} name={trap} tabIndex={-1} autoComplete="off" data-trap="" />
        </div>
        {thanksInPlace && <input type="hidden" name="form" value={id} />}
        {thanks && <input type="hidden" name="thanks" value={thanks} />}
        {minSecondsOf(form) > 0 && <input type="hidden" name="elapsed" data-elapsed="" />}
        <input type="hidden" name="page" value={shared.site.base + payload.path.slice(1)} />
        <div className="form__status" role="status" data-form-status="" />
        {submit ?? <button type="submit">{say("form_send")}</button>}
      </form>
    </FormProvider>
  );
}
