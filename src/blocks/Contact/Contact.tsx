import type { ReactNode } from "react";
import { isBlank } from "../ui/blank.ts";
import { useLevels } from "../ui/heading.tsx";
import { Picture } from "../ui/image.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import { useSite, useWords } from "../ui/site.tsx";
import { ContactForm, type ContactProps, MailLink } from "./contact-form.tsx";

/** Contact person and ways to reach them, beside the form. Also the body of the contact overlay. */
export function Contact(props: ContactProps): ReactNode {
  const { item } = useLevels(props);
  const { shared } = useSite();
  const endpoint = shared.site.contactEndpoint;
  const hasForm = props.show_form && endpoint !== "";
  if (isBlank(props)) return null;
  return (
    <Section block={props} className={hasForm ? "contact" : "contact contact--plain"}>
      <div className="contact__layout wrap">
        <div className="contact__words">
          <SectionHead block={props} />
          <RichText doc={props.text} level={item} />
        </div>
        {hasForm && <ContactForm contact={props} endpoint={endpoint} />}
        <div className="contact__who">
          <Person {...props} />
          {props.show_form && !hasForm && <MailLink email={props.email} />}
        </div>
      </div>
    </Section>
  );
}

function Person(props: ContactProps): ReactNode {
  const { person_name: name, person_role: role, person_image: image, phone, email } = props;
  const w = useWords();
  if (!name && !phone && !email) return null;
  return (
    <div className="contact__person">
      {image && <Picture image={image} className="contact__picture" sizes="15rem" alt={name} />}
      <div className="contact__card">
        {name && (
          <p className="contact__name">
            {`${name} `}
            {role && <span className="contact__role">{role}</span>}
          </p>
        )}
        {phone && (
          <a className="contact__way" dir="ltr" href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
            <span className="visually-hidden">{`${w("phone")}: `}</span>
            {phone}
          </a>
        )}
        {email && (
          <a className="contact__way" href={`mailto:${email}`}>
            <span className="visually-hidden">{`${w("email")}: `}</span>
            {email.slice(0, email.indexOf("@") + 1)}
            <wbr />
            {email.slice(email.indexOf("@") + 1)}
          </a>
        )}
      </div>
    </div>
  );
}
