import { editable, Link } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import type { data } from "./hero.data.ts";
import type { schema } from "./hero.schema.ts";

type Props = PropsOf<typeof schema> & { data: ReturnType<typeof data> };

export function Hero({ headline, text, link, link_text, data: shown, ...block }: Props) {
  return (
    <section className="relative bg-[#e8ddcb] lg:min-h-[min(48rem,calc(100vh-7rem))]" {...editable(block)}>
      <img
        className="block aspect-[4/3] max-h-[40svh] w-full object-cover object-[92%_80%] lg:absolute lg:inset-x-0 lg:bottom-0 lg:aspect-auto lg:h-full lg:max-h-[48rem] lg:object-[100%_88%]"
        src={shown.picture}
        width="2200"
        height="1200"
        alt="Five glazed pots on a table in front of a sunlit wall"
        fetchPriority="high"
      />
      <div className="wrap relative bg-clay py-10 lg:bg-transparent lg:py-16">
        <h1 className="text-[clamp(3rem,7vw,7rem)] leading-[0.92] tracking-[-0.035em] text-balance lg:max-w-[8ch]">
          {headline}
        </h1>
        <p className="mt-5 max-w-[30ch] text-lg leading-relaxed lg:text-xl">{text}</p>
        <Link
          className="mt-7 inline-block rounded-full bg-soil px-7 py-3.5 text-clay transition-colors hover:bg-kiln"
          link={link}
        >
          {link_text}
        </Link>
      </div>
    </section>
  );
}
