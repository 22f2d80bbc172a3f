import { type ReactNode, useId } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { currentHref } from "../ui/current-href.ts";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { useSite, useWords } from "../ui/site.tsx";
import type { schema } from "./Contact.schema.ts";

export type ContactProps = PropsOf<typeof schema>;

/**
 * The contact form: a plain POST to the configured endpoint. src/client enhances it: it validates in the page's
 * language, sends without leaving the page and shows states with `data-state`. Without script the endpoint redirects to
 * `#<form>-sent`, where the stylesheet shows the confirmation. Hosts without form handling respond with an error, so
 * without script there is also a mail link beside the button.
 */
export function ContactForm({ contact, endpoint }: { contact: ContactProps; endpoint: string }): ReactNode {
  const w = useWords();
  const page = currentHref(useSite());
  const form = `contact${useId()}`;
  const success = contact.success_text || w("form_success");
  return (
    <form
      className="contact__form"
      method="post"
      action={endpoint}
      data-contact-form=""
      data-success={success}
      data-email={contact.email}
    >
      <p className="contact__sent" id={`${form}-sent`}>
        {success}
      </p>
      <Fields form={form} />
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="page" value={page} />
      <p className="contact__status" role="status" data-form-status="" />
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
    </form>
  );
}

function Fields({ form }: { form: string }): ReactNode {
  const w = useWords();
  const id = (name: string) => `${form}-${name}`;
  return (
    <>
      <Field id={id("name")} name="name" label={w("form_name")} required autoComplete="name" maxLength={200} />
      <Field
        id={id("email")}
        name="email"
        label={w("form_email")}
        type="email"
        required
        autoComplete="email"
        maxLength={254}
      />
      <Field id={id("company")} name="company" label={w("form_company")} autoComplete="organization" maxLength={200} />
      <Field id={id("phone")} name="phone" label={w("form_phone")} type="tel" autoComplete="tel" maxLength={60} />
      <div className="contact__message">
        <Field id={id("message")} name="message" label={w("form_message")} type="textarea" required maxLength={5000} />
      </div>
      {/* Honeypot: only bots fill it in. */}
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor={id("website")}>{w("form_trap")}</label>
        <input id={id("website")} name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <div className="contact__consent">
        <input type="checkbox" id={id("consent")} name="consent" value="yes" required />
        <label htmlFor={id("consent")}>{w("form_consent")}</label>
      </div>
    </>
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
