/** Language links keep the query string (specification §4), also in a new tab and before hydration. */
export function keepQueryOnLanguageLinks(): void {
  const carry = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest("a[data-language-switch]") : null;
    if (target instanceof HTMLAnchorElement) target.search = location.search;
  };
  document.addEventListener("click", carry, true);
  document.addEventListener("auxclick", carry, true);
}
