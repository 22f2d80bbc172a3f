import type { Shared } from "../../content/payload.ts";
import { word } from "../../kit/word.ts";
import { type Control, showControlError, validationFault } from "./validate.ts";

const TIMEOUT = 20_000;
const TRAP = "website";
/** Mail programs truncate long URLs. */
const MAILED = 1500;

/** Validates and sends a contact form without leaving the page; without it, the form is a plain POST. */
export function enhanceForm(form: HTMLFormElement, shared: Shared): void {
  if (form.noValidate) return; // already enhanced
  form.noValidate = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.dataset.state !== "sending") void submit(form, shared);
  });
  // A message disappears as soon as the input is valid.
  form.addEventListener("input", (event) => {
    const control = event.target as Control;
    if (control.getAttribute("aria-invalid") && !validationFault(control)) showControlError(control, "");
  });
}

async function submit(form: HTMLFormElement, shared: Shared): Promise<void> {
  const wrong = check(form, shared);
  if (wrong) return showFaults(form, shared, wrong);
  tell(form, "sending", word(shared, "form_sending"));
  const sent = await send(form);
  if (sent === "sent") {
    form.reset();
    tell(form, "success", form.dataset.success || word(shared, "form_success"));
  } else {
    const refused = sent === "failed" ? null : markFaults(form, shared, sent.faults);
    if (refused) return showFaults(form, shared, refused);
    tellFailure(form, shared);
  }
  statusOf(form)?.focus();
}

function showFaults(form: HTMLFormElement, shared: Shared, first: Control): void {
  tell(form, "invalid", word(shared, "form_invalid"));
  first.focus();
}

/** Marks every control; returns the first invalid one. */
function check(form: HTMLFormElement, shared: Shared): Control | null {
  let first: Control | null = null;
  for (const control of form.querySelectorAll<Control>("input, textarea, select")) {
    const fault = validationFault(control);
    showControlError(control, fault ? word(shared, fault) : "");
    if (fault) first ??= control;
  }
  return first;
}

/** Marks what the endpoint rejected; returns the first such control, null if none belongs to this form. */
function markFaults(form: HTMLFormElement, shared: Shared, faults: Readonly<Record<string, string>>): Control | null {
  let first: Control | null = null;
  for (const control of form.querySelectorAll<Control>("input, textarea, select")) {
    const fault = faults[control.name];
    if (fault === undefined || control.type === "hidden") continue;
    showControlError(control, word(shared, fault) || word(shared, "form_wrong"));
    first ??= control;
  }
  return first;
}

type Sent = "sent" | "failed" | { faults: Readonly<Record<string, string>> };

/** A filled honeypot means a bot: it is thanked and nothing is sent. */
async function send(form: HTMLFormElement): Promise<Sent> {
  const body = new FormData(form);
  if (body.get(TRAP)) return "sent";
  // The overlay's form stays when the page changes.
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

/** `{"faults": {"email": "form_wrong_email"}}`, as `sitegen serve` answers; other services have other formats. */
function faultsIn(answer: unknown): Record<string, string> {
  const { faults } = Object(answer) as { faults?: unknown };
  return Object.fromEntries(
    Object.entries(Object(faults)).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
}

/** The input is kept in the form and offered as a mail. */
function tellFailure(form: HTMLFormElement, shared: Shared): void {
  const { email } = form.dataset;
  if (!email) {
    tell(form, "error", word(shared, "form_error_plain"));
    return;
  }
  const [before = "", after = ""] = word(shared, "form_error").split("{email}");
  const link = document.createElement("a");
  const message = String(new FormData(form).get("message") ?? "").slice(0, MAILED);
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
