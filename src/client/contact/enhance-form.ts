import type { Shared } from "../../content/payload.ts";
import { word } from "../../kit/word.ts";
import { type Control, showControlError, validationFault } from "./validate.ts";

const TIMEOUT = 20_000;
const TRAP = "website";

/** Validates and sends a contact form in place; without this it is a plain POST. */
export function enhanceForm(form: HTMLFormElement, shared: Shared): void {
  if (form.noValidate) return; // Taken over already.
  form.noValidate = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.dataset.state !== "sending") void submit(form, shared);
  });
  // A message that is answered goes as soon as the answer is right.
  form.addEventListener("input", (event) => {
    const control = event.target as Control;
    if (control.getAttribute("aria-invalid") && !validationFault(control)) showControlError(control, "");
  });
}

async function submit(form: HTMLFormElement, shared: Shared): Promise<void> {
  const wrong = check(form, shared);
  if (wrong) {
    tell(form, "invalid", word(shared, "form_invalid"));
    wrong.focus();
    return;
  }
  tell(form, "sending", word(shared, "form_sending"));
  if (await send(form)) {
    form.reset();
    tell(form, "success", form.dataset.success || word(shared, "form_success"));
  } else {
    const { email } = form.dataset;
    tell(form, "error", email ? word(shared, "form_error", { email }) : word(shared, "form_error_plain"));
  }
  statusOf(form)?.focus();
}

/** Marks every control; gives the first wrong one. */
function check(form: HTMLFormElement, shared: Shared): Control | null {
  let first: Control | null = null;
  for (const control of form.querySelectorAll<Control>("input, textarea, select")) {
    const fault = validationFault(control);
    showControlError(control, fault ? word(shared, fault) : "");
    if (fault) first ??= control;
  }
  return first;
}

/** A filled trap was filled by a robot: it is thanked and nothing is sent. */
async function send(form: HTMLFormElement): Promise<boolean> {
  const body = new FormData(form);
  if (body.get(TRAP)) return true;
  try {
    const headers = { Accept: "application/json" };
    const answer = await fetch(form.action, { method: "POST", body, headers, signal: AbortSignal.timeout(TIMEOUT) });
    return answer.ok;
  } catch {
    return false;
  }
}

type State = "invalid" | "sending" | "success" | "error";

function tell(form: HTMLFormElement, state: State, text: string): void {
  form.dataset.state = state;
  const status = statusOf(form);
  if (status) status.textContent = text;
}

function statusOf(form: HTMLFormElement): HTMLElement | null {
  const status = form.querySelector<HTMLElement>("[data-form-status]");
  if (status) status.tabIndex = -1;
  return status;
}
