import { useSite, useWords } from "sitegen-storyblok/kit";

export function NotFound() {
  const { shared } = useSite();
  const word = useWords();
  return (
    <div className="wrap lost">
      <h1>{word("error_title")}</h1>
      <p>{word("error_text")}</p>
      <p>
        <a className="button" href={shared.homeHref}>
          {word("error_back")}
        </a>
      </p>
    </div>
  );
}
