import { useSite } from "sitegen-storyblok/kit";

export function NotFound() {
  const { shared } = useSite();
  return (
    <div className="wrap py-20">
      <h1 className="max-w-[14ch] text-5xl leading-none tracking-tight sm:text-7xl">
        This one did not survive the kiln
      </h1>
      <p className="mt-6 text-lg">There is no page at this address.</p>
      <p className="mt-6">
        <a className="underline underline-offset-4" href={`${shared.site.base}shop/`}>
          All pots
        </a>
      </p>
    </div>
  );
}
