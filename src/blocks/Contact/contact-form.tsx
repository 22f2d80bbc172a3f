import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { StaticForm } from "../../kit/form.tsx";
import { FormField } from "../../kit/form-field.tsx";
import { Icon } from "../ui/icon.tsx";
import { useWords } from "../ui/site.tsx";
import type { schema } from "./Contact.schema.ts";
import { contact as form } from "./contact.ts";

export type ContactProps = PropsOf<typeof schema>;

/** The contact form. Hosts without form handling respond with an error, so without script it has a mail link too. */
export function ContactForm({ contact, endpoint }: { contact: ContactProps; endpoint: string }): ReactNode {
  const w = useWords();
  const submit = (
    <>
      <button type="submit" className="contact__submit action action--button-arrow">
        <span className="action__title">{w("form_send")}</span>
        <span className="action__arrow">
          <Icon name="arrow-right" />
        </span>
      </button>
      {contact.email && (
        <a className="contact__way contact__instead" href={`mailto:${contact.email}`}>
          {w("form_mail")}
        </a>
      )}
    </>
  );
  return (
    <StaticForm
      className="contact__form"
      data-contact-form=""
      form={form}
      action={endpoint}
      success={contact.success_text}
      email={contact.email}
      thanksInPlace
      submit={submit}
    >
      <FormField name="name" />
      <FormField name="email" />
      <FormField name="company" />
      <FormField name="phone" />
      <div className="contact__message">
        <FormField name="message" />
      </div>
      <FormField name="consent" className="contact__consent" />
    </StaticForm>
  );
}

/** Without an endpoint, the form is a mail link. */
export function MailLink({ email }: { email: string }): ReactNode {
  const w = useWords();
  if (!email) return null;
  return (
    <p className="contact__mail">
      <a className="action action--button-arrow" href={`mailto:${email}`}>
        <span className="action__title">{w("form_mail")}</span>
        <span className="action__arrow">
          <Icon name="mail" />
        </span>
      </a>
    </p>
  );
}
