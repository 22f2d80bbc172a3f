import type { ReactNode } from "react";
import { safeUrl } from "../../content/rules/links.ts";
import type { PropsOf } from "../../exports/schema.ts";
import { editable } from "../../kit/editable.ts";
import { isBlank } from "../ui/blank.ts";
import { Heading, type Level, useLevels } from "../ui/heading.tsx";
import { Icon } from "../ui/icon.tsx";
import { Picture } from "../ui/image.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import { useWords } from "../ui/site.tsx";
import type { schema } from "./Team.schema.ts";

/** Team members: portrait, name, role and contact. */
export function Team(props: PropsOf<typeof schema>): ReactNode {
  const { item } = useLevels(props);
  if (isBlank(props)) return null;
  return (
    <Section block={props} className="team">
      <div className="wrap">
        <SectionHead block={props} layout="split">
          {props.text && <RichText doc={props.text} level={item} />}
        </SectionHead>
        <ul className="team__members">
          {props.members.map((member) => (
            <li key={member._uid} className="team__member" {...editable(member)}>
              <Member member={member} level={item} />
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

type MemberProps = { member: PropsOf<typeof schema>["members"][number]; level: Level };

function Member({ member, level }: MemberProps): ReactNode {
  const w = useWords();
  const { name, role, email } = member;
  const linkedin = safeUrl(member.linkedin);
  return (
    <>
      <Picture
        image={member.image}
        className="team__portrait"
        sizes="(min-width: 64rem) 19rem, (min-width: 40rem) 30vw, 45vw"
        alt={name}
      />
      <div className="team__words">
        <div>
          <Heading level={level} className="team__name">
            {name}
          </Heading>
          {role && <p className="team__role">{role}</p>}
        </div>
        {(email || linkedin) && (
          <p className="team__ways">
            {email && (
              <a href={`mailto:${email}`} className="team__way" aria-label={w("email_to", { name })}>
                <Icon name="mail" />
              </a>
            )}
            {linkedin && (
              <a
                href={linkedin}
                className="team__way"
                target="_blank"
                rel="noopener"
                aria-label={w("profile_of", { name, service: "LinkedIn" })}
              >
                <Icon name="linkedin" />
              </a>
            )}
          </p>
        )}
      </div>
    </>
  );
}
