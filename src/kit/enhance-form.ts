import { formWord } from "../site/forms/form-words.ts";
import { type Control, controlsOf, faultIn, rulesOf, showFault, textOf } from "./form-faults.ts";

const TIMEOUT = 20_000;
/** Mail programs truncate long URLs. */
const MAILED = 1500;

type Words = Readonly<Record<string, string>>;

/**
 * Checks and sends a form without leaving the page; without it, the form is a plain POST. `isSent`: the visitor has sent it
 * before, with faults.
 */
export function enhance(form: HTMLFormElement, words: Words, isSent = false): void {
  if (!form.noValidate) listenTo(form, words);
  // Each field that the browser refused asks for it, besides the focus before.
  if (isSent && !form.dataset.state) form.requestSubmit();
}

function listenTo(form: HTMLFormElement, words: Words): void {
  form.noValidate = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.dataset.state !== "sending") void submit(form, words);
  });
  // A message disappears as soon as the input is valid.
  const onInput = (event: Event) => {
    const { name } = event.target as Control;
    if (form.querySelector(`[data-faulty="${name}"]`) && !faultIn(form, name, words)) showFault(form, name, "");
  };
  form.addEventListener("input", onInput);
  form.addEventListener("change", onInput);
  // Of a text area browsers bring the caret's line into view, and leave the rest below the window.
  form.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLTextAreaElement) target.scrollIntoView({ block: "nearest" });
  });
}

async function submit(form: HTMLFormElement, words: Words): Promise<void> {
  const faults = [...controlsOf(form).keys()].map((name) => [name, faultIn(form, name, words)] as const);
  if (showFaults(form, faults, words)) return;
  tell(form, "sending", formWord(words, "form_sending"));
  const sent = await send(form);
  if (sent === "sent") {
    const thanks = form.querySelector<HTMLInputElement>("input[name=thanks]")?.value;
    form.reset();
    // The endpoint goes to no other address either.
    if (thanks && /^\/(?![/\\])/.test(thanks)) return location.assign(thanks);
    tell(form, "success", form.dataset.success ?? "");
  } else {
    if (sent !== "failed" && showFaults(form, answered(form, sent.faults, words), words)) return;
    tellFailure(form, words);
  }
  statusOf(form)?.focus();
}

/** Messages at the fields and all of them above the button; goes to the first. False if no field of the form is wrong. */
function showFaults(form: HTMLFormElement, faults: readonly (readonly [string, string])[], words: Words): boolean {
  const wrong = faults.filter(([name, message]) => showFault(form, name, message));
  if (wrong.length === 0) return false;
  const list = document.createElement("ul");
  for (const [name, message] of wrong) {
    const control = controlsOf(form).get(name)?.[0];
    const link = Object.assign(document.createElement("a"), {
      href: `#${control?.id}`,
      textContent: textOf(form, name),
    });
    link.addEventListener("click", (event) => {
      event.preventDefault();
      control?.focus();
    });
    const item = document.createElement("li");
    item.append(link, /[.?!]$/.test(link.text) ? " " : ": ", message);
    list.append(item);
  }
  tell(form, "invalid", formWord(words, "form_invalid"), ...(wrong.length > 1 ? [list] : []));
  controlsOf(form)
    .get(wrong[0]?.[0] ?? "")?.[0]
    ?.focus();
  return true;
}

/** What the endpoint found, of the form's own fields. */
function answered(form: HTMLFormElement, faults: Readonly<Record<string, string>>, words: Words) {
  return [...controlsOf(form)].map(([name, controls]) => {
    const fault = Object.hasOwn(faults, name) ? faults[name] : undefined;
    if (fault === undefined) return [name, ""] as const;
    return [name, formWord(words, fault, { ...rulesOf(controls) }) || formWord(words, "form_wrong")] as const;
  });
}

type Sent = "sent" | "failed" | { faults: Readonly<Record<string, string>> };

/** A filled trap means a robot: it is thanked and nothing is sent. */
async function send(form: HTMLFormElement): Promise<Sent> {
  const body = new FormData(form);
  if (form.querySelector<HTMLInputElement>("[data-trap]")?.value) return "sent";
  if (form.querySelector("[data-elapsed]")) body.set("elapsed", String(Math.round(performance.now())));
  // A form in the layout stays when the page changes.
  if (body.has("page")) body.set("page", location.pathname);
  try {
    const headers = { Accept: "application/json" };
    const answer = await fetch(form.action, { method: "POST", body, headers, signal: AbortSignal.timeout(TIMEOUT) });
    if (answer.ok) return "sent";
    return answer.status === 422 ? { faults: faultsIn(await answer.json()) } : "failed";
  } catch {
    return "failed";
  }
}

/** `{"faults": {"email": "form_wrong_email"}}`, as a form handler answers; other services have other formats. */
function faultsIn(answer: unknown): Record<string, string> {
  const { faults } = Object(answer) as { faults?: unknown };
  return Object.fromEntries(
    Object.entries(Object(faults)).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
}

/** The input is kept in the form and offered as a mail. */
function tellFailure(form: HTMLFormElement, words: Words): void {
  const { email } = form.dataset;
  if (!email) {
    tell(form, "error", formWord(words, "form_error_plain"));
    return;
  }
  const [before = "", after = ""] = formWord(words, "form_error").split("{email}");
  const link = document.createElement("a");
  const message = (form.querySelector("textarea")?.value ?? "").slice(0, MAILED).replace(/\p{Cs}/gu, "");
  link.href = `mailto:${email}?body=${encodeURIComponent(message)}`;
  link.textContent = email;
  tell(form, "error", before, link, after);
}

type State = "invalid" | "sending" | "success" | "error";

function tell(form: HTMLFormElement, state: State, ...text: (string | Node)[]): void {
  form.dataset.state = state;
  statusOf(form)?.replaceChildren(...text);
}

function statusOf(form: HTMLFormElement): HTMLElement | null {
  const status = form.querySelector<HTMLElement>("[data-form-status]");
  if (status) status.tabIndex = -1;
  return status;
}
