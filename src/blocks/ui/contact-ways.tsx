import type { ReactNode } from "react";
import { useWords } from "./site.tsx";

/** Links that call and write; the address may break after its @. */
export function Ways({ phone, email }: { phone: string; email: string }): ReactNode {
  const w = useWords();
  return (
    <>
      {phone && (
        <a className="contact__way" href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
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
    </>
  );
}
